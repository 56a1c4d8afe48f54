import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { expireUnreported } from '#domain/messages/unreported.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { type Engine, seeded, startEngine } from '#test/support/engine.ts'
import { getOrThrow } from '#values/or-throw.ts'
import { isLong, killAndRestart, Load, seenMessages } from './load.ts'

/** SMPP has the most to do in the short form; the others show that their links lose nothing either. */
const protocols = (['smpp', 'cmpp', 'smgp', 'sgip', 'http'] as const).map(protocol => {
  if (isLong) return { protocol, cutCount: 60, killCount: 8, messageCount: 100_000 }
  return { protocol, killCount: 1, ...(protocol === 'smpp' ? { cutCount: 6, messageCount: 2_000 } : { cutCount: 3, messageCount: 600 }) }
})
const perSecond = 600
const windowSize = 30

const counters = z.looseObject({ submits: z.number() })

/** A break hits something only while messages flow: waits, for two seconds at most, until there are more submits. */
async function untilMore(engine: Engine, before: number): Promise<number> {
  for (let tries = 0; ; tries++) {
    const { submits } = counters.parse(await engine.carrier('/api/counters'))
    if (submits > before || tries === 100) return submits
    await pause(20)
  }
}

test.each(protocols)(
  '$protocol: the carrier breaks the connection, dispatch is killed: nothing is lost, duplicates are marked and bounded',
  { timeout: 3_600_000 },
  async ({ protocol, cutCount, killCount, messageCount }) => {
    const database = await createTestDatabase()
    const engine = await startEngine({ url: database.url, db: database.platformDb, windowSize, protocol })
    // Slow answers keep messages open, so that each break hits some.
    await engine.carrier('/api/behaviour', { rules: [{ match: 'all', behaviour: { answerDelayMs: 20 } }] })
    const random = seeded(1)
    const load = new Load(database.db, index => `192${String(index).padStart(6, '0')}89`, 3)
    await load.open(2, messageCount)
    const loading = load.run(messageCount, perSecond)
    const breakCount = cutCount + killCount
    const killEvery = Math.floor(breakCount / killCount)
    let submits = 0
    for (let index = 1; index <= breakCount; index++) {
      await pause((200 + random() * 600) * (isLong ? 3 : 1))
      submits = await untilMore(engine, submits)
      if (index % killEvery === 0 && index / killEvery <= killCount) await killAndRestart(engine, database.platformDb)
      else await engine.carrier('/api/disconnect', {})
    }
    await loading
    await load.drained()

    const { whole, twice } = await seenMessages(engine)
    const rows = new Map((await load.messages()).map(row => [row.phone, row]))
    const lost = [...load.acknowledged].filter(
      ([phone, kind]) => !whole.has(phone) && !(kind === 'marketing' && getOrThrow(rows, phone).reason === 'IN_DOUBT'),
    )
    const unmarked = twice.filter(phone => !getOrThrow(rows, phone).maybeTwice)
    const bound = breakCount * windowSize
    console.log(
      `${protocol}: cut ${cutCount} times, killed ${killCount} times under ${load.acknowledged.size} messages: lost ${lost.length}, ` +
        `twice ${twice.length} (unmarked ${unmarked.length}, bound ${bound})`,
    )
    expect(rows.size).toBe(messageCount)
    expect(lost).toEqual([])
    expect(unmarked).toEqual([])
    // A few breaks may hit nothing; and reports of SGIP, whose ids need no answer, settle the doubt.
    if (protocol === 'smpp') expect(twice.length).toBeGreaterThan(0)
    expect(twice.length).toBeLessThanOrEqual(bound)
    expect(twice.filter(phone => load.acknowledged.get(phone) === 'marketing')).toEqual([])
    // What is still in doubt ends unreported.
    await expireUnreported(database.platformDb, new Date(Date.now() + 73 * 3_600_000))
    expect((await load.messages()).filter(({ state }) => state !== 'delivered' && state !== 'unknown')).toEqual([])
    expect(await load.ledgerProblems()).toEqual([])
    await engine.close()
    await database.close()
  },
)
