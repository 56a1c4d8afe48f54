import { type RawBuilder, sql } from 'kysely'
import { type EntryFilter, type EntryKind, holdingKinds, type Wallet } from '#contract/billing/transaction.ts'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { parseYuan } from '#values/money.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { pageOf } from '#values/page.ts'

interface EntryRow {
  entryNumber: number
  at: Date
  kind: EntryKind
  amountHao: number
  direction: 'in' | 'out' | 'within'
  availableAfterHao: number
  heldAfterHao: number
  remark: string | null
  gatewayNumber: string | null
  rechargeId: string | null
  tradeNumber: string | null
  orderId: string | null
  orderNumber: string | null
  orderName: string | null
  withdrawalId: string | null
  withdrawalNumber: string | null
  broadcastId: string | null
  broadcastName: string | null
  appId: string | null
  appName: string | null
}

const assetOf = (wallet: Wallet | undefined) => sql.lit(wallet === 'bonus' ? 'bonus' : 'cny')

/** The entries of an account's statement that match a filter, with their direction. */
const entries = (account: AccountId, { from, until, kind, wallet, hasHolds, ...by }: EntryFilter): RawBuilder<unknown> => sql`
  transfer as entry
  join ledger_account as giver on giver.account_id = ${account} and giver.ledger_account_id = entry.debit_id
  join ledger_account as taker on taker.account_id = ${account} and taker.ledger_account_id = entry.credit_id
  cross join lateral (select
    case when taker.purpose in ('available', 'held') then case when giver.purpose in ('available', 'held') then 'within' else 'in' end else 'out' end as direction) as way
  where entry.account_id = ${account} and entry.asset = ${assetOf(wallet)} and entry.at >= ${from} and entry.at < ${until}
    and ${kind ? sql`entry.kind = ${kind}` : hasHolds ? sql`true` : sql`entry.kind <> all(${holdingKinds}::text[])`}
    and ${sql.join([sql`true`, ...narrowings(account, by)], sql` and `)}`

type Narrowing = Pick<EntryFilter, 'direction' | 'least' | 'most' | 'number'>

function narrowings(account: AccountId, { direction, least, most, number }: Narrowing): RawBuilder<unknown>[] {
  const about = (table: string, id: string, column: string) =>
    sql`select ${sql.ref(id)} from ${sql.table(table)} where account_id = ${account} and ${sql.ref(column)} = ${number}`
  return [
    direction && sql`way.direction = ${direction}`,
    least && sql`entry.amount >= ${parseYuan(least)}`,
    most && sql`entry.amount <= ${parseYuan(most)}`,
    number &&
      sql`(entry.transfer_id in (${about('recharge', 'rechargeId', 'tradeNumber')} union all ${about('recharge', 'rechargeId', 'gatewayNumber')})
        or entry.reference_id in (${about('packageOrder', 'orderId', 'orderNumber')} union all ${about('withdrawal', 'withdrawalId', 'withdrawalNumber')}))`,
  ].filter(condition => typeof condition === 'object')
}

/** Statement of an account, newest entry first. `cursor`: the number of the last entry of the previous page. */
export async function listEntries(
  executor: Executor,
  account: AccountId,
  { cursor, pageSize, ...filter }: EntryFilter & { cursor?: number | undefined; pageSize: number },
) {
  const { rows } = await sql<EntryRow>`
    select entry_number, page.at, page.kind, amount as "amountHao", direction, available_after as "availableAfterHao",
      held_after as "heldAfterHao", coalesce(page.remark, bought.name || case when bought.quantity > 1 then ' × ' || bought.quantity else '' end) as remark,
      recharge.recharge_id, recharge.trade_number, bought.order_id, bought.order_number,
      bought.name as "orderName", broadcast.broadcast_id, broadcast.name as "broadcastName",
      withdrawal.withdrawal_id, withdrawal.withdrawal_number, app.app_id, app.name as "appName",
      coalesce(recharge.gateway_number, (select max(paid.gateway_number) from recharge as paid
        where paid.account_id = ${account} and paid.order_id = bought.order_id and page.kind = 'purchase')) as "gatewayNumber"
    from (select entry.*, way.direction from ${entries(account, filter)} ${cursor === undefined ? sql`` : sql`and entry_number < ${cursor}`}
      order by entry_number desc limit ${pageSize + 1}) as page
    left join recharge on recharge.account_id = ${account} and recharge.recharge_id = page.transfer_id
    left join package_order as bought on bought.account_id = ${account} and bought.order_id = page.reference_id
    left join withdrawal on withdrawal.account_id = ${account} and withdrawal.withdrawal_id = page.reference_id
    left join charge_hold as hold on hold.account_id = ${account} and hold.hold_id = page.reference_id
    left join broadcast on broadcast.account_id = ${account} and broadcast.broadcast_id = coalesce(hold.broadcast_id, page.reference_id)
    left join app on app.account_id = ${account} and app.app_id = hold.app_id
    order by entry_number desc`.execute(executor)
  const page = pageOf(rows, pageSize, row => String(row.entryNumber))
  return { rows: page.rows.map(shown), nextCursor: page.nextCursor }
}

const shown = (row: EntryRow) => {
  const { entryNumber, at, kind, amountHao, direction, availableAfterHao, heldAfterHao, gatewayNumber, remark } = row
  return { entryNumber, at, kind, amountHao, direction, availableAfterHao, heldAfterHao, gatewayNumber, remark, related: relatedOf(row) }
}

function relatedOf({ rechargeId, tradeNumber, orderId, orderNumber, orderName, withdrawalId, withdrawalNumber, ...row }: EntryRow) {
  if (rechargeId && tradeNumber) return { kind: 'recharge' as const, rechargeId, number: tradeNumber }
  if (orderId && orderNumber && orderName) return { kind: 'order' as const, orderId, number: orderNumber, name: orderName }
  if (withdrawalId && withdrawalNumber) return { kind: 'withdrawal' as const, withdrawalId, number: withdrawalNumber }
  if (row.broadcastId && row.broadcastName) return { kind: 'broadcast' as const, broadcastId: row.broadcastId, name: row.broadcastName }
  return row.appId && row.appName ? { kind: 'app' as const, appId: row.appId, name: row.appName } : null
}

/** Totals in 毫 of the entries that match the filter, in and out, and the opening and closing balance of the range. */
export async function entryTotals(executor: Executor, account: AccountId, filter: EntryFilter) {
  const { rows } = await sql<{ inHao: number; outHao: number; entryCount: number }>`
    select coalesce(sum(entry.amount) filter (where way.direction = 'in'), 0)::bigint as "inHao",
      coalesce(sum(entry.amount) filter (where way.direction = 'out'), 0)::bigint as "outHao", count(*) as "entryCount"
    from ${entries(account, filter)}`.execute(executor)
  const [openingHao, closingHao] = [
    await balanceBefore(executor, account, filter.wallet, filter.from),
    await balanceBefore(executor, account, filter.wallet, filter.until),
  ]
  return { ...firstOrThrow(rows), openingHao, closingHao }
}

/** Balance or gift money of an account in 毫, holds included, before a moment. */
async function balanceBefore(executor: Executor, account: AccountId, wallet: Wallet | undefined, at: Date): Promise<number> {
  const { rows } = await sql<{ balance: number }>`
    select available_after + held_after as balance from transfer
    where account_id = ${account} and asset = ${assetOf(wallet)} and at < ${at} order by at desc, entry_number desc limit 1`.execute(
    executor,
  )
  return rows[0]?.balance ?? 0
}
