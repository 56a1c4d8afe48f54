import { z } from 'zod'
import { privateFile } from '#contract/account/private-file.ts'
import { get, post, staff } from '#contract/call.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { textOf } from '#contract/rules.ts'
import { idOf, moment, pageOf, pageSize } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import {
  confirmState,
  confirmStates,
  invoiceKind,
  invoiceMedium,
  invoiceState,
  invoiceStep,
  reversalReason,
  reversalState,
} from './invoice-state.ts'
import { titleVersion } from './invoice-title.ts'

/** Views for staff: the queues in the order of processing, and all. */
const invoiceViews = ['reviewing', 'issuing', 'failed', 'reversing', 'unsent', 'sent', 'all'] as const
export type InvoiceView = (typeof invoiceViews)[number]

/** Frequent reasons, as the customer reads them. */
export const invoiceRejectReasons = [
  { code: 'title', name: '抬头有误', text: '抬头名称与纳税人识别号不一致，请在开票信息中核对后重新申请。' },
  { code: 'special', name: '不能开专票', text: '抬头的专票资质已失效，请更新资质，或改为申请数电普票。' },
  { code: 'address', name: '地址不完整', text: '邮寄地址不完整，请补全门牌号和联系电话后重新申请。' },
  { code: 'remark', name: '备注不合规', text: '备注内容不能打印在发票上，请修改后重新申请。' },
] as const
export const invoiceFailReasons = [
  { code: 'quota', name: '额度不足', text: '税局可用额度不足，已申请增加，恢复后继续开具。' },
  { code: 'bureau', name: '税局维护', text: '电子税务局系统维护，恢复后继续开具。' },
  { code: 'refused', name: '税局未受理', text: '税局未受理本次开具，正在核对原因。' },
] as const
export const reversalRefuseReasons = [
  { code: 'used', name: '已入账', text: '发票已在税局确认用途或入账，请先由贵方发起红字信息确认单。' },
  { code: 'unclear', name: '原因不清', text: '红冲原因不清楚，请补充说明后重新申请。' },
] as const

export const couriers = ['顺丰速运', '中国邮政EMS', '京东快递', '中通快递', '圆通速递', '韵达快递', '申通快递'] as const

const audience = staff('invoice.manage')
const count = z.number().int()
const hao = z.number().int()
const target = { accountId: idOf('account'), requestId: idOf('invoice') }
export const invoiceReasonRule = textOf('原因', limits.remarkCharacters, 4)

export const invoiceNumberRule = z
  .string()
  .trim()
  .regex(/^\d{20}$/, '发票号码为20位数字')
export const trackingRule = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9]{8,30}$/, '运单号为8至30位字母或数字')
export const courierRule = textOf('快递公司', 20, 2)
export const confirmNumberRule = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9]{8,40}$/, '确认单编号为8至40位字母或数字')
const day = z.iso.date('请选择日期')
const fileIds = z.array(idOf('file')).min(1, '请上传发票的PDF、OFD或XML文件').max(6, '最多6个文件')

const row = z.object({
  ...target,
  requestNumber: z.string(),
  accountName: z.string(),
  titleName: z.string(),
  taxNumber: z.string(),
  kind: invoiceKind,
  medium: invoiceMedium,
  rateBp: z.number().int(),
  grossHao: hao,
  netHao: hao,
  taxHao: hao,
  state: invoiceState,
  reason: z.string().nullable(),
  invoiceNumber: z.string().nullable(),
  askedAt: moment,
  changedAt: moment,
  issuedAt: moment.nullable(),
  /** Of the open credit note (红字发票), if there is one. */
  reversal: z.object({ state: reversalState, deadlineAt: moment.nullable() }).nullable(),
})
const queueFacts = z.object({ count, oldestAt: moment.nullable() })

/** The seller of an invoice. */
export const invoiceSellerParty = z.object({
  name: z.string(),
  taxNumber: z.string(),
  address: z.string(),
  phone: z.string(),
  bankName: z.string(),
  bankAccount: z.string(),
})
const difference = z.object({ field: z.string(), name: z.string(), expected: z.string(), found: z.string(), isFatal: z.boolean() })

const act = <Shape extends z.ZodRawShape>(name: string, summary: string, shape: Shape, refusals: readonly RefusalCode[] = []) =>
  post(`/api/admin/invoices/${name}`, summary, audience, {
    input: z.object({ ...target, ...shape }),
    refusals: ['not_found', 'state_forbids', ...refusals],
    once: true,
  })

export const adminInvoiceCalls = {
  queue: get('/api/admin/invoices', '发票队列', audience, {
    input: z.object({
      view: z.enum(invoiceViews).default('reviewing'),
      kind: invoiceKind.optional(),
      /** Part of the request's or the invoice's number, or of the title's or the account's name. */
      search: z.string().trim().max(60).optional(),
      cursor: z.string().max(80).optional(),
      pageSize,
    }),
    /** Queues: oldest first; all: newest first. */
    answer: pageOf(row).extend({
      counts: z.object({
        reviewing: queueFacts,
        issuing: queueFacts,
        failed: queueFacts,
        reversing: queueFacts,
        unsent: queueFacts,
        sent: queueFacts,
        titles: queueFacts,
      }),
    }),
  }),
  one: get('/api/admin/invoices/one', '发票详情', audience, {
    input: z.object(target),
    answer: row.extend({
      remark: z.string(),
      emails: z.array(z.string()),
      title: titleVersion,
      seller: invoiceSellerParty.extend({ issuer: z.string() }).nullable(),
      lines: z.array(
        z.object({
          product: z.enum(['sms', 'link']),
          itemName: z.string(),
          categoryCode: z.string().nullable(),
          grossHao: hao,
          netHao: hao,
          taxHao: hao,
        }),
      ),
      /** Postal address: the current one, or that of the shipment. */
      address: z.object({ recipient: z.string(), phone: z.string(), text: z.string() }).nullable(),
      shipment: z
        .object({ courier: z.string(), trackingNumber: z.string(), shippedTo: z.string(), shippedAt: moment, signedAt: moment.nullable() })
        .nullable(),
      files: z.array(privateFile.extend({ isCreditNote: z.boolean() })),
      reversals: z.array(
        z.object({
          reasonCode: reversalReason,
          note: z.string(),
          state: reversalState,
          confirmNumber: z.string().nullable(),
          confirmState: confirmState.nullable(),
          deadlineAt: moment.nullable(),
          creditNoteNumber: z.string().nullable(),
          answer: z.string().nullable(),
          askedAt: moment,
        }),
      ),
      events: z.array(z.object({ step: invoiceStep, note: z.string().nullable(), by: z.string(), at: moment })),
      /** The number of the invoice that this one replaces. */
      replaces: z.string().nullable(),
    }),
    refusals: ['not_found'],
  }),
  check: get('/api/admin/invoices/check', '核对发票文件', audience, {
    input: z.object({
      ...target,
      fileId: idOf('file'),
      invoiceNumber: invoiceNumberRule.optional(),
      issuedOn: day.optional(),
      isCreditNote: z.stringbool().default(false),
    }),
    answer: z.object({
      /** False: a PDF without machine-readable data, or a file that is no invoice. */
      isRead: z.boolean(),
      invoiceNumber: z.string().nullable(),
      issuedOn: z.string().nullable(),
      differences: z.array(difference),
    }),
    refusals: ['not_found'],
  }),
  take: act('take', '受理开票', {}),
  issue: act('issue', '登记开具', { invoiceNumber: invoiceNumberRule, issuedOn: day, fileIds }, [
    'invoice_number_taken',
    'invoice_file_differs',
    'invoice_date_past',
  ]),
  fail: act('fail', '登记开票失败', { reason: invoiceReasonRule }),
  reject: act('reject', '驳回发票申请', { reason: invoiceReasonRule }),
  resend: act('resend', '重新发送发票邮件', {}, ['invoice_no_mailbox']),
  refuseReversal: act('refuse-reversal', '驳回红冲申请', { reason: invoiceReasonRule }, ['reversal_elsewhere']),
  startReversal: act('start-reversal', '登记红字确认单', { confirmNumber: confirmNumberRule, confirmState: z.enum(['02', '03']) }, [
    'reversal_elsewhere',
  ]),
  confirmReversal: act('confirm-reversal', '登记红字确认', {}, ['reversal_elsewhere']),
  expireReversal: act('lapse-reversal', '登记确认单失效', { confirmState: z.enum(['05', '06', '07', '08', '09', '10']) }, [
    'reversal_elsewhere',
  ]),
  reverse: act('reverse', '登记红票', { creditNoteNumber: invoiceNumberRule, fileIds }, [
    'invoice_number_taken',
    'invoice_file_differs',
    'reversal_elsewhere',
  ]),
  ship: act('ship', '登记寄出', { courier: courierRule, trackingNumber: trackingRule }, ['invoice_address_gone']),
  sign: act('sign', '登记签收', {}),
}

/** States of a confirmation that end it without a credit note. */
export const expireStates = keysOf(confirmStates).filter(state => state >= '05')

/** Preview of the invoice as PDF. */
export const invoicePreviewRoute = {
  method: 'GET',
  path: '/api/admin/invoices/preview.pdf',
  summary: '发票预览（PDF）',
  audience,
  input: z.object(target),
} as const
