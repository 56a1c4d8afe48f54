import { dueHao, type OrderState } from '#contract/orders/order.ts'
import type { Tx } from '#db/connect.ts'
import { balancesOf } from '#domain/ledger/index.ts'
import type { AccountId } from '#values/id.ts'
import { returnCoupon } from './coupon.ts'
import { lockAccount, lockOrder } from './order.ts'

/** What has to come in for an order of so much. */
export const readDue = async (tx: Tx, account: AccountId, amountHao: number): Promise<number> =>
  dueHao(amountHao, (await balancesOf(tx, account)).availableHao)

/** What was begun at gateways for an order and is not paid. */
export const waitingPayments = (tx: Tx, account: AccountId, orderId: string) =>
  tx
    .selectFrom('recharge')
    .select(['recharge_id', 'channel', 'amount_hao'])
    .where('account_id', '=', account)
    .where('order_id', '=', orderId)
    .where('state', '=', 'waiting')
    .execute()

/** Ends an order in the caller's transaction; one whose payments are not closed yet stays unpaid. */
export async function endOrder(
  tx: Tx,
  account: AccountId,
  orderId: string,
  { reason, now }: { reason: 'cancelled' | 'expired'; now: Date },
): Promise<OrderState> {
  await lockAccount(tx, account)
  const { state, coupon_id: couponId } = await lockOrder(tx, account, orderId)
  if (state !== 'waiting') return state as OrderState
  if ((await waitingPayments(tx, account, orderId)).length > 0) return 'waiting'
  await tx
    .updateTable('package_order')
    .set({ state: reason, ended_at: now, check_at: null })
    .where('account_id', '=', account)
    .where('order_id', '=', orderId)
    .execute()
  if (couponId !== null) await returnCoupon(tx, couponId)
  return reason
}
