import type { HomePeriod } from '#contract/messages/sms-home.ts'

export const homePeriodNames: Record<HomePeriod, string> = {
  today: '今天',
  yesterday: '昨天',
  week: '近7天',
  days30: '近30天',
  month: '本月',
}
