import { type RawBuilder, sql } from 'kysely'
import type { ChargeLine, LineItem, LineKind, LineProduct, LineSource, LineState, LineTotals } from '#contract/billing/charge-line.ts'
import type { Executor } from '#db/connect.ts'
import { nothingId } from '#domain/ledger/index.ts'
import { chinaDayStart } from '#values/china-time.ts'
import type { AccountId } from '#values/id.ts'
import { parseYuan } from '#values/money.ts'
import { firstOrThrow } from '#values/or-throw.ts'

/** Days in China time, both included. */
export interface DaySpan {
  from: string
  to: string
}

export interface LineNarrowing {
  kinds?: readonly LineKind[] | undefined
  product?: LineProduct | undefined
  item?: LineItem | undefined
  source?: LineSource | undefined
  appId?: string | undefined
  broadcastId?: string | undefined
  grantId?: string | undefined
  hidesZero?: boolean | undefined
  state?: LineState | undefined
  /** Minimum of the absolute cash amount, in yuan. */
  least?: string | undefined
  most?: string | undefined
}

const day = (at: RawBuilder<unknown>) => sql`to_char(${at} at time zone 'UTC' + interval '8 hours', 'YYYY-MM-DD')`

/** The start (inclusive) and end (exclusive) of a span of days. */
export const momentsOf = ({ from, to }: DaySpan) => ({
  start: new Date(`${from}T00:00:00+08:00`),
  end: chinaDayStart(new Date(`${to}T00:00:00+08:00`), 1),
})

/** Charges of messages: the rows of `charge_day` at list price. */
const messageLines = (account: AccountId, { from, to }: DaySpan) => sql`
  select day, 'usage' as kind, 'sms' as product, charge.kind as item, case when credit.kind = 'bonus' then 'bonus' else credit.source end as granted, nullif(app_id, ${nothingId}) as app_id,
    nullif(broadcast_id, ${nothingId}) as broadcast_id, credit.grant_id, null::uuid as order_id, posted_count as quantity, voided_count as returned_count,
    unit_price_hao, list_price_hao, posted_count * list_price_hao as list_hao,
    case when unit_price_hao = 0 then 0 else posted_count * (list_price_hao - unit_price_hao) end as discount_hao,
    case when unit_price_hao = 0 then posted_count * list_price_hao else 0 end as package_hao,
    case when credit.kind = 'bonus' then posted_count * unit_price_hao else 0 end as bonus_hao, amount_hao as cash_hao, 0 as adjust_hao, null::timestamptz as rated_at
  from charge_day as charge
  left join credit_grant as credit on credit.account_id = ${account} and credit.grant_id = charge.grant_id
  where charge.account_id = ${account} and day between ${from} and ${to}`

/** Short link units have no price of their own: only packages pay for them. */
const linkLines = (account: AccountId, { from, to }: DaySpan) => sql`
  select day, 'usage', 'link', used.item, credit.source, null, null, use.grant_id, null, used.quantity, 0, 0, 0, 0, 0, 0, 0, 0, 0, null
  from link_use as use
  join credit_grant as credit on credit.account_id = ${account} and credit.grant_id = use.grant_id
  cross join lateral (values ('link', link_count), ('visit', visit_count)) as used (item, quantity)
  where use.account_id = ${account} and day between ${from} and ${to} and used.quantity <> 0`

/**
 * Orders when paid, from gift money and balance; refunds when booked, with negative amounts, list price and discount.
 * Corrections are no payments and have columns of their own.
 */
function moneyLines(account: AccountId, span: DaySpan) {
  const { start, end } = momentsOf(span)
  return sql`
    select ${day(sql`money.at`)}, case when money.kind = 'purchase' then 'order' else money.kind end,
      case when bought.kind = 'link' then 'link' when bought.order_id is not null then 'sms' end,
      case when money.kind = 'adjust' then 'adjust' else 'package' end, case when money.kind = 'purchase' then bought.payment_method end, null, null, null, bought.order_id,
      case when money.kind = 'purchase' then bought.quantity when money.kind = 'refund' then -bought.quantity else money.times end, 0,
      case when money.kind = 'adjust' then 0 else bought.amount_hao / bought.quantity end,
      case when money.kind = 'adjust' then 0 else bought.list_hao / bought.quantity end,
      case when money.kind = 'adjust' then 0 else money.cash + money.bonus + coalesce(discount.hao, 0) end,
      case when money.kind = 'adjust' then 0 else coalesce(discount.hao, 0) end, 0, money.bonus,
      case when money.kind = 'adjust' then 0 else money.cash end, case when money.kind = 'adjust' then -money.cash else 0 end,
      coalesce(bought.created_at, money.at)
    from (
      select entry.kind, entry.reference_id, min(entry.at) as at, count(*) as times, sum(way.sign * cash)::bigint as cash, sum(way.sign * bonus)::bigint as bonus
      from (
        select kind, reference_id, credit_id, at, amount as cash, 0 as bonus from transfer
        where account_id = ${account} and asset = 'cny' and kind in ('purchase', 'refund', 'adjust') and kind not in ('hold', 'post', 'void')
          and at >= ${start} and at < ${end}
        union all
        select kind, reference_id, credit_id, at, 0, amount from transfer
        where account_id = ${account} and asset = 'bonus' and kind in ('purchase', 'refund') and at >= ${start} and at < ${end}) as entry
      join ledger_account as taker on taker.account_id = ${account} and taker.ledger_account_id = entry.credit_id
      cross join lateral (select case when taker.purpose in ('available', 'held') then -1 else 1 end as sign) as way
      group by entry.kind, entry.reference_id, way.sign, ${day(sql`entry.at`)}) as money
    left join package_order as bought on bought.account_id = ${account} and bought.order_id = money.reference_id
    left join lateral (select round(bought.discount_hao::numeric * (money.cash + money.bonus) / bought.amount_hao)::bigint as hao) as discount
      on bought.amount_hao > 0`
}

/**
 * Bill lines of an account between two days (China time), computed from the ledger: message charges, link units,
 * orders, refunds and corrections. One line per day × kind × item × app × package × price × order, and per broadcast
 * with `byTask`.
 */
export function liveLines(account: AccountId, span: DaySpan, byTask = false): RawBuilder<unknown> {
  return sql`
    select day, kind, product, item, coalesce(case when granted = 'purchase' then 'package' else granted end, 'balance') as source, app_id,
      ${byTask ? sql`broadcast_id` : sql`null::uuid as broadcast_id`}, grant_id, order_id, sum(quantity)::bigint as quantity,
      sum(returned_count)::bigint as returned_count, unit_price_hao, list_price_hao, sum(list_hao)::bigint as list_hao,
      sum(discount_hao)::bigint as discount_hao, sum(package_hao)::bigint as package_hao, sum(bonus_hao)::bigint as bonus_hao,
      sum(cash_hao)::bigint as cash_hao, sum(adjust_hao)::bigint as adjust_hao,
      (select rate_bp from tax_rule where tax_rule.product = line.product
        and starts_at <= coalesce(max(rated_at), (day || 'T00:00:00+08:00')::timestamptz) order by starts_at desc limit 1) as rate_bp
    from (${messageLines(account, span)} union all ${linkLines(account, span)} union all ${moneyLines(account, span)}) as line
    group by day, kind, product, item, granted, app_id, ${byTask ? sql`broadcast_id, ` : sql``}grant_id, order_id, unit_price_hao, list_price_hao`
}

/** The stored lines of a closed month. */
export const closedLines = (account: AccountId, month: string): RawBuilder<unknown> => sql`
  select day, kind, product, item, source, app_id, null::uuid as broadcast_id, grant_id, order_id, quantity, returned_count, unit_price_hao, list_price_hao,
    list_hao, discount_hao, package_hao, bonus_hao, cash_hao, adjust_hao, rate_bp
  from bill_line where account_id = ${account} and month = ${month}`

/** SQL conditions with the meaning of `lineStateOf`. */
const lineStateIs: Record<LineState, RawBuilder<unknown>> = {
  settled: sql`returned_count = 0`,
  part: sql`(returned_count > 0 and quantity <> 0)`,
  returned: sql`(returned_count > 0 and quantity = 0)`,
}

/** Lines that match a filter. */
export function narrowed(lines: RawBuilder<unknown>, by: LineNarrowing): RawBuilder<unknown> {
  const wanted = [
    by.kinds && sql`kind = any(${[...by.kinds]}::text[])`,
    by.product && sql`product = ${by.product}`,
    by.item && sql`item = ${by.item}`,
    by.source && sql`source = ${by.source}`,
    by.appId && sql`app_id = ${by.appId}`,
    by.broadcastId && sql`broadcast_id = ${by.broadcastId}`,
    by.grantId && sql`grant_id = ${by.grantId}`,
    by.state && lineStateIs[by.state],
    by.least && sql`abs(cash_hao + adjust_hao) >= ${parseYuan(by.least)}`,
    by.most && sql`abs(cash_hao + adjust_hao) <= ${parseYuan(by.most)}`,
    by.hidesZero && sql`(cash_hao <> 0 or bonus_hao <> 0 or adjust_hao <> 0)`,
  ].filter(condition => condition !== undefined && condition !== false)
  return wanted.length === 0 ? lines : sql`select * from (${lines}) as every_line where ${sql.join(wanted, sql` and `)}`
}

/** The order in which lines are shown, numbered and hashed; unique within a month. */
export const lineOrder = sql`day, kind, item, source, app_id nulls first, broadcast_id nulls first, grant_id nulls first, order_id nulls first,
  unit_price_hao, list_price_hao, cash_hao`
const newestFirst = sql`day desc, kind, item, source, app_id nulls first, broadcast_id nulls first, grant_id nulls first, order_id nulls first,
  unit_price_hao, list_price_hao, cash_hao`

/**
 * The tax in a line's cash amount: prices include it, net = cash ÷ (1 + rate), rounded half up to the 毫. An invoice
 * rounds its own total to the fen.
 */
const taxHao = sql`case when rate_bp is null then 0 else cash_hao - round(cash_hao * 10000.0 / (10000 + rate_bp))::bigint end`

interface LineRow {
  day: string
  kind: LineKind
  product: LineProduct | null
  item: LineItem
  source: LineSource
  appId: string | null
  appName: string | null
  broadcastId: string | null
  broadcastName: string | null
  grantId: string | null
  grantName: string | null
  orderId: string | null
  orderNumber: string | null
  orderName: string | null
  quantity: number
  returnedCount: number
  unitPriceHao: number
  listPriceHao: number
  listHao: number
  discountHao: number
  packageHao: number
  bonusHao: number
  cashHao: number
  adjustHao: number
  rateBp: number | null
  taxHao: number
}

/** A page of lines, newest day first, with the names of what they refer to. `cursor`: the offset of the page. */
export async function readLines(
  executor: Executor,
  account: AccountId,
  lines: RawBuilder<unknown>,
  { cursor = 0, pageSize, isOldestFirst = false }: { cursor?: number | undefined; pageSize: number; isOldestFirst?: boolean },
): Promise<{ rows: ChargeLine[]; nextCursor: string | null }> {
  const order = isOldestFirst ? lineOrder : newestFirst
  const { rows } = await sql<LineRow>`
    select line.day, line.kind, line.product, line.item, line.source, line.app_id, app.name as "appName", line.broadcast_id,
      broadcast.name as "broadcastName", line.grant_id, credit.name as "grantName", line.order_id,
      bought.order_number, bought.name as "orderName", line.quantity, returned_count, unit_price_hao,
      line.list_price_hao, line.list_hao, line.discount_hao, package_hao, line.bonus_hao, cash_hao, adjust_hao, rate_bp, ${taxHao} as "taxHao"
    from (select *, row_number() over (order by ${order}) as place from (${lines}) as found order by ${order} limit ${pageSize + 1} offset ${cursor}) as line
    left join app on app.account_id = ${account} and app.app_id = line.app_id
    left join broadcast on broadcast.account_id = ${account} and broadcast.broadcast_id = line.broadcast_id
    left join credit_grant as credit on credit.account_id = ${account} and credit.grant_id = line.grant_id
    left join package_order as bought on bought.account_id = ${account} and bought.order_id = line.order_id
    order by place`.execute(executor)
  return {
    rows: rows.slice(0, pageSize).map(shown),
    nextCursor: rows.length > pageSize ? String(cursor + pageSize) : null,
  }
}

const shown = ({
  appId,
  appName,
  broadcastId,
  broadcastName,
  grantId,
  grantName,
  orderId,
  orderNumber,
  orderName,
  ...row
}: LineRow): ChargeLine => ({
  ...row,
  app: appId === null ? null : { appId, name: appName ?? '已删除的应用' },
  broadcast: broadcastId === null ? null : { broadcastId, name: broadcastName ?? '已删除的任务' },
  grant: grantId === null || grantName === null ? null : { grantId, name: grantName },
  order: orderId === null || orderNumber === null || orderName === null ? null : { orderId, orderNumber, name: orderName },
})

/** Totals of lines. */
export async function totalsOf(executor: Executor, lines: RawBuilder<unknown>): Promise<LineTotals> {
  const sum = (of: RawBuilder<unknown>, where?: RawBuilder<unknown>) =>
    sql`coalesce(sum(${of})${where ? sql` filter (where ${where})` : sql``}, 0)::bigint`
  const isMessage = sql`product = 'sms' and kind = 'usage'`
  const segments = (source: LineSource) => sum(sql`quantity`, sql`${isMessage} and source = ${source}`)
  const cash = (kind: LineKind) => sum(sql`cash_hao`, sql`kind = ${kind}`)
  const { rows } = await sql<LineTotals>`
    select count(*) as "lineCount", ${sum(sql`list_hao`)} as "listHao", ${sum(sql`discount_hao`)} as "discountHao", ${sum(sql`package_hao`)} as "packageHao",
      ${sum(sql`bonus_hao`)} as "bonusHao", ${sum(sql`cash_hao`)} as "cashHao", ${segments('balance')} as "balanceSegments", ${segments('package')} as "packageSegments",
      ${segments('gift')} as "giftSegments", ${segments('bonus')} as "bonusSegments", ${sum(sql`returned_count`)} as "returnedSegments",
      ${sum(sql`quantity`, sql`product = 'link' and kind = 'usage'`)} as "linkUnits", ${cash('order')} as "orderHao", ${cash('usage')} as "usageHao",
      -${cash('refund')} as "refundHao", ${sum(sql`adjust_hao`)} as "adjustHao",
      ${sum(taxHao)} as "taxHao"
    from (${lines}) as line`.execute(executor)
  return firstOrThrow(rows)
}

/** The apps in lines. */
export async function appsOf(
  executor: Executor,
  account: AccountId,
  lines: RawBuilder<unknown>,
): Promise<{ appId: string; name: string }[]> {
  const { rows } = await sql<{ appId: string; name: string }>`
    select app_id, name from app
    where account_id = ${account} and app_id in (select app_id from (${lines}) as line) order by name, app_id`.execute(executor)
  return rows
}
