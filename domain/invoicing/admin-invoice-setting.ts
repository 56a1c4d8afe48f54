import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { shownAccountName } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { pick } from '#values/pick.ts'

export type TaxedProduct = 'sms' | 'link'
export interface TaxRule {
  product: TaxedProduct
  startsAt: Date
  rateBp: number
  categoryName: string
  itemName: string
  categoryCode: string | null
  source: string
  staffName: string | null
  state: 'past' | 'current' | 'coming'
}

/** Tax rates by product, the newest first: future, current and past ones. */
export async function listTaxRules(executor: Executor, now: Date): Promise<TaxRule[]> {
  const rows = await executor
    .selectFrom('taxRule')
    .leftJoin('staff', 'staff.staffId', 'taxRule.staffId')
    .selectAll('taxRule')
    .select('staff.name as staffName')
    .orderBy('taxRule.product', 'desc')
    .orderBy('taxRule.startsAt', 'desc')
    .execute()
  const isCurrent = (row: (typeof rows)[number]) =>
    row.startsAt <= now && !rows.some(other => other.product === row.product && other.startsAt > row.startsAt && other.startsAt <= now)
  return rows.map(row => ({
    ...{ product: row.product, startsAt: row.startsAt, rateBp: row.rateBp, categoryName: row.categoryName },
    ...pick(row, 'itemName', 'categoryCode', 'source', 'staffName'),
    state: row.startsAt > now ? 'coming' : isCurrent(row) ? 'current' : 'past',
  }))
}

interface NewRule {
  product: TaxedProduct
  /** A date, China time. */
  startsOn: string
  rate: string
  categoryName: string
  itemName: string
  categoryCode: string
  source: string
  staffId: string
  now: Date
}

/**
 * Adds a tax rate from a date on. Earlier consumption keeps the rate of its day, so the date can't be in the past.
 * Refuses `tax_rule_past` and `tax_rule_exists`.
 */
export async function addTaxRule(
  tx: Tx,
  { startsOn, rate, staffId, now, ...rule }: NewRule,
): Promise<{ before: number | null; rateBp: number }> {
  const startsAt = new Date(`${startsOn}T00:00:00+08:00`)
  if (startsAt <= now) refuse('tax_rule_past', {}, { startsOn: '须晚于今天' })
  const [whole = '0', decimals = ''] = rate.split('.')
  const rateBp = Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
  const before = (await listTaxRules(tx, now)).find(one => one.product === rule.product && one.state === 'current')
  const made = await tx
    .insertInto('taxRule')
    .values({
      ...{ product: rule.product, startsAt, rateBp, categoryName: rule.categoryName, itemName: rule.itemName },
      ...{ categoryCode: rule.categoryCode || null, source: rule.source, staffId, createdAt: now },
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('product')
    .executeTakeFirst()
  if (!made) refuse('tax_rule_exists', {}, { startsOn: '这一天已有税率' })
  return { before: before?.rateBp ?? null, rateBp }
}

export interface TaxEffect {
  accountCount: number
  spentHao: number
  openHao: number
  openAccountCount: number
  requestCount: number
  accounts: { accountId: AccountId; name: string; spentHao: number; openHao: number }[]
}

const dayMs = 86_400_000
const maxNamed = 20

/**
 * Whom a change of a product's tax rate affects: customers who paid for it in the last 30 days, and the amount still
 * invoiceable at the current rate, for every product with that rate. Sums in 毫.
 */
export async function taxEffect(executor: Executor, product: TaxedProduct, now: Date): Promise<TaxEffect> {
  const since = new Date(now.getTime() - 30 * dayMs)
  const current = (await listTaxRules(executor, now)).find(rule => rule.product === product && rule.state === 'current')
  const rateBp = current?.rateBp ?? -1
  const { rows } = await sql<{ accountId: AccountId; name: string; spentHao: number; openHao: number }>`
    select account.account_id, ${shownAccountName} as name, coalesce(spent.hao, 0)::bigint as "spentHao", coalesce(open.hao, 0)::bigint as "openHao"
    from account -- across accounts: a tax rate applies to all
    left join (
      select transfer.account_id, sum(transfer.amount) as hao from transfer
      join ledger_account on ledger_account.account_id = transfer.account_id and ledger_account.ledger_account_id = transfer.debit_id
      where transfer.asset = 'invoice' and transfer.kind in ('purchase', 'post') and ledger_account.product = ${product} and transfer.at > ${since}
      group by transfer.account_id) as spent on spent.account_id = account.account_id
    left join (
      select account_id, sum(credits - debits) as hao from ledger_account
      where asset = 'invoice' and purpose = 'available' and rate_bp = ${rateBp} group by account_id) as open
      on open.account_id = account.account_id
    where spent.hao > 0 or open.hao <> 0 order by 3 desc, 4 desc, 1`.execute(executor)
  const { rows: requests } = await sql<{ count: number }>`
    select count(*) as count from invoice_request -- across accounts: open requests keep their tax rate
    where rate_bp = ${rateBp} and state in ('reviewing', 'issuing', 'failed')`.execute(executor)
  const sum = (of: 'spentHao' | 'openHao') => rows.reduce((total, row) => total + row[of], 0)
  return {
    ...{ accountCount: rows.filter(row => row.spentHao > 0).length, spentHao: sum('spentHao') },
    ...{ openHao: sum('openHao'), openAccountCount: rows.filter(row => row.openHao !== 0).length },
    requestCount: firstOrThrow(requests).count,
    accounts: rows.slice(0, maxNamed),
  }
}
