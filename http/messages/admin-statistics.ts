import { adminStatisticsCalls } from '#contract/messages/admin-statistics.ts'
import { asPlatform } from '#db/connect.ts'
import { type Replica, readFromReplica } from '#db/replica.ts'
import { setChannelCost } from '#domain/channels/index.ts'
import { readPlatformStatistics } from '#domain/message-records/index.ts'
import { handle, handlePrepared } from '#http/server/serve.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { formatYuan } from '#values/money.ts'
import { destinationName } from '#values/phone.ts'

const costText = (hao: number | null) => (hao === null ? '未知' : formatYuan(hao))

/** `replica`: where the statistics are read. */
export const adminStatisticsHandlers = (replica: Replica | null) => [
  handlePrepared(
    adminStatisticsCalls.read,
    async ({ db, now }, period) => {
      const read = await readFromReplica(db, replica)
      return read(
        one => asPlatform(one, tx => readPlatformStatistics(tx, period, now())),
        async () => null,
      )
    },
    async ({ tx, now }, period, prepared) => prepared ?? readPlatformStatistics(tx, period, now()),
  ),

  handle(adminStatisticsCalls.setCost, async ({ tx, note, now }, { channelId, destination, startsAt, unitCostHao, reason }) => {
    const { name, before } = await setChannelCost(tx, { channelId, destination, startsAt, unitCostHao, now: now() })
    const from = startsAt ? formatChinaTime(startsAt) : '立即'
    const place = destination === null ? '其余全部' : destinationName(destination)
    note({ object: name, detail: { reason, destination: place, before: costText(before), after: costText(unitCostHao), from } })
  }),
]
