import { z } from 'zod'
import { privateFile } from '#contract/account/private-file.ts'
import { get, member, post } from '#contract/call.ts'
import { amountRule, textOf } from '#contract/rules.ts'
import { idOf, moment, pageOf, pageSize } from '#contract/scalars.ts'
import { terms } from '#contract/terms.ts'
import { limits } from '#values/limits.ts'
import {
  confirmState,
  invoiceBasis,
  invoiceKind,
  invoiceMedium,
  invoiceState,
  invoiceStep,
  reversalReason,
  reversalState,
} from './invoice-state.ts'
import { titleVersion } from './invoice-title.ts'

const hao = z.number().int()
const rateBp = z.number().int()
const product = z.enum(['sms', 'link'])
const month = z.string().regex(/^\d{4}-\d{2}$/)

const consumed = z.object({
  product,
  orderCount: z.number().int(),
  orderHao: hao,
  usageHao: hao,
  refundHao: hao,
})
const rateFigures = z.object({ rateBp, consumed: z.array(consumed), availableHao: hao, heldHao: hao, issuedHao: hao })

/** The seller on invoices. */
const invoiceSeller = z.object({
  name: z.string(),
  taxNumber: z.string(),
  address: z.string(),
  phone: z.string(),
  bankName: z.string(),
  bankAccount: z.string(),
  issuer: z.string(),
  /** Largest amount of one invoice. */
  limitHao: hao,
  offersPrint: z.boolean(),
})

const choice = z.discriminatedUnion('basis', [
  z.object({ basis: z.literal('orders'), orderIds: z.array(idOf('order')).min(1, '请选择订单').max(1000, '一次最多选择1000个订单') }),
  z.object({ basis: z.literal('bills'), months: z.array(month).min(1, '请选择账单').max(120) }),
  z.object({ basis: z.literal('amount'), amount: amountRule }),
])
export type InvoiceChoice = z.input<typeof choice>

const taxed = { grossHao: hao, netHao: hao, taxHao: hao }
const line = z.object({ product, itemName: z.string(), ...taxed })
const item = z.object({
  product,
  month,
  orderId: idOf('order').nullable(),
  orderNumber: z.string().nullable(),
  /** Package of an order. */
  name: z.string().nullable(),
  /** Negative: refunded after it was invoiced. */
  amountHao: hao,
})

const invoiceRow = z.object({
  requestId: idOf('invoice'),
  requestNumber: z.string(),
  askedAt: moment,
  titleName: z.string(),
  kind: invoiceKind,
  medium: invoiceMedium,
  basis: invoiceBasis,
  rateBp,
  grossHao: hao,
  taxHao: hao,
  state: invoiceState,
  /** Of the last requested credit note. */
  reversalState: reversalState.nullable(),
  reason: z.string().nullable(),
  invoiceNumber: z.string().nullable(),
  issuedAt: moment.nullable(),
  courier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  shippedAt: moment.nullable(),
  signedAt: moment.nullable(),
  fileCount: z.number().int(),
})

const invoiceDetail = invoiceRow.extend({
  netHao: hao,
  title: titleVersion.omit({ fileId: true }).extend({ titleId: idOf('invoiceTitle') }),
  seller: invoiceSeller.nullable(),
  emails: z.array(z.string()),
  address: z.object({ recipient: z.string(), phone: z.string(), text: z.string() }).nullable(),
  remark: z.string(),
  /** 换开: the invoice that it replaces, and the one that replaces it. */
  replacesId: idOf('invoice').nullable(),
  replacedById: idOf('invoice').nullable(),
  /** Invoices of the same request. */
  batchCount: z.number().int(),
  memberName: z.string().nullable(),
  lines: z.array(line),
  items: z.array(item),
  events: z.array(z.object({ step: invoiceStep, note: z.string().nullable(), memberName: z.string().nullable(), at: moment })),
  reversals: z.array(
    z.object({
      reversalId: idOf('invoiceReversal'),
      reason: reversalReason,
      note: z.string(),
      replace: z.object({ titleName: z.string(), kind: invoiceKind }).nullable(),
      state: reversalState,
      confirmNumber: z.string().nullable(),
      confirmState: confirmState.nullable(),
      deadlineAt: moment.nullable(),
      creditNoteNumber: z.string().nullable(),
      answer: z.string().nullable(),
      askedAt: moment,
    }),
  ),
  files: z.array(privateFile.extend({ isCreditNote: z.boolean() })),
})

const planRefusals = [
  'invoice_seller_missing',
  'invoice_nothing',
  'invoice_short',
  'invoice_exceeds',
  'invoice_taken',
  'invoice_bill_open',
  'invoice_too_many_parts',
] as const
const one = z.object({ requestId: idOf('invoice') })
const moved = z.object({ state: invoiceState })
const read = member('invoice.read')
const write = member('invoice.write')

export const invoiceCalls = {
  figures: get('/api/invoices/figures', terms.invoiceable, read, {
    answer: z.object({
      rates: z.array(rateFigures),
      /** Whole fen that can be requested now; refunds are deducted within each rate. */
      invoiceableHao: hao,
      heldHao: hao,
      issuedHao: hao,
      /** Invoiced beyond consumption. */
      owedHao: hao,
    }),
  }),
  sources: get('/api/invoices/sources', '可开票的订单与账单', read, {
    answer: z.object({
      /** Paid orders with an invoiceable rest, or invoiced beyond their cost; newest first. */
      orders: z.array(
        z.object({
          orderId: idOf('order'),
          orderNumber: z.string(),
          name: z.string(),
          product,
          rateBp,
          paidAt: moment,
          paidHao: hao,
          takenHao: hao,
          leftHao: hao,
        }),
      ),
      /** Months with an invoiceable rest; newest first. */
      months: z.array(
        z.object({
          month,
          /** Before it is closed its bill may change, and it can't be chosen. */
          isClosed: z.boolean(),
          rates: z.array(z.object({ rateBp, orderHao: hao, usageHao: hao, takenHao: hao, leftHao: hao })),
          leftHao: hao,
        }),
      ),
      seller: invoiceSeller.pick({ limitHao: true, offersPrint: true }).nullable(),
    }),
  }),
  preview: post('/api/invoices/preview', '预览发票', write, {
    input: z.object({ choice }),
    answer: z.object({
      invoices: z.array(z.object({ rateBp, ...taxed, lines: z.array(line), items: z.array(item) })),
      totalHao: hao,
      seller: invoiceSeller,
    }),
    refusals: planRefusals,
  }),
  create: post('/api/invoices/create', '申请发票', write, {
    input: z.object({
      choice,
      kind: invoiceKind,
      medium: invoiceMedium,
      titleId: idOf('invoiceTitle'),
      emailIds: z.array(idOf('invoiceEmail')).max(limits.invoiceMailboxes, `最多选择${limits.invoiceMailboxes}个邮箱`),
      addressId: idOf('invoiceAddress').nullable(),
      remark: textOf('备注', limits.invoiceRemarkCharacters, 0),
      /** The sums that the preview showed. */
      expected: z.object({ totalHao: hao, invoiceCount: z.number().int() }),
    }),
    answer: z.object({ requestIds: z.array(idOf('invoice')) }),
    refusals: [
      ...planRefusals,
      'invoice_changed',
      'invoice_email_missing',
      'invoice_paper_closed',
      'invoicing_paused',
      'title_not_approved',
      'title_not_attested',
      'not_found',
    ],
    once: true,
  }),
  list: get('/api/invoices', '发票列表', read, {
    input: z.object({
      state: invoiceState.optional(),
      kind: invoiceKind.optional(),
      medium: invoiceMedium.optional(),
      titleId: idOf('invoiceTitle').optional(),
      number: z.string().trim().max(40).optional(),
      from: moment.optional(),
      until: moment.optional(),
      least: amountRule.optional(),
      most: amountRule.optional(),
      cursor: z.uuid().optional(),
      pageSize,
    }),
    answer: pageOf(invoiceRow),
  }),
  one: get('/api/invoices/one', '发票详情', read, { input: one, answer: invoiceDetail, refusals: ['not_found'] }),
  withdraw: post('/api/invoices/withdraw', '撤销发票申请', write, { input: one, answer: moved, refusals: ['not_found', 'state_forbids'] }),
  resend: post('/api/invoices/resend', '重发发票邮件', write, {
    input: one,
    answer: z.object({ emails: z.array(z.string()) }),
    refusals: ['not_found', 'state_forbids', 'invoice_no_mailbox', 'invoice_sent_often'],
    once: true,
  }),
  requestReversal: post('/api/invoices/ask-reversal', '申请红冲或换开', write, {
    input: one.extend({
      reason: reversalReason,
      note: textOf('说明', 200, 2),
      /** 换开: reissued to this title. */
      replace: z.object({ titleId: idOf('invoiceTitle'), kind: invoiceKind }).nullable(),
    }),
    answer: moved,
    refusals: ['not_found', 'state_forbids', 'title_not_approved', 'title_not_attested'],
    once: true,
  }),
  withdrawReversal: post('/api/invoices/withdraw-reversal', '撤销红冲申请', write, {
    input: one,
    answer: moved,
    refusals: ['not_found', 'state_forbids', 'reversal_elsewhere'],
  }),
}
