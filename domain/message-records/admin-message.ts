import { type RawBuilder, sql } from 'kysely'
import type { AdminMessageFilter } from '#contract/messages/admin-message.ts'
import type { MessageState } from '#contract/messages/message-state.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import type { MessageKind } from '#domain/ledger/index.ts'
import { explainCodes } from '#domain/numbering/index.ts'
import { shownAccountName } from '#domain/platform/index.ts'
import { chinaDayStart } from '#values/china-time.ts'
import { type AccountId, idFloor, idTime } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow, getOrThrow, lastOrThrow } from '#values/or-throw.ts'
import { maskPhone } from '#values/phone.ts'
import { readDelivery } from './delivery-detail.ts'
import { statesOf } from './delivery-where.ts'
import { shownContent } from './shown-content.ts'

interface Page {
  cursor?: string | undefined
  pageSize: number
  /** Messages that one page examines; the limit's default unless a test lowers it. */
  examinedRows?: number
}

interface Row {
  accountId: AccountId
  accountName: string
  messageId: string
  phone: string
  kind: MessageKind
  signatureText: string
  content: string
  segmentCount: number
  state: MessageState
  reason: string | null
  channelName: string | null
  upstreamId: string | null
  submittedAt: Date | null
  finishedAt: Date | null
}

/** Messages of one customer, or of all by number, id or the carrier's id; newest first. */
export async function listMessagesForStaff(executor: Executor, filter: AdminMessageFilter, page: Page, now: Date) {
  const parts = filter.upstreamId ? await partsByUpstream(executor, filter.upstreamId) : []
  const { keys, isPartial } = await keysFor(executor, filter, { ...page, parts }, now)
  const filters = rowFilters(filter, parts)
  const wanted = sql.join([...keys, ...filters], sql` and `)
  const { cursor, pageSize, examinedRows = limits.deliveryExaminedRows } = page
  const before = cursor ? sql`and message.message_id < ${cursor}` : sql``
  const reachable = (account: RawBuilder<unknown>) => sql`
    select * from message where message.account_id = ${account} and ${sql.join(keys, sql` and `)} ${before}
    order by message_id desc limit ${examinedRows}`
  const from = filter.accountId
    ? sql`(${reachable(sql`${filter.accountId}`)}) as message`
    : filter.phone
      ? // Numbers come first in their index: it need not be probed for each account.
        sql`message`
      : // Ids have no index across accounts, which each message would have to write: one probe of each account's own.
        sql`account as owner cross join lateral (${reachable(sql.raw('owner.account_id'))}) as message`
  const { rows } = await sql<Omit<Row, 'signatureText'> & { signatureId: string }>`
    select message.account_id, ${shownAccountName} as "accountName", message.message_id, message.phone, message.kind,
      message.signature_id, message.content, message.segment_count, message.state, message.reason,
      channel.name as "channelName", message.upstream_id, message.submitted_at, message.finished_at
    from (select message.* from ${from} where ${wanted} ${before} order by message.message_id desc limit ${pageSize + 1}) as message
    join account on account.account_id = message.account_id -- across accounts: staff look for messages of customers
    left join channel on channel.channel_id = message.channel_id
    order by message.message_id desc`.execute(executor)
  const shown = rows.slice(0, pageSize)
  const next = rows.length > pageSize ? lastOrThrow(shown).messageId : await endOf(executor, { filter, filters }, reachable, examinedRows)
  return {
    rows: await present(executor, await withSignatures(executor, shown)),
    nextCursor: next,
    searchedUntil: next !== null && rows.length <= pageSize ? idTime(next) : null,
    isPartial,
  }
}

async function withSignatures<Shown extends { accountId: AccountId; signatureId: string }>(executor: Executor, shown: readonly Shown[]) {
  const { rows } = await sql<{ signatureId: string; text: string }>`
    -- across accounts: those of the shown messages
    select signature_id, text from signature
    where account_id = any(${shown.map(row => row.accountId)}::uuid[]) and signature_id = any(${shown.map(row => row.signatureId)}::uuid[])`.execute(
    executor,
  )
  const texts = new Map(rows.map(row => [row.signatureId, row.text]))
  return shown.map(({ signatureId, ...row }) => ({ ...row, signatureText: texts.get(signatureId) ?? '' }))
}

/** The last message that a customer's page examined; null: it examined all. */
async function endOf(
  executor: Executor,
  { filter, filters }: { filter: AdminMessageFilter; filters: readonly RawBuilder<unknown>[] },
  reachable: (account: RawBuilder<unknown>) => RawBuilder<unknown>,
  examinedRows: number,
): Promise<string | null> {
  if (!filter.accountId || filters.length === 0) return null
  const { rows } = await sql<{ messageId: string }>`
    select message_id from (${reachable(sql`${filter.accountId}`)}) as message order by message_id desc offset ${examinedRows - 1}`.execute(
    executor,
  )
  return rows[0]?.messageId ?? null
}

const rowFilters = ({ state, upstreamId, accountId }: AdminMessageFilter, parts: readonly string[]): RawBuilder<unknown>[] => [
  ...(state ? [sql`message.state = any(${[...statesOf(state)]}::text[])`] : []),
  ...(upstreamId && accountId ? [sql`(message.upstream_id = ${upstreamId} or message.message_id = any(${[...parts]}::uuid[]))`] : []),
]

/** Conditions that the indexes of messages serve. */
async function keysFor(
  executor: Executor,
  filter: AdminMessageFilter,
  { parts, examinedRows = limits.deliveryExaminedRows }: Page & { parts: string[] },
  now: Date,
): Promise<{ keys: RawBuilder<unknown>[]; isPartial: boolean }> {
  const { phone, messageId, upstreamId, accountId, until } = filter
  const from = filter.from ?? (phone || messageId ? null : chinaDayStart(until ?? now, 1 - limits.deliveryDefaultDays))
  const period = [
    sql`true`,
    ...(from ? [sql`message.message_id >= ${idFloor(from)}`] : []),
    ...(until ? [sql`message.message_id < ${idFloor(until)}`] : []),
  ]
  const keys = [
    ...period,
    ...(phone ? [sql`message.phone = ${phone}`] : []),
    ...(messageId ? [sql`message.message_id = ${messageId}`] : []),
  ]
  if (!upstreamId || accountId) return { keys, isPartial: false }
  const { messageIds, isPartial } =
    parts.length > 0 ? { messageIds: parts, isPartial: false } : await idsByUpstream(executor, upstreamId, { period: keys, examinedRows })
  return { keys: [...keys, sql`message.message_id = any(${messageIds}::uuid[])`], isPartial }
}

/** Messages with a carrier's id, of all customers, among the first `examinedRows` messages of the period. */
async function idsByUpstream(
  executor: Executor,
  upstreamId: string,
  { period, examinedRows }: { period: readonly RawBuilder<unknown>[]; examinedRows: number },
): Promise<{ messageIds: string[]; isPartial: boolean }> {
  const { rows } = await sql<{ examinedCount: number; messageIds: string[] }>`
    with examined as materialized (
      select message.message_id, message.upstream_id from account as owner
      cross join lateral (select message_id, upstream_id from message
        where message.account_id = owner.account_id and ${sql.join(period, sql` and `)} order by message_id desc limit ${examinedRows}) as message
      limit ${examinedRows})
    select count(*) as "examinedCount", -- across accounts: staff look for a carrier's id
      coalesce(array_agg(message_id) filter (where upstream_id = ${upstreamId}), '{}') as "messageIds"
    from examined`.execute(executor)
  const { examinedCount, messageIds } = firstOrThrow(rows)
  return { messageIds, isPartial: examinedCount === examinedRows && messageIds.length === 0 }
}

/**
 * Messages of which a carrier accepted any part with this id: it waits for its report, or was reported within days. Of
 * older ones only the first part's id is known.
 */
export async function partsByUpstream(executor: Executor, upstreamId: string): Promise<string[]> {
  const { rows } = await sql<{ messageId: string }>`
    select message_id from submitted_part where channel_id in (select channel_id from channel) and upstream_id = ${upstreamId}
    union
    select message_id from doubled_part where channel_id in (select channel_id from channel) and upstream_id = ${upstreamId}
    union
    select message_id from part_report -- across accounts: staff look for a carrier's id
    where upstream_id = ${upstreamId}`.execute(executor)
  return rows.map(row => row.messageId)
}

async function present(executor: Executor, rows: readonly Row[]) {
  const explained = await explainCodes(
    executor,
    rows.map(row => row.reason),
  )
  return rows.map(row => ({
    ...row,
    createdAt: idTime(row.messageId),
    phone: maskPhone(row.phone),
    content: shownContent(row),
    reason: row.reason && row.state !== 'delivered' ? getOrThrow(explained, row.reason) : null,
  }))
}

/** One message of a customer with its timeline. Refuses `not_found`. */
export async function readMessageForStaff(tx: Tx, account: AccountId, messageId: string, now: Date) {
  const one = await readDelivery(tx, account, messageId, now)
  const { rows } = await sql<{ accountName: string; upstreamId: string | null }>`
    select ${shownAccountName} as "accountName", message.upstream_id from message join account on account.account_id = message.account_id
    where message.account_id = ${account} and message.message_id = ${messageId}`.execute(tx)
  const row = rows[0] ?? refuse('not_found')
  return { ...one, ...row, accountId: account }
}
