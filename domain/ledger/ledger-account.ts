import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Tx } from '#db/connect.ts'
import { newestFirst } from '#db/newest-version.ts'
import type { LedgerAccountTable } from '#db/types.ts'
import { type AccountId, newId } from '#values/id.ts'

export type Asset = 'cny' | 'bonus' | 'segment' | 'link' | 'invoice'
export type Purpose = 'outside' | 'available' | 'held' | 'spent'
/** Product for tax purposes. */
export type Product = 'sms' | 'link'

/**
 * A ledger account: of the balance in 毫, of one grant in 毫 (赠送金), segments or link units, or of the invoiceable amount
 * in 毫.
 */
export interface LedgerAccount {
  purpose: Purpose
  /** Null: the balance, or with a rate the invoiceable amount. */
  grantId: string | null
  /** Basis points: the ledger account of the amount invoiceable at this rate. */
  rateBp?: number
  /** A grant of gift money (赠送金): its entries form a statement, so all such accounts are locked together. */
  isBonus?: boolean
}

/** The source of consumption: an order, or (orderId null) a month's usage of a product (`2026-11`, China time). */
export interface Consumed {
  product: Product
  month: string
  orderId: string | null
}

/** A ledger account; for sources of the invoiceable amount with its consumption. */
export interface AnyLedgerAccount extends LedgerAccount {
  consumed?: Consumed
}

export interface HeldLedgerAccount extends AnyLedgerAccount {
  id: string
  asset: Asset
  balance: number
  /** The time of its last entry; only for the balance and gift money. */
  movedAt: Date | null
  /** Where the locked version of its row is, until the transaction changes it. */
  place: string
}

interface TaxRule {
  product: Product
  startsAt: Date
  rateBp: number
}

/** What must be locked together before a booking. */
export interface Needed {
  grantIds: readonly string[]
  money: boolean
  bonus: boolean
  rateBps: readonly number[]
  /** Consumption or its refund: time (null: now), product, and the order if there is one. */
  consumption: readonly { at: Date | null; product: Product; orderId: string | null }[]
}

const purposes: readonly Purpose[] = ['outside', 'available', 'held', 'spent']
const bucketPurposes: readonly Purpose[] = ['available', 'held', 'spent']

export const ledgerAccountKey = ({ purpose, grantId, rateBp, consumed }: AnyLedgerAccount): string =>
  [purpose, grantId ?? '', rateBp ?? '', consumed ? `${consumed.product} ${consumed.month} ${consumed.orderId ?? ''}` : ''].join('/')

/** Creates the four ledger accounts of a grant or of the balance (null). Idempotent. */
export async function openLedgerAccounts(
  tx: Tx,
  account: AccountId,
  grantId: string | null,
  asset: Exclude<Asset, 'invoice'>,
): Promise<void> {
  await insertLedgerAccounts(
    tx,
    purposes.map(purpose => ({ accountId: account, ledgerAccountId: newId(), asset, purpose, grantId })),
  )
}

/** Creates the ledger accounts of a tax rate and of the consumption at it. Idempotent. */
export async function openInvoiceLedgerAccounts(tx: Tx, account: AccountId, rateBp: number, consumed: Consumed): Promise<void> {
  const common = { accountId: account, asset: 'invoice', rateBp }
  await insertLedgerAccounts(tx, [
    ...bucketPurposes.map(purpose => ({ ...common, ledgerAccountId: newId(), purpose })),
    { ...common, ledgerAccountId: newId(), purpose: 'outside', ...consumed },
  ])
}

async function insertLedgerAccounts(tx: Tx, rows: Insertable<LedgerAccountTable>[]): Promise<void> {
  const made = await tx
    .insertInto('ledgerAccount')
    .values(rows)
    .onConflict(conflict => conflict.constraint('ledger_account_key').doNothing())
    .returning(['accountId', 'ledgerAccountId', 'asset', 'purpose', 'grantId', 'rateBp', 'product', 'month', 'orderId'])
    .execute()
  if (made.length > 0)
    await tx
      .insertInto('chartOfAccounts')
      .values(made)
      .onConflict(conflict => conflict.doNothing())
      .execute()
}

interface LedgerAccountRow {
  id: string
  asset: Asset
  purpose: Purpose
  grantId: string | null
  rateBp: number | null
  product: Product | null
  month: string | null
  orderId: string | null
  balance: number
  movedAt: Date | null
  place: string
  now: Date
  rules: { product: Product; startsAt: string; rateBp: number }[] | null
}

export interface Locked {
  ledgerAccounts: HeldLedgerAccount[]
  rules: TaxRule[]
  now: Date
}

/** The balance of the ledger account of the row `chart`, without the versions that bookings left behind. */
export const balanceOfChart = (account: AccountId): RawBuilder<unknown> => sql`
  select credits - debits as balance, credit_limit, moved_at, ctid::text as place from ledger_account
  where account_id = ${account} and ${newestFirst(sql.ref('ledger_account_id'), sql.ref('chart.ledger_account_id'))}`

/** The same, locked until the transaction ends. */
export const lockedBalance = (account: AccountId): RawBuilder<unknown> => sql`${balanceOfChart(account)} for no key update`

/** Ledger accounts with their balances, rows locked in order of ids; with the tax rules if anything is consumed. */
export async function lockLedgerAccounts(
  tx: Tx,
  account: AccountId,
  { grantIds, money, bonus, rateBps, consumption }: Needed,
): Promise<Locked> {
  const consumes = consumption.length > 0
  const orderIds = consumption.flatMap(({ orderId }) => (orderId === null ? [] : [orderId]))
  const usage = consumption.filter(({ orderId }) => orderId === null)
  const { rows } = await sql<LedgerAccountRow>`
    select ledger_account_id as id, asset, purpose, grant_id, rate_bp, product, month, order_id, balance, moved_at, place, now() as now,
      ${consumes ? sql`(select jsonb_agg(jsonb_build_object('product', product, 'startsAt', starts_at, 'rateBp', rate_bp) order by starts_at) from tax_rule)` : sql`null`} as rules
    from (select * from chart_of_accounts
    where account_id = ${account} and (grant_id = any(${grantIds}::uuid[])
      ${money ? sql`or asset = 'cny'` : sql``}
      ${bonus ? sql`or asset = 'bonus'` : sql``}
      ${rateBps.length > 0 ? sql`or (asset = 'invoice' and purpose <> 'outside' and rate_bp = any(${rateBps}::integer[]))` : sql``}
      ${consumes ? sql`or (asset = 'invoice' and purpose = 'available')` : sql``}
      ${orderIds.length > 0 ? sql`or (asset = 'invoice' and purpose = 'outside' and order_id = any(${orderIds}::uuid[]))` : sql``}
      ${
        usage.length > 0
          ? sql`or (asset = 'invoice' and purpose = 'outside' and order_id is null and (product, month) in (
              select product, to_char(coalesce(at, now()) at time zone 'Asia/Shanghai', 'YYYY-MM')
              from unnest(${usage.map(({ product }) => product)}::text[], ${usage.map(({ at }) => at)}::timestamptz[]) as used (product, at)))`
          : sql``
      })
    order by ledger_account_id) as chart
    cross join lateral (${lockedBalance(account)}) as newest`.execute(tx)
  return {
    now: rows[0]?.now ?? new Date(0),
    rules: (rows[0]?.rules ?? []).map(rule => ({ ...rule, startsAt: new Date(rule.startsAt) })),
    ledgerAccounts: rows.map(heldLedgerAccount),
  }
}

/**
 * The time of the account's next entry: now, but never before its last one, which a clock ahead may have written. Rows
 * written beside an entry (an order, its number) use it too, so that all have the same day.
 */
export async function entryTime(tx: Tx, account: AccountId, now: Date): Promise<Date> {
  const { last } = await tx
    .selectFrom('ledgerAccount')
    .select(eb => eb.fn.max('movedAt').as('last'))
    .where('accountId', '=', account)
    .where('asset', 'in', ['cny', 'bonus', 'invoice'])
    .executeTakeFirstOrThrow()
  return last && last > now ? last : now
}

const heldLedgerAccount = ({
  id,
  asset,
  purpose,
  grantId,
  rateBp,
  product,
  month,
  orderId,
  balance,
  movedAt,
  place,
}: LedgerAccountRow): HeldLedgerAccount => ({
  ...{ id, asset, purpose, grantId, balance, movedAt, place },
  ...(rateBp === null ? {} : { rateBp }),
  ...(product === null || month === null ? {} : { consumed: { product, month, orderId } }),
})
