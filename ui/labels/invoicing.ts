import {
  type InvoiceMedium,
  type InvoiceStep,
  invoiceStates,
  type ReversalReason,
  type ReversalState,
} from '#contract/invoicing/invoice-state.ts'
import type { TitleKind } from '#contract/invoicing/invoice-title-rule.ts'
import { type Tag, tagged } from '#ui/display/StateTag.tsx'

export const invoiceStateTags = tagged(invoiceStates, {
  reviewing: 'waiting',
  issuing: 'progress',
  failed: 'bad',
  issued: 'good',
  withdrawn: 'ended',
  rejected: 'bad',
  reversing: 'waiting',
  reversed: 'ended',
})

export const reversalStateTags: Record<ReversalState, Tag> = {
  asked: { name: '待处理', tone: 'waiting' },
  confirming: { name: '待对方确认', tone: 'waiting' },
  confirmed: { name: '已确认，待开红票', tone: 'progress' },
  done: { name: '已红冲', tone: 'good' },
  refused: { name: '已驳回', tone: 'bad' },
  withdrawn: { name: '已撤销', tone: 'ended' },
  lapsed: { name: '已失效', tone: 'bad' },
}

export const reversalReasonNames: Record<ReversalReason, string> = {
  '01': '开票有误',
  '02': '销货退回',
  '03': '服务中止',
  '04': '销售折让',
}

export const invoiceMediaNames: Record<InvoiceMedium, string> = { electronic: '电子', paper: '纸质' }

export const invoiceStepNames: Record<InvoiceStep, string> = {
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
}

export const titleKindTexts = {
  company: { name: '企业', note: '公司、个体工商户等有统一社会信用代码的单位' },
  organization: { name: '事业单位或其他组织', note: '机关、学校、医院、社会团体等' },
  person: { name: '个人', note: '只能开具数电普票' },
} as const satisfies Record<TitleKind, object>
