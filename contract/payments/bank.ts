import { z } from 'zod'
import { privateFile } from '#contract/account/private-file.ts'
import { get, member, post } from '#contract/call.ts'
import { amountRule, textOf } from '#contract/rules.ts'
import { idOf, moment, pageOf, pageSize } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { parseYuanOrThrow } from '#values/money.ts'

/** States of a claim. `may`: what the customer may do with it. */
export const claimStates = {
  waiting: { name: '待匹配', may: ['cancel'] },
  more: { name: '待补充', may: ['resubmit', 'cancel'] },
  approving: { name: '待复核', may: [] },
  credited: { name: '已到账', may: [] },
  rejected: { name: '已驳回', may: [] },
  returned: { name: '已退汇', may: [] },
  cancelled: { name: '已撤销', may: [] },
} as const
export type ClaimState = keyof typeof claimStates
export const claimMay = (state: ClaimState, act: 'resubmit' | 'cancel'): boolean => claimStates[state].may.some(one => one === act)

/** Normalizes a name as banks write it: no spaces, brackets of either width alike. */
export const plainName = (name: string): string => name.normalize('NFKC').replace(/\s+/gu, '')

export const payerNameRule = textOf('汇款户名', limits.payerNameCharacters, 2).refine(text => !/[<>]/.test(text), '汇款户名不能有尖括号')
/** Digits of a bank account; people group them with spaces. */
export const bankNumberRule = z
  .string()
  .overwrite(text => text.replace(/\s/gu, ''))
  .regex(/^\d{8,30}$/, '请输入8-30位数字的银行账号')
export const chinaDate = z.string().regex(/^\d{4}-\d\d-\d\d$/, '请选择日期')

const hao = z.number().int()
const one = z.object({ claimId: idOf('claim') })

/** A customer's claim of a transfer. The server checks the day by its own clock. */
const claimed = z.object({
  payerName: payerNameRule,
  payerAccount: bankNumberRule,
  amount: amountRule,
  paidOn: chinaDate,
  slipId: idOf('file'),
  remark: z.string().trim().max(limits.remarkCharacters, `备注不能超过${limits.remarkCharacters}个字`).default(''),
})
export const claimRules = claimed.shape
export const claimAmount = (amount: string): number => parseYuanOrThrow(amount)

export const claimRow = z.object({
  claimId: idOf('claim'),
  claimNumber: z.string(),
  payerName: z.string(),
  payerAccount: z.string(),
  amountHao: hao,
  paidOn: z.string(),
  remark: z.string(),
  state: z.enum(keysOf(claimStates)),
  /** What staff ask for, or why they refuse. */
  reason: z.string().nullable(),
  createdAt: moment,
  decidedAt: moment.nullable(),
  memberName: z.string().nullable(),
})

export const receivingAccount = z.object({ holder: z.string(), accountNumber: z.string(), bank: z.string(), bankCode: z.string() })
export type ReceivingAccount = z.output<typeof receivingAccount>

export const bankCalls = {
  account: get('/api/bank', '对公转账信息', member('finance.read'), {
    answer: z.object({
      /** Null: the platform accepts no transfers. */
      receiving: receivingAccount.nullable(),
      /** Code for the purpose of the transfer. */
      transferCode: z.string(),
      attestedName: z.string().nullable(),
      payerNames: z.array(z.string()),
    }),
  }),
  addPayer: post('/api/bank/payers/add', '登记汇款人户名', member('finance.write'), {
    input: z.object({ name: payerNameRule }),
    refusals: ['too_many', 'payer_exists'],
  }),
  removePayer: post('/api/bank/payers/remove', '删除汇款人户名', member('finance.write'), {
    input: z.object({ name: z.string().max(limits.payerNameCharacters) }),
    refusals: ['not_found'],
  }),
  claim: post('/api/bank/claims/create', '认领汇款', member('finance.write'), {
    input: claimed,
    answer: one,
    refusals: ['not_found', 'too_many', 'slip_used', 'paid_on_wrong', 'payment_method_closed'],
    once: true,
  }),
  resubmit: post('/api/bank/claims/resubmit', '补充汇款认领', member('finance.write'), {
    input: claimed.extend(one.shape),
    answer: one,
    refusals: ['not_found', 'state_forbids', 'slip_used', 'paid_on_wrong'],
    once: true,
  }),
  cancel: post('/api/bank/claims/cancel', '撤销汇款认领', member('finance.write'), {
    input: one,
    refusals: ['not_found', 'state_forbids'],
  }),
  one: get('/api/bank/claims/one', '汇款认领详情', member('finance.read'), {
    input: one,
    answer: claimRow.extend({ slip: privateFile }),
    refusals: ['not_found'],
  }),
  list: get('/api/bank/claims', '汇款认领记录', member('finance.read'), {
    input: z.object({
      state: z.enum(keysOf(claimStates)).optional(),
      claimNumber: z.string().trim().max(40).optional(),
      cursor: z.uuid().optional(),
      pageSize,
    }),
    answer: pageOf(claimRow),
  }),
}

/**
 * The bank account and the transfer code as a printable letter: the person who pays is seldom the one who reads this
 * page.
 */
export const bankLetterRoute = {
  method: 'GET',
  path: '/api/bank/letter',
  summary: '下载汇款信息函',
  audience: member('finance.read'),
} as const
