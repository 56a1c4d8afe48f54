import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#test/support/database.ts'
import { seeded, startEngine } from '#test/support/engine.ts'
import { isLong, Load, seenCounts } from './load.ts'

const stopCount = isLong ? 20 : 3
const messageCount = isLong ? 20_000 : 2_000

test('dispatch is stopped gracefully and restarted under load: nothing is in doubt, the next one need not wait', {
  timeout: 600_000,
}, async () => {
  const database = await createTestDatabase()
  const engine = await startEngine({ url: database.url, db: database.platformDb, windowSize: 50 })
  await engine.carrier('/api/behaviour', { rules: [{ match: 'all', behaviour: { answerDelayMs: 30 } }] })
  const random = seeded(3)
  const load = new Load(database.db, index => `192${String(index).padStart(5, '0')}789`)
  await load.open(2, messageCount)
  const loading = load.run(messageCount, 600)
  for (let stop = 0; stop < stopCount; stop++) {
    await pause(300 + random() * 700)
    await engine.dispatch.stop()
    await engine.dispatch.start()
  }
  await loading
  await load.drained()

  const seen = await seenCounts(engine)
  const rows = await load.messages()
  const marked = rows.filter(row => row.maybeTwice || row.reason === 'IN_DOUBT')
  console.log(`stopped ${stopCount} times under ${load.acknowledged.size} messages: in doubt ${marked.length}`)
  expect(marked).toEqual([])
  expect([...seen].filter(([, count]) => count > 1)).toEqual([])
  expect(rows.filter(row => row.state !== 'delivered')).toEqual([])
  expect(await load.ledgerProblems()).toEqual([])
  await engine.close()
  await database.close()
})
