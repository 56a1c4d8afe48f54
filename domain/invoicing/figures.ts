import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import type { Product } from '#domain/ledger/index.ts'
import type { AccountId } from '#values/id.ts'

/** A product's consumption at a tax rate by source, in 毫. */
interface ConsumedFigures {
  product: Product
  orderCount: number
  orderHao: number
  usageHao: number
  /** Refunds of orders. */
  refundHao: number
}

/** Invoiceable amounts at a tax rate: consumed = available + held + issued, exact to the 毫 (check T3). */
export interface RateFigures {
  rateBp: number
  consumed: ConsumedFigures[]
  /** Negative: more is invoiced than was consumed after refunds (欠票). */
  availableHao: number
  heldHao: number
  issuedHao: number
}

/** Invoiceable amounts of an account by tax rate, the highest first, with their sources. */
export async function invoiceFigures(executor: Executor, account: AccountId): Promise<RateFigures[]> {
  const { rows } = await sql<{ rateBp: number; purpose: string; balance: number } & ConsumedFigures>`
    select rate_bp, purpose, product, count(order_id) as "orderCount", sum(credits - debits)::bigint as balance,
      coalesce(sum(debits) filter (where order_id is not null), 0)::bigint as "orderHao",
      coalesce(sum(debits) filter (where order_id is null), 0)::bigint as "usageHao", sum(case when purpose = 'outside' then credits else 0 end)::bigint as "refundHao"
    from ledger_account where account_id = ${account} and asset = 'invoice'
    group by rate_bp, purpose, product order by rate_bp desc, product desc`.execute(executor)
  return [...new Set(rows.map(row => row.rateBp))].map(rateBp => {
    const ofRate = rows.filter(row => row.rateBp === rateBp)
    const balanceOf = (purpose: string) => ofRate.find(row => row.purpose === purpose)?.balance ?? 0
    return {
      rateBp,
      consumed: ofRate
        .filter(row => row.purpose === 'outside')
        .map(({ product, orderCount, orderHao, usageHao, refundHao }) => ({ product, orderCount, orderHao, usageHao, refundHao })),
      availableHao: balanceOf('available'),
      heldHao: balanceOf('held'),
      issuedHao: balanceOf('spent'),
    }
  })
}
