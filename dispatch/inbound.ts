import { sql } from 'kysely'
import type { Db, Tx } from '#db/connect.ts'
import { optOut } from '#domain/sms/blacklist.ts'
import { isOptOut } from '#domain/sms/opt-out.ts'
import { withdrawMarketing } from '#domain/sms/withdraw.ts'
import { type AccountId, newId } from '#values/id.ts'

/** A message from a phone, as the carrier handed it over. */
export interface InboundMessage {
  phone: string
  /** The number it was sent to: the channel's access number and a signature's extension. */
  senderNumber: string
  text: string
}

/**
 * Keeps a message from a phone with the account whose signature it answers, or aside when no extension fits. One that refuses further messages takes effect in
 * the same transaction: the number is on the signature's blacklist, and marketing that waits to go there is taken back. Committed when it returns: only then
 * may the carrier be answered.
 */
export function takeInbound(
  db: Db,
  channel: { channelId: string; senderNumber: string },
  inbound: InboundMessage,
  now: Date,
): Promise<void> {
  return db.transaction().execute(async tx => {
    const { senderNumber, text } = inbound
    const phone = inbound.phone.replace(/^(\+|00)?86(?=1\d{10}$)/, '')
    const known = await ownerOf(tx, channel.senderNumber, senderNumber)
    const row = { inbound_id: newId(), phone, sender_number: senderNumber, text, received_at: now }
    if (!known) {
      await tx
        .insertInto('unmatched_inbound')
        .values({ ...row, channel_id: channel.channelId })
        .execute()
      return
    }
    const { account, signatureId } = known
    const isRefusal = isOptOut(text)
    await tx
      .insertInto('inbound')
      .values({
        ...row,
        account_id: account,
        signature_id: signatureId,
        message_id: await answeredMessage(tx, account, signatureId, phone),
        effect: isRefusal ? 'opt_out' : null,
      })
      .execute()
    if (!isRefusal) return
    await optOut(tx, account, { phone, signatureId, source: 'reply', now })
    await withdrawMarketing(tx, account, { phone, signatureId, now })
  })
}

/** Whose number it is: phones and carriers may append digits to it, so the longest extension that it begins with counts. */
async function ownerOf(tx: Tx, accessNumber: string, senderNumber: string): Promise<{ account: AccountId; signatureId: string } | null> {
  if (!senderNumber.startsWith(accessNumber)) return null
  const digits = senderNumber.slice(accessNumber.length)
  const extensions = Array.from(digits, (_, index) => digits.slice(0, index + 1))
  const { rows } = await sql<{ account_id: AccountId; signature_id: string }>`
    select account_id, signature_id from sender_extension where extension = any(${extensions}::text[]) order by length(extension) desc limit 1`.execute(
    tx,
  )
  return rows[0] ? { account: rows[0].account_id, signatureId: rows[0].signature_id } : null
}

/** The last message that this phone got under the signature. */
async function answeredMessage(tx: Tx, account: AccountId, signatureId: string, phone: string): Promise<string | null> {
  const { rows } = await sql<{ message_id: string }>`
    select message_id from message where account_id = ${account} and phone = ${phone} and signature_id = ${signatureId} and submitted_at is not null
    order by message_id desc limit 1`.execute(tx)
  return rows[0]?.message_id ?? null
}
