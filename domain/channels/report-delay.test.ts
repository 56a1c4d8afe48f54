import { expect, test } from 'vitest'
import { createChannel } from '#test/support/channel.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { newId } from '#values/id.ts'
import { recordTraffic } from './quality.ts'
import { delayBoundOf, medianOf, readReportDelays, recordReportDelays, submissionBucketOf, sweepReportDelays } from './report-delay.ts'

const database = prepareTestDatabase()
const now = new Date('2026-11-28T04:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const day = 24 * 60

test('the median lies within its class', () => {
  expect(medianOf([])).toBeNull()
  expect(medianOf([{ seconds: 1, reportCount: 4 }])).toBe(0.5)
  expect(medianOf([{ seconds: 2, reportCount: 1 }, { seconds: 60, reportCount: 2 }, { seconds: 3600, reportCount: 1 }])).toBe(52.5) // biome-ignore format: one line
  expect([0.2, 1.5, 60, 61, 1e9].map(delayBoundOf)).toEqual([1, 2, 60, 120, 259_200])
})

test('parts that are old enough are counted as reported in time or not', async () => {
  const db = database.platformDb
  const channelId = await createChannel(db, { name: '甲', state: 'up' })
  const submitted = { refusedCount: 0, deliveredCount: 0, failedCount: 0, delayMs: 0 }
  const submit = (minutes: number, submittedCount: number) =>
    recordTraffic(db, new Map([[channelId, { ...submitted, submittedCount }]]), ago(minutes))
  const report = (minutes: number, delaySeconds: number, reportCount: number, of = channelId) =>
    recordReportDelays(db, [
      { channelId: of, submittedAt: submissionBucketOf(ago(minutes)), seconds: delayBoundOf(delaySeconds), reportCount },
    ])
  // Of this minute, of this hour, of the day, and of three days ago.
  await submit(1, 1_000)
  await submit(30, 100)
  await submit(120, 100)
  await submit(3 * day + 60, 200)
  await report(1, 3, 10)
  await report(30, 5, 60)
  await report(30, 5, 20)
  await report(120, 90, 50)
  await report(3 * day + 60, 5, 100)
  await report(3 * day + 60, day * 60, 80)
  await report(30, 5, 1_000, newId())

  const { shares, medianSeconds } = await readReportDelays(db, channelId, now)
  expect(shares).toEqual([
    { withinSeconds: 60, submittedCount: 200, reportedCount: 80 },
    { withinSeconds: 3600, submittedCount: 100, reportedCount: 50 },
    { withinSeconds: 72 * 3600, submittedCount: 200, reportedCount: 180 },
  ])
  expect(medianSeconds).toBeCloseTo(4.5)

  await sweepReportDelays(db, ago(-3 * day))
  const swept = await readReportDelays(db, channelId, now)
  expect(swept.shares.map(share => share.reportedCount)).toEqual([80, 50, 0])
})
