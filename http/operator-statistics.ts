import { operatorStatisticsCalls } from '#contract/operator-statistics.ts'
import { setChannelCost } from '#domain/staff/channel-cost.ts'
import { readPlatformStatistics } from '#domain/staff/statistics.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { formatYuan } from '#values/money.ts'
import { handle } from './serve.ts'

const costText = (hao: number | null) => (hao === null ? '未知' : formatYuan(hao))

export const operatorStatisticsHandlers = [
  handle(operatorStatisticsCalls.read, ({ tx, now }, period) => readPlatformStatistics(tx, period, now())),

  handle(operatorStatisticsCalls.setCost, async ({ tx, note, now }, { channelId, startsAt, unitCostHao, reason }) => {
    const { name, before } = await setChannelCost(tx, { channelId, startsAt, unitCostHao, now: now() })
    const from = startsAt ? formatChinaTime(startsAt) : '立即'
    note({ object: name, detail: { reason, before: costText(before), after: costText(unitCostHao), from } })
    return {}
  }),
]
