import { z } from 'zod'
import { get, member, post } from '#contract/call.ts'
import { textOf } from '#contract/rules.ts'
import { idOf, moment } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'

/** Blockers of closing an account: the first kind must be resolved, the second is given up. */
export const blockers = {
  messages: { name: '还有未结束的群发或短信', advice: '等发送完成，或取消群发', path: '/sms/broadcast-task' },
  holds: { name: '还有冻结中的金额或条数', advice: '等发送有了结果，或撤回提现申请', path: '/system/finance/overview' },
  balance: { name: '账户余额还没有提现', advice: '申请提现，到账后再注销', path: '/system/finance/overview' },
  arrears: { name: '账户有欠费', advice: '充值补足欠费', path: '/system/finance/recharge' },
  recharges: { name: '还有未完成的充值', advice: '完成或取消充值', path: '/system/finance/recharge' },
  orders: { name: '还有未完成的订单或退款', advice: '支付、取消订单，或等退款完成', path: '/system/finance/order' },
  withdrawals: { name: '还有未完成的提现', advice: '等提现完成，或撤回申请', path: '/system/finance/overview' },
  invoices: { name: '还有申请中的发票', advice: '等发票开具，或撤回申请', path: '/system/finance/invoice' },
  invoiceDebt: { name: '还有欠票', advice: '先红冲多开的发票', path: '/system/finance/invoice' },
} as const
export type Blocker = keyof typeof blockers
const blocker = z.enum(keysOf(blockers))

const count = z.number().int()

export const closingCalls = {
  read: get('/api/closing', '注销账户的条件与状态', member('account.close'), {
    answer: z.object({
      blockers: z.array(blocker),
      /** What is lost with the account. */
      lost: z.object({ segments: count, linkUnits: count, bonusHao: count, links: count, members: count }),
      closing: z.object({ closingId: idOf('closing'), dueAt: moment }).nullable(),
    }),
  }),
  ask: post('/api/closing/ask', '申请注销账户', member('account.close'), {
    input: z.object({
      reason: textOf('注销原因', limits.remarkCharacters, 2),
      hasAgreed: z.literal(true, { error: '请确认您了解注销的后果' }),
    }),
    answer: z.object({ dueAt: moment }),
    refusals: ['step_up_required', 'closing_hindered', 'state_forbids'],
    once: true,
  }),
  undo: post('/api/closing/undo', '撤回注销申请', member('account.close'), {
    input: z.object({ closingId: idOf('closing') }),
    refusals: ['not_found'],
  }),
}
