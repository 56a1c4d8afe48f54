import type { Db } from '#db/connect.ts'
import { newId } from '#values/id.ts'

/** A message from a phone, as the carrier handed it over. */
export interface InboundMessage {
  phone: string
  /** The number it was sent to: the channel's access number and a signature's extension. */
  senderNumber: string
  text: string
}

/** Keeps a message from a phone with the account whose signature it answers, or aside when no extension fits. Committed when it returns. */
export async function takeInbound(
  db: Db,
  channel: { channelId: string; senderNumber: string },
  inbound: InboundMessage,
  now: Date,
): Promise<void> {
  const { phone, senderNumber, text } = inbound
  const extension = senderNumber.startsWith(channel.senderNumber) ? senderNumber.slice(channel.senderNumber.length) : ''
  const known = await db.selectFrom('sender_extension').selectAll().where('extension', '=', extension).executeTakeFirst()
  const row = { inbound_id: newId(), phone, sender_number: senderNumber, text, received_at: now }
  if (known)
    await db
      .insertInto('inbound')
      .values({ ...row, account_id: known.account_id, signature_id: known.signature_id })
      .execute()
  else
    await db
      .insertInto('unmatched_inbound')
      .values({ ...row, channel_id: channel.channelId })
      .execute()
}
