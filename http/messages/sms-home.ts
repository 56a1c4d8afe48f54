import type { HomePeriod } from '#contract/messages/sms-home.ts'
import { smsHomeCalls } from '#contract/messages/sms-home.ts'
import { readTotals } from '#domain/message-records/index.ts'
import { readAvailability } from '#domain/messages/index.ts'
import { handle } from '#http/server/serve.ts'
import { chinaDay, chinaDayStart } from '#values/china-time.ts'

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
