import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import type { MessageKind } from '#domain/ledger/charge.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { provinceOf } from './province.ts'
import { chooseChannel, loadRouting } from './route.ts'
import { countAccepted, countedColumns } from './statistics/count.ts'

/** A message whose checks and charge are done. */
export interface AcceptedMessage {
  messageId: string
  kind: MessageKind
  signatureId: string
  templateId: string | null
  phone: string
  operator: string
  /** As the phone shows it, signature and all. */
  content: string
  segmentCount: number
  holdId: string
  broadcastId?: string
  appId?: string
  customId?: string
}

/** The notification channel on which dispatch is told that a channel (its id is the payload) has something to send. */
export const outboxWake = 'hongyan_outbox'
const wakeMessageCount = 100

const priorities: Record<MessageKind, number> = { code: 0, notice: 1, marketing: 2 }
const validityMs: Record<MessageKind, number> = {
  code: limits.codeValidityMinutes * 60_000,
  notice: limits.noticeValidityHours * 3_600_000,
  marketing: limits.marketingValidityHours * 3_600_000,
}

type QueuedMessage = Pick<AcceptedMessage, 'messageId' | 'kind' | 'operator' | 'phone' | 'broadcastId'>

interface QueueOptions {
  now: Date
  dueAt?: Date
  /** The channel that is being tried out; unset: as the routes say. */
  channelId?: string
}

/** Writes messages and hands them to dispatch, thousands at a time, in the caller's transaction. It checks nothing. Refuses `channel_unavailable`. */
export async function acceptMessages(
  tx: Tx,
  account: AccountId,
  messages: readonly AcceptedMessage[],
  options: QueueOptions,
): Promise<void> {
  if (messages.length === 0) return
  const list = <K extends keyof AcceptedMessage>(key: K) => messages.map(message => message[key] ?? null)
  await sql`
    with written as (
    insert into message (account_id, message_id, broadcast_id, app_id, kind, signature_id, template_id, phone, operator, province, content, segment_count,
      hold_id, custom_id)
    select ${account}, * from unnest(${list('messageId')}::uuid[], ${list('broadcastId')}::uuid[], ${list('appId')}::uuid[], ${list('kind')}::text[],
      ${list('signatureId')}::uuid[], ${list('templateId')}::uuid[], ${list('phone')}::text[], ${list('operator')}::text[],
      ${messages.map(message => provinceOf(message.phone))}::text[], ${list('content')}::text[],
      ${list('segmentCount')}::smallint[], ${list('holdId')}::uuid[], ${list('customId')}::text[])
    returning ${countedColumns})
    ${countAccepted(account, 'written')}`.execute(tx)
  await queueMessages(tx, account, messages, options)
}

/** Hands written messages to dispatch (again): a channel for each by its kind and operator, valid from now on. */
export async function queueMessages(
  tx: Tx,
  account: AccountId,
  messages: readonly QueuedMessage[],
  { now, dueAt = now, channelId }: QueueOptions,
): Promise<void> {
  if (messages.length === 0) return
  const channelIds = channelId ? messages.map(() => channelId) : await chooseChannels(tx, account, messages)
  const from = dueAt > now ? dueAt : now
  await sql`
    insert into outbox (account_id, message_id, channel_id, priority, due_at, expires_at, broadcast_id)
    select ${account}, id, channel_id, priority, ${dueAt}, expires_at, broadcast_id
    from unnest(${messages.map(message => message.messageId)}::uuid[], ${channelIds}::uuid[], ${messages.map(message => priorities[message.kind])}::smallint[],
      ${messages.map(message => new Date(from.getTime() + validityMs[message.kind]))}::timestamptz[],
      ${messages.map(message => message.broadcastId ?? null)}::uuid[]) as queued (id, channel_id, priority, expires_at, broadcast_id)`.execute(
    tx,
  )
  const urgent = new Map<string, number>()
  for (const [index, message] of messages.entries()) {
    const channelId = channelIds[index]!
    urgent.set(channelId, Math.min(urgent.get(channelId) ?? 9, priorities[message.kind]))
  }
  const work = [...urgent].sort(([a], [b]) => (a < b ? -1 : 1))
  await sql`
    insert into account_work (account_id, channel_id, due_at, priority)
    select ${account}, channel_id, ${dueAt}, priority
    from unnest(${work.map(([channelId]) => channelId)}::uuid[], ${work.map(([, priority]) => priority)}::smallint[]) as work (channel_id, priority)
    on conflict (account_id, channel_id) do update
    set due_at = least(account_work.due_at, excluded.due_at), priority = least(account_work.priority, excluded.priority)
    where account_work.due_at > excluded.due_at or account_work.priority > excluded.priority`.execute(tx)
  // Only an acceleration: dispatch looks several times a second anyhow. Bulk can wait for that look.
  if (dueAt <= now && messages.length < wakeMessageCount)
    for (const [channelId] of work) await sql`select pg_notify(${outboxWake}, ${channelId})`.execute(tx)
}

/** The channel of each message; thousands of them have some dozens of destinations. */
async function chooseChannels(tx: Tx, account: AccountId, messages: readonly QueuedMessage[]): Promise<string[]> {
  const routing = await loadRouting(tx, account)
  const found = new Map<string, string>()
  return messages.map(({ kind, operator, phone }) => {
    const province = provinceOf(phone)
    const key = `${kind} ${operator} ${province}`
    const channelId = found.get(key) ?? chooseChannel(routing, { account, kind, operator, province })
    if (!channelId) refuse('channel_unavailable')
    found.set(key, channelId)
    return channelId
  })
}
