import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

/** Reads a broadcast and locks its row, which blocks its start, the creation of its messages and other acts on it. */
export const lockBroadcast = (tx: Tx, account: AccountId, broadcastId: string) =>
  tx
    .selectFrom('broadcast')
    .selectAll()
    .where('accountId', '=', account)
    .where('broadcastId', '=', broadcastId)
    .forNoKeyUpdate()
    .executeTakeFirst()
