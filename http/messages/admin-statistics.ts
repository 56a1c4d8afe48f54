import { adminStatisticsCalls } from '#contract/messages/admin-statistics.ts'
import { setChannelCost } from '#domain/channels/index.ts'
import { readPlatformStatistics } from '#domain/message-records/index.ts'
import { handle } from '#http/server/serve.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { formatYuan } from '#values/money.ts'
import { destinationName } from '#values/phone.ts'

const costText = (hao: number | null) => (hao === null ? '未知' : formatYuan(hao))

export const adminStatisticsHandlers = [
  handle(adminStatisticsCalls.read, ({ tx, now }, period) => readPlatformStatistics(tx, period, now())),

  handle(adminStatisticsCalls.setCost, async ({ tx, note, now }, { channelId, destination, startsAt, unitCostHao, reason }) => {
    const { name, before } = await setChannelCost(tx, { channelId, destination, startsAt, unitCostHao, now: now() })
    const from = startsAt ? formatChinaTime(startsAt) : '立即'
    const place = destination === null ? '其余全部' : destinationName(destination)
    note({ object: name, detail: { reason, destination: place, before: costText(before), after: costText(unitCostHao), from } })
  }),
]
