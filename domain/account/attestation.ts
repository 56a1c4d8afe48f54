import { sql } from 'kysely'
import type { AttestationReasons, AttestationState } from '#contract/account/attestation.ts'
import { type AttestationForm, type AttestationSubject, type DocumentUse, maskedForm } from '#contract/account/attestation-form.ts'
import type { AttestationStatus } from '#contract/account/capability.ts'
import type { PrivateFileKind } from '#contract/account/private-file.ts'
import type { Executor } from '#db/connect.ts'
import { attestationStatusFrom, decryptSecrets } from '#domain/identity/index.ts'
import { chinaDay, chinaDayStart } from '#values/china-time.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { pick } from '#values/pick.ts'

/** Identity verification (KYC) of an account: a draft or submission with unmasked numbers; `shown` masks them. */
export interface Submission {
  attestationId: string
  state: AttestationState
  version: number | null
  form: AttestationForm
  papers: { use: DocumentUse; fileId: string; kind: PrivateFileKind; fileName: string; byteCount: number }[]
  numberHash: Buffer | null
  submittedAt: Date | null
  updatedAt: Date
  reasons: AttestationReasons | null
  reason: string | null
}

/** Submissions of an account in the given states, the newest first. */
export async function submissionsOf(
  executor: Executor,
  account: AccountId,
  secret: string,
  states: readonly AttestationState[],
  limit = 10,
): Promise<Submission[]> {
  const rows = await executor
    .selectFrom('attestation')
    .selectAll()
    .where('accountId', '=', account)
    .where('state', 'in', [...states])
    .orderBy('attestationId', 'desc')
    .limit(limit)
    .execute()
  if (rows.length === 0) return []
  const papers = await papersOf(
    executor,
    account,
    rows.map(row => row.attestationId),
  )
  return rows.map(row => {
    const own = papers.filter(paper => paper.attestationId === row.attestationId)
    const plain = row.form
    return {
      ...pick(row, 'attestationId', 'state', 'version', 'numberHash', 'submittedAt', 'updatedAt', 'reasons', 'reason'),
      form: {
        ...plain,
        ...decryptSecrets(secret, account, row.attestationId, row.encryptedSecrets),
        papers: Object.fromEntries(own.map(paper => [paper.use, paper.fileId])),
      },
      papers: own.map(({ attestationId: _, ...paper }) => paper),
    }
  })
}

async function papersOf(executor: Executor, account: AccountId, attestationIds: readonly string[]) {
  const rows = await executor
    .selectFrom('attestationDocument as paper')
    .innerJoin('privateFile as file', join => join.on('file.accountId', '=', account).onRef('file.fileId', '=', 'paper.fileId'))
    .select(['paper.attestationId', 'paper.use', 'file.fileId', 'file.kind', 'file.fileName', 'file.byteCount'])
    .where('paper.accountId', '=', account)
    .where('paper.attestationId', 'in', [...attestationIds])
    .orderBy('paper.use')
    .execute()
  return rows
}

/** A submission with masked numbers, as it may leave the server. */
export const shown = ({ numberHash: _, version: __, form, ...one }: Submission) => ({ ...one, form: maskedForm(form) })

export interface AttestedAccount {
  attestationStatus: AttestationStatus
  subject: AttestationSubject | null
  attestedName: string | null
  attestedAt: Date | null
  attestedUntil: string | null
  /** The documents expire within a month, or have expired. */
  isRenewalDue: boolean
}

/** The account's attestation state; `lock`: the caller is about to change it. */
export async function readAttested(executor: Executor, account: AccountId, now: Date, lock = false): Promise<AttestedAccount> {
  let query = executor
    .selectFrom('account')
    .select(['attestedAt', 'attestedAs', 'attestedUntil', 'attestedName'])
    .where('accountId', '=', account)
  if (lock) query = query.forNoKeyUpdate()
  const row = await query.executeTakeFirstOrThrow()
  return {
    attestationStatus: attestationStatusFrom(row, now),
    subject: row.attestedAt === null ? null : (row.attestedAs ?? 'company'),
    ...pick(row, 'attestedName', 'attestedAt', 'attestedUntil'),
    isRenewalDue: row.attestedUntil !== null && row.attestedUntil <= chinaDay(chinaDayStart(now, limits.attestationWarnDays)),
  }
}

/** The credit code of an attested company or public body; null: a person, or not attested. */
export async function attestedCreditCode(executor: Executor, account: AccountId): Promise<string | null> {
  const row = await executor
    .selectFrom('attestation')
    .select(['form', 'numberMasked'])
    .where('accountId', '=', account)
    .where('state', '=', 'approved')
    .executeTakeFirst()
  return row && row.form.subject !== 'person' && row.numberMasked !== '' ? row.numberMasked : null
}

/**
 * Until when a change of identity is blocked after the last one, or null. Renewing expiring documents is always
 * allowed; rejected and withdrawn submissions don't count.
 */
export async function changeBlockedUntil(
  executor: Executor,
  account: AccountId,
  { isRenewalDue }: AttestedAccount,
  now: Date,
): Promise<Date | null> {
  if (isRenewalDue) return null
  const { rows } = await sql<{ at: Date | null }>`
    select max(decided_at) as at from attestation
    where account_id = ${account} and state in ('approved', 'replaced') and version > 1`.execute(executor)
  const until = rows[0]?.at ? new Date(rows[0].at.getTime() + limits.attestationChangeDays * 86_400_000) : null
  return until && until > now ? until : null
}

/** All decided submissions, the newest first. */
export async function attestationHistory(executor: Executor, account: AccountId) {
  const rows = await executor
    .selectFrom('attestation')
    .select(['attestationId', 'version', 'subject', 'state', 'name', 'numberMasked', 'submittedAt', 'decidedAt', 'endedAt', 'reason'])
    .where('accountId', '=', account)
    .where('state', 'in', ['approved', 'rejected', 'replaced', 'revoked'])
    .orderBy('decidedAt', 'desc')
    .limit(50)
    .execute()
  return rows
}
