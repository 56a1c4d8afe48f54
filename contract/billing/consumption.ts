import { z } from 'zod'
import { get, member } from '#contract/call.ts'
import { flag, idOf, moment, pageOf, pageSize } from '#contract/scalars.ts'
import { limits } from '#values/limits.ts'
import { chargeLine, dayText, hao, lineBounds, lineCursor, lineItem, lineProduct, lineSource, lineTotals } from './charge-line.ts'

const dayMs = 86_400_000

export const consumptionFilter = z.object({
  /** Days in China, both inclusive. */
  from: dayText,
  to: dayText,
  product: lineProduct.optional(),
  item: lineItem.optional(),
  source: lineSource.optional(),
  appId: idOf('app').optional(),
  broadcastId: idOf('broadcast').optional(),
  /** Paid by this package. */
  grantId: idOf('grant').optional(),
  ...lineBounds,
  /** With a line of its own for each broadcast. */
  byTask: flag.optional(),
})
export type ConsumptionFilter = z.output<typeof consumptionFilter>

const ranged = consumptionFilter.refine(
  ({ from, to }) => to >= from && (Date.parse(to) - Date.parse(from)) / dayMs < limits.statementDays,
  { error: `一次最多查询${limits.statementDays}天`, path: ['to'] },
)

/** Key of a line: what distinguishes a day's charges of messages. */
const lineKey = z.object({
  day: dayText,
  item: z.enum(['otp', 'transactional', 'marketing']),
  appId: idOf('app').optional(),
  broadcastId: idOf('broadcast').optional(),
  /** Over all broadcasts and messages without one. */
  hasAllTasks: flag.optional(),
  grantId: idOf('grant').optional(),
  unitPriceHao: z.coerce.number().int().min(0),
  listPriceHao: z.coerce.number().int().min(0),
})
export type LineKey = z.output<typeof lineKey>

const chargedMessage = z.object({
  messageId: idOf('message'),
  phone: z.string(),
  /** Time of acceptance, and time of booking. */
  sentAt: moment,
  settledAt: moment,
  segmentCount: z.number().int(),
  amountHao: hao,
  template: z.object({ templateId: idOf('template'), name: z.string() }).nullable(),
})

export const consumptionCalls = {
  list: get('/api/consumption', '消费明细', member('finance.read'), {
    input: ranged.safeExtend({ cursor: lineCursor, pageSize }),
    answer: pageOf(chargeLine),
  }),
  totals: get('/api/consumption/totals', '消费合计与每日走势', member('finance.read'), {
    input: ranged,
    answer: lineTotals.extend({
      days: z.array(z.object({ day: dayText, item: lineItem, cashHao: hao, bonusHao: hao, packageHao: hao, quantity: z.number().int() })),
      /** Apps with a charge in the range, as choices. */
      apps: z.array(z.object({ appId: idOf('app'), name: z.string() })),
    }),
  }),
  messages: get('/api/consumption/messages', '一行消费背后的短信', member('finance.read'), {
    input: lineKey.extend({ cursor: idOf('message').optional(), pageSize }),
    answer: pageOf(chargedMessage),
  }),
  explain: get('/api/consumption/explanation', '为什么是这个价', member('finance.read'), {
    input: lineKey,
    answer: z.object({
      /** Messages of this line by charged segments. */
      lengths: z.array(z.object({ segmentCount: z.number().int(), messageCount: z.number().int() })),
      /** Start of the current list price. */
      listSince: moment.nullable(),
      /** Start of the account's own price, if that was paid. */
      ownSince: moment.nullable(),
      grant: z
        .object({
          grantId: idOf('grant'),
          name: z.string(),
          source: lineSource,
          segmentCount: z.number().int(),
          startsAt: moment,
          expiresAt: moment,
          order: z.object({ orderId: idOf('order'), orderNumber: z.string(), paidHao: hao }).nullable(),
        })
        .nullable(),
    }),
  }),
}
