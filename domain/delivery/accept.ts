import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import { accountRow } from '#db/account-row.ts'
import { plainArray } from '#db/array.ts'
import type { Tx } from '#db/connect.ts'
import { chooseChannel, isSpread, loadRouting, type Routing } from '#domain/channels/index.ts'
import { regionOf } from '#domain/numbering/index.ts'
import type { AccountId } from '#values/id.ts'
import { type QueuedMessage, queuedParts, type Routed, type StatementParts } from './outbox.ts'
import { countAccepted, countedColumns } from './statistics/count.ts'

/** A message that passed its checks and has its hold. */
export interface AcceptedMessage extends QueuedMessage {
  signatureId: string
  templateId: string | null
  /** The complete text as the phone shows it, with signature. */
  content: string
  segmentCount: number
  holdId: string
  appId?: string
  customId?: string
  /**
   * Ingress through which a program sent it (send.ts), its request, and the digits to append to the signature's sender
   * number.
   */
  ingress?: string
  batchId?: string
  extension?: string
}

interface QueueOptions {
  now: Date
  /** A fixed channel, for channel tests; undefined: by the routes. */
  channelId?: string
}

/**
 * Accepts messages into the outbox, thousands at a time, in the caller's transaction: writes their rows and enqueues
 * them for dispatch. Checks nothing. Refuses `channel_unavailable`.
 */
export async function acceptMessages(
  tx: Tx,
  account: AccountId,
  messages: readonly AcceptedMessage[],
  options: QueueOptions,
): Promise<void> {
  if (messages.length === 0) return
  const channelIds = await channelsOf(tx, account, messages, options)
  const { parts, wakes } = acceptedParts(account, messages, { now: options.now, channelIds })
  await sql`with ${sql.join(parts, sql`, `)} ${wakes}`.execute(tx)
}

/** (Re-)enqueues existing messages for dispatch: routes each by kind and carrier, with validity from now on. */
export async function queueMessages(tx: Tx, account: AccountId, messages: readonly QueuedMessage[], options: QueueOptions): Promise<void> {
  if (messages.length === 0) return
  const channelIds = await channelsOf(tx, account, messages, options)
  const { parts, wakes } = queuedParts(account, messages, { now: options.now, channelIds })
  await sql`with ${sql.join(parts, sql`, `)} ${wakes}`.execute(tx)
}

/** Fields that consecutive messages usually share; the statement gets them once per run of messages. */
const commonFields = [
  'broadcastId',
  'appId',
  'kind',
  'signatureId',
  'templateId',
  'content',
  'segmentCount',
  'holdId',
  'customId',
  'ingress',
  'extension',
] as const satisfies readonly (keyof AcceptedMessage)[]

/** Stands for the message's own id as the id of its request (requests of one message). */
const ownBatch = '00000000-0000-0000-0000-000000000000'
const batchOf = ({ batchId, messageId }: AcceptedMessage) => (batchId === messageId ? ownBatch : batchId)

/** The first message of each run with equal common fields, and for each message the number of its run, from 1. */
function runsOf(messages: readonly AcceptedMessage[]): { heads: AcceptedMessage[]; runs: number[] } {
  const heads: AcceptedMessage[] = []
  let last: string | undefined
  const runs = messages.map(message => {
    const head = heads.at(-1)
    const batch = batchOf(message)
    if (!head || batch !== last || commonFields.some(field => message[field] !== head[field])) heads.push(message)
    last = batch
    return heads.length
  })
  return { heads, runs }
}

/** The statement parts that write messages, count them and enqueue them for dispatch. */
export function acceptedParts(account: AccountId, messages: readonly AcceptedMessage[], routed: Routed): StatementParts {
  const { heads, runs } = runsOf(messages)
  const list = (key: 'messageId' | 'phone' | 'carrier') => plainArray(messages.map(message => message[key]))
  const ofHeads = <K extends (typeof commonFields)[number]>(key: K) => heads.map(message => message[key] ?? null)
  const written = sql`written as (
    insert into message as made (account_id, message_id, phone, carrier, province, broadcast_id, app_id, kind, signature_id, template_id, content, segment_count,
      hold_id, custom_id, ingress, batch_id, extension)
    select owner.account_id, message_id, phone, carrier, province, broadcast_id, app_id, kind, signature_id, template_id, content, segment_count,
      hold_id, custom_id, ingress, case when batch_id = ${ownBatch}::uuid then message_id else batch_id end, extension
    from ${accountRow(account)}
    cross join unnest(${list('messageId')}::uuid[], ${list('phone')}::text[], ${list('carrier')}::text[], ${messages.map(one => regionOf(one.phone))}::text[],
      ${plainArray(runs)}::bigint[]) as one (message_id, phone, carrier, province, run)
    join unnest(${ofHeads('broadcastId')}::uuid[], ${ofHeads('appId')}::uuid[], ${ofHeads('kind')}::text[], ${ofHeads('signatureId')}::uuid[],
      ${ofHeads('templateId')}::uuid[], ${ofHeads('content')}::text[], ${ofHeads('segmentCount')}::smallint[], ${ofHeads('holdId')}::uuid[],
      ${ofHeads('customId')}::text[], ${ofHeads('ingress')}::text[], ${heads.map(head => batchOf(head) ?? null)}::uuid[], ${ofHeads('extension')}::text[]) with ordinality
      as head (broadcast_id, app_id, kind, signature_id, template_id, content, segment_count, hold_id, custom_id, ingress, batch_id, extension, run) using (run)
    returning ${countedColumns})`
  const { parts, wakes } = queuedParts(account, messages, routed)
  return { parts: [written, sql`counted as (${countAccepted(account, 'written')})`, ...parts], wakes }
}

async function channelsOf(tx: Tx, account: AccountId, messages: readonly QueuedMessage[], { channelId }: QueueOptions): Promise<string[]> {
  return channelId ? messages.map(() => channelId) : chooseChannels(await loadRouting(tx, account), account, messages)
}

/**
 * Routes messages: the channel of each, computed once for a kind, carrier and province unless it depends on the phone.
 * Refuses `channel_unavailable`.
 */
export function chooseChannels(routing: Routing, account: AccountId, messages: readonly Omit<QueuedMessage, 'messageId'>[]): string[] {
  const found = new Map<string, string>()
  const isByPhone = isSpread(routing)
  return messages.map(({ kind, carrier, phone }) => {
    const province = regionOf(phone)
    const key = isByPhone ? `${kind} ${carrier} ${phone}` : `${kind} ${carrier} ${province}`
    const channelId = found.get(key) ?? chooseChannel(routing, { account, kind, carrier, province, phone })
    if (!channelId) refuse('channel_unavailable')
    found.set(key, channelId)
    return channelId
  })
}
