import type { Tx } from '#db/connect.ts'
import type { MessageKind } from '#domain/ledger/index.ts'
import { holdBroadcast, permittedFrom } from '#domain/messages/index.ts'
import type { AccountId } from '#values/id.ts'
import { openFrom, type SendWindow } from '#values/send-window.ts'
import { cancelRest } from './cancel.ts'
import { hoursOf } from './timing.ts'

interface Closing {
  broadcast_id: string
  kind: MessageKind
  from_minute: number | null
  until_minute: number | null
  at_night: string
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
  if (broadcast.at_night === 'cancel') await cancelRest(tx, account, broadcast.broadcast_id, { now, reason })
  else await holdBroadcast(tx, account, broadcast.broadcast_id, { until: openFrom(hoursOf(broadcast, marketingHours), now), reason })
}
