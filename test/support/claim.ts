import type { Db } from '#db/connect.ts'
import { type Claimed, claimNext, type Fence } from '#dispatch/submit/claim.ts'
import { readTurns, Turns } from '#dispatch/submit/turns.ts'

/** Looks whose turn it is on a channel and claims up to `limit` messages of each of some accounts, as its owner does. */
export async function claimTurn(db: Db, fence: Fence, limit: number, now: Date, turns = new Turns(), accountCount = 1): Promise<Claimed[]> {
  for (const turn of await readTurns(db, fence.channelId, { since: new Date(0), now })) turns.add(turn)
  const taken = turns.take(accountCount)
  const claims = await claimNext(db, fence, taken, limit, now)
  for (const [index, turn] of taken.entries()) if (claims[index]?.length === limit) turns.add(turn)
  return claims.flat()
}
