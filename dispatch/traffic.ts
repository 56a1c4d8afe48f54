import type { Db } from '#db/connect.ts'
import { recordTraffic, type Traffic } from '#domain/channels/index.ts'
import { type Answer, upstreamIdsOf } from './answer.ts'

/** Parts by channel since the last flush, of this program. */
let tallies = new Map<string, Traffic>()

function tallyOf(channelId: string): Traffic {
  const known = tallies.get(channelId)
  if (known) return known
  const made = { submittedCount: 0, refusedCount: 0, deliveredCount: 0, failedCount: 0, delayMs: 0 }
  tallies.set(channelId, made)
  return made
}

/** Counts the carrier's answers to the parts of a message. */
export function countAnswer(channelId: string, answer: Answer): void {
  const tally = tallyOf(channelId)
  tally.submittedCount += upstreamIdsOf(answer).length
  if (answer.kind === 'refused') tally.refusedCount += 1
}

/** Counts the report of a part. */
export function countReport(channelId: string, isDelivered: boolean, delayMs: number): void {
  const tally = tallyOf(channelId)
  if (isDelivered) tally.deliveredCount += 1
  else tally.failedCount += 1
  tally.delayMs += Math.round(delayMs)
}

/** Writes what was counted; what a crash loses is a few seconds of a measurement. */
export async function flushTraffic(db: Db, now: Date): Promise<void> {
  const taken = tallies
  tallies = new Map()
  try {
    await recordTraffic(db, taken, now)
  } catch (error) {
    for (const [channelId, traffic] of taken) {
      const tally = tallyOf(channelId)
      for (const key of ['submittedCount', 'refusedCount', 'deliveredCount', 'failedCount', 'delayMs'] as const) tally[key] += traffic[key]
    }
    throw error
  }
}
