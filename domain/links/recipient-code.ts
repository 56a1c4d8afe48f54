import { sql } from 'kysely'
import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { getOrThrow } from '#values/or-throw.ts'
import { randomCodes, recipientCodeLength } from './code.ts'

/**
 * Creates a recipient code for each message with a link, in order, so that clicks identify the recipient. Taken random
 * codes are drawn again. Thousands at a time, in the caller's transaction.
 */
export async function giveRecipientCodes(
  tx: Tx,
  account: AccountId,
  {
    linkId,
    domain = '',
    messageIds,
    draw = randomCodes,
  }: { linkId: string; domain?: string; messageIds: readonly string[]; draw?: typeof randomCodes },
): Promise<string[]> {
  const codes = new Map<string, string>()
  let left = [...messageIds]
  while (left.length > 0) {
    const drawn = draw(left.length, recipientCodeLength)
    const { rows } = await sql<{ code: string; messageId: string }>`
      insert into short_code (domain, code, account_id, link_id, message_id)
      select ${domain}, code, ${account}::uuid, ${linkId}::uuid, message_id from unnest(${drawn}::text[], ${left}::uuid[]) as drawn (code, message_id)
      on conflict (domain, code) do nothing returning code, message_id`.execute(tx)
    for (const { code, messageId } of rows) codes.set(messageId, code)
    left = left.filter(messageId => !codes.has(messageId))
  }
  return messageIds.map(messageId => getOrThrow(codes, messageId))
}
