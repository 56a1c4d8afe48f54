import { type RawBuilder, sql } from 'kysely'
import type { Executor, Tx } from '#db/connect.ts'
import { chinaDay } from '#values/china-time.ts'
import type { AccountId } from '#values/id.ts'
import { tableOf } from '#values/keys.ts'
import { getOrThrow } from '#values/or-throw.ts'
import { pick } from '#values/pick.ts'
import { type Balances, type GrantBalance, type MessageGrantKind, splitGrants } from './balance.ts'
import type { MessageKind } from './charge.ts'
import { type Asset, balanceOfChart, type HeldLedgerAccount, lockedBalance, type Purpose } from './ledger-account.ts'

/** Prices of a segment of one kind, not paid by a package, in 毫. */
interface UnitPrices {
  /** The account's own price, else the list price. */
  unitPriceHao: number
  /** The list price. */
  listPriceHao: number
}

export interface Pricing {
  prices: Record<MessageKind, UnitPrices>
  /** Whether the balance pays when no package is left. */
  paysFromBalance: boolean
}

/** Everything that can pay for messages, and the prices. */
export interface Means extends Pricing {
  grants: GrantBalance[]
  /** Grants of gift money, used before the balance. */
  bonuses: GrantBalance<'bonus'>[]
  availableHao: number
  creditLimitHao: number
  /** Spend caps (消费上限) that the account set per day and month, with the spending so far; empty: none. */
  caps: SpendCap[]
}

/** A spend cap in 毫 of gift money and balance for a period (China time), and the spending so far including holds. */
export interface SpendCap {
  period: 'day' | 'month'
  capHao: number
  spentHao: number
}

/** The same with locked ledger accounts: changes stay exclusive until the transaction ends. */
export interface Funds extends Means {
  ledgerAccounts: HeldLedgerAccount[]
}

/** The prices of all kinds, and whether the balance pays. */
export async function readPrices(executor: Executor, account: AccountId | null, now: Date): Promise<Pricing> {
  const own =
    account === null
      ? sql`null::integer as own, null as when_empty`
      : sql`(select unit_price_hao from account_price where account_id = ${account}::uuid and account_price.kind = asked.kind and starts_at <= ${now}
        order by starts_at desc limit 1) as own, (select when_empty from account where account_id = ${account}::uuid) as when_empty`
  const { rows } = await sql<{ kind: MessageKind; own: number | null; list: number; whenEmpty: string | null }>`
    select asked.kind, ${own},
      (select unit_price_hao from unit_price where unit_price.kind = asked.kind and starts_at <= ${now} order by starts_at desc limit 1) as list
    from unnest(array['otp', 'transactional', 'marketing']) as asked (kind)`.execute(executor)
  const byKind = new Map(rows.map(({ kind, own, list }) => [kind, { unitPriceHao: own ?? list, listPriceHao: list }]))
  const prices: Record<MessageKind, UnitPrices> = tableOf(['otp', 'transactional', 'marketing'], kind => getOrThrow(byKind, kind))
  return { prices, paysFromBalance: rows[0]?.whenEmpty === 'balance' }
}

/** 毫 of gift money and balance charged for messages since a day, and held. Packages have no price and don't count. */
export const chargedAndHeld = (account: AccountId, since: RawBuilder<unknown>, today: string) => sql`
  (select coalesce(sum(posted_count * unit_price_hao), 0) from charge_day
    where account_id = ${account}::uuid and unit_price_hao > 0 and day between ${since} and ${today})
  + (select coalesce(sum(balance), 0) from chart_of_accounts as chart cross join lateral (${balanceOfChart(account)}) as newest
    where chart.account_id = ${account}::uuid and asset in ('cny', 'bonus') and purpose = 'held')
  - (select coalesce(sum(amount_hao), 0) from refund
    where account_id = ${account}::uuid and withdrawal_id is not null and state in ('planned', 'asking', 'failed', 'by_hand'))`

/**
 * The account's spend caps. To enforce them, call it after locking the ledger accounts: a statement of its own sees
 * earlier holds of others.
 */
export async function readCaps(executor: Executor, account: AccountId, now: Date): Promise<SpendCap[]> {
  const today = chinaDay(now)
  const { rows } = await sql<SpendCap>`
    select period, cap_hao, (${chargedAndHeld(account, sql`since`, today)})::bigint as "spentHao"
    from spend_cap as cap
    cross join lateral (values ('day', cap.day_hao, ${today}::text), ('month', cap.month_hao, ${`${today.slice(0, 7)}-01`}::text)) as one (period, cap_hao, since)
    where cap.account_id = ${account}::uuid and cap_hao is not null order by period`.execute(executor)
  return rows
}

interface LockedRow {
  id: string
  asset: Asset
  purpose: Purpose
  balance: number
  creditLimit: number
  movedAt: Date | null
  place: string
  grantId: string | null
  kind: MessageGrantKind | 'bonus'
  name: string
  source: GrantBalance['source']
  segmentCount: number
  createdAt: Date
  startsAt: Date
  expiresAt: Date
}

/**
 * Locks everything that can pay for messages now, in order of ids like every booking: balance, gift money (all of it,
 * since it has one statement) and valid packages. The caller holds the account's row lock, which everyone who takes
 * from them acquires first.
 */
export async function lockFunds(tx: Tx, account: AccountId, now: Date): Promise<Omit<Funds, keyof Pricing>> {
  const locking = sql<LockedRow>`
    select chart.*, newest.*
    from (
      select chart.ledger_account_id, chart.ledger_account_id as id, chart.asset, chart.purpose, chart.grant_id, funding.kind, funding.name,
        funding.source, funding.segment_count, funding.created_at, funding.starts_at, funding.expires_at
      from chart_of_accounts as chart
      left join credit_grant as funding on funding.account_id = ${account} and funding.grant_id = chart.grant_id
      where chart.account_id = ${account} and chart.purpose in ('available', 'held')
        and (chart.asset in ('cny', 'bonus') or (chart.asset = 'segment' and funding.starts_at <= ${now} and funding.expires_at > ${now}))
      order by chart.ledger_account_id) as chart
    cross join lateral (${lockedBalance(account)}) as newest`.execute(tx)
  const [{ rows }, caps] = await Promise.all([locking, readCaps(tx, account, now)])
  const ledgerAccounts = rows.map(row => pick(row, 'id', 'asset', 'purpose', 'grantId', 'balance', 'movedAt', 'place'))
  return { ledgerAccounts, caps, ...balancesFrom(rows) }
}

function balancesFrom(rows: readonly LockedRow[]): Pick<Balances, 'availableHao' | 'creditLimitHao' | 'grants' | 'bonuses'> {
  const money = rows.filter(row => row.grantId === null)
  const grants = rows
    .flatMap(({ grantId, purpose, ...row }) => (grantId !== null && purpose === 'available' ? [{ grantId, ...row }] : []))
    .map(({ grantId, kind, name, source, segmentCount, balance, createdAt, startsAt, expiresAt }) => ({
      grantId,
      ...{ kind, name, source, segmentCount, createdAt, startsAt, expiresAt },
      availableCount: balance,
      heldCount: 0,
      spentCount: 0,
      refundedAt: null,
    }))
    .sort((a, b) => a.expiresAt.getTime() - b.expiresAt.getTime() || (a.grantId < b.grantId ? -1 : 1))
  return {
    availableHao: money.find(row => row.purpose === 'available')?.balance ?? 0,
    creditLimitHao: money.reduce((sum, row) => sum + row.creditLimit, 0),
    ...splitGrants(grants),
  }
}
