import type { Db } from '#db/connect.ts'
import { type Claimed, claimNext, type Fence } from '#dispatch/claim.ts'
import { readTurns, Turns } from '#dispatch/turns.ts'

/** Looks whose turn it is on a channel and claims, as the owner of the channel does. */
export async function claimTurn(db: Db, fence: Fence, limit: number, now: Date, turns = new Turns()): Promise<Claimed[]> {
  for (const turn of await readTurns(db, fence.channelId, now)) turns.add(turn)
  const turn = turns.take()
  if (!turn) return []
  const claimed = await claimNext(db, fence, turn, limit, now)
  if (claimed.length === limit) turns.add(turn)
  return claimed
}
