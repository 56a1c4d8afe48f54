import { sql } from 'kysely'
import type { Db, Tx } from '#db/connect.ts'
import { isOptOut, optOut, ownOptOutWords } from '#domain/blacklist/index.ts'
import { accountChannels } from '#domain/channels/index.ts'
import { recordInbound } from '#domain/events/index.ts'
import { enqueueJob } from '#domain/platform/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { withdrawMarketing } from './withdraw.ts'

/** A message from a phone, as the carrier handed it over. */
export interface InboundMessage {
  phone: string
  /** The number it was sent to: the channel's access number and a signature's extension. */
  senderNumber: string
  text: string
}

/** Where a part stands in a longer message. `number` counts from one. */
export interface InboundPlace {
  reference: number
  total: number
  number: number
}

export interface InboundChannel {
  channelId: string
  senderNumber: string
}

/** Name of the job (jobs/answer-opt-out.ts) that answers a refusal. */
export const answerOptOutTask = 'answer_opt_out'

/**
 * Keeps a message from a phone with the account whose signature it answers, or aside when no extension fits. One that refuses further messages takes effect in
 * the same transaction: the number is on the signature's blacklist, and marketing that waits to go there is taken back. A part of a longer message waits for the
 * others. Committed when it returns: only then may the carrier be answered.
 */
export function ingestInbound(
  db: Db,
  channel: InboundChannel,
  inbound: InboundMessage & { place?: InboundPlace | null },
  now: Date,
): Promise<void> {
  return db.transaction().execute(async tx => {
    const phone = inbound.phone.replace(/^(\+|00)?86(?=1\d{10}$)/, '')
    const { place, ...message } = { ...inbound, phone }
    const addressed = await addressedChannel(tx, channel, message.senderNumber)
    if (!place || place.total === 1) return keepWhole(tx, addressed, message, { now })
    const parts = await addPart(tx, addressed, message, place, now)
    if (parts) await keepWhole(tx, addressed, { ...message, text: parts.join('') }, { now, partCount: place.total })
  })
}

/** The channel whose access number the phone wrote to, among those of the carrier account: the same one for every part, on whichever link it came. */
async function addressedChannel(tx: Tx, channel: InboundChannel, senderNumber: string): Promise<InboundChannel> {
  const { rows } = await sql<InboundChannel>`
    select channel_id as "channelId", sender_number as "senderNumber" from channel
    where channel_id = ${accountChannels(channel.channelId)} and starts_with(${senderNumber}, sender_number)
    order by length(sender_number) desc, channel_id limit 1`.execute(tx)
  return rows[0] ?? channel
}

/** Keeps a part. All texts in their order when it was the last that was missing, else null. */
async function addPart(tx: Tx, { channelId }: InboundChannel, message: InboundMessage, place: InboundPlace, now: Date) {
  const key = {
    channel_id: channelId,
    phone: message.phone,
    sender_number: message.senderNumber,
    reference: place.reference,
    part_count: place.total,
  }
  await tx
    .insertInto('inbound_part')
    .values({ ...key, part: place.number, text: message.text, received_at: now })
    // A part that comes again is the same part: the carrier had no answer the first time.
    .onConflict(conflict =>
      conflict.columns(['channel_id', 'phone', 'sender_number', 'reference', 'part_count', 'part']).doUpdateSet({ text: message.text }),
    )
    .execute()
  const kept = await tx
    .selectFrom('inbound_part')
    .select(['part', 'text'])
    .where(row => row.and(key))
    .orderBy('part')
    .execute()
  if (kept.length < place.total) return null
  await tx
    .deleteFrom('inbound_part')
    .where(row => row.and(key))
    .execute()
  return kept.map(row => row.text)
}

interface Arrival {
  now: Date
  partCount?: number
  missingParts?: number
}

/** Keeps a message that is as whole as it will ever be. */
export async function keepWhole(
  tx: Tx,
  channel: InboundChannel,
  message: InboundMessage,
  { now, partCount = 1, missingParts = 0 }: Arrival,
): Promise<void> {
  const { phone, senderNumber, text } = message
  const known = await ownerOf(tx, channel.senderNumber, senderNumber)
  const inboundId = newId()
  const row = { inbound_id: inboundId, phone, sender_number: senderNumber, text, received_at: now }
  if (!known) {
    await tx
      .insertInto('unmatched_inbound')
      .values({ ...row, channel_id: channel.channelId })
      .execute()
    return
  }
  const { account, signatureId } = known
  const isRefusal = isOptOut(text, await ownOptOutWords(tx, account))
  const answered = await answeredMessage(tx, account, signatureId, phone)
  const messageId = answered?.messageId ?? null
  const effect = isRefusal ? 'opt_out' : null
  await tx
    .insertInto('inbound')
    .values({
      ...row,
      account_id: account,
      signature_id: signatureId,
      message_id: messageId,
      effect,
      part_count: partCount,
      missing_parts: missingParts,
    })
    .execute()
  const told = { inboundId, phone, text, senderNumber, messageId, isOptOut: isRefusal, receivedAt: now }
  const extension = senderNumber.slice(channel.senderNumber.length)
  await recordInbound(
    tx,
    account,
    { ...told, extension, signature: await signatureText(tx, account, signatureId), customId: answered?.customId ?? null },
    { appId: answered?.appId ?? null, isSmpp: answered?.door === 'smpp', now },
  )
  if (!isRefusal) return
  const isNew = await optOut(tx, account, { phone, signatureId, source: 'reply', evidence: { words: text, messageId }, now })
  await withdrawMarketing(tx, account, { phone, signatureId, now })
  if (isNew) await enqueueJob(tx, answerOptOutTask, { accountId: account, inboundId })
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

interface Answered {
  messageId: string
  appId: string | null
  door: string | null
  customId: string | null
}

/** The last message that this phone got under the signature. */
async function answeredMessage(tx: Tx, account: AccountId, signatureId: string, phone: string): Promise<Answered | null> {
  const { rows } = await sql<Answered>`
    select message_id as "messageId", app_id as "appId", door, custom_id as "customId" from message
    where account_id = ${account} and phone = ${phone} and signature_id = ${signatureId} and submitted_at is not null
    order by message_id desc limit 1`.execute(tx)
  return rows[0] ?? null
}

async function signatureText(tx: Tx, account: AccountId, signatureId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('signature')
    .select('text')
    .where('account_id', '=', account)
    .where('signature_id', '=', signatureId)
    .executeTakeFirst()
  return row?.text ?? null
}
