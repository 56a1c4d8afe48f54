/** The thread that takes visit logs over into the database: looking up places and user agents must not hold up a redirect. */
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import pino from 'pino'
import { openDb } from '#db/connect.ts'
import { Shipper } from './shipper.ts'

const { folder, databaseUrl, secret } = workerData as { folder: string; databaseUrl: string; secret: string }
const logger = pino({ name: 'redirect', level: process.env.LOG_LEVEL ?? 'info' }, pino.destination(2))
const db = openDb({ url: databaseUrl, role: 'hongyan_platform', max: 1, onError: () => undefined })
// At a peak the processor is for redirects: what is beyond this waits on the disk.
const shipper = new Shipper({ folder, db, secret, logger, mostPerSecond: 20_000 })
const pauseMs = 500
const awayMs = 2_000

let isEnding = false
parentPort!.once('message', () => {
  isEnding = true
})
let isAway = false
for (;;) {
  const wasEnding = isEnding
  try {
    await shipper.ship()
    if (isAway) logger.warn('visits go to the database again')
    isAway = false
  } catch (error) {
    if (!isAway) logger.warn({ err: error }, 'visits wait on the disk')
    isAway = true
  }
  // What came before the word to end is shipped, or waits on the disk for the next start.
  if (wasEnding) break
  await pause(isAway ? awayMs : pauseMs)
}
await db.destroy()
