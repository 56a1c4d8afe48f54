import {
  adminInvoiceCalls,
  type InvoiceView,
  invoiceFailReasons,
  invoiceRejectReasons,
  reversalRefuseReasons,
} from '#contract/invoicing/admin-invoice.ts'
import { type InvoiceAct, invoiceMay } from '#contract/invoicing/invoice-state.ts'
import { keysOf } from '#values/keys.ts'
import type { InvoiceOne } from './invoice.ts'

/** Staff's acts on an invoice, in the order of their buttons. */
export const actWords = {
  take: { name: '受理', text: '受理后状态变为“开票中”，客户不能再撤销。请到电子税务局按票面信息开具，再回来登记。' },
  issue: { name: '登记开具', text: '登记后客户会收到通知，文件发到收票邮箱；金额从“申请中”转为“已开票”。' },
  sign: { name: '登记签收', text: '客户已签收纸质发票。' },
  ship: { name: '登记寄出', text: '登记后客户能看到快递公司和运单号，收件地址按现在的地址保存。' },
  reverse: { name: '登记红票', text: '登记后发票变为“已红冲”，金额退回客户的可开票金额。' },
  confirm: { name: '登记确认', text: '购买方已在电子税务局确认（状态04），接下来可以开具红字发票。' },
  start: { name: '登记确认单', text: '在电子税务局录入红字信息确认单后登记；购买方须在72小时内确认，客户会收到提醒。' },
  lapse: { name: '登记失效', text: '确认单作废后，原发票仍然有效，客户可以重新申请红冲。', isDanger: true },
  resend: { name: '重发邮件', text: '把发票和文件再次发到收票邮箱。' },
  fail: { name: '开票失败', text: '登记失败原因，申请留在“开票失败”队列，恢复后可以重新受理。', isDanger: true },
  refuse: { name: '驳回红冲', text: '原发票仍然有效，客户能看到原因。', isDanger: true },
  reject: { name: '驳回申请', text: '金额退回客户的可开票金额，客户能看到原因并重新申请。', isDanger: true },
} as const satisfies Record<string, { name: string; text: string; isDanger?: boolean }>
export type ActName = keyof typeof actWords

/** Acts that ask for nothing but a yes. */
export const plainCalls = {
  take: adminInvoiceCalls.take,
  resend: adminInvoiceCalls.resend,
  sign: adminInvoiceCalls.sign,
  confirm: adminInvoiceCalls.confirmReversal,
}
/** Acts that ask for a reason, which the customer reads. */
export const reasonCalls = {
  fail: { call: adminInvoiceCalls.fail, usual: invoiceFailReasons },
  reject: { call: adminInvoiceCalls.reject, usual: invoiceRejectReasons },
  refuse: { call: adminInvoiceCalls.refuseReversal, usual: reversalRefuseReasons },
}

/** Acts on several invoices of a queue at once: those that ask the same for each. */
export type ManyAct = keyof typeof plainCalls | keyof typeof reasonCalls
export const manyActs: Partial<Record<InvoiceView, readonly ManyAct[]>> = {
  reviewing: ['take', 'reject'],
  issuing: ['fail', 'reject'],
  failed: ['take', 'reject'],
  reversing: ['refuse'],
  sent: ['sign'],
}

const ruleOf: Record<ActName, InvoiceAct> = {
  take: 'take',
  issue: 'issue',
  sign: 'sign',
  ship: 'ship',
  reverse: 'reverse',
  confirm: 'confirmReversal',
  start: 'startReversal',
  lapse: 'expireReversal',
  resend: 'resend',
  fail: 'fail',
  refuse: 'refuseReversal',
  reject: 'reject',
}

/** Possible acts, by the state of the invoice, its shipment and its credit note. */
export function actsFor(one: InvoiceOne): ActName[] {
  const reversal = one.reversal?.state
  const fits: Partial<Record<ActName, boolean>> = {
    ship: one.medium === 'paper' && one.shipment === null,
    sign: one.shipment !== null && one.shipment.signedAt === null,
    resend: one.emails.length > 0,
    start: reversal === 'asked',
    confirm: reversal === 'confirming',
    lapse: reversal === 'confirming' || reversal === 'confirmed',
    reverse: reversal === 'asked' || reversal === 'confirmed',
  }
  return keysOf(actWords).filter(act => invoiceMay(ruleOf[act], one.state) && (fits[act] ?? true))
}
