import { type RawBuilder, sql } from 'kysely'
import { type BillLineFilter, type BillState, type Bridge, billMonthCount } from '#contract/billing/bill.ts'
import type { LineItem, LineProduct, LineSource, LineSums } from '#contract/billing/charge-line.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor } from '#db/connect.ts'
import { monthAfter, monthSpan } from '#values/china-month.ts'
import { chinaMonth } from '#values/china-time.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { pick } from '#values/pick.ts'
import { appsOf, closedLines, liveLines, narrowed, readLines, totalsOf } from './charge-line.ts'

export interface BillMonth extends Bridge {
  month: string
  state: BillState
  closedAt: Date | null
}

/** An account's balance in 毫, holds included, before a moment. */
async function balanceBefore(executor: Executor, account: AccountId, at: Date): Promise<number> {
  const { rows } = await sql<{ balance: number }>`
    select available_after + held_after as balance from transfer
    where account_id = ${account} and asset = 'cny' and at < ${at} order by at desc, entry_number desc limit 1`.execute(executor)
  return rows[0]?.balance ?? 0
}

/** What changed the balance in a month: the statement's entries and the daily charges. */
export async function monthMovements(executor: Executor, account: AccountId, month: string): Promise<Bridge> {
  const { from, to, start, end } = monthSpan(month)
  const moved = (kind: string) => sql`coalesce(sum(amount) filter (where money.kind = ${kind}), 0)::bigint`
  const { rows } = await sql<Omit<Bridge, 'openingHao' | 'closingHao'>>`
    select ${moved('recharge')} as "rechargeHao", ${moved('withdraw')} as "withdrawHao", ${moved('purchase')} as "orderHao", ${moved('refund')} as "refundHao",
      coalesce(sum(case when taker.purpose in ('available', 'held') then amount else -amount end) filter (where money.kind = 'adjust'), 0)::bigint as "adjustHao",
      (select coalesce(sum(amount_hao), 0)::bigint from charge_day where account_id = ${account} and day between ${from} and ${to}) as "usageHao"
    from transfer as money
    join ledger_account as taker on taker.account_id = ${account} and taker.ledger_account_id = money.credit_id
    where money.account_id = ${account} and money.asset = 'cny' and money.kind not in ('hold', 'post', 'void') and money.at >= ${start} and money.at < ${end}`.execute(
    executor,
  )
  return {
    ...firstOrThrow(rows),
    openingHao: await balanceBefore(executor, account, start),
    closingHao: await balanceBefore(executor, account, end),
  }
}

/** The difference between a month's movements and its closing balance; must be 0, else the ledger is wrong. */
export const reconciliationGap = (bridge: Bridge): number =>
  bridge.openingHao +
  bridge.rechargeHao +
  bridge.refundHao +
  bridge.adjustHao -
  bridge.withdrawHao -
  bridge.orderHao -
  bridge.usageHao -
  bridge.closingHao

/** The months that an account has bills of, from the current one back to that of its creation. */
async function monthsOf(executor: Executor, account: AccountId, now: Date): Promise<string[]> {
  const { createdAt } = await executor.selectFrom('account').select('createdAt').where('accountId', '=', account).executeTakeFirstOrThrow()
  const { rows } = await sql<{ at: Date | null }>`
    select min(at) as at from (select at from transfer where account_id = ${account} and asset = 'cny' order by entry_number limit 1) as first`.execute(
    executor,
  )
  const first = chinaMonth(Math.min(createdAt.getTime(), rows[0]?.at?.getTime() ?? createdAt.getTime()))
  const months: string[] = []
  for (let month = chinaMonth(now); month >= first && months.length < billMonthCount; month = monthAfter(month, -1)) months.push(month)
  return months
}

const closedRow = (executor: Executor, account: AccountId, month: string) =>
  executor.selectFrom('bill').selectAll().where('accountId', '=', account).where('month', '=', month).executeTakeFirst()
type ClosedRow = NonNullable<Awaited<ReturnType<typeof closedRow>>>

const closedMonth = (row: ClosedRow): BillMonth => ({
  ...pick(
    row,
    'month',
    'closedAt',
    'openingHao',
    'rechargeHao',
    'withdrawHao',
    'orderHao',
    'usageHao',
    'refundHao',
    'adjustHao',
    'closingHao',
  ),
  state: 'closed',
})

async function openMonth(executor: Executor, account: AccountId, month: string, now: Date): Promise<BillMonth> {
  return { month, state: month === chinaMonth(now) ? 'open' : 'ended', closedAt: null, ...(await monthMovements(executor, account, month)) }
}

/** Every month's bill as one row, newest first. */
export async function listBills(executor: Executor, account: AccountId, now: Date): Promise<BillMonth[]> {
  const rows = await executor.selectFrom('bill').selectAll().where('accountId', '=', account).execute()
  const closed = new Map(rows.map(row => [row.month, closedMonth(row)]))
  const months: BillMonth[] = []
  for (const month of await monthsOf(executor, account, now))
    months.push(closed.get(month) ?? (await openMonth(executor, account, month, now)))
  return months
}

export interface Bill extends BillMonth {
  billNumber: string | null
  hash: string | null
  /** Its lines: stored ones of a closed month, or computed from the ledger. */
  lines: RawBuilder<unknown>
}

/** Lines of a month: stored ones once it is closed, before from the ledger. */
export const linesOf = async (executor: Executor, account: AccountId, month: string): Promise<RawBuilder<unknown>> =>
  (await closedRow(executor, account, month)) ? closedLines(account, month) : liveLines(account, monthSpan(month))

/** Monthly bill of an account. Refuses `not_found` for future months and those before the account was created. */
export async function readBill(executor: Executor, account: AccountId, month: string, now: Date): Promise<Bill> {
  const row = await closedRow(executor, account, month)
  if (row) return { ...closedMonth(row), billNumber: row.billNumber, hash: row.hash, lines: closedLines(account, month) }
  if (!(await monthsOf(executor, account, now)).includes(month)) refuse('not_found')
  return { ...(await openMonth(executor, account, month, now)), billNumber: null, hash: null, lines: liveLines(account, monthSpan(month)) }
}

type Share = LineSums & { quantity: number }
const shares = sql`sum(list_hao)::bigint as "listHao", sum(discount_hao)::bigint as "discountHao", sum(package_hao)::bigint as "packageHao",
  sum(bonus_hao)::bigint as "bonusHao", sum(cash_hao)::bigint as "cashHao", sum(quantity)::bigint as quantity`
const topTasks = 10

/** A month's overview: usage and purchases, how they were paid, and the apps and broadcasts that cost most. */
export async function billOverview(executor: Executor, account: AccountId, month: string, now: Date) {
  const { lines, ...bill } = await readBill(executor, account, month, now)
  const consumed = narrowed(lines, { kinds: ['order', 'usage'] })
  const { rows: items } = await sql<Share & { product: LineProduct | null; item: LineItem }>`
    select product, item, ${shares} from (${consumed}) as line group by product, item order by sum(cash_hao) desc, item`.execute(executor)
  const { rows: sources } = await sql<Share & { product: LineProduct; source: LineSource }>`
    select product, source, ${shares} from (${lines}) as line where kind = 'usage' group by product, source order by product desc, source`.execute(
    executor,
  )
  const { rows: apps } = await sql<Share & { appId: string | null; name: string | null }>`
    select line.*, app.name from (select app_id as "appId", ${shares} from (${lines}) as line where kind = 'usage' and product = 'sms' group by app_id) as line
    left join app on app.account_id = ${account} and app.app_id = line."appId" order by "cashHao" desc, quantity desc limit ${topTasks}`.execute(
    executor,
  )
  const before = (await listBefore(executor, account, month, now)) ?? null
  const { rows: held } = await sql<{ heldHao: number }>`
    select coalesce(sum(credits - debits), 0)::bigint as "heldHao" from ledger_account
    where account_id = ${account} and asset = 'cny' and purpose = 'held'`.execute(executor)
  return {
    ...bill,
    heldHao: month === chinaMonth(now) ? firstOrThrow(held).heldHao : 0,
    totals: await totalsOf(executor, consumed),
    refunds: await totalsOf(executor, narrowed(lines, { kinds: ['refund'] })),
    before,
    items,
    sources,
    apps: apps.map(({ appId, name, ...share }) => ({ ...share, app: appId === null ? null : { appId, name: name ?? '已删除的应用' } })),
    tasks: await tasksOf(executor, account, month),
  }
}

async function listBefore(executor: Executor, account: AccountId, month: string, now: Date) {
  const earlier = monthAfter(month, -1)
  if (!(await monthsOf(executor, account, now)).includes(earlier)) return null
  const row = await closedRow(executor, account, earlier)
  const { orderHao, usageHao } = row ? closedMonth(row) : await openMonth(executor, account, earlier, now)
  return { orderHao, usageHao }
}

/** The most expensive broadcasts of a month, by list price. */
async function tasksOf(executor: Executor, account: AccountId, month: string) {
  const lines = narrowed(liveLines(account, monthSpan(month), true), { kinds: ['usage'], product: 'sms' })
  const { rows } = await sql<Share & { broadcastId: string; name: string | null }>`
    select line.*, broadcast.name from (
      select broadcast_id as "broadcastId", ${shares} from (${lines}) as line where broadcast_id is not null group by 1
      order by sum(list_hao) desc, 1 limit ${topTasks}) as line
    left join broadcast on broadcast.account_id = ${account} and broadcast.broadcast_id = line."broadcastId"
    order by "listHao" desc, "broadcastId"`.execute(executor)
  return rows.map(({ broadcastId, name, ...share }) => ({ ...share, broadcast: { broadcastId, name: name ?? '已删除的任务' } }))
}

/** A page of a month's lines, newest day first. Refuses `not_found`. */
export async function listBillLines(
  executor: Executor,
  account: AccountId,
  { month, cursor, pageSize, ...by }: BillLineFilter & { cursor?: number | undefined; pageSize: number },
  now: Date,
) {
  const { lines } = await readBill(executor, account, month, now)
  return readLines(executor, account, narrowed(lines, narrowing(by)), { cursor, pageSize })
}

export const narrowing = ({ kind, ...by }: Omit<BillLineFilter, 'month'>) => ({ ...by, ...(kind ? { kinds: [kind] } : {}) })

/** Totals of the lines that match a filter, and the reconciliation checks of the whole month. Refuses `not_found`. */
export async function billTotals(executor: Executor, account: AccountId, { month, ...by }: BillLineFilter, now: Date) {
  const { lines, billNumber: _, hash: __, ...bill } = await readBill(executor, account, month, now)
  const whole = await totalsOf(executor, lines)
  const { start, end } = monthSpan(month)
  const { rows } = await sql<{ enteredHao: number; bonusHao: number }>`
    select (select coalesce(sum(amount), 0)::bigint from transfer
        where account_id = ${account} and asset = 'cny' and kind in ('purchase', 'post') and at >= ${start} and at < ${end}) as "enteredHao",
      (select coalesce(sum(case when kind = 'refund' then -amount else amount end), 0)::bigint from transfer
        where account_id = ${account} and asset = 'bonus' and kind in ('purchase', 'post', 'refund') and at >= ${start} and at < ${end}) as "bonusHao"`.execute(
    executor,
  )
  return {
    month: bill,
    totals: await totalsOf(executor, narrowed(lines, narrowing(by))),
    apps: await appsOf(executor, account, lines),
    equations: [
      {
        name: '期初＋充值＋退款＋调账−提现−订单−用量＝期末',
        leftHao: bill.closingHao + reconciliationGap(bill),
        rightHao: bill.closingHao,
      },
      {
        name: '明细各行现金合计＝订单＋用量−退款',
        leftHao: whole.cashHao,
        rightHao: bill.orderHao + bill.usageHao - bill.refundHao,
      },
      { name: '明细各行调账合计＝余额里的调账', leftHao: whole.adjustHao, rightHao: bill.adjustHao },
      { name: '账单消费＝收支明细里的购买和短信消费', leftHao: bill.orderHao + bill.usageHao, rightHao: firstOrThrow(rows).enteredHao },
      { name: '明细各行赠送金合计＝赠送金明细里的消费−退款', leftHao: whole.bonusHao, rightHao: firstOrThrow(rows).bonusHao },
      {
        name: '原价−优惠−套餐抵扣−赠送金＝现金',
        leftHao: whole.listHao - whole.discountHao - whole.packageHao - whole.bonusHao,
        rightHao: whole.cashHao,
      },
    ],
  }
}
