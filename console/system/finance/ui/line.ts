import { type LineItem, lineItems } from '#contract/billing/charge-line.ts'
import type { consumptionCalls } from '#contract/billing/consumption.ts'
import type { CallAnswerWire } from '#contract/call.ts'

/** A line of consumption or of a bill, in wire form. */
export type Line = CallAnswerWire<typeof consumptionCalls.list>['rows'][number]

/** Identifies a line in a list. */
export const lineKeyOf = (line: Line): string =>
  [
    line.day,
    line.kind,
    line.item,
    line.source,
    line.app?.appId ?? '',
    line.broadcast?.broadcastId ?? '',
    line.grant?.grantId ?? '',
    line.order?.orderId ?? '',
    line.unitPriceHao,
    line.listPriceHao,
    line.cashHao,
  ].join(' ')

export const isMessageLine = (line: Line): boolean => line.kind === 'usage' && line.product === 'sms'

/** Input of the calls for a line's messages. */
export const keyOf = (line: Line, byTask: boolean) => ({
  day: line.day,
  item: line.item as 'otp' | 'transactional' | 'marketing',
  appId: line.app?.appId,
  broadcastId: line.broadcast?.broadcastId,
  hasAllTasks: String(!byTask),
  grantId: line.grant?.grantId,
  unitPriceHao: line.unitPriceHao,
  listPriceHao: line.listPriceHao,
})

export const quantityText = (item: LineItem, quantity: number): string => `${quantity.toLocaleString('en-US')}${lineItems[item].unit}`

/** The chart's colour of each item, the same on each page. */
export const itemColours: Record<LineItem, number> = { otp: 0, transactional: 1, marketing: 2, link: 5, visit: 3, package: 4, adjust: 3 }
