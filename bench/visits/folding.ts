/** Rolls visits up in a thread of its own, as the job does in its own program. */
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { openDb } from '#db/connect.ts'
import { rollUpVisits } from '#domain/visits/index.ts'

const db = openDb({ url: (workerData as { url: string }).url, role: 'hongyan_platform', max: 1 })
let isEnding = false
parentPort!.once('message', () => {
  isEnding = true
})
while (!isEnding) {
  await rollUpVisits(db, new Date())
  for (let waitedMs = 0; waitedMs < 5_000 && !isEnding; waitedMs += 100) await pause(100)
}
await db.destroy()
