import { z } from 'zod'
import { get, member } from '#contract/call.ts'
import { carriers } from '#values/phone.ts'
import { measures } from './statistics.ts'

/** Periods of days that end today, or yesterday, by name. */
const homePeriods = ['today', 'yesterday', 'week', 'days30', 'month'] as const
export type HomePeriod = (typeof homePeriods)[number]

const day = z.string()
const period = z.object({ from: day, to: day, measures })

export const smsHomeCalls = {
  overview: get('/api/sms-home', '短信概览', member('message.read'), {
    answer: z.object({
      periods: z.object({ today: period, yesterday: period, week: period, days30: period, month: period }),
      /**
       * For each kind and carrier: whether the channel that would take a message now is connected, disconnected, or
       * missing.
       */
      ways: z.array(
        z.object({
          kind: z.enum(['otp', 'transactional', 'marketing']),
          carrier: z.enum(carriers),
          state: z.enum(['open', 'waiting', 'none']),
        }),
      ),
    }),
  }),
}
