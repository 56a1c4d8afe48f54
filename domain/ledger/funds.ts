import { type RawBuilder, sql } from 'kysely'
import type { Executor, Tx } from '#db/connect.ts'
import { chinaDay } from '#values/china-time.ts'
import type { AccountId } from '#values/id.ts'
import type { Balances, GrantBalance, MessageGrantKind } from './balance.ts'
import type { MessageKind } from './charge.ts'
import type { Asset, HeldLedgerAccount, Purpose } from './ledger-account.ts'

/** 毫 a segment of a kind costs at a moment when no package pays for it. */
export interface UnitPrices {
  /** An account's own price, else the one for everybody. */
  unitPriceHao: number
  /** The one for everybody. */
  listPriceHao: number
}

export interface Pricing {
  prices: Record<MessageKind, UnitPrices>
  /** Whether the balance pays when no package is left. */
  paysFromBalance: boolean
}

/** What can pay for messages, and at which price. */
export interface Means extends Pricing {
  grants: GrantBalance[]
  /** Gifts of money, which pay before the balance. */
  bonuses: GrantBalance<'bonus'>[]
  availableHao: number
  creditLimitHao: number
  /** 消费上限 that the account set for its days and months, with what counts against each; empty: none. */
  caps: SpendCap[]
}

/** 毫 of gift money and the balance: what messages may cost in a period of China's time, and what they have cost in it; whatever is held counts too. */
export interface SpendCap {
  period: 'day' | 'month'
  capHao: number
  spentHao: number
}

/** The same with its pockets locked: what is taken from it stays there until the transaction ends. */
export interface Funds extends Means {
  ledgerAccounts: HeldLedgerAccount[]
}

/** Reads the prices of all kinds and whether the balance pays. */
export async function readPrices(executor: Executor, account: AccountId | null, now: Date): Promise<Pricing> {
  const { rows } = await sql<{ kind: MessageKind; own: number | null; list: number; when_empty: string | null }>`
    select asked.kind,
      (select unit_price_hao from account_price where account_id = ${account}::uuid and account_price.kind = asked.kind and starts_at <= ${now}
        order by starts_at desc limit 1) as own,
      (select unit_price_hao from unit_price where unit_price.kind = asked.kind and starts_at <= ${now} order by starts_at desc limit 1) as list,
      (select when_empty from account where account_id = ${account}::uuid) as when_empty
    from unnest(array['code', 'notice', 'marketing']) as asked (kind)`.execute(executor)
  const prices = Object.fromEntries(rows.map(({ kind, own, list }) => [kind, { unitPriceHao: own ?? list, listPriceHao: list }])) as Record<
    MessageKind,
    UnitPrices
  >
  return { prices, paysFromBalance: rows[0]?.when_empty === 'balance' }
}

/** 毫 of gift money and the balance that messages have cost from a day on, and that are held for them. Packages have no price, so they count for nothing. */
export const chargedAndHeld = (account: AccountId, since: RawBuilder<unknown>, today: string) => sql`
  (select coalesce(sum(posted_count * unit_price_hao), 0) from charge_day
    where account_id = ${account}::uuid and unit_price_hao > 0 and day between ${since} and ${today})
  + (select coalesce(sum(credits - debits), 0) from ledger_account
    where account_id = ${account}::uuid and asset in ('cny', 'bonus') and purpose = 'held')
  - (select coalesce(sum(amount_hao), 0) from refund
    where account_id = ${account}::uuid and withdrawal_id is not null and state in ('planned', 'asking', 'failed', 'by_hand'))`

/** The caps that an account set. Of use for a hold only after the pockets are locked: by a statement of its own, which sees what others held before. */
export async function readCaps(executor: Executor, account: AccountId, now: Date): Promise<SpendCap[]> {
  const today = chinaDay(now)
  const { rows } = await sql<SpendCap>`
    select period, cap_hao as "capHao", (${chargedAndHeld(account, sql`since`, today)})::bigint as "spentHao"
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
  grantId: string | null
  kind: MessageGrantKind | 'bonus'
  name: string
  source: GrantBalance['source']
  segmentCount: number
  startsAt: Date
  expiresAt: Date
}

/**
 * Locks what can pay for messages now: the balance, gift money (all of it, since it has one statement) and the packages that are in force, in the order of
 * their ids as every booking does. The caller holds the account's row, which whoever takes from them locks first.
 */
export async function lockFunds(tx: Tx, account: AccountId, now: Date): Promise<Omit<Funds, keyof Pricing>> {
  const locking = sql<LockedRow>`
    select pocket.ledger_account_id as id, pocket.asset, pocket.purpose, pocket.credits - pocket.debits as balance, pocket.credit_limit as "creditLimit",
      pocket.moved_at as "movedAt", pocket.grant_id as "grantId", funding.kind, funding.name, funding.source, funding.segment_count as "segmentCount",
      funding.starts_at as "startsAt", funding.expires_at as "expiresAt"
    from ledger_account as pocket
    left join credit_grant as funding on funding.account_id = ${account} and funding.grant_id = pocket.grant_id
    where pocket.account_id = ${account} and pocket.purpose in ('available', 'held')
      and (pocket.asset in ('cny', 'bonus') or (pocket.asset = 'segment' and funding.starts_at <= ${now} and funding.expires_at > ${now}))
    order by pocket.ledger_account_id for no key update of pocket`.execute(tx)
  const [{ rows }, caps] = await Promise.all([locking, readCaps(tx, account, now)])
  const ledgerAccounts = rows.map(({ id, asset, purpose, grantId, balance, movedAt }) => ({
    id,
    asset,
    purpose,
    grantId,
    balance,
    movedAt,
  }))
  return { ledgerAccounts, caps, ...balancesFrom(rows) }
}

function balancesFrom(rows: readonly LockedRow[]): Pick<Balances, 'availableHao' | 'creditLimitHao' | 'grants' | 'bonuses'> {
  const money = rows.filter(row => row.grantId === null)
  const grants = rows
    .filter(row => row.grantId !== null && row.purpose === 'available')
    .map(({ grantId, kind, name, source, segmentCount, balance, startsAt, expiresAt }) => ({
      grantId: grantId!,
      ...{ kind, name, source, segmentCount, startsAt, expiresAt },
      availableCount: balance,
      heldCount: 0,
      spentCount: 0,
      refundedAt: null,
    }))
    .sort((a, b) => a.expiresAt.getTime() - b.expiresAt.getTime() || (a.grantId < b.grantId ? -1 : 1))
  return {
    availableHao: money.find(row => row.purpose === 'available')?.balance ?? 0,
    creditLimitHao: money.reduce((sum, row) => sum + row.creditLimit, 0),
    grants: grants.filter(grant => grant.kind !== 'bonus') as GrantBalance[],
    bonuses: grants.filter(grant => grant.kind === 'bonus') as GrantBalance<'bonus'>[],
  }
}
