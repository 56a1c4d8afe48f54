import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openDb } from '#db/connect.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { crashServer, isBack } from '#test/support/crash.ts'
import { seeded, startEngine } from '#test/support/engine.ts'
import { isLong, Load, seenCounts } from './load.ts'

const crashCount = isLong ? 10 : 2
const messageCount = isLong ? 60_000 : 1_500
const perSecond = isLong ? 1_500 : 400
const windowSize = 50

test('the database crashes under load: dispatch survives, nothing acknowledged is lost, nothing is sent twice', {
  timeout: 600_000,
}, async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-crash-'))
  await chmod(folder, 0o755)
  const server = await startEmbeddedPostgres({ dataDir: folder })
  await migrate(server.url)
  const db = openDb({ url: server.url, role: 'hongyan_app' })
  const platformDb = openDb({ url: server.url, role: 'hongyan_platform' })
  const engine = await startEngine({ url: server.url, db: platformDb, windowSize })
  const random = seeded(42)
  const load = new Load(db, index => `192${String(index).padStart(5, '0')}789`)
  await load.open(2, messageCount)
  let isLoading = true
  const loading = load.run(messageCount, perSecond).then(() => {
    isLoading = false
  })
  let longestGapMs = 0
  for (let crash = 0; crash < crashCount; crash++) {
    await pause(500 + random() * 700)
    const before = (await seenCounts(engine)).size
    const crashedAtMs = performance.now()
    await crashServer(server.url)
    while (isLoading && (await seenCounts(engine)).size === before);
    longestGapMs = Math.max(longestGapMs, performance.now() - crashedAtMs)
  }
  await loading
  while (!(await isBack(server.url))) await pause(50)
  await load.drained()

  const seen = await seenCounts(engine)
  const rows = await load.messages()
  const lost = [...load.acknowledged.keys()].filter(phone => !seen.has(phone))
  const twice = [...seen].filter(([, count]) => count > 1)
  console.log(
    `the database crashed ${crashCount} times under ${load.acknowledged.size} messages: lost ${lost.length}, twice ${twice.length}, ` +
      `next message after at most ${(longestGapMs / 1000).toFixed(1)} s`,
  )
  expect(lost).toEqual([])
  expect(twice).toEqual([])
  expect(rows.filter(row => row.state !== 'delivered')).toEqual([])
  expect(await load.ledgerProblems()).toEqual([])
  await engine.close()
  await db.destroy()
  await platformDb.destroy()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})
