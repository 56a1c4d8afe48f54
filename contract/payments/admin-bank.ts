import { z } from 'zod'
import { privateFile } from '#contract/account/private-file.ts'
import { get, post, staff } from '#contract/call.ts'
import { amountRule, textOf } from '#contract/rules.ts'
import { idOf, moment, pageOf, pageSize } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { bankNumberRule, claimRow, receivingAccount } from './bank.ts'

export const receiptStates = { waiting: '待入账', approving: '待复核', credited: '已入账', returned: '已退汇' } as const
export type ReceiptState = keyof typeof receiptStates

/** Rules that match a receipt to an account, surest first. */
const receiptRules = ['code', 'claim', 'attested', 'registered', 'manual'] as const
export type ReceiptRule = (typeof receiptRules)[number]

/** Whether the payer's name is one of the account's. */
const nameSupports = ['attested', 'registered', 'none'] as const
export type NameSupport = (typeof nameSupports)[number]

const hao = z.number().int()
const count = z.number().int()
export const bankReasonRule = textOf('原因', limits.remarkCharacters, 2)
const serialRule = textOf('银行流水号', 64).refine(text => /^[\w-]+$/.test(text), '银行流水号只有字母、数字、-和_')
const optionalText = (name: string, max: number) => z.string().trim().max(max, `${name}不能超过${max}个字`).default('')

/** A balance of our bank account, in yuan. */
export const balanceRule = z
  .string()
  .trim()
  .regex(/^\d{1,12}(?:\.\d{1,2})?$/, '请填写余额，最多两位小数')

/** A line of our bank statement as staff enter it. */
export const receiptFields = z.object({
  bankSerial: serialRule,
  amount: amountRule,
  payerName: textOf('付款户名', limits.payerNameCharacters, 2),
  payerAccount: optionalText('付款账号', 40),
  memo: optionalText('附言', limits.bankMemoCharacters),
  cameAt: moment,
})

const receipt = z.object({
  receiptId: idOf('receipt'),
  bankSerial: z.string(),
  amountHao: hao,
  payerName: z.string(),
  payerAccount: z.string(),
  memo: z.string(),
  cameAt: moment,
  state: z.enum(keysOf(receiptStates)),
  rule: z.enum(receiptRules).nullable(),
  accountId: idOf('account').nullable(),
  accountName: z.string().nullable(),
  reason: z.string().nullable(),
  returnSerial: z.string().nullable(),
  recordedBy: z.string().nullable(),
  recordedAt: moment,
  /** On an imported statement; otherwise it was typed. */
  isListed: z.boolean(),
  decidedBy: z.string().nullable(),
  decidedAt: moment.nullable(),
})

/** An account that a receipt may belong to. */
const proposal = z.object({
  accountId: idOf('account'),
  accountName: z.string(),
  rule: z.enum(receiptRules),
  nameSupport: z.enum(nameSupports),
  claimId: idOf('claim').nullable(),
  claimNumber: z.string().nullable(),
})

const staffClaim = claimRow.extend({
  accountId: idOf('account'),
  accountName: z.string(),
  attestedName: z.string().nullable(),
  nameSupport: z.enum(nameSupports),
})

const receiptOne = z.object({ receiptId: idOf('receipt') })
const claimOne = z.object({ accountId: idOf('account'), claimId: idOf('claim') })
const financeReaders = staff('finance.read')
const acting = staff('payment.confirm')

export const adminBankCalls = {
  claims: get('/api/admin/bank/claims', '汇款认领', financeReaders, {
    input: z.object({
      view: z.enum(['open', 'ended']).default('open'),
      accountId: idOf('account').optional(),
      cursor: z.uuid().optional(),
      pageSize,
    }),
    answer: pageOf(staffClaim),
  }),
  claim: get('/api/admin/bank/claim', '汇款认领详情', financeReaders, {
    input: claimOne,
    /** Unassigned receipts of the same sum; claims of any account about the same payer, sum and day. */
    answer: staffClaim.extend({
      slip: privateFile,
      receipts: z.array(receipt.extend({ hasName: z.boolean(), hasCode: z.boolean() })),
      alikeCount: count,
    }),
    refusals: ['not_found'],
  }),
  receipts: get('/api/admin/bank/receipts', '银行到账', financeReaders, {
    input: z.object({
      state: z.enum(keysOf(receiptStates)).optional(),
      /** Part of the bank's serial number, the payer or the memo. */
      text: z.string().trim().max(64).optional(),
      cursor: z.uuid().optional(),
      pageSize,
    }),
    answer: pageOf(receipt),
  }),
  receipt: get('/api/admin/bank/receipt', '银行到账详情', financeReaders, {
    input: receiptOne,
    answer: receipt.extend({ proposals: z.array(proposal) }),
    refusals: ['not_found'],
  }),
  note: post('/api/admin/bank/receipts/note', '登记银行到账', acting, {
    input: z.object({ rows: z.array(receiptFields).min(1).max(limits.bankFileRows), reason: bankReasonRule }),
    /** known: recorded before, unchanged. Typed receipts are never credited at once. */
    answer: z.object({ recordedCount: count, knownCount: count, creditedCount: count }),
    refusals: ['receipt_changed'],
    once: true,
  }),
  importStatement: post('/api/admin/bank/statements/import', '导入银行流水', acting, {
    input: z.object({
      statementId: idOf('statement'),
      /** Balances of the day, before the first line and after the last one. */
      openingBalance: balanceRule,
      closingBalance: balanceRule,
      reason: bankReasonRule,
    }),
    /**
     * credited: at once, since code and name both identify the account. known: recorded before. isChained: it continues
     * the statement before.
     */
    answer: z.object({ recordedCount: count, knownCount: count, creditedCount: count, isChained: z.boolean() }),
    refusals: ['not_found', 'receipt_changed', 'statement_known', 'statement_unreadable', 'statement_unbalanced', 'statement_lacks'],
    once: true,
  }),
  credit: post('/api/admin/bank/receipts/credit', '确认汇款入账', acting, {
    input: receiptOne.extend({ accountId: idOf('account'), claimId: idOf('claim').nullable(), reason: bankReasonRule }),
    answer: z.object({ state: z.enum(keysOf(receiptStates)) }),
    refusals: ['not_found', 'receipt_settled', 'claim_amount_differs', 'state_forbids'],
    once: true,
  }),
  giveBack: post('/api/admin/bank/receipts/return', '登记退汇', acting, {
    input: receiptOne.extend({ returnSerial: serialRule, claim: claimOne.nullable().default(null), reason: bankReasonRule }),
    refusals: ['not_found', 'receipt_settled', 'claim_amount_differs', 'state_forbids'],
    once: true,
  }),
  askMore: post('/api/admin/bank/claims/more', '要求补充汇款认领', acting, {
    input: claimOne.extend({ reason: bankReasonRule }),
    refusals: ['not_found', 'state_forbids'],
  }),
  reject: post('/api/admin/bank/claims/reject', '驳回汇款认领', acting, {
    input: claimOne.extend({ reason: bankReasonRule }),
    refusals: ['not_found', 'state_forbids'],
  }),
  receiving: get('/api/admin/bank/account', '收款账户', financeReaders, {
    answer: z.object({ receiving: receivingAccount.nullable(), since: moment.nullable() }),
  }),
  setReceiving: post('/api/admin/bank/account/set', '更换收款账户', acting, {
    input: z.object({
      holder: textOf('收款户名', limits.payerNameCharacters, 2),
      accountNumber: bankNumberRule,
      bank: textOf('开户行', limits.payerNameCharacters, 4),
      bankCode: z.string().regex(/^\d{12}$/, '联行号为12位数字'),
      reason: bankReasonRule,
    }),
    refusals: ['state_forbids'],
    once: true,
  }),
}

/** Parses an uploaded bank statement in the format of the bank's site. */
export const receiptFileRoute = {
  method: 'POST',
  path: '/api/admin/bank/receipts/file',
  summary: '读取银行流水文件',
  audience: acting,
  fileNameHeader: 'x-file-name',
  answer: z.object({
    fileName: z.string(),
    /** The importable statement; null: its lines aren't of one day. */
    statement: z
      .object({
        statementId: idOf('statement'),
        day: z.string(),
        sha256: z.string(),
        inCount: count,
        inHao: hao,
        outCount: count,
        outHao: hao,
        /** Unreadable lines: with any, the balances can't be checked against the lines. */
        problemCount: count,
        isImported: z.boolean(),
        balances: z.object({ openingHao: hao, closingHao: hao }).nullable(),
      })
      .nullable(),
    rows: z.array(
      z.object({
        line: z.number().int(),
        given: z.string(),
        row: receiptFields.nullable(),
        isKnown: z.boolean(),
        problem: z.string().nullable(),
      }),
    ),
  }),
} as const
