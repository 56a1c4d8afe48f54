import { sql } from 'kysely'
import type { Bridge } from '#contract/billing/bill.ts'
import type { Executor } from '#db/connect.ts'
import { type Balances, balancesOf, bonusLeft, isUsable, linkGrantsOf, nothingId } from '#domain/ledger/index.ts'
import { monthAfter, monthSpan } from '#values/china-month.ts'
import { chinaDay, chinaDayStart, chinaMonth } from '#values/china-time.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow, lastOrThrow } from '#values/or-throw.ts'
import { wholeFen } from '#values/tax.ts'
import { readWarning } from './balance-warning.ts'
import { listBills, monthMovements } from './bill.ts'
import { cappedSpending, readCap } from './spend-cap.ts'

const dayMs = 86_400_000
/** Number of days that the spending forecast averages, today included up to now. */
const paceDays = 7

/** Finance overview: an account's balances, this month's movements, and how long the balance lasts. */
export async function financeOverview(executor: Executor, account: AccountId, now: Date) {
  const { availableHao, heldHao, creditLimitHao, grants, bonuses } = await balancesOf(executor, account)
  const links = await linkGrantsOf(executor, account)
  const month = chinaMonth(now)
  const bridge = await monthMovements(executor, account, month)
  return {
    availableHao,
    heldHao,
    bonus: bonusOf(bonuses, now),
    creditLimitHao,
    arrearsHao: Math.max(0, -availableHao),
    packages: packagesOf(grants, links, now),
    invoiceable: await invoiceableOf(executor, account),
    month: { month, ...bridge },
    before: await sameDaysBefore(executor, account, now),
    pace: await paceOf(executor, account, now, { availableHao, spentHao: spentOf(bridge) }),
    warning: await readWarning(executor, account),
    cap: await readCap(executor, account),
    capped: await cappedSpending(executor, account, now),
  }
}

/** The net cost of a month: refunds are deducted. */
const spentOf = ({ orderHao, usageHao, refundHao }: Pick<Bridge, 'orderHao' | 'usageHao' | 'refundHao'>) => orderHao + usageHao - refundHao

function bonusOf(bonuses: Balances['bonuses'], now: Date) {
  const next = bonuses.find(bonus => isUsable(bonus, now))
  return {
    availableHao: bonusLeft(bonuses, now),
    nextExpiry: next ? { hao: next.availableCount, expiresAt: next.expiresAt } : null,
  }
}

type Grants = Awaited<ReturnType<typeof balancesOf>>['grants']
type LinkGrants = Awaited<ReturnType<typeof linkGrantsOf>>

function packagesOf(grants: Grants, links: LinkGrants, now: Date) {
  const isUsable = (grant: { startsAt: Date; expiresAt: Date }) => grant.startsAt <= now && grant.expiresAt > now
  const usable = grants.filter(isUsable)
  const sum = (list: readonly { availableCount: number }[]) => list.reduce((total, grant) => total + grant.availableCount, 0)
  const next = usable.find(grant => grant.availableCount > 0)
  return {
    segmentCount: sum(usable),
    giftSegmentCount: sum(usable.filter(grant => grant.source === 'gift')),
    unitCount: sum(links.filter(isUsable)),
    nextExpiry: next ? { name: next.name, count: next.availableCount, expiresAt: next.expiresAt } : null,
  }
}

async function invoiceableOf(executor: Executor, account: AccountId) {
  const { rows } = await sql<{ rateBp: number; availableHao: number; heldHao: number; issuedHao: number }>`
    select rate_bp, coalesce(sum(credits - debits) filter (where purpose = 'available'), 0)::bigint as "availableHao",
      coalesce(sum(credits - debits) filter (where purpose = 'held'), 0)::bigint as "heldHao",
      coalesce(sum(credits - debits) filter (where purpose = 'spent'), 0)::bigint as "issuedHao"
    from ledger_account where account_id = ${account} and asset = 'invoice' group by rate_bp order by rate_bp desc`.execute(executor)
  return rows
}

/** The cost of the previous month up to the same day. */
async function sameDaysBefore(executor: Executor, account: AccountId, now: Date) {
  const { from, to, start, end } = monthSpan(monthAfter(chinaMonth(now), -1))
  const day = chinaDay(now).slice(8)
  const lastDay = `${from.slice(0, 8)}${day}` < to ? `${from.slice(0, 8)}${day}` : to
  const until = new Date(Math.min(end.getTime(), start.getTime() + Number(day) * dayMs))
  const { rows } = await sql<{ orderHao: number; usageHao: number; refundHao: number }>`
    select (select coalesce(sum(amount_hao), 0)::bigint from charge_day where account_id = ${account} and day between ${from} and ${lastDay}) as "usageHao",
      coalesce(sum(amount) filter (where kind = 'purchase'), 0)::bigint as "orderHao",
      coalesce(sum(amount) filter (where kind = 'refund'), 0)::bigint as "refundHao"
    from transfer where account_id = ${account} and asset = 'cny' and kind in ('purchase', 'refund') and kind not in ('hold', 'post', 'void')
      and at >= ${start} and at < ${until}`.execute(executor)
  return firstOrThrow(rows)
}

/** Average usage of the last days; forecast from it: cost of the month, and when the balance is used up. */
async function paceOf(
  executor: Executor,
  account: AccountId,
  now: Date,
  { availableHao, spentHao }: { availableHao: number; spentHao: number },
) {
  const from = chinaDayStart(now, 1 - paceDays)
  const { rows } = await sql<{ hao: number }>`
    select coalesce(sum(amount_hao), 0)::bigint as hao from charge_day
    where account_id = ${account} and day between ${chinaDay(from)} and ${chinaDay(now)}`.execute(executor)
  const { hao } = firstOrThrow(rows)
  const haoPerMs = hao / (now.getTime() - from.getTime())
  const { end } = monthSpan(chinaMonth(now))
  const lastsMs = hao === 0 ? null : availableHao / haoPerMs
  return {
    dayHao: Math.round(haoPerMs * dayMs),
    forecastHao: spentHao + Math.round(haoPerMs * (end.getTime() - now.getTime())),
    emptyAt: lastsMs === null || lastsMs > 3650 * dayMs ? null : new Date(now.getTime() + Math.max(0, lastsMs)),
  }
}

const homeMonths = 12

/**
 * The finance figures of the home page: a year of months, this month's forecast, and the amount that can be invoiced.
 */
export async function homeFinance(executor: Executor, account: AccountId, now: Date) {
  const bills = (await listBills(executor, account, now)).slice(0, homeMonths).reverse()
  const { availableHao } = await balancesOf(executor, account)
  const spentHao = spentOf(lastOrThrow(bills))
  const rates = await invoiceableOf(executor, account)
  return {
    months: bills.map(({ month, orderHao, usageHao, refundHao }) => ({ month, orderHao, usageHao, refundHao })),
    forecastHao: (await paceOf(executor, account, now, { availableHao, spentHao })).forecastHao,
    invoiceableHao: rates.reduce((sum, rate) => sum + Math.max(0, wholeFen(rate.availableHao)), 0),
    owedHao: rates.reduce((sum, rate) => sum + Math.max(0, -rate.availableHao), 0),
  }
}

interface HoldRow {
  key: string
  kind: 'broadcast' | 'app' | 'single' | 'withdrawal'
  name: string | null
  broadcastId: string | null
  since: Date
  segmentCount: number
  amountHao: number
}

const shownHolds = 200

/** Held money by purpose, the largest sums first, and its total. */
export async function listHolds(executor: Executor, account: AccountId) {
  const { rows } = await sql<HoldRow>`
    with open as (
      select broadcast_id, app_id, min(created_at) as since, sum(segment_count - posted_count - voided_count)::bigint as segments,
        sum((segment_count - posted_count - voided_count) * unit_price_hao)::bigint as hao
      from charge_hold
      where account_id = ${account} and grant_id is null and posted_count + voided_count < segment_count group by 1, 2),
    asked as (
      select withdrawal_id, withdrawal_number, created_at, amount_hao from withdrawal
      where account_id = ${account} and state in ('reviewing', 'approving', 'refunding', 'abnormal'))
    select coalesce(open.broadcast_id, open.app_id, ${nothingId})::text as key,
      case when open.broadcast_id is not null then 'broadcast' when open.app_id is not null then 'app' else 'single' end as kind,
      coalesce(broadcast.name, app.name) as name, open.broadcast_id, since, segments as "segmentCount", hao as "amountHao"
    from open
    left join broadcast on broadcast.account_id = ${account} and broadcast.broadcast_id = open.broadcast_id
    left join app on app.account_id = ${account} and app.app_id = open.app_id
    where hao > 0
    union all
    select withdrawal_id::text, 'withdrawal', withdrawal_number, null, created_at, 0, amount_hao from asked
    order by "amountHao" desc, key limit ${shownHolds}`.execute(executor)
  const { heldHao } = await balancesOf(executor, account)
  return {
    rows: rows.map(({ name, ...row }) => ({ ...row, name: name ?? (row.kind === 'broadcast' ? '已删除的任务' : '控制台单条发送') })),
    totalHao: heldHao,
  }
}
