import { sql } from 'kysely'
import type { MessageState } from '#contract/messages/message-state.ts'
import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { countMessages } from './count.ts'
import { dequeueMessages } from './outbox.ts'
import { settleMessages } from './settle.ts'

/**
 * Withdraws waiting marketing messages of a signature (null: of all) to a number that opted out: they become refused
 * and their hold is voided. Messages already claimed by a channel are not stopped. Returns their number.
 */
export async function withdrawMarketing(
  tx: Tx,
  account: AccountId,
  { phone, signatureId, now }: { phone: string; signatureId: string | null; now: Date },
): Promise<number> {
  const { rows } = await sql<{ messageId: string; state: MessageState }>`
    select message_id, state from message
    where account_id = ${account} and phone = ${phone} and (${signatureId}::uuid is null or signature_id = ${signatureId}) and kind = 'marketing'
      and state in ('queued', 'held')`.execute(tx)
  const idsOf = (state: MessageState) => rows.filter(row => row.state === state).map(row => row.messageId)
  const waiting = [...idsOf('held'), ...(await dequeueMessages(tx, account, idsOf('queued')))]
  const refused = waiting.map(messageId => ({ messageId, state: 'refused' as const, reason: 'blacklisted', at: now }))
  const settled = await settleMessages(tx, account, refused, now)
  await countMessages(tx, account, settled)
  return settled.length
}
