import { sql } from 'kysely'
import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { countMessages } from './count.ts'
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
  const { rows } = await sql<{ messageId: string }>`
    with waiting as (
      select message_id, state from message
      where account_id = ${account} and phone = ${phone} and (${signatureId}::uuid is null or signature_id = ${signatureId}) and kind = 'marketing' and state in ('queued', 'held')),
    taken_back as (
      delete from outbox using waiting
      where outbox.account_id = ${account} and outbox.message_id = waiting.message_id and outbox.claim_token is null
      returning outbox.message_id)
    select message_id from taken_back union select message_id from waiting where state = 'held'`.execute(tx)
  const refused = rows.map(row => ({ messageId: row.messageId, state: 'refused' as const, reason: 'blacklisted', at: now }))
  const settled = await settleMessages(tx, account, refused, now)
  await countMessages(tx, account, settled)
  return settled.length
}
