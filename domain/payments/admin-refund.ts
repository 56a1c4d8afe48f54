import { sql } from 'kysely'
import { z } from 'zod'
import { type OrderPaymentMethod, type RefundState, refundStates } from '#contract/orders/order.ts'
import type { SaleKind } from '#contract/orders/package.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { notifyAccount } from '#domain/notification/index.ts'
import { endRefund, lockRefund, payRefund } from '#domain/orders/index.ts'
import { shownAccountName } from '#domain/platform/index.ts'
import { accountApprovalAct, requestApproval } from '#domain/staff/index.ts'
import type { AccountId } from '#values/id.ts'
import { formatYuan } from '#values/money.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { pageOf } from '#values/page.ts'
import { mayMoveAlone } from './admin-staff-money.ts'

interface Decision {
  account: AccountId
  refundId: string
  decision: 'done' | 'rejected'
  answer: string
  staffId: string
  now: Date
}

/**
 * Decides on a customer's refund request. A sum above the limits of one person isn't paid yet but waits for a second
 * member of staff. Returns the outcome and the sum in hao. Refuses `not_found`, `state_forbids`, and `input_invalid`
 * for a rejection without a reason.
 */
export async function decideRefund(tx: Tx, { account, refundId, decision, answer, staffId, now }: Decision) {
  const refund = await lockWaiting(tx, account, refundId, ['waiting'])
  if (decision === 'rejected') {
    if (answer === '') refuse('input_invalid', {}, { answer: '请填写驳回原因' })
    await reject(tx, account, refundId, { answer, staffId, now })
    return { state: 'rejected' as const, amountHao: refund.amountHao }
  }
  const moved = { kind: 'refund', staffId, account, amountHao: refund.amountHao, objectId: refundId, now } as const
  if (!(await mayMoveAlone(tx, moved))) {
    const { orderNumber } = await numberOf(tx, account, refund.orderId)
    await requestApproval(tx, {
      kind: 'refund',
      account,
      amountHao: refund.amountHao,
      payload: { refundId, orderNumber, usedCount: refund.usedCount, returnedCount: refund.returnedCount },
      reason: answer || refund.reason,
      staffId,
      now,
    })
    await tx
      .updateTable('orderRefund')
      .set({ state: 'checking' })
      .where('accountId', '=', account)
      .where('refundId', '=', refundId)
      .execute()
    return { state: 'checking' as const, amountHao: refund.amountHao }
  }
  await pay(tx, account, refundId, { answer, staffId, now })
  return { state: 'done' as const, amountHao: refund.amountHao }
}

const refundPayload = z.object({ refundId: z.uuid(), orderNumber: z.string(), usedCount: z.number(), returnedCount: z.number() })

/** Pays a large refund once a second member of staff approves; if rejected, it returns to the queue. */
export const refundAct = accountApprovalAct<z.output<typeof refundPayload>>({
  schema: refundPayload,
  facts: ({ orderNumber, usedCount, returnedCount }) => [
    { name: '订单', text: orderNumber },
    { name: '已用', text: usedCount.toLocaleString('en-US') },
    { name: '收回', text: returnedCount.toLocaleString('en-US') },
  ],
  run: async (tx, { refundId }, { account, staffId, answer, now }) => {
    await lockWaiting(tx, account, refundId, ['checking'])
    await pay(tx, account, refundId, { answer, staffId, now })
  },
  declined: async (tx, { refundId }, { account }) => {
    await lockWaiting(tx, account, refundId, ['checking'])
    await tx
      .updateTable('orderRefund')
      .set({ state: 'waiting' })
      .where('accountId', '=', account)
      .where('refundId', '=', refundId)
      .execute()
  },
})

async function lockWaiting(tx: Tx, account: AccountId, refundId: string, states: readonly RefundState[]) {
  const refund = await lockRefund(tx, account, refundId)
  const state = refund.state
  if (!states.includes(state)) refuse('state_forbids', { state: refundStates[state], action: '处理' })
  return refund
}

interface Answer {
  answer: string
  staffId: string
  now: Date
}

async function pay(tx: Tx, account: AccountId, refundId: string, { answer, staffId, now }: Answer): Promise<void> {
  const amountHao = await payRefund(tx, account, refundId, { answer: answer || null, staffId, now })
  await notify(tx, account, refundId, { title: '退款已到账', body: text => `${text}，${formatYuan(amountHao)}已退回账户余额。`, now })
}

async function reject(tx: Tx, account: AccountId, refundId: string, { answer, staffId, now }: Answer): Promise<void> {
  await endRefund(tx, account, refundId, { state: 'rejected', answer, staffId, now })
  await notify(tx, account, refundId, {
    title: '退款申请被驳回',
    body: text => `${text}的退款申请被驳回：${answer}。套餐余量已恢复，可以继续使用。`,
    now,
  })
}

const numberOf = (tx: Tx, account: AccountId, orderId: string) =>
  tx
    .selectFrom('packageOrder')
    .select(['orderNumber', 'name'])
    .where('accountId', '=', account)
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()

async function notify(
  tx: Tx,
  account: AccountId,
  refundId: string,
  { title, body, now }: { title: string; body: (order: string) => string; now: Date },
): Promise<void> {
  const { orderId } = await lockRefund(tx, account, refundId)
  const { orderNumber, name } = await numberOf(tx, account, orderId)
  await notifyAccount(tx, account, {
    kind: 'finance',
    title,
    body: body(`订单 ${orderNumber}（${name}）`),
    link: `/system/finance/order?orderNumber=${orderNumber}`,
    now,
  })
}

export interface RefundFilter {
  state?: RefundState | undefined
  cursor?: string | undefined
  pageSize: number
}

interface QueueRow {
  refundId: string
  accountId: AccountId
  accountName: string
  orderId: string
  orderNumber: string
  name: string
  kind: SaleKind
  quantity: number
  paidHao: number
  paymentMethod: OrderPaymentMethod
  paidAt: Date
  amountHao: number
  usedCount: number
  returnedCount: number
  reason: string
  state: RefundState
  memberName: string | null
  askedAt: Date
  answer: string | null
  decidedBy: string | null
  decidedAt: Date | null
}

/** Refund requests of all customers: waiting ones oldest first, decided ones newest first. */
export async function listRefunds(executor: Executor, filter: RefundFilter) {
  const isQueue = filter.state === 'waiting' || filter.state === 'checking'
  const { rows } = await sql<QueueRow>`
    -- across accounts: the queue of all customers
    select refund_id, order_refund.account_id, ${shownAccountName} as "accountName", bought.order_id,
      bought.order_number, bought.name, bought.kind, bought.quantity, bought.amount_hao as "paidHao", bought.payment_method,
      bought.paid_at, order_refund.amount_hao, used_count, returned_count, reason,
      order_refund.state, member.name as "memberName", asked_at, answer, staff.name as "decidedBy", decided_at
    from order_refund
    join package_order as bought on bought.account_id = order_refund.account_id and bought.order_id = order_refund.order_id
    join account on account.account_id = order_refund.account_id
    left join member on member.account_id = order_refund.account_id and member.member_id = order_refund.member_id
    left join staff on staff.staff_id = order_refund.staff_id
    where ${filter.state ? sql`order_refund.state = ${filter.state}` : sql`true`}
      and ${filter.cursor ? (isQueue ? sql`refund_id > ${filter.cursor}` : sql`refund_id < ${filter.cursor}`) : sql`true`}
    order by refund_id ${isQueue ? sql`asc` : sql`desc`} limit ${filter.pageSize + 1}`.execute(executor)
  const { rows: counts } = await sql<{ state: RefundState; count: number }>`
    -- across accounts: how many wait
    select state, count(*) as count from order_refund where state in ('waiting', 'checking') group by state`.execute(executor)
  const countOf = (state: RefundState) => counts.find(one => one.state === state)?.count ?? 0
  const page = pageOf(rows, filter.pageSize, row => row.refundId)
  return { ...page, counts: { waiting: countOf('waiting'), checking: countOf('checking') } }
}

/** Number of waiting requests, and the age of the oldest. */
export async function refundQueue(executor: Executor): Promise<{ count: number; oldestAt: Date | null }> {
  const { rows } = await sql<{ count: number; oldestAt: Date | null }>`
    -- across accounts: the queue of all customers
    select count(*) as count, min(asked_at) as "oldestAt" from order_refund where state = 'waiting'`.execute(executor)
  return firstOrThrow(rows)
}
