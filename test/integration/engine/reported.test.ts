import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#test/support/database.ts'
import { seeded, startEngine } from '#test/support/engine.ts'
import { isLong, killAndRestart, Load } from './load.ts'

const killCount = isLong ? 8 : 2
const messageCount = isLong ? 60_000 : 1_600
const perSecond = isLong ? 1_500 : 500
const isFinal = (state: string) => !['queued', 'held', 'sending', 'submitted'].includes(state)

/** The outcome by a number's last digit: the carrier's behaviour and the expected final state. */
const endings = [
  { behaviour: {}, state: 'delivered' },
  { behaviour: { report: 'before' }, state: 'delivered' },
  { behaviour: { report: 'twice' }, state: 'delivered' },
  { behaviour: { reportDelayMs: 1500 }, state: 'delivered' },
  { behaviour: { state: 'UNDELIV', errorCode: 'MK:0001', reportDelayMs: 400 }, state: 'undelivered' },
  { behaviour: { state: 'UNDELIV', errorCode: 'MK:0010', report: 'before' }, state: 'undelivered' },
  { behaviour: { state: 'EXPIRED', report: 'twice', reportDelayMs: 0 }, state: 'expired' },
  { behaviour: { state: 'REJECTD', answerDelayMs: 100, report: 'before' }, state: 'rejected' },
]

test('reports before the answer, late, repeated, out of order and during kills: each acknowledged one is stored, final states never change', {
  timeout: 600_000,
}, async () => {
  const database = await createTestDatabase()
  const engine = await startEngine({ url: database.url, db: database.platformDb, windowSize: 50, reportDelayMs: 300 })
  const rules = endings.map(({ behaviour }, digit) => ({ match: 'suffix', value: String(digit), behaviour }))
  await engine.carrier('/api/behaviour', { rules })
  const random = seeded(7)
  const load = new Load(database.db, index => `192${String(index).padStart(6, '0')}9${index % endings.length}`)
  await load.open(2, messageCount)
  const loading = load.run(messageCount, perSecond)

  const ends = new Map<string, string>()
  let changedCount = 0
  const poll = async () => {
    for (const { phone, state } of await load.messages()) {
      const before = ends.get(phone)
      if (before !== undefined && before !== state) changedCount += 1
      if (isFinal(state)) ends.set(phone, state)
    }
  }
  for (let kill = 0; kill < killCount; kill++) {
    await pause(500 + random() * 500)
    await poll()
    await killAndRestart(engine, database.platformDb)
  }
  await loading
  await load.drained()
  await poll()
  const unanswered = async () =>
    ((await engine.carrier('/api/counters')) as { systems: { unanswered: number }[] }).systems.reduce(
      (sum, system) => sum + system.unanswered,
      0,
    )
  while ((await unanswered()) > 0) await pause(100)
  await poll()

  const { reports } = (await engine.carrier('/api/counters')) as { reports: number }
  const rows = await load.messages()
  const unstored = rows.filter(row => row.reason !== 'IN_DOUBT' && row.state !== endings[Number(row.phone.at(-1))]!.state)
  const { rows: left } = await database.platformPool.query('select count(*) as n from submitted_part')
  const inDoubtCount = rows.filter(row => row.reason === 'IN_DOUBT').length
  console.log(
    `${reports} reports acknowledged over ${killCount} kills: not stored ${unstored.length}, ends that changed ${changedCount}, marketing in doubt ${inDoubtCount}`,
  )
  expect(rows).toHaveLength(messageCount)
  expect(unstored).toEqual([])
  expect(changedCount).toBe(0)
  expect(left[0].n).toBe(0)
  expect(await load.ledgerProblems()).toEqual([])
  await engine.close()
  await database.close()
})
