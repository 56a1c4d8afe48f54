import type { Db } from '#db/connect.ts'
import type { Match } from '#dispatch/report/report.ts'
import { type Answer, upstreamIdsOf } from '#dispatch/submit/answer.ts'
import {
  type DelayedReports,
  delayBoundOf,
  recordReportDelays,
  recordTraffic,
  submissionBucketOf,
  type Traffic,
} from '#domain/channels/index.ts'

/** Parts by channel since the last flush, of this program. */
let tallies = new Map<string, Traffic>()
let delays = new Map<string, DelayedReports>()

function tallyOf(channelId: string): Traffic {
  const known = tallies.get(channelId)
  if (known) return known
  const made = { submittedCount: 0, refusedCount: 0, deliveredCount: 0, failedCount: 0, delayMs: 0 }
  tallies.set(channelId, made)
  return made
}

function countDelayed(reports: DelayedReports): void {
  const key = `${reports.channelId} ${reports.submittedAt.getTime()} ${reports.seconds}`
  const known = delays.get(key)
  if (known) known.reportCount += reports.reportCount
  else delays.set(key, reports)
}

/** Counts the parts of a message that the carrier took. */
export function countAnswer(channelId: string, answer: Answer): void {
  tallyOf(channelId).submittedCount += upstreamIdsOf(answer).length
}

/** Counts a part that the carrier refused, for whatever reason. */
export function countRefusal(channelId: string): void {
  tallyOf(channelId).refusedCount += 1
}

/** Counts the report of a part. */
export function countReport({ channelId, submittedAt }: Match, isDelivered: boolean, delayMs: number): void {
  const tally = tallyOf(channelId)
  if (isDelivered) tally.deliveredCount += 1
  else tally.failedCount += 1
  tally.delayMs += delayMs
  countDelayed({ channelId, submittedAt: submissionBucketOf(submittedAt), seconds: delayBoundOf(delayMs / 1000), reportCount: 1 })
}

/** Writes what was counted; what a crash loses is a few seconds of a measurement. */
export async function flushTraffic(db: Db, now: Date): Promise<void> {
  const [taken, delayed] = [tallies, delays]
  tallies = new Map()
  delays = new Map()
  try {
    await recordTraffic(db, taken, now)
    taken.clear()
    await recordReportDelays(db, [...delayed.values()])
  } catch (error) {
    for (const [channelId, traffic] of taken) {
      const tally = tallyOf(channelId)
      for (const key of ['submittedCount', 'refusedCount', 'deliveredCount', 'failedCount', 'delayMs'] as const) tally[key] += traffic[key]
    }
    for (const reports of delayed.values()) countDelayed(reports)
    throw error
  }
}
