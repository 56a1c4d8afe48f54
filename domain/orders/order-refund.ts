import { sql } from 'kysely'
import { type OrderState, orderMay, refundBars } from '#contract/orders/order.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { bonusOfOrder, bonusPart, bonusTransfers, bookTransfers, shareBack } from '#domain/ledger/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { pick } from '#values/pick.ts'
import { findOrder, lockAccount, lockOrder, type OrderRow, productOf, refuseState } from './order.ts'
import { type RefundSum, refundSum } from './refund-rule.ts'

/** The package of an order, with where its segments went. */
export interface OrderGrant {
  grantId: string
  segmentCount: number
  usedCount: number
  heldCount: number
  leftCount: number
  expiresAt: Date
}

/** Null: the order was never paid. */
export async function grantOf(executor: Executor, account: AccountId, orderId: string): Promise<OrderGrant | null> {
  const { rows } = await sql<OrderGrant>`
    select bought.grant_id, segment_count, expires_at,
      sum(credits - debits) filter (where purpose = 'spent')::bigint as "usedCount", sum(credits - debits) filter (where purpose = 'held')::bigint as "heldCount",
      sum(credits - debits) filter (where purpose = 'available')::bigint as "leftCount"
    from credit_grant as bought
    join ledger_account on ledger_account.account_id = ${account} and ledger_account.grant_id = bought.grant_id
    where bought.account_id = ${account} and bought.order_id = ${orderId}
    group by bought.account_id, bought.grant_id`.execute(executor)
  return rows[0] ?? null
}

const paidGrantOf = async (executor: Executor, account: AccountId, orderId: string): Promise<OrderGrant> =>
  (await grantOf(executor, account, orderId)) ?? refuse('not_found')

function sumOf(order: OrderRow, grant: OrderGrant, now: Date): RefundSum {
  return refundSum(
    {
      amountHao: order.amountHao,
      paidAt: order.paidAt!,
      tiers: order.refundTiers,
      ...pick(grant, 'usedCount', 'heldCount', 'leftCount', 'expiresAt'),
    },
    now,
  )
}

/**
 * The refund that an order's package would bring now, and how it is computed. Refuses `not_found`, and `state_forbids`
 * unless it is paid.
 */
export async function previewRefund(executor: Executor, account: AccountId, orderId: string, now: Date) {
  const order = await findOrder(executor, account, orderId)
  if (!orderMay('requestRefund', order.state)) refuseState(order.state, '申请退款')
  const grant = await paidGrantOf(executor, account, orderId)
  return {
    sum: sumOf(order, grant, now),
    tiers: order.refundTiers,
    ...pick(grant, 'usedCount', 'leftCount'),
    paidHao: order.amountHao,
    paidBonusHao: order.bonusHao,
  }
}

/**
 * Requests a refund of a package: holds the rest of it, so that the shown sum stays valid. Refuses `not_found`,
 * `state_forbids`, `refund_barred` with the reason, and `refund_changed` when the sum isn't the expected one.
 */
export async function requestRefund(
  tx: Tx,
  account: AccountId,
  orderId: string,
  { reason, expectedHao, memberId, now }: { reason: string; expectedHao: number; memberId: string; now: Date },
): Promise<{ refundId: string; amountHao: number }> {
  await lockAccount(tx, account)
  const order = await lockOrder(tx, account, orderId)
  if (!orderMay('requestRefund', order.state)) refuseState(order.state, '申请退款')
  const grant = await paidGrantOf(tx, account, orderId)
  const sum = sumOf(order, grant, now)
  if (sum.bar !== null) return refuse('refund_barred', { reason: refundBars[sum.bar] })
  if (sum.amountHao !== expectedHao) refuse('refund_changed')
  const refundId = newId(now.getTime())
  await tx
    .insertInto('orderRefund')
    .values({
      accountId: account,
      refundId,
      orderId,
      state: 'waiting',
      amountHao: sum.amountHao,
      usedCount: grant.usedCount,
      returnedCount: grant.leftCount,
      reason,
      memberId,
      askedAt: now,
    })
    .execute()
  await setState(tx, account, orderId, 'refunding')
  await moveRest(tx, account, {
    refundId,
    grantId: grant.grantId,
    count: grant.leftCount,
    from: 'available',
    to: 'held',
    kind: 'hold',
    now,
  })
  return { refundId, amountHao: sum.amountHao }
}

const setState = (tx: Tx, account: AccountId, orderId: string, state: OrderState) =>
  tx.updateTable('packageOrder').set({ state }).where('accountId', '=', account).where('orderId', '=', orderId).execute()

interface Rest {
  refundId: string
  grantId: string
  count: number
  from: 'available' | 'held'
  to: 'available' | 'held'
  kind: 'hold' | 'void'
  now: Date
}

const moveRest = (tx: Tx, account: AccountId, { refundId, grantId, count, from, to, kind, now }: Rest) =>
  bookTransfers(tx, account, [
    {
      transferId: newId(),
      from: { purpose: from, grantId },
      to: { purpose: to, grantId },
      amount: count,
      kind,
      referenceId: refundId,
      at: now,
    },
  ])

/**
 * The open refund request of an order, locked; it waits for staff, or for a second member of staff. Refuses
 * `not_found`.
 */
export async function lockRefund(tx: Tx, account: AccountId, refundId: string) {
  const refund = await tx
    .selectFrom('orderRefund')
    .selectAll()
    .where('accountId', '=', account)
    .where('refundId', '=', refundId)
    .forUpdate()
    .executeTakeFirst()
  return refund ?? refuse('not_found')
}

/** Ends a request without a refund: the rest of the package is usable again. The caller has locked the open request. */
export async function endRefund(
  tx: Tx,
  account: AccountId,
  refundId: string,
  { state, answer, staffId, now }: { state: 'rejected' | 'withdrawn'; answer: string | null; staffId: string | null; now: Date },
): Promise<void> {
  await lockAccount(tx, account)
  const refund = await lockRefund(tx, account, refundId)
  const grant = await paidGrantOf(tx, account, refund.orderId)
  await decide(tx, account, refundId, { state, answer, staffId, now })
  await setState(tx, account, refund.orderId, 'paid')
  await moveRest(tx, account, {
    refundId,
    grantId: grant.grantId,
    count: refund.returnedCount,
    from: 'held',
    to: 'available',
    kind: 'void',
    now,
  })
}

/**
 * Pays a refund and takes the rest of the package back, in one transaction: to bonus credit and balance in the ratio in
 * which they paid. The request is open. Returns the sum.
 */
export async function payRefund(
  tx: Tx,
  account: AccountId,
  refundId: string,
  { answer, staffId, now }: { answer: string | null; staffId: string; now: Date },
): Promise<number> {
  await lockAccount(tx, account)
  const refund = await lockRefund(tx, account, refundId)
  const order = await lockOrder(tx, account, refund.orderId)
  const grant = await paidGrantOf(tx, account, refund.orderId)
  await decide(tx, account, refundId, { state: 'done', answer, staffId, now })
  const bonusHao = bonusPart(refund.amountHao, { amountHao: order.amountHao, bonusHao: order.bonusHao })
  const gifts = bonusHao > 0 ? shareBack(await bonusOfOrder(tx, account, order.orderId), bonusHao) : []
  const cashHao = refund.amountHao - bonusHao
  await tx
    .updateTable('packageOrder')
    .set({ state: 'refunded', refundedHao: refund.amountHao, refundedBonusHao: bonusHao })
    .where('accountId', '=', account)
    .where('orderId', '=', refund.orderId)
    .execute()
  await tx
    .updateTable('creditGrant')
    .set({ refundedAt: now })
    .where('accountId', '=', account)
    .where('grantId', '=', grant.grantId)
    .execute()
  const said = { kind: 'refund', product: productOf(order.kind), referenceId: refund.orderId, at: now } as const
  const { grantId } = grant
  const remark = `订单 ${order.orderNumber} 退款`
  await bookTransfers(tx, account, [
    { ...said, transferId: newId(), from: { purpose: 'held', grantId }, to: { purpose: 'outside', grantId }, amount: refund.returnedCount },
    ...bonusTransfers(gifts, { ...said, remark }),
    ...(cashHao > 0
      ? [
          {
            ...said,
            remark,
            transferId: refundId,
            from: { purpose: 'spent', grantId: null },
            to: { purpose: 'available', grantId: null },
            amount: cashHao,
          } as const,
        ]
      : []),
  ])
  return refund.amountHao
}

const decide = (
  tx: Tx,
  account: AccountId,
  refundId: string,
  { now, staffId, ...decision }: { state: 'done' | 'rejected' | 'withdrawn'; answer: string | null; staffId: string | null; now: Date },
) =>
  tx
    .updateTable('orderRefund')
    .set({ ...decision, staffId, decidedAt: now })
    .where('accountId', '=', account)
    .where('refundId', '=', refundId)
    .execute()

/** The customer withdraws a refund request before its payment starts. Refuses `not_found`, `state_forbids`. */
export async function withdrawRefund(tx: Tx, account: AccountId, orderId: string, now: Date): Promise<void> {
  await lockAccount(tx, account)
  const order = await lockOrder(tx, account, orderId)
  if (!orderMay('withdrawRefund', order.state)) refuseState(order.state, '撤销退款')
  const open = await tx
    .selectFrom('orderRefund')
    .select(['refundId', 'state'])
    .where('accountId', '=', account)
    .where('orderId', '=', orderId)
    .where('state', 'in', ['waiting', 'checking'])
    .executeTakeFirstOrThrow()
  if (open.state === 'checking') refuse('state_forbids', { state: '退款复核中', action: '撤销退款' })
  await endRefund(tx, account, open.refundId, { state: 'withdrawn', answer: null, staffId: null, now })
}
