import { adminWithdrawalCalls } from '#contract/payments/admin-withdrawal.ts'
import {
  abandon,
  approveWithdrawal,
  listAllWithdrawals,
  notePayment,
  payByHand,
  readWithdrawalForStaff,
  rejectWithdrawal,
  retryRefund,
} from '#domain/payments/index.ts'
import { handle } from '#http/server/serve.ts'
import { formatYuan } from '#values/money.ts'

export const adminWithdrawalHandlers = [
  handle(adminWithdrawalCalls.list, ({ tx }, filter) => listAllWithdrawals(tx, filter)),

  handle(adminWithdrawalCalls.one, ({ tx, now }, { accountId, withdrawalId }) =>
    readWithdrawalForStaff(tx, accountId, withdrawalId, now()),
  ),

  handle(adminWithdrawalCalls.approve, async ({ tx, now, note, staff }, { accountId, withdrawalId, reason }) => {
    const account = accountId
    note({ account, detail: { reason } })
    const state = await approveWithdrawal(tx, { account, withdrawalId, reason, staffId: staff.staffId, now: now() })
    note({ detail: { outcome: state === 'approving' ? '待复核' : '已同意', reason } })
    return { state }
  }),

  handle(adminWithdrawalCalls.reject, async ({ tx, now, note, staff }, { accountId, withdrawalId, reason }) => {
    const account = accountId
    note({ account, detail: { reason } })
    await rejectWithdrawal(tx, { account, withdrawalId, reason, staffId: staff.staffId, now: now() })
  }),

  handle(adminWithdrawalCalls.retry, async ({ tx, now, note }, { accountId, refundId, reason }) => {
    const account = accountId
    note({ account, detail: { reason } })
    await retryRefund(tx, account, refundId, now())
  }),

  handle(adminWithdrawalCalls.byHand, async ({ tx, now, note }, { accountId, refundId, reason }) => {
    const account = accountId
    note({ account, detail: { reason } })
    await payByHand(tx, account, refundId, now())
  }),

  handle(adminWithdrawalCalls.paid, async ({ tx, now, note }, { accountId, refundId, bankSerial, reason }) => {
    const account = accountId
    note({ account, object: bankSerial, detail: { reason } })
    const amountHao = await notePayment(tx, account, refundId, { bankSerial, now: now() })
    note({ object: `${bankSerial} ${formatYuan(amountHao)}` })
  }),

  handle(adminWithdrawalCalls.abandon, async ({ tx, now, note }, { accountId, refundId, reason }) => {
    const account = accountId
    note({ account, detail: { reason } })
    note({ object: formatYuan(await abandon(tx, account, refundId, now())) })
  }),
]
