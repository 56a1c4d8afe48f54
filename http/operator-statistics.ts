import { operatorStatisticsCalls } from '#contract/operator-statistics.ts'
import { readPlatformStatistics, setChannelCost } from '#domain/staff/statistics.ts'
import { formatYuan } from '#values/money.ts'
import { handle } from './serve.ts'

const costText = (hao: number | null) => (hao === null ? '未知' : formatYuan(hao))

export const operatorStatisticsHandlers = [
  handle(operatorStatisticsCalls.read, ({ tx }, period) => readPlatformStatistics(tx, period)),

  handle(operatorStatisticsCalls.setCost, async ({ tx, note }, { channelId, unitCostHao, reason }) => {
    const { name, before } = await setChannelCost(tx, { channelId, unitCostHao })
    note({ object: name, detail: { reason, before: costText(before), after: costText(unitCostHao) } })
    return {}
  }),
]
