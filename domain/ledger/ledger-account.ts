import { sql } from 'kysely'
import type { Tx } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'

export type Asset = 'cny' | 'bonus' | 'segment' | 'link' | 'invoice'
export type Purpose = 'outside' | 'available' | 'held' | 'spent'
/** What is sold, as far as its tax goes. */
export type Product = 'sms' | 'link'

/** The pocket a transfer takes from or gives to: of the balance in 毫, of one grant in 毫 (赠送金), segments or link units, or of what may be invoiced in 毫. */
export interface LedgerAccount {
  purpose: Purpose
  /** Null: the balance in money, or with a rate what may be invoiced. */
  grantId: string | null
  /** Basis points: the pocket of what may be invoiced at this rate. */
  rateBp?: number
  /** The grant is one of money (赠送金): its entries form a statement, so all of the account's are locked together. */
  isBonus?: boolean
}

/** Something that was consumed: an order, or (orderId null) a month's usage of a product (`2026-11` in China). */
export interface Consumed {
  product: Product
  month: string
  orderId: string | null
}

/** A pocket with the consumption that it counts, if it is one of those that what may be invoiced comes from. */
export interface AnyLedgerAccount extends LedgerAccount {
  consumed?: Consumed
}

export interface HeldLedgerAccount extends AnyLedgerAccount {
  id: string
  asset: Asset
  balance: number
  /** Of the balance and of a grant of money: the moment of its last entry. */
  movedAt: Date | null
}

export interface TaxRule {
  product: Product
  startsAt: Date
  rateBp: number
}

/** What has to be locked together before a booking. */
export interface Needed {
  grantIds: readonly string[]
  money: boolean
  bonus: boolean
  rateBps: readonly number[]
  /** Consumption that is booked or given back: its moment (null: now) and product, the order if it is one. */
  consumption: readonly { at: Date | null; product: Product; orderId: string | null }[]
}

const purposes: readonly Purpose[] = ['outside', 'available', 'held', 'spent']
const bucketPurposes: readonly Purpose[] = ['available', 'held', 'spent']

export const ledgerAccountKey = ({ purpose, grantId, rateBp, consumed }: AnyLedgerAccount): string =>
  [purpose, grantId ?? '', rateBp ?? '', consumed ? `${consumed.product} ${consumed.month} ${consumed.orderId ?? ''}` : ''].join('/')

/** Makes the four ledger accounts of a grant, or of the balance (null). Safe to repeat. */
export async function openLedgerAccounts(
  tx: Tx,
  account: AccountId,
  grantId: string | null,
  asset: Exclude<Asset, 'invoice'>,
): Promise<void> {
  await tx
    .insertInto('ledger_account')
    .values(purposes.map(purpose => ({ account_id: account, ledger_account_id: newId(), asset, purpose, grant_id: grantId })))
    .onConflict(conflict => conflict.constraint('ledger_account_pocket').doNothing())
    .execute()
}

/** Makes the pockets of a rate, and of what was consumed at it. Safe to repeat. */
export async function openInvoiceLedgerAccounts(tx: Tx, account: AccountId, rateBp: number, consumed: Consumed): Promise<void> {
  const common = { account_id: account, asset: 'invoice', rate_bp: rateBp }
  await tx
    .insertInto('ledger_account')
    .values([
      ...bucketPurposes.map(purpose => ({ ...common, ledger_account_id: newId(), purpose, product: null, month: null, order_id: null })),
      {
        ...common,
        ledger_account_id: newId(),
        purpose: 'outside',
        product: consumed.product,
        month: consumed.month,
        order_id: consumed.orderId,
      },
    ])
    .onConflict(conflict => conflict.constraint('ledger_account_pocket').doNothing())
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
  now: Date
  rules: { product: Product; startsAt: string; rateBp: number }[] | null
}

export interface Locked {
  ledgerAccounts: HeldLedgerAccount[]
  rules: TaxRule[]
  now: Date
}

/** Pockets with what is in them, their rows locked in the order of their ids; with them the tax rules if anything is consumed. */
export async function lockLedgerAccounts(
  tx: Tx,
  account: AccountId,
  { grantIds, money, bonus, rateBps, consumption }: Needed,
): Promise<Locked> {
  const consumes = consumption.length > 0
  const orderIds = consumption.flatMap(({ orderId }) => (orderId === null ? [] : [orderId]))
  const usage = consumption.filter(({ orderId }) => orderId === null)
  const { rows } = await sql<LedgerAccountRow>`
    select ledger_account_id as id, asset, purpose, grant_id as "grantId", rate_bp as "rateBp", product, month, order_id as "orderId",
      credits - debits as balance, moved_at as "movedAt", now() as now,
      ${consumes ? sql`(select jsonb_agg(jsonb_build_object('product', product, 'startsAt', starts_at, 'rateBp', rate_bp) order by starts_at) from tax_rule)` : sql`null`} as rules
    from ledger_account
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
    order by ledger_account_id for no key update`.execute(tx)
  return {
    now: rows[0]?.now ?? new Date(0),
    rules: (rows[0]?.rules ?? []).map(rule => ({ ...rule, startsAt: new Date(rule.startsAt) })),
    ledgerAccounts: rows.map(heldLedgerAccount),
  }
}

/**
 * The moment that the account's next entry bears: now, but never before its last one, whose clock may have been ahead. What is written beside an entry (an order,
 * its number) takes it too, so that all of them name the same day.
 */
export async function entryTime(tx: Tx, account: AccountId, now: Date): Promise<Date> {
  const { last } = await tx
    .selectFrom('ledger_account')
    .select(eb => eb.fn.max('moved_at').as('last'))
    .where('account_id', '=', account)
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
}: LedgerAccountRow): HeldLedgerAccount => ({
  ...{ id, asset, purpose, grantId, balance, movedAt },
  ...(rateBp === null ? {} : { rateBp }),
  ...(product === null || month === null ? {} : { consumed: { product, month, orderId } }),
})
