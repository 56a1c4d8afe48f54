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
  const row = { upload_id: uploadId, asked_at: now, confirmed_at: null }
  await tx
    .insertInto('broadcast_confirmation')
    .values({ account_id: account, member_id: memberId, ...row })
    .onConflict(conflict => conflict.columns(['account_id', 'member_id']).doUpdateSet(row))
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
    .selectFrom('broadcast_confirmation')
    .select('upload_id')
    .where('account_id', '=', account)
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
  if (asked?.upload_id !== uploadId) return false
  try {
    await redeemCode(tx, secret, { phone, purpose: 'broadcast', code, now })
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
  await tx
    .updateTable('broadcast_confirmation')
    .set({ confirmed_at: now })
    .where('account_id', '=', account)
    .where('member_id', '=', memberId)
    .execute()
  return true
}

/** Whether a member has recently confirmed the sending of an upload. */
export async function isConfirmed(executor: Executor, account: AccountId, input: Omit<Asked, 'phone'>): Promise<boolean> {
  const since = new Date(input.now.getTime() - limits.broadcastConfirmedMinutes * 60_000)
  const row = await executor
    .selectFrom('broadcast_confirmation')
    .select('member_id')
    .where('account_id', '=', account)
    .where('member_id', '=', input.memberId)
    .where('upload_id', '=', input.uploadId)
    .where('confirmed_at', '>', since)
    .executeTakeFirst()
  return row !== undefined
}
