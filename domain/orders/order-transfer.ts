import { sql } from 'kysely'
import type { Tx } from '#db/connect.ts'
import { balancesOf } from '#domain/ledger/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { formatYuan } from '#values/money.ts'
import { payableOrder, payOrder } from './order.ts'

const dayMs = 86_400_000

/** Deadline of the bank transfer for an order placed at a moment. */
const transferDeadline = (createdAt: Date): Date => new Date(createdAt.getTime() + limits.transferOrderDays * dayMs)

/**
 * Makes an unpaid order wait for a bank transfer: it keeps its price for days from its placing, since banks are slow.
 * The caller first closes payments started at gateways. Refuses as `payableOrder`.
 */
export async function awaitTransfer(tx: Tx, account: AccountId, orderId: string, now: Date): Promise<void> {
  const { createdAt } = await payableOrder(tx, account, orderId, now)
  const expiresAt = transferDeadline(createdAt)
  await tx
    .updateTable('packageOrder')
    .set({ paymentMethod: 'bank', expiresAt, checkAt: expiresAt })
    .where('accountId', '=', account)
    .where('orderId', '=', orderId)
    .execute()
}

interface Awaiting {
  orderId: string
  orderNumber: string
  name: string
  amountHao: number
}

/**
 * Completes waiting orders with a bank transfer just booked: an order of exactly its sum first, then the oldest, while
 * the balance pays them whole. They keep their price, whatever happened to the package. Returns a sentence per order
 * for the customer. Runs in the platform's role.
 */
export async function buyWithTransfer(tx: Tx, account: AccountId, { amountHao, now }: { amountHao: number; now: Date }): Promise<string[]> {
  const { rows } = await sql<Awaiting>`
    select order_id, order_number, name, amount_hao from package_order
    where account_id = ${account} and state = 'waiting' and payment_method = 'bank' and expires_at > ${now}
    order by amount_hao <> ${amountHao}, order_id`.execute(tx)
  const said: string[] = []
  for (const order of rows) {
    const { availableHao } = await balancesOf(tx, account)
    if (availableHao >= order.amountHao) {
      await payOrder(tx, account, order.orderId, now, 'bank')
      said.push(`已支付订单${order.orderNumber}（${order.name}），套餐现在就可以使用。`)
    } else said.push(`订单${order.orderNumber}（${order.name}）还差${formatYuan(order.amountHao - availableHao)}，到账后自动支付。`)
  }
  return said
}
