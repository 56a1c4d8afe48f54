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

/** Identity verification (KYC) of an account: a draft or submission with unmasked numbers; `shown` masks them. */
export interface Submission {
  attestationId: string
  state: AttestationState
  version: number | null
  form: AttestationForm
  papers: { use: DocumentUse; fileId: string; kind: PrivateFileKind; fileName: string; byteCount: number }[]
  numberHash: Buffer | null
  submittedAt: Date | null
  decidedAt: Date | null
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
    .where('account_id', '=', account)
    .where('state', 'in', [...states])
    .orderBy('attestation_id', 'desc')
    .limit(limit)
    .execute()
  if (rows.length === 0) return []
  const papers = await papersOf(
    executor,
    account,
    rows.map(row => row.attestation_id),
  )
  return rows.map(row => {
    const own = papers.filter(paper => paper.attestationId === row.attestation_id)
    const plain = row.form
    return {
      attestationId: row.attestation_id,
      state: row.state,
      version: row.version,
      form: {
        ...plain,
        ...decryptSecrets(secret, account, row.attestation_id, row.encrypted_secrets),
        papers: Object.fromEntries(own.map(paper => [paper.use, paper.fileId])),
      },
      papers: own.map(({ attestationId: _, ...paper }) => paper),
      numberHash: row.number_hash,
      submittedAt: row.submitted_at,
      decidedAt: row.decided_at,
      updatedAt: row.updated_at,
      reasons: row.reasons,
      reason: row.reason,
    }
  })
}

async function papersOf(executor: Executor, account: AccountId, attestationIds: readonly string[]) {
  const rows = await executor
    .selectFrom('attestation_document as paper')
    .innerJoin('private_file as file', join => join.on('file.account_id', '=', account).onRef('file.file_id', '=', 'paper.file_id'))
    .select(['paper.attestation_id', 'paper.use', 'file.file_id', 'file.kind', 'file.file_name', 'file.byte_count'])
    .where('paper.account_id', '=', account)
    .where('paper.attestation_id', 'in', [...attestationIds])
    .orderBy('paper.use')
    .execute()
  return rows.map(row => ({
    attestationId: row.attestation_id,
    use: row.use,
    fileId: row.file_id,
    kind: row.kind,
    fileName: row.file_name,
    byteCount: row.byte_count,
  }))
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
    .select(['attested_at', 'attested_as', 'attested_until', 'attested_name'])
    .where('account_id', '=', account)
  if (lock) query = query.forNoKeyUpdate()
  const row = await query.executeTakeFirstOrThrow()
  return {
    attestationStatus: attestationStatusFrom(row, now),
    subject: row.attested_at === null ? null : ((row.attested_as ?? 'company') as AttestationSubject),
    attestedName: row.attested_name,
    attestedAt: row.attested_at,
    attestedUntil: row.attested_until,
    isRenewalDue: row.attested_until !== null && row.attested_until <= chinaDay(chinaDayStart(now, limits.attestationWarnDays)),
  }
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
    .select(['attestation_id', 'version', 'subject', 'state', 'name', 'number_masked', 'submitted_at', 'decided_at', 'ended_at', 'reason'])
    .where('account_id', '=', account)
    .where('state', 'in', ['approved', 'rejected', 'replaced', 'revoked'])
    .orderBy('decided_at', 'desc')
    .limit(50)
    .execute()
  return rows.map(row => ({
    attestationId: row.attestation_id,
    version: row.version,
    subject: row.subject,
    state: row.state,
    name: row.name,
    numberMasked: row.number_masked,
    submittedAt: row.submitted_at,
    decidedAt: row.decided_at,
    endedAt: row.ended_at,
    reason: row.reason,
  }))
}
