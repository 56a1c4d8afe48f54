import { type RawBuilder, sql } from 'kysely'
import { takingStates } from '#contract/invoicing/invoice-state.ts'
import type { OrderPaymentMethod, OrderProduct, OrderState, RefundState } from '#contract/orders/order.ts'
import type { SaleKind } from '#contract/orders/package.ts'
import type { CloseReason, RechargeState } from '#contract/payments/recharge.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor } from '#db/connect.ts'
import { type AccountId, decodeId, idFloor } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { pageOf } from '#values/page.ts'
import { grantOf } from './order-refund.ts'
import { shownStateSql } from './recharge-state.ts'

export interface OrderFilter {
  state?: OrderState | undefined
  product?: OrderProduct | undefined
  paymentMethod?: OrderPaymentMethod | undefined
  orderNumber?: string | undefined
  from?: Date | undefined
  until?: Date | undefined
}

export interface OrderFacts {
  orderId: string
  orderNumber: string
  product: OrderProduct
  kind: SaleKind
  packageId: string
  name: string
  quantity: number
  segmentCount: number
  validityDays: number
  listHao: number
  discountHao: number
  coupon: { code: string; name: string; couponHao: number } | null
  amountHao: number
  bonusHao: number
  refundedHao: number
  refundedBonusHao: number
  invoicedHao: number
  state: OrderState
  paymentMethod: OrderPaymentMethod | null
  createdAt: Date
  expiresAt: Date
  paidAt: Date | null
  endedAt: Date | null
  memberName: string | null
}

/** The state shown to people: a refund may be partial. */
export const shownOrderState = sql<OrderState>`case when bought.state = 'refunded' and bought.refunded_hao < bought.amount_hao then 'partly_refunded' else bought.state end`

/** The columns of `OrderFacts`, of package_order as `bought`. */
export const orderColumns = sql`bought.order_id as "orderId", bought.order_number, case when bought.kind = 'link' then 'link' else 'sms' end as product,
  bought.kind, bought.package_id::text as "packageId", bought.name, bought.quantity, bought.segment_count,
  bought.validity_days, bought.list_hao, bought.discount_hao,
  (select jsonb_build_object('code', code, 'name', coupon.name, 'couponHao', bought.coupon_hao) from coupon where coupon.coupon_id = bought.coupon_id) as coupon, bought.amount_hao,
  bought.bonus_hao, bought.refunded_hao, bought.refunded_bonus_hao, ${shownOrderState} as state, bought.payment_method, bought.created_at, bought.expires_at,
  bought.paid_at, bought.ended_at, (select name from member where member.account_id = bought.account_id and member.member_id = bought.member_id) as "memberName",
  (select coalesce(sum(item.amount_hao), 0)::bigint from ledger_account
   join invoice_item as item on item.account_id = bought.account_id and item.ledger_account_id = ledger_account.ledger_account_id
   join invoice_request as request on request.account_id = bought.account_id and request.request_id = item.request_id
   where ledger_account.account_id = bought.account_id and ledger_account.order_id = bought.order_id and ledger_account.asset = 'invoice' and ledger_account.purpose = 'outside'
     and request.state = any(${takingStates}::text[])) as "invoicedHao"`

/** The conditions of a filter on package_order as `bought`. */
export function orderWhere({ state, product, paymentMethod, orderNumber, from, until }: OrderFilter): RawBuilder<unknown> {
  const wanted: RawBuilder<unknown>[] = [sql`true`]
  if (state) wanted.push(sql`${shownOrderState} = ${state}`)
  if (product) wanted.push(sql`(bought.kind = 'link') = ${product === 'link'}`)
  if (paymentMethod) wanted.push(sql`bought.payment_method = ${paymentMethod}`)
  if (orderNumber)
    wanted.push(sql`(bought.order_number = ${orderNumber} or bought.order_id = ${decodeId('order', orderNumber)}::uuid or exists (select from recharge
      where recharge.account_id = bought.account_id and recharge.order_id = bought.order_id and recharge.trade_number = ${orderNumber}))`)
  if (from) wanted.push(sql`bought.order_id >= ${idFloor(from)}`)
  if (until) wanted.push(sql`bought.order_id < ${idFloor(until)}`)
  return sql.join(wanted, sql` and `)
}

const orderedBy = { amount: sql.raw('amount_hao'), list: sql.raw('list_hao') }

/** An account's orders, newest first or the largest sums first, with sums over all that match the filter. */
export async function listOrders(
  executor: Executor,
  account: AccountId,
  {
    order,
    cursor,
    pageSize,
    ...filter
  }: OrderFilter & { order?: keyof typeof orderedBy | undefined; cursor?: string | undefined; pageSize: number },
) {
  const key = order ? sql`bought.${orderedBy[order]}, bought.order_id` : sql`bought.order_id`
  // A row's place after the last one of the page before: sums of an order never change.
  const last = sql`(select ${key} from package_order as bought where bought.account_id = ${account} and bought.order_id = ${cursor})`
  const { rows } = await sql<OrderFacts>`
    select ${orderColumns} from package_order as bought
    where bought.account_id = ${account} and ${orderWhere(filter)} and ${cursor ? sql`(${key}) < ${last}` : sql`true`}
    order by ${order ? sql`bought.${orderedBy[order]} desc,` : sql``} bought.order_id desc limit ${pageSize + 1}`.execute(executor)
  return { ...pageOf(rows, pageSize, row => row.orderId), totals: await orderTotals(executor, account, filter) }
}

/** Number of orders that match a filter, with their paid and refunded sums in hao. */
export async function orderTotals(executor: Executor, account: AccountId, filter: OrderFilter) {
  const { rows } = await sql<{ orderCount: number; paidHao: number; bonusHao: number; refundedHao: number }>`
    select count(*) as "orderCount", coalesce(sum(amount_hao) filter (where paid_at is not null), 0)::bigint as "paidHao",
      coalesce(sum(bonus_hao), 0)::bigint as "bonusHao",
      coalesce(sum(refunded_hao), 0)::bigint as "refundedHao"
    from package_order as bought where account_id = ${account} and ${orderWhere(filter)}`.execute(executor)
  return firstOrThrow(rows)
}

interface Payment {
  rechargeId: string
  tradeNumber: string
  paymentMethod: 'alipay' | 'wechat'
  state: RechargeState
  closeReason: CloseReason | null
  amountHao: number
  createdAt: Date
  paidAt: Date | null
  gatewayNumber: string | null
}

interface RefundLine {
  refundId: string
  state: RefundState
  amountHao: number
  usedCount: number
  returnedCount: number
  reason: string
  memberName: string | null
  askedAt: Date
  answer: string | null
  decidedAt: Date | null
}

/** One order with its package, its payments and its refund requests. Refuses `not_found`. */
export async function readOrder(executor: Executor, account: AccountId, orderId: string) {
  const { rows } = await sql<OrderFacts>`
    select ${orderColumns} from package_order as bought
    where bought.account_id = ${account} and bought.order_id = ${orderId}`.execute(executor)
  const order = rows[0] ?? refuse('not_found')
  const { rows: payments } = await sql<Payment>`
    select recharge_id, trade_number, payment_method, ${shownStateSql} as state, close_reason, amount_hao, created_at, paid_at, gateway_number
    from recharge where account_id = ${account} and order_id = ${orderId} order by recharge_id desc`.execute(executor)
  const { rows: refunds } = await sql<RefundLine>`
    select refund_id, order_refund.state, amount_hao, used_count, returned_count, reason, member.name as "memberName", asked_at, answer, decided_at
    from order_refund left join member on member.account_id = ${account} and member.member_id = order_refund.member_id
    where order_refund.account_id = ${account} and order_id = ${orderId} order by refund_id desc`.execute(executor)
  return { ...order, grant: await grantOf(executor, account, orderId), payments, refunds }
}
