import { type RawBuilder, sql } from 'kysely'
import type { AttestationState } from '#contract/account/attestation.ts'
import { type AttestationSubject, checkAttestation } from '#contract/account/attestation-form.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor } from '#db/connect.ts'
import { identityHash } from '#domain/identity/index.ts'
import { shownAccountName } from '#domain/platform/index.ts'
import { readSettings } from '#domain/settings/index.ts'
import { chinaDay, chinaDayStart } from '#values/china-time.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow, lastOrThrow } from '#values/or-throw.ts'
import { pick } from '#values/pick.ts'
import { type Submission, submissionsOf } from './attestation.ts'

export interface AttestationRow {
  attestationId: string
  accountId: AccountId
  accountName: string
  subject: AttestationSubject
  state: AttestationState
  name: string
  numberMasked: string
  version: number | null
  submittedAt: Date | null
  decidedAt: Date | null
  decidedBy: string | null
  validUntil: string | null
  isChange: boolean
}

const columns = sql`one.attestation_id as "attestationId", one.account_id, ${shownAccountName} as "accountName", one.subject, one.state, one.name,
  one.number_masked, one.version, one.submitted_at, one.decided_at, staff.name as "decidedBy",
  one.valid_until, account.attested_at is not null as "isChange"`
const source = sql`attestation as one join account on account.account_id = one.account_id left join staff on staff.staff_id = one.staff_id`

/** The review queue: submissions that wait, over all accounts, the oldest first, at most `limits.reviewQueueRows`. */
export async function waitingAttestations(executor: Executor, subject?: AttestationSubject): Promise<AttestationRow[]> {
  const { rows } = await sql<AttestationRow>`
    -- across accounts: the queue of attestations
    select ${columns} from ${source}
    where one.state = 'reviewing' and (${subject ?? null}::text is null or one.subject = ${subject ?? null})
    order by one.submitted_at limit ${limits.reviewQueueRows}`.execute(executor)
  return rows
}

/** The number of waiting submissions by subject, and how long the oldest has waited. */
export async function attestationQueue(executor: Executor) {
  const { rows } = await sql<{ person: number; company: number; public: number; oldestAt: Date | null }>`
    -- across accounts: counts and age of the queue of attestations
    select count(*) filter (where subject = 'person') as person, count(*) filter (where subject = 'company') as company,
      count(*) filter (where subject = 'public') as public, min(submitted_at) as "oldestAt"
    from attestation where state = 'reviewing'`.execute(executor)
  const { oldestAt, ...counts } = firstOrThrow(rows)
  return { counts, oldestAt }
}

interface ListFilter {
  search?: string | undefined
  subject?: AttestationSubject | undefined
  state?: AttestationState | undefined
  ending?: 'yes' | undefined
  cursor?: string | undefined
  pageSize: number
  now: Date
}

const literal = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&')
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * All submissions except drafts, the newest first; searching for a complete ID number finds those with the same hash.
 */
export async function listAttestations(executor: Executor, secret: string, filter: ListFilter) {
  const { search, subject, state, ending, cursor, pageSize, now } = filter
  const soon = chinaDay(chinaDayStart(now, limits.attestationWarnDays))
  const conditions: RawBuilder<unknown>[] = [
    state ? sql`one.state = ${state}` : sql`one.state <> 'draft'`,
    ...(subject ? [sql`one.subject = ${subject}`] : []),
    ...(ending ? [sql`one.state = 'approved' and one.valid_until <= ${soon}`] : []),
    ...(search
      ? [
          sql`(one.name ilike ${`%${literal(search)}%`} or account.name ilike ${`%${literal(search)}%`}
            or one.number_hash = ${identityHash(secret, search)} or one.handler_hash = ${identityHash(secret, search)})`,
        ]
      : []),
    ...(cursor && uuid.test(cursor) ? [sql`one.attestation_id < ${cursor}::uuid`] : []),
  ]
  const { rows } = await sql<AttestationRow>`
    -- across accounts: the record of attestations
    select ${columns} from ${source} where ${sql.join(conditions, sql` and `)}
    order by one.attestation_id desc limit ${pageSize + 1}`.execute(executor)
  const page = rows.slice(0, pageSize)
  return { rows: page, nextCursor: rows.length > pageSize ? lastOrThrow(page).attestationId : null }
}

/** One submission with everything that a reviewer needs. Refuses `not_found`. */
export async function readAttestation(executor: Executor, secret: string, account: AccountId, attestationId: string, now: Date) {
  const { rows } = await sql<AttestationRow>`
    select ${columns} from ${source} where one.account_id = ${account} and one.attestation_id = ${attestationId} and one.state <> 'draft'`.execute(
    executor,
  )
  const row = rows[0] ?? refuse('not_found')
  const all = await submissionsOf(executor, account, secret, ['reviewing', 'approved', 'rejected', 'replaced', 'revoked'], 50)
  const one = all.find(submission => submission.attestationId === attestationId) ?? refuse('not_found')
  const current = all.find(({ state }) => state === 'approved')
  return {
    ...row,
    ...pick(one, 'form', 'papers', 'reasons', 'reason'),
    findings: checkAttestation(one.form, now),
    before: current && current !== one ? { form: { ...current.form, papers: {} }, version: current.version } : null,
    likes: await findSimilarAccounts(executor, secret, account, one),
    accountLimit: (await readSettings(executor)).attestedAccounts,
    history: await historyOf(executor, account),
  }
}

type Same = 'subject' | 'handler' | 'phone' | 'picture'

/** Other accounts with the same identity, the same handler, the same phone, or a byte-identical picture. */
async function findSimilarAccounts(executor: Executor, secret: string, account: AccountId, one: Submission) {
  const { form } = one
  const number = form.subject === 'person' ? form.idNumber : form.creditCode
  const handler = form.isLegalHandler ? form.legalIdNumber : form.handlerIdNumber
  const hashes = [number, handler].filter(text => text !== '').map(text => identityHash(secret, text))
  const fileIds = one.papers.map(paper => paper.fileId)
  const { rows: pictures } = await sql<{ sha256: string }>`
    select sha256 from private_file where account_id = ${account} and file_id = any(${fileIds}::uuid[])`.execute(executor)
  const { rows } = await sql<{ accountId: AccountId; accountName: string; attestedName: string | null; state: string; same: Same[] }>`
    -- across accounts: an identity that several accounts use is a sign of identity fraud
    with alike as (
      select account_id, role as same from identity_index where number_hash = any(${hashes}::bytea[])
      union select account_id, 'phone' from attestation where form ->> 'phone' = ${form.phone} and state in ('reviewing', 'approved')
      union select account_id, 'picture' from private_file
        where sha256 = any(${pictures.map(one => one.sha256)}::text[]) and purpose = 'attestation'
    )
    select account.account_id, account.name as "accountName", account.attested_name, account.state,
      array_agg(distinct alike.same order by alike.same) as same
    from alike join account on account.account_id = alike.account_id
    where alike.account_id <> ${account}
    group by account.account_id, account.name, account.attested_name, account.state order by account.account_id limit 20`.execute(executor)
  return rows
}

async function historyOf(executor: Executor, account: AccountId) {
  const { rows } = await sql<{ attestationId: string; state: AttestationState; at: Date; by: string; reason: string | null }>`
    select one.attestation_id, one.state, coalesce(one.ended_at, one.decided_at, one.submitted_at) as at,
      coalesce(staff.name, '') as by, one.reason
    from attestation as one left join staff on staff.staff_id = one.staff_id
    where one.account_id = ${account} and one.state <> 'draft' order by at desc limit 20`.execute(executor)
  return rows
}
