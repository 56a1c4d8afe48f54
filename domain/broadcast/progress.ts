import type { BroadcastState } from '#contract/broadcast/broadcast.ts'
import type { Executor } from '#db/connect.ts'
import { type BroadcastCounts, countsOf, noCounts } from '#domain/messages/index.ts'
import type { AccountId } from '#values/id.ts'

export interface Progress {
  broadcastId: string
  state: BroadcastState
  stateReason: string | null
  startedAt: Date | null
  finishedAt: Date | null
  recallUntil: Date | null
  noChannelSince: Date | null
  counts: BroadcastCounts
}

/**
 * Progress of broadcasts; ids of other accounts have no row. Cheap enough to poll each second. States are read first,
 * so a finished broadcast has its final counts.
 */
export async function readProgress(executor: Executor, account: AccountId, broadcastIds: readonly string[]): Promise<Progress[]> {
  const rows = await executor
    .selectFrom('broadcast')
    .select(['broadcastId', 'state', 'stateReason', 'startedAt', 'finishedAt', 'recallUntil', 'noChannelSince'])
    .where('accountId', '=', account)
    .where('broadcastId', 'in', [...broadcastIds])
    .execute()
  const counts = await countsOf(executor, account, broadcastIds)
  return rows.map(row => ({ ...row, counts: counts.get(row.broadcastId) ?? noCounts }))
}
