import type { MessageState } from '#contract/message-state.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { type AccountId, idTime } from '#values/id.ts'

/** A message as its sender's program may see it. Refuses `not_found`. */
export async function findMessage(tx: Tx, account: AccountId, messageId: string) {
  const row = await tx
    .selectFrom('message')
    .select(['phone', 'state', 'reason', 'segment_count', 'custom_id', 'submitted_at', 'finished_at'])
    .where('account_id', '=', account)
    .where('message_id', '=', messageId)
    .executeTakeFirst()
  if (!row) refuse('not_found')
  return {
    messageId,
    phone: row.phone,
    state: row.state as MessageState,
    code: row.reason,
    segmentCount: row.segment_count,
    customId: row.custom_id,
    acceptedAt: idTime(messageId),
    submittedAt: row.submitted_at,
    finishedAt: row.finished_at,
  }
}
