import { Refusal } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { issueCode, redeemCode } from '#domain/identity/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { readyUpload } from './plan.ts'

interface Asked {
  uploadId: string
  memberId: string
  phone: string
  now: Date
}

/**
 * Creates a confirmation code for sending an upload, for the caller to send to the member's own number; an earlier one
 * becomes void. Refuses `not_found`, `upload_not_ready`, `code_limited`.
 */
export async function requestConfirmationCode(
  tx: Tx,
  account: AccountId,
  secret: string,
  input: Asked & { address: string },
): Promise<{ code: string; recipientCount: number }> {
  const { uploadId, memberId, phone, address, now } = input
  const { recipientCount } = await readyUpload(tx, account, uploadId)
  const code = await issueCode(tx, secret, { phone, purpose: 'broadcast', address, now })
  const row = { uploadId, askedAt: now, confirmedAt: null }
  await tx
    .insertInto('broadcastConfirmation')
    .values({ accountId: account, memberId, ...row })
    .onConflict(conflict => conflict.columns(['accountId', 'memberId']).doUpdateSet(row))
    .execute()
  return { code, recipientCount }
}

/**
 * Checks the confirmation code for this upload. Returns false instead of refusing, because a refusal would roll back
 * the counted attempt and allow guessing.
 */
export async function confirmBroadcast(tx: Tx, account: AccountId, secret: string, input: Asked & { code: string }): Promise<boolean> {
  const { uploadId, memberId, phone, code, now } = input
  const asked = await tx
    .selectFrom('broadcastConfirmation')
    .select('uploadId')
    .where('accountId', '=', account)
    .where('memberId', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
  if (asked?.uploadId !== uploadId) return false
  try {
    await redeemCode(tx, secret, { phone, purpose: 'broadcast', code, now })
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
  await tx
    .updateTable('broadcastConfirmation')
    .set({ confirmedAt: now })
    .where('accountId', '=', account)
    .where('memberId', '=', memberId)
    .execute()
  return true
}

/** Whether a member has recently confirmed the sending of an upload. */
export async function isConfirmed(executor: Executor, account: AccountId, input: Omit<Asked, 'phone'>): Promise<boolean> {
  const since = new Date(input.now.getTime() - limits.broadcastConfirmedMinutes * 60_000)
  const row = await executor
    .selectFrom('broadcastConfirmation')
    .select('memberId')
    .where('accountId', '=', account)
    .where('memberId', '=', input.memberId)
    .where('uploadId', '=', input.uploadId)
    .where('confirmedAt', '>', since)
    .executeTakeFirst()
  return row !== undefined
}
