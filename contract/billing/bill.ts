import { z } from 'zod'
import { get, member } from '#contract/call.ts'
import { flag, idOf, moment, pageOf, pageSize } from '#contract/scalars.ts'
import { terms } from '#contract/terms.ts'
import { isMonth } from '#values/china-month.ts'
import { keysOf } from '#values/keys.ts'
import {
  chargeLine,
  hao,
  lineBounds,
  lineCursor,
  lineItem,
  lineKind,
  lineProduct,
  lineSource,
  lineSums,
  lineTotals,
} from './charge-line.ts'

/** 出账中: the current month; 待出账: it is over, and closes on the third day of the next one; 已出账: closed for good. */
export const billStates = { open: '出账中', ended: '待出账', closed: '已出账' } as const
/** The name of a month's last balance. */
export const closingNames = { open: '当前余额（含冻结）', ended: terms.closing, closed: terms.closing } as const
export type BillState = keyof typeof billStates

/** Months that can be viewed, including the current one. */
export const billMonthCount = 36
export const monthText = z.string().refine(isMonth, '月份格式不正确')

/**
 * Changes of the balance in a month: opening + recharges + refunds + adjustments − withdrawals − orders − usage =
 * closing.
 */
export const bridge = z.object({
  openingHao: hao,
  rechargeHao: hao,
  withdrawHao: hao,
  orderHao: hao,
  usageHao: hao,
  refundHao: hao,
  adjustHao: hao,
  closingHao: hao,
})
export type Bridge = z.output<typeof bridge>

const count = z.number().int()
const state = z.enum(keysOf(billStates))
const month = bridge.extend({ month: monthText, state, closedAt: moment.nullable() })

const share = lineSums.extend({ quantity: count })

export const lineFilter = z.object({
  month: monthText,
  kind: lineKind.optional(),
  product: lineProduct.optional(),
  item: lineItem.optional(),
  source: lineSource.optional(),
  appId: idOf('app').optional(),
  ...lineBounds,
  /** Only lines paid from the balance. */
  hidesZero: flag.optional(),
})
export type BillLineFilter = z.output<typeof lineFilter>

/** The equation of one month, with both of its sides. */
const equation = z.object({ name: z.string(), leftHao: hao, rightHao: hao })

export const billCalls = {
  months: get('/api/bills', '各月账单', member('finance.read'), {
    /** Newest first; the first is the current one. */
    answer: z.object({ months: z.array(month) }),
  }),
  overview: get('/api/bills/month', '一个月的账单总览', member('finance.read'), {
    input: z.object({ month: monthText }),
    answer: month.extend({
      billNumber: z.string().nullable(),
      hash: z.string().nullable(),
      /** Held for messages on their way, in the current month. */
      heldHao: hao,
      /** Of orders and usage: consumption. */
      totals: lineTotals,
      /** Of refunds. */
      refunds: lineTotals,
      before: z.object({ orderHao: hao, usageHao: hao }).nullable(),
      /** Of orders and usage. */
      items: z.array(share.extend({ product: lineProduct.nullable(), item: lineItem })),
      sources: z.array(share.extend({ product: lineProduct, source: lineSource })),
      apps: z.array(share.extend({ app: z.object({ appId: idOf('app'), name: z.string() }).nullable() })),
      tasks: z.array(share.extend({ broadcast: z.object({ broadcastId: idOf('broadcast'), name: z.string() }) })),
    }),
    refusals: ['not_found'],
  }),
  lines: get('/api/bills/lines', '账单明细', member('finance.read'), {
    input: lineFilter.extend({ cursor: lineCursor, pageSize }),
    answer: pageOf(chargeLine),
    refusals: ['not_found'],
  }),
  totals: get('/api/bills/totals', '账单明细的合计与对账', member('finance.read'), {
    input: lineFilter,
    answer: z.object({
      month,
      totals: lineTotals,
      apps: z.array(z.object({ appId: idOf('app'), name: z.string() })),
      /** Of the whole month, without the filter. */
      equations: z.array(equation),
    }),
    refusals: ['not_found'],
  }),
}

/** The month as PDF or workbook; answered as bytes. */
export const billDocumentRoute = {
  path: '/api/bills/paper',
  audience: member('finance.read'),
  input: z.object({ month: monthText, format: z.enum(['pdf', 'xlsx']) }),
} as const
