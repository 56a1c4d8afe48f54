import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { terms } from '#contract/terms.ts'
import { accountRow } from '#db/account-row.ts'
import type { Db, Executor, Tx } from '#db/connect.ts'
import { notifyAccount } from '#domain/notification/index.ts'
import { monthAfter, monthName, monthSpan, monthStart } from '#values/china-month.ts'
import { chinaMonth } from '#values/china-time.ts'
import type { AccountId } from '#values/id.ts'
import { formatYuan } from '#values/money.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { pick } from '#values/pick.ts'
import { monthMovements, reconciliationGap } from './bill.ts'
import { lineOrder, liveLines } from './charge-line.ts'

/** A month is closed at noon of the third day of the next one (China time). */
const closingMs = (2 * 24 + 12) * 3_600_000
export const closesAt = (month: string): Date => new Date(monthStart(monthAfter(month)).getTime() + closingMs)

/** The newest month that may be closed at this moment. */
export const lastClosable = (now: Date): string => chinaMonth(monthStart(chinaMonth(now.getTime() - closingMs)).getTime() - 1)

/**
 * Month-end close: closes an account's finished months, oldest first, each atomically: stores its lines, and the bill
 * with a hash of them. Closed months stay unchanged. Returns the months closed now. Throws if reconciliation fails:
 * such a month stays open until somebody has investigated.
 */
export async function closeBills(tx: Tx, account: AccountId, now: Date): Promise<string[]> {
  await sql`select from account where account_id = ${account} for no key update`.execute(tx)
  const closed: string[] = []
  for (const month of await dueMonths(tx, account, now)) {
    await closeMonth(tx, account, month, now)
    closed.push(month)
  }
  return closed
}

async function dueMonths(tx: Tx, account: AccountId, now: Date): Promise<string[]> {
  const { rows } = await sql<{ last: string | null; since: Date }>`
    select (select max(month) from bill where account_id = ${account}) as last, least(created_at,
      (select at from transfer where account_id = ${account} and asset = 'cny' order by entry_number limit 1)) as since
    from account where account_id = ${account}`.execute(tx)
  const { last, since } = firstOrThrow(rows)
  const months: string[] = []
  for (let month = last === null ? chinaMonth(since) : monthAfter(last); month <= lastClosable(now); month = monthAfter(month))
    months.push(month)
  return months
}

async function closeMonth(tx: Tx, account: AccountId, month: string, now: Date): Promise<void> {
  const bridge = await monthMovements(tx, account, month)
  if (reconciliationGap(bridge) !== 0) throw new Error(`${month} of ${account} misses ${reconciliationGap(bridge)} hao`)
  const lines = await readHashed(
    tx,
    sql`select row_number() over (order by ${lineOrder})::int as line, * from (${liveLines(account, monthSpan(month))}) as live`,
  )
  const previous = await sql<{ hash: string }>`
    select hash from bill where account_id = ${account} and month = ${monthAfter(month, -1)}`.execute(tx)
  const hash = billHash({ account, month, previous: previous.rows[0]?.hash ?? null, bridge, lines })
  await tx
    .insertInto('bill')
    .values({
      accountId: account,
      month,
      billNumber: billNumber(account, month),
      ...pick(bridge, 'openingHao', 'rechargeHao', 'withdrawHao', 'orderHao', 'usageHao', 'refundHao', 'adjustHao', 'closingHao'),
      lineCount: lines.length,
      hash,
      closedAt: now,
    })
    .execute()
  await writeLines(tx, account, month)
  if (bridge.orderHao + bridge.usageHao > 0)
    await notifyAccount(tx, account, {
      kind: 'finance',
      title: `${monthName(month)}账单已出账`,
      body: `订单${formatYuan(bridge.orderHao)}，${terms.usage}${formatYuan(bridge.usageHao)}，${terms.closing}${formatYuan(bridge.closingHao)}。`,
      link: `/system/finance/bill/overview?month=${month}`,
      now,
    })
}

const writeLines = (tx: Tx, account: AccountId, month: string) =>
  sql`
    insert into bill_line (account_id, month, line, day, kind, product, item, source, app_id, grant_id, order_id, quantity, returned_count, unit_price_hao,
      list_price_hao, list_hao, discount_hao, package_hao, bonus_hao, cash_hao, adjust_hao, rate_bp)
    select owner.account_id, ${month}::text, row_number() over (partition by owner.account_id order by ${lineOrder}), day, kind, product, item, source, app_id, grant_id, order_id, quantity,
      returned_count, unit_price_hao, list_price_hao, list_hao, discount_hao, package_hao, bonus_hao, cash_hao, adjust_hao, rate_bp
    from ${accountRow(account)}
    cross join (${liveLines(account, monthSpan(month))}) as live`.execute(tx)

/** The bill number: `B202610-` and eight characters of the account's id. */
const billNumber = (account: AccountId, month: string) =>
  `B${month.replace('-', '')}-${account.replaceAll('-', '').slice(-8).toUpperCase()}`

/**
 * Lines in order, each as the text that is hashed. Lines without gift money or correction keep the older format, so
 * that earlier hashes stay valid.
 */
async function readHashed(executor: Executor, numbered: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select concat_ws('|', line, day, kind, coalesce(product, '-'), item, source, coalesce(app_id::text, '-'), coalesce(grant_id::text, '-'),
      coalesce(order_id::text, '-'), quantity, returned_count, unit_price_hao, list_price_hao, list_hao, discount_hao, package_hao, cash_hao,
      coalesce(rate_bp::text, '-'), case when bonus_hao <> 0 then 'bonus ' || bonus_hao end,
      case when adjust_hao <> 0 then 'adjust ' || adjust_hao end) as text
    from (${numbered}) as numbered order by line`.execute(executor)
  return rows.map(row => row.text)
}

type Hashed = {
  account: AccountId
  month: string
  previous: string | null
  bridge: Awaited<ReturnType<typeof monthMovements>>
  lines: string[]
}

function billHash({ account, month, previous, bridge, lines }: Hashed): string {
  const { openingHao, rechargeHao, withdrawHao, orderHao, usageHao, refundHao, adjustHao, closingHao } = bridge
  const head = [account, month, previous ?? '-', openingHao, rechargeHao, withdrawHao, orderHao, usageHao, refundHao, adjustHao, closingHao]
  return createHash('sha256')
    .update([head.join('|'), ...lines].join('\n'))
    .digest('hex')
}

/** Tamper detection: closed months whose rows don't match their hash, or that follow a missing month. */
export async function changedBills(executor: Executor, account: AccountId): Promise<string[]> {
  const bills = await executor.selectFrom('bill').selectAll().where('accountId', '=', account).orderBy('month').execute()
  const changed: string[] = []
  let previous: (typeof bills)[number] | undefined
  for (const bill of bills) {
    const lines = await readHashed(executor, sql`select * from bill_line where account_id = ${account} and month = ${bill.month}`)
    const bridge = pick(bill, 'openingHao', 'rechargeHao', 'withdrawHao', 'orderHao', 'usageHao', 'refundHao', 'adjustHao', 'closingHao')
    const isNext = previous === undefined || monthAfter(previous.month) === bill.month
    const expected = billHash({ account, month: bill.month, previous: previous?.hash ?? null, bridge, lines })
    if (expected !== bill.hash || !isNext || lines.length !== bill.lineCount) changed.push(bill.month)
    previous = bill
  }
  return changed
}

/** Accounts with a finished month that isn't closed. */
export async function accountsToClose(db: Db, now: Date): Promise<AccountId[]> {
  const last = lastClosable(now)
  const { rows } = await sql<{ accountId: AccountId }>`
    -- across accounts: accounts with months to close
    select account_id from account
    where created_at < ${monthStart(monthAfter(last))} and not exists (select from bill where bill.account_id = account.account_id and month = ${last})
    order by account_id`.execute(db)
  return rows.map(row => row.accountId)
}
