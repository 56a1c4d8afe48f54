import { z } from 'zod'
import { get, post, staff } from '#contract/call.ts'
import { textOf } from '#contract/rules.ts'
import { idOf, moment } from '#contract/scalars.ts'
import { countries } from '#values/country.ts'
import { limits } from '#values/limits.ts'
import { mainlandCarriers } from '#values/phone.ts'

const count = z.number().int()
const day = z.iso.date('日期格式不正确')

const sums = {
  acceptedCount: count,
  segmentCount: count,
  deliveredCount: count,
  failedCount: count,
  unknownCount: count,
  /** Segments of delivered messages: charged to packages and balances. */
  chargedSegmentCount: count,
  /** Paid by balances and bonus credit. */
  chargedHao: count,
}

/** Of what went over a channel. */
const earnings = {
  /** Revenue from customers: the balance's price, or the share of the package's price. Gifts count as 0. */
  incomeHao: count,
  /** At the cost in force when each was accepted; null: unknown for some. */
  costHao: count.nullable(),
  marginHao: count.nullable(),
}

export const adminStatisticsCalls = {
  read: get('/api/admin/statistics', '平台统计', staff('statistics.read'), {
    input: z
      .object({ from: day, to: day })
      .refine(({ from, to }) => from <= to, '开始日期不能晚于结束日期')
      .refine(
        ({ from, to }) => Date.parse(to) - Date.parse(from) < limits.platformStatisticsDays * 86_400_000,
        `一次最多查询${limits.platformStatisticsDays}天`,
      ),
    answer: z.object({
      totals: z.object(sums),
      days: z.array(z.object({ day: z.string(), ...sums, ...earnings })),
      /** The largest, by charged segments. */
      customers: z.array(z.object({ accountId: idOf('account'), name: z.string(), ...sums, ...earnings })),
      customerCount: count,
      channels: z.array(
        z.object({
          channelId: idOf('channel'),
          name: z.string(),
          submittedCount: count,
          deliveredCount: count,
          failedCount: count,
          deliveredSegmentCount: count,
          ...earnings,
          /** Paid by bonus credit. */
          bonusHao: count,
          /** Of a segment, now; null: unknown. */
          unitCostHao: count.nullable(),
          /** Where it differs now, by destination. */
          destinationCosts: z.array(z.object({ destination: z.string(), unitCostHao: count })),
        }),
      ),
    }),
  }),
  setCost: post('/api/admin/statistics/cost', '设置通道成本', staff('channel.write'), {
    input: z.object({
      channelId: idOf('channel'),
      /** Hao per segment; null: unknown. */
      unitCostHao: z.number().int('成本须为整数毫').min(0, '成本不能为负').max(100_000, '成本不能超过10元').nullable(),
      /** A carrier at home or a country, where it differs; null: every other destination. */
      destination: z.enum([...mainlandCarriers, ...countries]).nullable(),
      /** Null: from now on. A channel's first cost applies to the time before it too. */
      startsAt: moment.nullable(),
      reason: textOf('原因', limits.remarkCharacters, 2),
    }),
    refusals: ['not_found', 'price_past', 'price_exists'],
    once: true,
  }),
}
