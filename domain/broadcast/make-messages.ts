import { sql } from 'kysely'
import { asAccount, type Db, type Tx } from '#db/connect.ts'
import { type AcceptedMessage, acceptMessages, countWritten } from '#domain/delivery/index.ts'
import { settleHolds } from '#domain/ledger/index.ts'
import { giveRecipientCodes, readSendableLink, type SendableLink } from '#domain/links/index.ts'
import { addCount, type RefusedReason, refusedPhones, sendingProblem, stopBroadcast } from '#domain/messages/index.ts'
import { provinceOf } from '#domain/numbering/index.ts'
import { accountSettings, marketingHoursOf } from '#domain/settings/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { firstOrThrow, getOrThrow, itemOrThrow, lastOrThrow } from '#values/or-throw.ts'
import { openFrom } from '#values/send-window.ts'
import { contentFor } from './content.ts'
import { lockBroadcast } from './lock.ts'
import { endSendingHours } from './night.ts'
import { consumeFromHolds } from './quota.ts'
import { hoursOf, pacedCount } from './timing.ts'

/** Recipients per transaction: small enough that pause and cancel wait only tenths of a second. */
const chunkRows = 2_000
/**
 * Backpressure: the maximum of one broadcast's messages in the outbox, which pause and cancel have to recall and other
 * messages queue behind.
 */
const backlogLimit = 20_000

/**
 * `more`: call again. `full`: call again later, when messages have left the outbox or the pace allows more. `stopped`:
 * the broadcast's state has changed. `made`: all recipients are done.
 */
export type ChunkResult = 'more' | 'full' | 'stopped' | 'made'

interface Options {
  now: Date
  chunkRows?: number
  backlogLimit?: number
}

type Broadcast = NonNullable<Awaited<ReturnType<typeof lockBroadcast>>>

/**
 * Creates the messages of the next recipients in one transaction with the cursor, so that a crash neither repeats nor
 * loses a recipient. Concurrent runs of a broadcast are serialized by its row lock.
 */
export function createMessageChunk(db: Db, account: AccountId, broadcastId: string, options: Options): Promise<ChunkResult> {
  return asAccount(db, account, async tx => {
    const broadcast = await lockBroadcast(tx, account, broadcastId)
    if (broadcast?.state !== 'sending') return 'stopped'
    const link = broadcast.linkId === null ? null : await readSendableLink(tx, account, broadcast.linkId, options.now)
    if (await isStopped(tx, account, broadcast, { link, now: options.now })) return 'stopped'
    if (await isBacklogFull(tx, account, broadcastId, options.backlogLimit ?? backlogLimit)) return 'full'
    const dueRows = pacedCount(broadcast, options.now) - broadcast.madeCount
    if (dueRows <= 0 && broadcast.madeCount < broadcast.recipientCount) return 'full'
    const recipients = await tx
      .selectFrom('recipient')
      .selectAll()
      .where('accountId', '=', account)
      .where('uploadId', '=', broadcast.uploadId)
      .where('line', '>', broadcast.madeLine)
      .orderBy('line')
      .limit(Math.min(options.chunkRows ?? chunkRows, dueRows))
      .execute()
    if (recipients.length === 0) return 'made'
    await makeRows(tx, account, broadcast, { recipients, link, now: options.now })
    await tx
      .updateTable('broadcast')
      .set({ madeLine: lastOrThrow(recipients).line, madeCount: broadcast.madeCount + recipients.length, noChannelSince: null })
      .where('accountId', '=', account)
      .where('broadcastId', '=', broadcastId)
      .execute()
    return 'more'
  })
}

interface MakingContext {
  link: SendableLink | null
  now: Date
}

/**
 * Stops the broadcast outside of its hours, and if the account or its texts may not send any more or its link is
 * invalid.
 */
async function isStopped(tx: Tx, account: AccountId, broadcast: Broadcast, { link, now }: MakingContext): Promise<boolean> {
  const marketingHours = marketingHoursOf(await accountSettings(tx, account))
  if (openFrom(hoursOf(broadcast, marketingHours), now) > now) {
    await endSendingHours(tx, account, broadcast, { marketingHours, now })
    return true
  }
  const ofTexts = await sendingProblem(tx, account, { signatureId: broadcast.signatureId, templateId: broadcast.templateId, now })
  const problem = ofTexts ?? (link?.problem ? 'link_not_active' : null)
  if (problem) await stopBroadcast(tx, account, broadcast.broadcastId, problem)
  return problem !== null
}

async function isBacklogFull(tx: Tx, account: AccountId, broadcastId: string, limit: number): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(cardinality(message_ids)), 0) as n from outbox
    where account_id = ${account} and broadcast_id = ${broadcastId} and claim_token is null`.execute(tx)
  return firstOrThrow(rows).n >= limit
}

interface Recipient {
  phone: string
  carrier: string
  segmentCount: number
  variables: string[] | null
}

interface Chunk extends MakingContext {
  recipients: readonly Recipient[]
}

async function makeRows(tx: Tx, account: AccountId, broadcast: Broadcast, { recipients, link, now }: Chunk): Promise<void> {
  const kind = broadcast.kind
  const refused = await refusedPhones(tx, account, {
    phones: [...new Set(recipients.map(recipient => recipient.phone))],
    kind,
    signatureId: broadcast.signatureId,
    templateId: broadcast.templateId,
    now,
  })
  const holdIds = await consumeFromHolds(
    tx,
    account,
    broadcast.broadcastId,
    recipients.map(recipient => recipient.segmentCount),
  )
  const messageIds = recipients.map(() => newId())
  const carrying = messageIds.filter((_, index) => !refused.has(itemOrThrow(recipients, index).phone))
  const codes = await codesFor(tx, account, broadcast, link, carrying)
  const messages = recipients.map(
    (recipient, index): AcceptedMessage => ({
      messageId: itemOrThrow(messageIds, index),
      kind,
      signatureId: broadcast.signatureId,
      templateId: broadcast.templateId,
      phone: recipient.phone,
      carrier: recipient.carrier,
      content: contentFor(broadcast, recipient.variables, codes.get(itemOrThrow(messageIds, index))),
      segmentCount: recipient.segmentCount,
      holdId: itemOrThrow(holdIds, index),
      broadcastId: broadcast.broadcastId,
    }),
  )
  const accepted = messages.filter(message => !refused.has(message.phone))
  await acceptMessages(tx, account, accepted, { now })
  await addCount(tx, account, broadcast.broadcastId, 'made', total(accepted))
  await refuseMessages(
    tx,
    account,
    messages.filter(message => refused.has(message.phone)),
    refused,
    now,
  )
}

/**
 * Link codes by message, created in the same transaction as the messages: after a crash each message has one code and
 * each code a message.
 */
async function codesFor(
  tx: Tx,
  account: AccountId,
  { linkId }: Broadcast,
  link: SendableLink | null,
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (linkId === null || link === null) return new Map()
  const codes = await giveRecipientCodes(tx, account, { linkId, domain: link.domain, messageIds })
  return new Map(messageIds.map((messageId, index) => [messageId, itemOrThrow(codes, index)]))
}

const total = (messages: readonly AcceptedMessage[]) => ({
  messages: messages.length,
  segments: messages.reduce((sum, message) => sum + message.segmentCount, 0),
})

/** Stores refused messages as rows with their reason, and voids their charge. */
async function refuseMessages(
  tx: Tx,
  account: AccountId,
  messages: readonly AcceptedMessage[],
  reasons: ReadonlyMap<string, RefusedReason>,
  now: Date,
): Promise<void> {
  if (messages.length === 0) return
  await tx
    .insertInto('message')
    .values(
      messages.map(message => ({
        accountId: account,
        messageId: message.messageId,
        broadcastId: message.broadcastId ?? null,
        kind: message.kind,
        signatureId: message.signatureId,
        templateId: message.templateId,
        phone: message.phone,
        carrier: message.carrier,
        province: provinceOf(message.phone),
        content: message.content,
        segmentCount: message.segmentCount,
        holdId: message.holdId,
        state: 'refused',
        reason: getOrThrow(reasons, message.phone),
        finishedAt: now,
      })),
    )
    .execute()
  await countWritten(
    tx,
    account,
    messages.map(message => message.messageId),
  )
  await settleHolds(
    tx,
    account,
    messages.map(message => ({ holdId: message.holdId, deliveredSegments: 0, voidedSegments: message.segmentCount })),
    now,
  )
  await addCount(tx, account, firstOrThrow(messages).broadcastId!, 'refused', total(messages))
}
