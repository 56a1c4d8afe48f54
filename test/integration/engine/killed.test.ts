import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { expireUnreported } from '#domain/messages/unreported.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { seeded, startEngine } from '#test/support/engine.ts'
import { getOrThrow } from '#values/or-throw.ts'
import { isLong, killAndRestart, Load, seenCounts } from './load.ts'

const killCount = isLong ? 12 : 4
const messageCount = isLong ? 120_000 : 3_000
const perSecond = isLong ? 1_500 : 600
const windowSize = 50

test('dispatch is killed repeatedly under load: nothing acknowledged is lost, duplicates are marked and bounded', {
  timeout: 600_000,
}, async () => {
  const database = await createTestDatabase()
  const engine = await startEngine({ url: database.url, db: database.platformDb, windowSize })
  const random = seeded(20_261_121)
  const load = new Load(database.db, index => `192${String(index).padStart(5, '0')}789`)
  await load.open(3, messageCount)
  let isLoading = true
  const loading = load.run(messageCount, perSecond).then(() => {
    isLoading = false
  })
  let longestGapMs = 0
  for (let kill = 0; kill < killCount; kill++) {
    await pause(200 + random() * 800)
    const killedAtMs = performance.now()
    const before = (await seenCounts(engine)).size
    await killAndRestart(engine, database.platformDb)
    while (isLoading && (await seenCounts(engine)).size === before);
    longestGapMs = Math.max(longestGapMs, performance.now() - killedAtMs)
  }
  await loading
  await load.drained()

  const seen = await seenCounts(engine)
  const rows = new Map((await load.messages()).map(row => [row.phone, row]))
  const unseen = [...load.acknowledged].filter(([phone]) => !seen.has(phone))
  const twice = [...seen].filter(([, count]) => count > 1).map(([phone]) => phone)
  const lost = unseen.filter(([phone, kind]) => !(kind === 'marketing' && getOrThrow(rows, phone).reason === 'IN_DOUBT'))
  const unmarked = twice.filter(phone => !getOrThrow(rows, phone).maybeTwice)
  console.log(
    `killed ${killCount} times under ${load.acknowledged.size} messages: lost ${lost.length}, twice ${twice.length} (unmarked ${unmarked.length}, bound ${killCount * windowSize}), ` +
      `marketing in doubt and not sent again ${unseen.length}, next message after at most ${(longestGapMs / 1000).toFixed(1)} s`,
  )
  expect(load.acknowledged.size).toBe(messageCount)
  expect(lost).toEqual([])
  expect(unmarked).toEqual([])
  expect(twice.length).toBeLessThanOrEqual(killCount * windowSize)
  expect(unseen.length).toBeLessThanOrEqual(killCount * windowSize)
  expect(twice.filter(phone => load.acknowledged.get(phone) === 'marketing')).toEqual([])
  expect([...rows.values()].filter(row => row.state !== 'delivered' && row.reason !== 'IN_DOUBT')).toEqual([])

  await expireUnreported(database.platformDb, new Date(Date.now() + 73 * 3_600_000))
  expect([...(await load.messages())].filter(row => row.state !== 'delivered' && row.state !== 'unknown')).toEqual([])
  expect(await load.ledgerProblems()).toEqual([])
  await engine.close()
  await database.close()
})
