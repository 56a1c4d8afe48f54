/** The thread that ingests visit logs into the database: looking up places and user agents must not delay redirects. */
import os from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import pino from 'pino'
import { openDb } from '#db/connect.ts'
import { type IngestionData, paceBeside } from '#redirect/load.ts'
import type { IngestionProgress } from '#redirect/metrics.ts'
import { VisitIngester } from '#redirect/visit-ingester.ts'
import { setIdClock } from '#values/id.ts'
import { limits } from '#values/limits.ts'

const { folder, databaseUrl, secret, load, clockOffset } = workerData as IngestionData
const logger = pino({ name: 'redirect', level: process.env.LOG_LEVEL ?? 'info' }, pino.destination(2))
const db = openDb({
  url: databaseUrl,
  role: 'hongyan_platform',
  max: 1,
  statementTimeoutMs: limits.jobStatementMs,
  onError: () => undefined,
})
let isEnding = false
const now = () => new Date(Date.now() + (clockOffset ? Atomics.load(clockOffset, 0) : 0))
setIdClock(() => now().getTime())
const maxPerSecond = (waitedMs: number) => (isEnding ? Infinity : paceBeside(load ? Atomics.load(load, 0) : 0, waitedMs))
const ingester = new VisitIngester({ folder, db, secret, logger, now, fileNow: () => new Date(), maxPerSecond })
// Linux has priorities by thread; elsewhere this would change the whole program.
if (process.platform === 'linux') os.setPriority(10)
const pauseMs = 500
const awayMs = 2_000

const report = (progress: IngestionProgress) => parentPort?.postMessage(progress)

parentPort!.once('message', () => {
  isEnding = true
})
let isAway = false
for (;;) {
  const wasEnding = isEnding
  try {
    const visitCount = await ingester.ingest()
    report({ visitCount, waitedMs: ingester.waitedMs, isAway: false })
    if (isAway) logger.warn('visits go to the database again')
    isAway = false
  } catch (error) {
    if (!isAway) logger.warn({ err: error }, 'visits wait on the disk')
    isAway = true
    report({ visitCount: 0, waitedMs: ingester.waitedMs, isAway })
  }
  // Visits from before the stop signal are ingested, or wait on disk for the next start.
  if (wasEnding) break
  await pause(isAway ? awayMs : pauseMs)
}
await db.destroy()
