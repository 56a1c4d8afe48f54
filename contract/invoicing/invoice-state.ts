import { z } from 'zod'
import { keysOf } from '#values/keys.ts'

/** States of an invoice, from request to end. */
export const invoiceStates = {
  reviewing: { name: '待审核', tone: 'waiting' },
  issuing: { name: '开票中', tone: 'progress' },
  failed: { name: '开票失败', tone: 'bad' },
  issued: { name: '已开具', tone: 'good' },
  withdrawn: { name: '已撤销', tone: 'ended' },
  rejected: { name: '已驳回', tone: 'bad' },
  reversing: { name: '红冲中', tone: 'waiting' },
  reversed: { name: '已红冲', tone: 'ended' },
} as const
export type InvoiceState = keyof typeof invoiceStates

/** Acts on an invoice and the states that allow them: buttons and rules use this table. */
export const invoiceCan = {
  withdraw: ['reviewing'],
  requestReversal: ['issued'],
  withdrawReversal: ['reversing'],
  resend: ['issued', 'reversing'],
  take: ['reviewing', 'failed'],
  issue: ['issuing'],
  fail: ['issuing'],
  reject: ['reviewing', 'issuing', 'failed'],
  refuseReversal: ['reversing'],
  startReversal: ['reversing'],
  confirmReversal: ['reversing'],
  expireReversal: ['reversing'],
  reverse: ['reversing'],
  ship: ['issued'],
  sign: ['issued'],
} as const satisfies Record<string, readonly InvoiceState[]>
export type InvoiceAct = keyof typeof invoiceCan
export const invoiceMay = (act: InvoiceAct, state: InvoiceState) => invoiceCan[act].some(one => one === state)

/** States of a credit note (红字发票). */
export const reversalStates = {
  asked: { name: '待处理', tone: 'waiting' },
  confirming: { name: '待对方确认', tone: 'waiting' },
  confirmed: { name: '已确认，待开红票', tone: 'progress' },
  done: { name: '已红冲', tone: 'good' },
  refused: { name: '已驳回', tone: 'bad' },
  withdrawn: { name: '已撤销', tone: 'ended' },
  lapsed: { name: '已失效', tone: 'bad' },
} as const
export type ReversalState = keyof typeof reversalStates

/** The tax bureau's reasons for a credit note (红字发票). */
export const reversalReasons = { '01': '开票有误', '02': '销货退回', '03': '服务中止', '04': '销售折让' } as const
export type ReversalReason = keyof typeof reversalReasons

/** States of the bureau's confirmation (红字发票信息确认单), as staff see them there. */
export const confirmStates = {
  '01': '无需确认',
  '02': '销方录入待购方确认',
  '03': '购方录入待销方确认',
  '04': '购销双方已确认',
  '05': '作废（销方录入购方否认）',
  '06': '作废（购方录入销方否认）',
  '07': '作废（超72小时未确认）',
  '08': '作废（发起方撤销）',
  '09': '作废（确认后撤销）',
  '10': '作废（异常凭证）',
} as const
export type ConfirmState = keyof typeof confirmStates

export const invoiceKinds = {
  ordinary: { name: '数电普票', title: '电子发票（普通发票）' },
  special: { name: '数电专票', title: '电子发票（增值税专用发票）' },
} as const
export type InvoiceKindName = keyof typeof invoiceKinds

export const invoiceMedia = { electronic: '电子', paper: '纸质' } as const
export type InvoiceMedium = keyof typeof invoiceMedia

export const invoiceBases = { orders: '按订单', bills: '按账单', amount: '按金额' } as const
export type InvoiceBasis = keyof typeof invoiceBases

/** Steps in an invoice's timeline. */
export const invoiceSteps = {
  asked: '提交申请',
  taken: '开始开票',
  issued: '已开具',
  failed: '开票失败',
  rejected: '已驳回',
  withdrawn: '已撤销',
  sent: '已发送邮件',
  shipped: '已寄出',
  signed: '已签收',
  reversal_asked: '申请红冲',
  reversal_withdrawn: '撤销红冲申请',
  reversal_refused: '红冲申请被驳回',
  reversal_started: '已发起红字确认单',
  reversal_confirmed: '红字确认单已确认',
  reversal_lapsed: '红字确认单失效',
  reversed: '已红冲',
} as const
export type InvoiceStep = keyof typeof invoiceSteps

export const invoiceState = z.enum(keysOf(invoiceStates))
export const invoiceKind = z.enum(keysOf(invoiceKinds))
export const invoiceMedium = z.enum(keysOf(invoiceMedia))
export const invoiceBasis = z.enum(keysOf(invoiceBases))
export const invoiceStep = z.enum(keysOf(invoiceSteps))
export const reversalState = z.enum(keysOf(reversalStates))
export const reversalReason = z.enum(keysOf(reversalReasons))
export const confirmState = z.enum(keysOf(confirmStates))

/** States in which a request occupies its amount. */
export const takingStates = ['reviewing', 'issuing', 'failed', 'issued', 'reversing'] as const satisfies readonly InvoiceState[]
