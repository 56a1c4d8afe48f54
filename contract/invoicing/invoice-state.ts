import { z } from 'zod'
import { keysOf } from '#values/keys.ts'

/** States of an invoice, from request to end. */
export const invoiceStates = {
  reviewing: '待审核',
  issuing: '开票中',
  failed: '开票失败',
  issued: '已开具',
  withdrawn: '已撤销',
  rejected: '已驳回',
  reversing: '红冲中',
  reversed: '已红冲',
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
const reversalStates = ['asked', 'confirming', 'confirmed', 'done', 'refused', 'withdrawn', 'lapsed'] as const
export type ReversalState = (typeof reversalStates)[number]

/** The tax bureau's reasons for a credit note (红字发票). */
const reversalReasons = ['01', '02', '03', '04'] as const
export type ReversalReason = (typeof reversalReasons)[number]

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

const invoiceMedia = ['electronic', 'paper'] as const
export type InvoiceMedium = (typeof invoiceMedia)[number]

const invoiceBases = ['orders', 'bills', 'amount'] as const
export type InvoiceBasis = (typeof invoiceBases)[number]

/** Steps in an invoice's timeline. */
const invoiceSteps = [
  'asked',
  'taken',
  'issued',
  'failed',
  'rejected',
  'withdrawn',
  'sent',
  'shipped',
  'signed',
  'reversal_asked',
  'reversal_withdrawn',
  'reversal_refused',
  'reversal_started',
  'reversal_confirmed',
  'reversal_lapsed',
  'reversed',
] as const
export type InvoiceStep = (typeof invoiceSteps)[number]

export const invoiceState = z.enum(keysOf(invoiceStates))
export const invoiceKind = z.enum(keysOf(invoiceKinds))
export const invoiceMedium = z.enum(invoiceMedia)
export const invoiceBasis = z.enum(invoiceBases)
export const invoiceStep = z.enum(invoiceSteps)
export const reversalState = z.enum(reversalStates)
export const reversalReason = z.enum(reversalReasons)
export const confirmState = z.enum(keysOf(confirmStates))

/** States in which a request occupies its amount. */
export const takingStates = ['reviewing', 'issuing', 'failed', 'issued', 'reversing'] as const satisfies readonly InvoiceState[]
