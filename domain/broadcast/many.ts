import { Refusal } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { cancelBroadcast, pauseBroadcast, resumeBroadcast } from './control.ts'

interface Act {
  act: 'pause' | 'resume' | 'cancel'
  broadcastIds: readonly string[]
  memberId: string
  now: Date
}

/** Bulk action on several broadcasts: refusals, which come before any change, are collected and the others are done. */
export async function runBulkAction(tx: Tx, account: AccountId, { act, broadcastIds, ...by }: Act) {
  const acts = {
    pause: (id: string) => pauseBroadcast(tx, account, id),
    resume: (id: string) => resumeBroadcast(tx, account, id, by.now),
    cancel: (id: string) => cancelBroadcast(tx, account, id, by),
  }
  const results: { broadcastId: string; refusal: string | null }[] = []
  for (const broadcastId of broadcastIds) results.push({ broadcastId, refusal: await refusalOf(() => acts[act](broadcastId)) })
  return { results }
}

async function refusalOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}
