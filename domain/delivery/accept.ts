import { type RawBuilder, sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import { plainArray } from '#db/array.ts'
import type { Tx } from '#db/connect.ts'
import { chooseChannel, loadRouting, type Routing } from '#domain/channels/index.ts'
import type { MessageKind } from '#domain/ledger/index.ts'
import { provinceOf } from '#domain/numbering/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { itemOrThrow } from '#values/or-throw.ts'
import { countAccepted, countedColumns } from './statistics/count.ts'

/** A message that passed its checks and has its hold. */
export interface AcceptedMessage {
  messageId: string
  kind: MessageKind
  signatureId: string
  templateId: string | null
  phone: string
  carrier: string
  /** The complete text as the phone shows it, with signature. */
  content: string
  segmentCount: number
  holdId: string
  broadcastId?: string
  appId?: string
  customId?: string
  /**
   * Ingress through which a program sent it (send.ts), its request, and the digits to append to the signature's sender
   * number.
   */
  ingress?: string
  batchId?: string
  extension?: string
  /** When to send it; undefined: now. */
  dueAt?: Date
}

/** PostgreSQL NOTIFY channel that wakes dispatch; the payload is the id of a channel with work. */
export const outboxWake = 'hongyan_outbox'
const wakeMessageCount = 100

const priorities: Record<MessageKind, number> = { otp: 0, transactional: 1, marketing: 2 }
const validityMs: Record<MessageKind, number> = {
  otp: limits.codeValidityMinutes * 60_000,
  transactional: limits.transactionalValidityHours * 3_600_000,
  marketing: limits.marketingValidityHours * 3_600_000,
}

type QueuedMessage = Pick<AcceptedMessage, 'messageId' | 'kind' | 'carrier' | 'phone' | 'broadcastId' | 'dueAt'>

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

/** Parts of one SQL statement: its CTEs, and the final select, which notifies dispatch. */
export interface StatementParts {
  parts: RawBuilder<unknown>[]
  wakes: RawBuilder<unknown>
}

/** Messages with their channels. */
interface Routed {
  now: Date
  channelIds: readonly string[]
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
    insert into message (account_id, message_id, phone, carrier, province, broadcast_id, app_id, kind, signature_id, template_id, content, segment_count,
      hold_id, custom_id, ingress, batch_id, extension)
    select ${account}::uuid, message_id, phone, carrier, province, broadcast_id, app_id, kind, signature_id, template_id, content, segment_count,
      hold_id, custom_id, ingress, case when batch_id = ${ownBatch}::uuid then message_id else batch_id end, extension
    from unnest(${list('messageId')}::uuid[], ${list('phone')}::text[], ${list('carrier')}::text[], ${messages.map(one => provinceOf(one.phone))}::text[],
      ${plainArray(runs)}::bigint[]) as one (message_id, phone, carrier, province, run)
    join unnest(${ofHeads('broadcastId')}::uuid[], ${ofHeads('appId')}::uuid[], ${ofHeads('kind')}::text[], ${ofHeads('signatureId')}::uuid[],
      ${ofHeads('templateId')}::uuid[], ${ofHeads('content')}::text[], ${ofHeads('segmentCount')}::smallint[], ${ofHeads('holdId')}::uuid[],
      ${ofHeads('customId')}::text[], ${ofHeads('ingress')}::text[], ${heads.map(head => batchOf(head) ?? null)}::uuid[], ${ofHeads('extension')}::text[]) with ordinality
      as head (broadcast_id, app_id, kind, signature_id, template_id, content, segment_count, hold_id, custom_id, ingress, batch_id, extension, run) using (run)
    returning ${countedColumns})`
  const { parts, wakes } = queuedParts(account, messages, routed)
  return { parts: [written, sql`counted as (${countAccepted(account, 'written')})`, ...parts], wakes }
}

/** Outbox facts that many messages share. */
interface Line extends Work {
  expiresAt: Date
  broadcastId: string | null
}

/** The distinct outbox lines of the messages, and for each message the number of its line, from 1. */
function linesOf(messages: readonly QueuedMessage[], { now, channelIds }: Routed): { lines: Line[]; numbers: number[] } {
  const lines: Line[] = []
  const known = new Map<string, number>()
  let number = 0
  const numbers = messages.map(({ kind, dueAt = now, broadcastId = null }, index) => {
    const channelId = itemOrThrow(channelIds, index)
    const priority = priorities[kind]
    const last = lines[number - 1]
    // Most messages share the line of the one before.
    if (last?.channelId === channelId && last.priority === priority && last.dueAt === dueAt && last.broadcastId === broadcastId)
      return number
    const key = `${channelId} ${priority} ${dueAt.getTime()} ${broadcastId ?? ''}`
    number = known.get(key) ?? lines.length + 1
    if (number <= lines.length) return number
    const expiresAt = new Date(Math.max(dueAt.getTime(), now.getTime()) + validityMs[kind])
    lines.push({ channelId, priority, dueAt, expiresAt, broadcastId })
    known.set(key, number)
    return number
  })
  return { lines, numbers }
}

function queuedParts(account: AccountId, messages: readonly QueuedMessage[], routed: Routed): StatementParts {
  const { lines, numbers } = linesOf(messages, routed)
  const list = <K extends keyof Line>(key: K) => lines.map(line => line[key])
  const queued = sql`queued as (
    insert into outbox (account_id, message_id, channel_id, priority, due_at, expires_at, broadcast_id)
    select ${account}::uuid, message_id, channel_id, priority, due_at, expires_at, broadcast_id
    from unnest(${plainArray(messages.map(message => message.messageId))}::uuid[], ${plainArray(numbers)}::bigint[]) as one (message_id, line)
    join unnest(${list('channelId')}::uuid[], ${list('priority')}::smallint[], ${list('dueAt')}::timestamptz[], ${list('expiresAt')}::timestamptz[],
      ${list('broadcastId')}::uuid[]) with ordinality as place (channel_id, priority, due_at, expires_at, broadcast_id, line) using (line))`
  const work = workOf(lines)
  const lined = sql`lined as (
    insert into account_work (account_id, channel_id, due_at, priority)
    select ${account}::uuid, * from unnest(${work.map(one => one.channelId)}::uuid[], ${work.map(one => one.dueAt)}::timestamptz[],
      ${work.map(one => one.priority)}::smallint[])
    on conflict (account_id, channel_id) do update
    set due_at = least(account_work.due_at, excluded.due_at), priority = least(account_work.priority, excluded.priority)
    where account_work.due_at > excluded.due_at or account_work.priority > excluded.priority)`
  // Only reduces latency: dispatch polls several times a second anyway, which is enough for bulk.
  const woken = messages.length < wakeMessageCount ? work.filter(one => one.dueAt <= routed.now).map(one => one.channelId) : []
  return {
    parts: [queued, lined],
    wakes: sql`select pg_notify(${outboxWake}, channel_id) from unnest(${woken}::text[]) as woken (channel_id)`,
  }
}

interface Work {
  channelId: string
  dueAt: Date
  priority: number
}

/** The earliest due time and highest priority by channel. */
function workOf(lines: readonly Work[]): Work[] {
  const work = new Map<string, Work>()
  for (const { channelId, dueAt, priority } of lines) {
    const known = work.get(channelId)
    if (!known) work.set(channelId, { channelId, dueAt, priority })
    else {
      if (dueAt < known.dueAt) known.dueAt = dueAt
      known.priority = Math.min(known.priority, priority)
    }
  }
  return [...work.values()].sort((a, b) => (a.channelId < b.channelId ? -1 : 1))
}

async function channelsOf(tx: Tx, account: AccountId, messages: readonly QueuedMessage[], { channelId }: QueueOptions): Promise<string[]> {
  return channelId ? messages.map(() => channelId) : chooseChannels(await loadRouting(tx, account), account, messages)
}

/** Routes messages: the channel of each, computed once per distinct destination. Refuses `channel_unavailable`. */
export function chooseChannels(routing: Routing, account: AccountId, messages: readonly Omit<QueuedMessage, 'messageId'>[]): string[] {
  const found = new Map<string, string>()
  return messages.map(({ kind, carrier, phone }) => {
    const province = provinceOf(phone)
    const key = `${kind} ${carrier} ${province}`
    const channelId = found.get(key) ?? chooseChannel(routing, { account, kind, carrier, province })
    if (!channelId) refuse('channel_unavailable')
    found.set(key, channelId)
    return channelId
  })
}
