import type { HomePeriod } from '#contract/sms-home.ts'
import { smsHomeCalls } from '#contract/sms-home.ts'
import { readAvailability } from '#domain/sms/availability.ts'
import { readTotals } from '#domain/sms/statistics/read.ts'
import { chinaDay, chinaDayStart } from '#values/china-time.ts'
import { handle } from './serve.ts'

export const smsHomeHandlers = [
  handle(smsHomeCalls.overview, async ({ tx, account, now }) => {
    const back = (days: number) => chinaDay(chinaDayStart(now(), -days))
    const today = back(0)
    const days: Record<HomePeriod, { from: string; to: string }> = {
      today: { from: today, to: today },
      yesterday: { from: back(1), to: back(1) },
      week: { from: back(6), to: today },
      days30: { from: back(29), to: today },
      month: { from: `${today.slice(0, 8)}01`, to: today },
    }
    const read = async (period: HomePeriod) => ({ ...days[period], measures: await readTotals(tx, account, days[period]) })
    return {
      periods: {
        today: await read('today'),
        yesterday: await read('yesterday'),
        week: await read('week'),
        days30: await read('days30'),
        month: await read('month'),
      },
      ways: await readAvailability(tx, account),
    }
  }),
]
