import type { Tx } from '#db/connect.ts'
import { notifyAccount } from '#domain/notification/index.ts'
import { type AccountId, encodeId } from '#values/id.ts'

interface Ended {
  broadcastId: string
  /** Null when a program submitted it. */
  memberId: string | null
}

/** Notifies the member who submitted a broadcast that it ended by itself, with a link to its report. */
export const notifyEnd = (
  tx: Tx,
  account: AccountId,
  { broadcastId, memberId }: Ended,
  message: { title: string; body: string; now: Date },
): Promise<string> =>
  notifyAccount(tx, account, {
    kind: 'broadcast',
    link: `/sms/broadcast-history?id=${encodeId('broadcast', broadcastId)}`,
    ...(memberId ? { memberId } : {}),
    ...message,
  })
