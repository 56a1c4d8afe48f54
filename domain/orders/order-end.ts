import { dueHao, type OrderState } from '#contract/orders/order.ts'
import type { Tx } from '#db/connect.ts'
import { balancesOf } from '#domain/ledger/index.ts'
import type { AccountId } from '#values/id.ts'
import { returnCoupon } from './coupon.ts'
import { lockAccount, lockOrder } from './order.ts'

/** The payment that an order of this amount needs. */
export const readDue = async (tx: Tx, account: AccountId, amountHao: number): Promise<number> =>
  dueHao(amountHao, (await balancesOf(tx, account)).availableHao)

/** Unpaid payments of an order that were started at gateways. */
export const waitingPayments = (tx: Tx, account: AccountId, orderId: string) =>
  tx
    .selectFrom('recharge')
    .select(['rechargeId', 'paymentMethod', 'amountHao'])
    .where('accountId', '=', account)
    .where('orderId', '=', orderId)
    .where('state', '=', 'waiting')
    .execute()

/** Ends an order in the caller's transaction; one with open payments stays unpaid until these are closed. */
export async function endOrder(
  tx: Tx,
  account: AccountId,
  orderId: string,
  { reason, now }: { reason: 'cancelled' | 'expired'; now: Date },
): Promise<OrderState> {
  await lockAccount(tx, account)
  const { state, couponId } = await lockOrder(tx, account, orderId)
  if (state !== 'waiting') return state
  if ((await waitingPayments(tx, account, orderId)).length > 0) return 'waiting'
  await tx
    .updateTable('packageOrder')
    .set({ state: reason, endedAt: now, checkAt: null })
    .where('accountId', '=', account)
    .where('orderId', '=', orderId)
    .execute()
  if (couponId !== null) await returnCoupon(tx, couponId)
  return reason
}
