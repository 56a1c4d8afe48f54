import { operatorWithdrawalCalls } from '#contract/operator-withdrawal.ts'
import {
  approveWithdrawal,
  giveUp,
  listAllWithdrawals,
  notePayment,
  payByHand,
  readWithdrawalForStaff,
  rejectWithdrawal,
  retryRefund,
} from '#domain/staff/withdrawal.ts'
import type { AccountId } from '#values/id.ts'
import { formatYuan } from '#values/money.ts'
import { handle } from './serve.ts'

export const operatorWithdrawalHandlers = [
  handle(operatorWithdrawalCalls.list, ({ tx }, filter) => listAllWithdrawals(tx, filter)),

  handle(operatorWithdrawalCalls.one, ({ tx, now }, { accountId, withdrawalId }) =>
    readWithdrawalForStaff(tx, accountId as AccountId, withdrawalId, now()),
  ),

  handle(operatorWithdrawalCalls.approve, async ({ tx, now, note, staff }, { accountId, withdrawalId, reason }) => {
    const account = accountId as AccountId
    note({ account, detail: { reason } })
    const state = await approveWithdrawal(tx, { account, withdrawalId, reason, staffId: staff.staffId, now: now() })
    note({ detail: { outcome: state === 'approving' ? '待复核' : '已同意', reason } })
    return { state }
  }),

  handle(operatorWithdrawalCalls.reject, async ({ tx, now, note, staff }, { accountId, withdrawalId, reason }) => {
    const account = accountId as AccountId
    note({ account, detail: { reason } })
    await rejectWithdrawal(tx, { account, withdrawalId, reason, staffId: staff.staffId, now: now() })
    return {}
  }),

  handle(operatorWithdrawalCalls.retry, async ({ tx, now, note }, { accountId, refundId, reason }) => {
    const account = accountId as AccountId
    note({ account, detail: { reason } })
    await retryRefund(tx, account, refundId, now())
    return {}
  }),

  handle(operatorWithdrawalCalls.byHand, async ({ tx, now, note }, { accountId, refundId, reason }) => {
    const account = accountId as AccountId
    note({ account, detail: { reason } })
    await payByHand(tx, account, refundId, now())
    return {}
  }),

  handle(operatorWithdrawalCalls.paid, async ({ tx, now, note }, { accountId, refundId, bankSerial, reason }) => {
    const account = accountId as AccountId
    note({ account, object: bankSerial, detail: { reason } })
    const amountHao = await notePayment(tx, account, refundId, { bankSerial, now: now() })
    note({ object: `${bankSerial} ${formatYuan(amountHao)}` })
    return {}
  }),

  handle(operatorWithdrawalCalls.giveUp, async ({ tx, now, note }, { accountId, refundId, reason }) => {
    const account = accountId as AccountId
    note({ account, detail: { reason } })
    note({ object: formatYuan(await giveUp(tx, account, refundId, now())) })
    return {}
  }),
]
