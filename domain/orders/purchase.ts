import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { type NewOrder, type PaidOrder, payOrder, placeOrder } from './order.ts'

export type Purchase = Omit<NewOrder, 'paymentMethod'>

/**
 * Buys packages from the balance: order, payment and grant in one transaction. Refuses `package_unavailable`,
 * `price_changed`, `package_limit`, `orders_waiting`, and `balance_insufficient` with what is missing; of a hundred
 * concurrent calls on a balance for ten, exactly ten succeed.
 */
export async function purchasePackage(tx: Tx, account: AccountId, purchase: Purchase): Promise<PaidOrder> {
  const orderId = await placeOrder(tx, account, { ...purchase, paymentMethod: 'balance' })
  return payOrder(tx, account, orderId, purchase.now)
}
