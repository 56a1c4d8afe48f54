import type { Tx } from '#db/connect.ts'
import { notifyAccount } from '#domain/notification/index.ts'
import { type AccountId, encodeId } from '#values/id.ts'

interface Ended {
  broadcast_id: string
  /** Null when a program submitted it. */
  member_id: string | null
}

/** Notifies the member who submitted a broadcast that it ended by itself, with a link to its report. */
export const notifyEnd = (
  tx: Tx,
  account: AccountId,
  { broadcast_id, member_id }: Ended,
  message: { title: string; body: string; now: Date },
): Promise<string> =>
  notifyAccount(tx, account, {
    kind: 'export',
    link: `/sms/broadcast-history?id=${encodeId('broadcast', broadcast_id)}`,
    ...(member_id ? { memberId: member_id } : {}),
    ...message,
  })
