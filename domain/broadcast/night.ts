import type { Tx } from '#db/connect.ts'
import type { MessageKind } from '#domain/ledger/index.ts'
import { holdBroadcast, permittedFrom } from '#domain/messages/index.ts'
import type { AccountId } from '#values/id.ts'
import { openFrom, type SendWindow } from '#values/send-window.ts'
import { cancelRest } from './cancel.ts'
import { notifyEnd } from './notify-end.ts'
import { hoursOf } from './timing.ts'

interface Closing {
  broadcastId: string
  memberId: string | null
  name: string
  kind: MessageKind
  fromMinute: number | null
  untilMinute: number | null
  atNight: string
}

/**
 * Ends a broadcast's sending hours: it waits for the next ones, or the rest is canceled. The caller holds its row lock.
 */
export async function endSendingHours(
  tx: Tx,
  account: AccountId,
  broadcast: Closing,
  { marketingHours, now }: { marketingHours: SendWindow; now: Date },
): Promise<void> {
  const reason = permittedFrom(broadcast.kind, now, marketingHours) > now ? 'quiet_hours' : 'spread_hours'
  if (broadcast.atNight === 'cancel') {
    const { canceledCount } = await cancelRest(tx, account, broadcast.broadcastId, { now, reason })
    const body = `当天的发送时段已过，没有提交的${canceledCount.toLocaleString('en-US')}个号码已取消，费用已退回。`
    await notifyEnd(tx, account, broadcast, { title: `群发“${broadcast.name}”已结束，没有全部提交`, body, now })
  } else await holdBroadcast(tx, account, broadcast.broadcastId, { until: openFrom(hoursOf(broadcast, marketingHours), now), reason })
}
