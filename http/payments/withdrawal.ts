import { withdrawalCalls } from '#contract/payments/withdrawal.ts'
import { requireStepUp } from '#domain/identity/index.ts'
import { cancelWithdrawal, createWithdrawal, listWithdrawals, quoteWithdrawal, readWithdrawal, setPayout } from '#domain/payments/index.ts'
import { handle } from '#http/server/serve.ts'
import { formatYuan, parseYuan, parseYuanOrThrow } from '#values/money.ts'

export const withdrawalHandlers = [
  handle(withdrawalCalls.quote, ({ tx, account, now }, { amount }) =>
    quoteWithdrawal(tx, account, amount === undefined ? null : parseYuan(amount), now()),
  ),

  handle(withdrawalCalls.create, async ({ tx, account, member, sessionId, now, note }, { amount, remark }) => {
    const amountHao = parseYuanOrThrow(amount)
    note({ object: formatYuan(amountHao) })
    await requireStepUp(tx, account, { sessionId, purpose: 'withdraw', now: now() })
    return { withdrawalId: await createWithdrawal(tx, account, { amountHao, remark, memberId: member.memberId, now: now() }) }
  }),

  handle(withdrawalCalls.cancel, async ({ tx, account, now, note }, { withdrawalId }) => {
    note({ object: await cancelWithdrawal(tx, account, withdrawalId, now()) })
  }),

  handle(withdrawalCalls.payout, async ({ tx, account, sessionId, now, note }, { withdrawalId, ...payout }) => {
    note({ object: `${payout.payoutBank} 尾号${payout.payoutNumber.slice(-4)}` })
    await setPayout(tx, account, withdrawalId, payout)
    await requireStepUp(tx, account, { sessionId, purpose: 'withdraw', now: now() })
  }),

  handle(withdrawalCalls.one, async ({ tx, account }, { withdrawalId }) => readWithdrawal(tx, account, withdrawalId)),
  handle(withdrawalCalls.list, ({ tx, account }, filter) => listWithdrawals(tx, account, filter)),
]
