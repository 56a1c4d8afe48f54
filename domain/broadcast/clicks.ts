import { sql } from 'kysely'
import type { LinkProblem } from '#contract/links/link-problem.ts'
import type { MessageState } from '#contract/messages/message-state.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor } from '#db/connect.ts'
import { readSendableLink } from '#domain/links/index.ts'
import { countsOf, noCounts } from '#domain/messages/index.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { pageOf } from '#values/page.ts'
import { maskPhone } from '#values/phone.ts'

/** Click figures of a broadcast: recipients who clicked, and clicks in total. */
export interface BroadcastClicks {
  clickedCount: number
  clickCount: number
}

export const noClicks: BroadcastClicks = { clickedCount: 0, clickCount: 0 }

/** Click totals of broadcasts with a link, by id; those without clicks have no entry. */
export async function clickTotals(
  executor: Executor,
  account: AccountId,
  broadcastIds: readonly string[],
): Promise<Map<string, BroadcastClicks>> {
  const { rows } = await sql<BroadcastClicks & { broadcastId: string }>`
    select broadcast_id, message_count as "clickedCount", click_count
    from broadcast_click where account_id = ${account} and broadcast_id = any(${broadcastIds}::uuid[])`.execute(executor)
  return new Map(rows.map(({ broadcastId, ...clicks }) => [broadcastId, clicks]))
}

export interface BroadcastFunnel extends BroadcastClicks {
  name: string
  recipientCount: number
  submittedCount: number
  deliveredCount: number
  /** Messages delivered or clicked: a click may come before the report, or without one. */
  reachedCount: number
  firstAt: Date | null
  lastAt: Date | null
  /** Null: the broadcast has no link. */
  link: { linkId: string; shortUrl: string; target: string; problem: LinkProblem | null } | null
}

/** Funnel of a broadcast: numbers, handed to carriers, delivered, clicked. Refuses `not_found`. */
export async function readFunnel(
  executor: Executor,
  account: AccountId,
  { broadcastId, now }: { broadcastId: string; now: Date },
): Promise<BroadcastFunnel> {
  const broadcast = await executor
    .selectFrom('broadcast')
    .select(['name', 'recipientCount', 'linkId', 'linkPrefix'])
    .where('accountId', '=', account)
    .where('broadcastId', '=', broadcastId)
    .executeTakeFirst()
  if (!broadcast) refuse('not_found')
  const { submitted, delivered } = (await countsOf(executor, account, [broadcastId])).get(broadcastId) ?? noCounts
  const { rows } = await sql<Pick<BroadcastFunnel, 'clickedCount' | 'clickCount' | 'reachedCount' | 'firstAt' | 'lastAt'>>`
    select count(distinct click.message_id) as "clickedCount", coalesce(sum(click.click_count), 0)::bigint as "clickCount",
      count(distinct click.message_id) filter (where message.state = 'delivered') as "reachedCount", min(click.first_at) as "firstAt", max(click.last_at) as "lastAt"
    from message_click as click join message on message.account_id = ${account} and message.message_id = click.message_id
    where click.account_id = ${account} and click.broadcast_id = ${broadcastId}`.execute(executor)
  const { linkId, linkPrefix: prefix, name, recipientCount } = broadcast
  const link = linkId === null ? null : await readSendableLink(executor, account, linkId, now)
  return {
    name,
    recipientCount,
    submittedCount: submitted,
    deliveredCount: delivered,
    ...firstOrThrow(rows),
    link: link && linkId !== null ? { linkId, shortUrl: prefix + link.code, target: link.target, problem: link.problem } : null,
  }
}

interface ClickList {
  broadcastId: string
  /** A complete number, or its last four digits. */
  phone?: string | undefined
  cursor?: string | undefined
  pageSize: number
}

/** A recipient who clicked a broadcast's link; the number is masked. */
export interface BroadcastClick {
  messageId: string
  phone: string
  state: MessageState
  firstAt: Date
  lastAt: Date
  clickCount: number
}

/** Recipients who clicked a broadcast's link, the latest click first. */
export async function listClicks(executor: Executor, account: AccountId, { broadcastId, phone, cursor, pageSize }: ClickList) {
  const ofPhone = phone && (phone.length === 11 ? sql`and message.phone = ${phone}` : sql`and right(message.phone, 4) = ${phone}`)
  const after =
    cursor &&
    sql`and (click.first_at, click.message_id) <
      (select first_at, message_id from message_click where account_id = ${account} and message_id = ${cursor} order by first_at limit 1)`
  const { rows: found } = await sql<BroadcastClick>`
    select click.message_id, message.phone, message.state, click.first_at, click.last_at, click.click_count
    from message_click as click join message on message.account_id = ${account} and message.message_id = click.message_id
    where click.account_id = ${account} and click.broadcast_id = ${broadcastId} ${ofPhone || sql``} ${after || sql``}
    order by click.first_at desc, click.message_id desc limit ${pageSize + 1}`.execute(executor)
  const { rows, nextCursor } = pageOf(found, pageSize, row => row.messageId)
  return { rows: rows.map(row => ({ ...row, phone: maskPhone(row.phone) })), nextCursor }
}
