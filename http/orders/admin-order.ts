import { adminOrderCalls, adminRefundCalls } from '#contract/orders/admin-order.ts'
import { adminApprovalCalls, approvalKinds } from '#contract/staff/admin-approval.ts'
import { decideApproval, listApprovals, withdrawApproval } from '#domain/approvals/index.ts'
import { listAllOrders, readCustomerOrder } from '#domain/orders/index.ts'
import { decideRefund, listRefunds } from '#domain/payments/index.ts'
import { handle } from '#http/server/serve.ts'
import { formatYuan } from '#values/money.ts'

export const adminOrderHandlers = [
  handle(adminOrderCalls.list, ({ tx }, { accountId, ...filter }) => listAllOrders(tx, { ...filter, account: accountId })),
  handle(adminOrderCalls.one, ({ tx }, { accountId, orderId }) => readCustomerOrder(tx, accountId, orderId)),

  handle(adminRefundCalls.list, ({ tx }, filter) => listRefunds(tx, filter)),

  handle(adminRefundCalls.decide, async ({ tx, now, note, staff }, { accountId, refundId, decision, answer }) => {
    const account = accountId
    const outcome = decision === 'done' ? '同意' : '驳回'
    note({ account, detail: { outcome, reason: answer } })
    const { state, amountHao } = await decideRefund(tx, { account, refundId, decision, answer, staffId: staff.staffId, now: now() })
    note({ object: formatYuan(amountHao), detail: { outcome: state === 'checking' ? '同意，待复核' : outcome, reason: answer } })
    return { state }
  }),
]

export const adminApprovalHandlers = [
  handle(adminApprovalCalls.list, ({ tx, staff }, filter) => listApprovals(tx, filter, staff.staffId)),

  handle(adminApprovalCalls.decide, async ({ tx, now, note, staff }, input) => {
    const outcome = input.decision === 'approved' ? '通过' : '驳回'
    note({ detail: { outcome, reason: input.answer } })
    const { kind, account, amountHao } = await decideApproval(tx, { ...input, staffId: staff.staffId, now: now() })
    note({ account, object: objectOf(kind, amountHao), detail: { outcome, reason: input.answer } })
  }),

  handle(adminApprovalCalls.withdraw, async ({ tx, now, note, staff }, { approvalId, reason }) => {
    note({ detail: { reason } })
    const { kind, account } = await withdrawApproval(tx, { approvalId, reason, staffId: staff.staffId, now: now() })
    note({ account, object: approvalKinds[kind], detail: { reason } })
  }),
]

const objectOf = (kind: keyof typeof approvalKinds, amountHao: number) =>
  amountHao === 0 ? approvalKinds[kind] : `${approvalKinds[kind]} ${formatYuan(amountHao)}`
