import { sql } from 'kysely'
import { takingStates } from '#contract/invoicing/invoice-state.ts'
import type { Executor } from '#db/connect.ts'
import type { Product } from '#domain/ledger/index.ts'
import type { AccountId } from '#values/id.ts'
import { wholeFen } from '#values/tax.ts'

/** A source of the invoiceable amount: an order, or a month's usage of a product at one tax rate. */
export interface Source {
  ledgerAccountId: string
  rateBp: number
  product: Product
  /** `2026-11`, China time: month of the order's payment, or of the usage. */
  month: string
  orderId: string | null
  orderNumber: string | null
  /** The purchased package; null for usage. */
  name: string | null
  paidAt: Date | null
  /** Cost in 毫 after refunds; and the refunds. */
  consumedHao: number
  refundedHao: number
  /** 毫 on invoices and open requests. */
  takenHao: number
  /** What remains to invoice; negative: more is invoiced than it cost after refunds. */
  leftHao: number
}

/** All sources of an account, oldest first: orders by payment, usage after the orders of its month. */
export async function sourcesOf(executor: Executor, account: AccountId): Promise<Source[]> {
  const { rows } = await sql<Source>`
    select ledger_account.ledger_account_id, ledger_account.rate_bp, ledger_account.product, ledger_account.month, ledger_account.order_id,
      bought.order_number, bought.name, bought.paid_at, ledger_account.debits - ledger_account.credits as "consumedHao",
      ledger_account.credits as "refundedHao", coalesce(taken.hao, 0)::bigint as "takenHao",
      (ledger_account.debits - ledger_account.credits - coalesce(taken.hao, 0))::bigint as "leftHao"
    from ledger_account
    left join package_order as bought on bought.account_id = ${account} and bought.order_id = ledger_account.order_id
    left join (select ledger_account_id, sum(amount_hao) as hao from invoice_item as item
               join invoice_request as request on request.account_id = ${account} and request.request_id = item.request_id
               where item.account_id = ${account} and request.state = any(${takingStates}::text[]) group by ledger_account_id) as taken
      on taken.ledger_account_id = ledger_account.ledger_account_id
    where ledger_account.account_id = ${account} and ledger_account.asset = 'invoice' and ledger_account.purpose = 'outside'
    order by ledger_account.month, ledger_account.order_id is null, bought.paid_at, ledger_account.ledger_account_id`.execute(executor)
  return rows
}

/** Orders with at least a whole fen left, and those with more invoiced than they cost after refunds; newest first. */
export const invoiceableOrders = (sources: readonly Source[]) =>
  sources
    .map(source => ({ ...source, leftHao: source.leftHao > 0 ? wholeFen(source.leftHao) : source.leftHao }))
    .flatMap(({ orderId, orderNumber, name, product, rateBp, paidAt, consumedHao, refundedHao, takenHao, leftHao }) =>
      orderId && orderNumber && name && paidAt && leftHao !== 0
        ? [{ product, rateBp, takenHao, leftHao, paidHao: consumedHao + refundedHao, orderId, orderNumber, name, paidAt }]
        : [],
    )
    .reverse()

/** Months with at least a whole fen at some rate, newest first; only those with a closed bill can be chosen. */
export async function invoiceableMonths(executor: Executor, account: AccountId, sources: readonly Source[]) {
  const closed = await executor.selectFrom('bill').select('month').where('accountId', '=', account).execute()
  const left = sources.filter(source => source.leftHao > 0)
  return [...new Set(left.map(({ month }) => month))]
    .sort()
    .reverse()
    .map(month => {
      const ofMonth = sources.filter(source => source.month === month)
      const rates = [...new Set(ofMonth.map(({ rateBp }) => rateBp))].map(rateBp => {
        const ofRate = ofMonth.filter(source => source.rateBp === rateBp)
        const sum = (of: (source: Source) => number) => ofRate.reduce((total, source) => total + of(source), 0)
        return {
          rateBp,
          orderHao: sum(source => (source.orderId === null ? 0 : source.consumedHao)),
          usageHao: sum(source => (source.orderId === null ? source.consumedHao : 0)),
          takenHao: sum(source => source.takenHao),
          leftHao: wholeFen(sum(source => Math.max(0, source.leftHao))),
        }
      })
      return {
        month,
        isClosed: closed.some(bill => bill.month === month),
        rates,
        leftHao: rates.reduce((total, rate) => total + rate.leftHao, 0),
      }
    })
    .filter(({ leftHao }) => leftHao > 0)
}
