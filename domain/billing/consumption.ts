import { sql } from 'kysely'
import type { LineItem } from '#contract/billing/charge-line.ts'
import type { ConsumptionFilter, LineKey } from '#contract/billing/consumption.ts'
import type { Executor } from '#db/connect.ts'
import { nothingId } from '#domain/ledger/index.ts'
import { type AccountId, idFloor, idTime } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { pageOf } from '#values/page.ts'
import { maskPhone } from '#values/phone.ts'
import { appsOf, liveLines, momentsOf, narrowed, readLines, totalsOf } from './charge-line.ts'

/** 消费: usage and orders; refunds and corrections are shown in the bill. */
const consumed = ['usage', 'order'] as const

export const consumptionLines = (account: AccountId, { from, to, byTask, ...filter }: ConsumptionFilter) =>
  narrowed(liveLines(account, { from, to }, byTask || filter.broadcastId !== undefined), { ...filter, kinds: consumed })

/** Cost of usage and orders by day and everything that the price depends on, newest first. */
export const listConsumption = (
  executor: Executor,
  account: AccountId,
  { cursor, pageSize, ...filter }: ConsumptionFilter & { cursor?: number | undefined; pageSize: number },
) => readLines(executor, account, consumptionLines(account, filter), { cursor, pageSize })

/** Totals of the lines that match a filter, daily cost by item, and the apps to filter by. */
export async function consumptionTotals(executor: Executor, account: AccountId, filter: ConsumptionFilter) {
  const lines = consumptionLines(account, filter)
  const { rows: days } = await sql<{
    day: string
    item: LineItem
    cashHao: number
    bonusHao: number
    packageHao: number
    quantity: number
  }>`
    select day, item, sum(cash_hao)::bigint as "cashHao", sum(bonus_hao)::bigint as "bonusHao",
      sum(package_hao)::bigint as "packageHao", sum(quantity)::bigint as quantity
    from (${lines}) as line group by day, item order by day, item`.execute(executor)
  const apps = await appsOf(executor, account, liveLines(account, filter))
  return { ...(await totalsOf(executor, lines)), days, apps }
}

/** The charged messages of a line, as a condition on `message` (aliased `sent`) joined with its `hold`. */
function behind(account: AccountId, key: LineKey) {
  const { start, end } = momentsOf({ from: key.day, to: key.day })
  const earliest = new Date(start.getTime() - limits.settlementDays * 86_400_000)
  return sql`
    message as sent join charge_hold as hold on hold.account_id = ${account} and hold.hold_id = sent.hold_id
    where sent.account_id = ${account} and sent.message_id >= ${idFloor(earliest)} and sent.message_id < ${idFloor(end)} and sent.state = 'delivered'
      and sent.settled_at >= ${start} and sent.settled_at < ${end} and hold.kind = ${key.item}
      and coalesce(hold.app_id, ${nothingId}) = ${key.appId ?? nothingId} and coalesce(hold.grant_id, ${nothingId}) = ${key.grantId ?? nothingId}
      and hold.unit_price_hao = ${key.unitPriceHao} and hold.list_price_hao = ${key.listPriceHao}
      and ${key.hasAllTasks ? sql`true` : sql`coalesce(hold.broadcast_id, ${nothingId}) = ${key.broadcastId ?? nothingId}`}`
}

/**
 * The messages of a line, newest first; their segments sum to the line's quantity. `cursor`: the last message of the
 * previous page.
 */
export async function messagesBehind(
  executor: Executor,
  account: AccountId,
  { cursor, pageSize, ...key }: LineKey & { cursor?: string | undefined; pageSize: number },
) {
  const { rows } = await sql<{
    messageId: string
    phone: string
    settledAt: Date
    segmentCount: number
    amountHao: number
    templateId: string | null
    templateName: string | null
  }>`
    select page.*, template.name as "templateName" from (
      select sent.message_id as "messageId", phone, settled_at, sent.segment_count,
        (sent.segment_count * hold.unit_price_hao)::bigint as "amountHao", sent.template_id as "templateId"
      from ${behind(account, key)} ${cursor ? sql`and sent.message_id < ${cursor}` : sql``}
      order by sent.message_id desc limit ${pageSize + 1}) as page
    left join template on template.account_id = ${account} and template.template_id = page."templateId"
    order by "messageId" desc`.execute(executor)
  const page = pageOf(rows, pageSize, row => row.messageId)
  return {
    rows: page.rows.map(({ templateId, templateName, ...row }) => ({
      ...row,
      phone: maskPhone(row.phone),
      sentAt: idTime(row.messageId),
      template: templateId === null ? null : { templateId, name: templateName ?? '已删除的模板' },
    })),
    nextCursor: page.nextCursor,
  }
}

/**
 * Explains the cost of a line: segments per message, since when the price applies, or the package that paid and its
 * price.
 */
export async function explainLine(executor: Executor, account: AccountId, key: LineKey) {
  const { rows: lengths } = await sql<{ segmentCount: number; messageCount: number }>`
    select sent.segment_count, count(*) as "messageCount" from ${behind(account, key)}
    group by 1 order by 1`.execute(executor)
  const { end } = momentsOf({ from: key.day, to: key.day })
  const { rows } = await sql<{ listSince: Date | null; ownSince: Date | null }>`
    select (select max(starts_at) from unit_price where kind = ${key.item} and unit_price_hao = ${key.listPriceHao} and starts_at < ${end}) as "listSince",
      (select max(starts_at) from account_price
       where account_id = ${account} and kind = ${key.item} and unit_price_hao = ${key.unitPriceHao} and starts_at < ${end}) as "ownSince"`.execute(
    executor,
  )
  return { lengths, ...firstOrThrow(rows), grant: key.grantId ? await grantOf(executor, account, key.grantId) : null }
}

async function grantOf(executor: Executor, account: AccountId, grantId: string) {
  const { rows } = await sql<{
    name: string
    kind: string
    source: 'gift' | 'purchase'
    segmentCount: number
    startsAt: Date
    expiresAt: Date
    orderId: string | null
    orderNumber: string | null
    paidHao: number | null
  }>`
    select credit.name, credit.kind, source, credit.segment_count, starts_at, credit.expires_at, bought.order_id,
      bought.order_number, bought.amount_hao as "paidHao"
    from credit_grant as credit
    left join package_order as bought on bought.account_id = ${account} and bought.order_id = credit.order_id
    where credit.account_id = ${account} and credit.grant_id = ${grantId}`.execute(executor)
  const [row] = rows
  if (!row) return null
  const { orderId, orderNumber, paidHao, source, kind, ...grant } = row
  return {
    grantId,
    ...grant,
    source: kind === 'bonus' ? ('bonus' as const) : source === 'gift' ? ('gift' as const) : ('package' as const),
    order: orderId === null || orderNumber === null || paidHao === null ? null : { orderId, orderNumber, paidHao },
  }
}
