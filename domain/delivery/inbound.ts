import { sql } from 'kysely'
import type { Db, Tx } from '#db/connect.ts'
import { firstKeptId } from '#db/partitions.ts'
import { isOptOut, optOut, ownOptOutWords } from '#domain/blacklist/index.ts'
import { upstreamChannels } from '#domain/channels/index.ts'
import { recordInbound } from '#domain/events/index.ts'
import { enqueueJob } from '#domain/platform/index.ts'
import { countryOf } from '#values/country.ts'
import { type AccountId, newId } from '#values/id.ts'
import type { Carrier } from '#values/phone.ts'
import { withdrawMarketing } from './withdraw.ts'

/** Inbound message (MO) as the upstream delivered it. */
export interface InboundMessage {
  phone: string
  /** The destination number: the channel's access number and a signature's extension. */
  senderNumber: string
  text: string
}

/** Concatenation: the place of a part in a longer message. `number` counts from one. */
export interface InboundPlace {
  reference: number
  total: number
  number: number
}

export interface InboundChannel {
  channelId: string
  senderNumber: string
}

/** The job that answers an opt-out (jobs/answer-opt-out.ts). */
const answerOptOutTask = 'answer_opt_out'

/**
 * Inbound messages (MO): stores one for the account whose signature it answers, or without an account if no extension
 * matches. An opt-out takes effect in the same transaction: the number is blacklisted for the signature and its waiting
 * marketing is withdrawn. Parts of concatenated messages wait for the rest. Committed on return: only then may the
 * upstream be answered.
 */
export function ingestInbound(
  db: Db,
  channel: InboundChannel,
  inbound: InboundMessage & { place?: InboundPlace | null },
  now: Date,
): Promise<void> {
  return db.transaction().execute(async tx => {
    const addressed = await addressedChannel(tx, channel, inbound.senderNumber)
    const { place, ...message } = { ...inbound, phone: phoneOf(inbound.phone, addressed.carriers) }
    if (!place || place.total === 1) return storeInbound(tx, addressed, message, { now })
    const parts = await addPart(tx, addressed, message, place, now)
    if (parts) await storeInbound(tx, addressed, { ...message, text: parts.join('') }, { now, partCount: place.total })
  })
}

/**
 * The channel of the upstream account whose access number the phone wrote to; it is the same for every part, on
 * whichever session it arrived.
 */
async function addressedChannel(tx: Tx, channel: InboundChannel, senderNumber: string) {
  const { rows } = await sql<InboundChannel & { carriers: Carrier[] }>`
    select channel_id, sender_number, carriers from channel
    where channel_id = ${upstreamChannels(channel.channelId)} and starts_with(${senderNumber}, sender_number)
    order by length(sender_number) desc, channel_id limit 1`.execute(tx)
  return rows[0] ?? { ...channel, carriers: [] }
}

/** The number as messages have it: eleven digits at home; abroad in E.164, where the channel serves other countries. */
function phoneOf(given: string, served: readonly Carrier[]): string {
  const digits = given.replace(/^(?:\+|00)/, '')
  const home = given.replace(/^(?:\+|00)?86(?=1\d{10}$)/, '')
  const isHome = /^1[3-9]\d{9}$/.test(home) && served.some(carrier => carrier !== 'abroad')
  const isKnownAbroad = served.includes('abroad') && /^[1-9]\d{6,14}$/.test(digits) && countryOf(`+${digits}`) !== null
  return !isHome && isKnownAbroad ? `+${digits}` : home
}

/** Stores a part. Returns all texts in order if it was the last missing one, else null. */
async function addPart(tx: Tx, { channelId }: InboundChannel, message: InboundMessage, place: InboundPlace, now: Date) {
  const key = { channelId, phone: message.phone, senderNumber: message.senderNumber, reference: place.reference, partCount: place.total }
  await tx
    .insertInto('inboundPart')
    .values({ ...key, part: place.number, text: message.text, receivedAt: now })
    // A repeated part replaces the first one: the upstream got no answer then.
    .onConflict(conflict =>
      conflict.columns(['channelId', 'phone', 'senderNumber', 'reference', 'partCount', 'part']).doUpdateSet({ text: message.text }),
    )
    .execute()
  const kept = await tx
    .selectFrom('inboundPart')
    .select(['part', 'text'])
    .where(row => row.and(key))
    .orderBy('part')
    .execute()
  if (kept.length < place.total) return null
  await tx
    .deleteFrom('inboundPart')
    .where(row => row.and(key))
    .execute()
  return kept.map(row => row.text)
}

interface Arrival {
  now: Date
  partCount?: number
  missingParts?: number
}

/** Stores a message that is complete, or as complete as it will ever be. */
export async function storeInbound(
  tx: Tx,
  channel: InboundChannel,
  message: InboundMessage,
  { now, partCount = 1, missingParts = 0 }: Arrival,
): Promise<void> {
  const { phone, senderNumber, text } = message
  const known = await ownerOf(tx, channel.senderNumber, senderNumber)
  const inboundId = newId()
  const row = { inboundId, phone, senderNumber, text, receivedAt: now }
  if (!known) {
    await tx
      .insertInto('unmatchedInbound')
      .values({ ...row, channelId: channel.channelId })
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
    .values({ ...row, accountId: account, signatureId, messageId, effect, partCount, missingParts })
    .execute()
  const facts = { inboundId, phone, text, senderNumber, messageId, isOptOut: isRefusal, receivedAt: now }
  const extension = senderNumber.slice(channel.senderNumber.length)
  await recordInbound(
    tx,
    account,
    { ...facts, extension, signature: await signatureText(tx, account, signatureId), customId: answered?.customId ?? null },
    { appId: answered?.appId ?? null, ingress: answered?.ingress ?? null, now },
  )
  if (!isRefusal) return
  const isNew = await optOut(tx, account, { phone, signatureId, source: 'reply', evidence: { words: text, messageId }, now })
  await withdrawMarketing(tx, account, { phone, signatureId, now })
  if (isNew) await enqueueJob(tx, answerOptOutTask, { accountId: account, inboundId })
}

/** The owner of the number. Phones and carriers may append digits, so the longest matching extension wins. */
async function ownerOf(tx: Tx, accessNumber: string, senderNumber: string): Promise<{ account: AccountId; signatureId: string } | null> {
  if (!senderNumber.startsWith(accessNumber)) return null
  const digits = senderNumber.slice(accessNumber.length)
  const extensions = Array.from(digits, (_, index) => digits.slice(0, index + 1))
  const { rows } = await sql<{ accountId: AccountId; signatureId: string }>`
    select account_id, signature_id from sender_extension where extension = any(${extensions}::text[]) order by length(extension) desc limit 1`.execute(
    tx,
  )
  return rows[0] ? { account: rows[0].accountId, signatureId: rows[0].signatureId } : null
}

interface Answered {
  messageId: string
  appId: string | null
  ingress: string | null
  customId: string | null
}

/** The last message sent to this phone under the signature. */
async function answeredMessage(tx: Tx, account: AccountId, signatureId: string, phone: string): Promise<Answered | null> {
  const { rows } = await sql<Answered>`
    select message_id, app_id, ingress, custom_id from message
    where account_id = ${account} and phone = ${phone} and signature_id = ${signatureId} and submitted_at is not null
    order by message_id desc limit 1`.execute(tx)
  return rows[0] ?? null
}

async function signatureText(tx: Tx, account: AccountId, signatureId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('signature')
    .select('text')
    .where('accountId', '=', account)
    .where('signatureId', '=', signatureId)
    .executeTakeFirst()
  return row?.text ?? null
}

const purgeBatch = 5_000

/** Deletes replies before the last `keptMonths` full months, in small batches. Opt-outs stay on the blacklist. */
export async function purgeReplies(db: Db, keptMonths: number, now: Date): Promise<void> {
  const step = sql`
    delete from inbound -- across accounts: whatever is old
    where (account_id, inbound_id) in
      (select account_id, inbound_id from inbound where inbound_id < ${firstKeptId(keptMonths, now)}::uuid limit ${purgeBatch})`
  while ((await step.execute(db)).numAffectedRows === BigInt(purgeBatch));
}
