import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createTestDatabase } from '#test/support/database.ts'
import { type Engine, seeded, startEngine } from '#test/support/engine.ts'
import { getOrThrow } from '#values/or-throw.ts'
import { isLong, Load, seenCounts } from './load.ts'

/** SMPP has the most to do in the short form; the others show that their links lose nothing either. */
const protocols = [
  { protocol: 'smpp', cutCount: isLong ? 60 : 6, messageCount: isLong ? 30_000 : 2_000 },
  ...(['cmpp', 'smgp', 'sgip', 'http'] as const).map(protocol => ({
    protocol,
    cutCount: isLong ? 60 : 3,
    messageCount: isLong ? 30_000 : 600,
  })),
] as const
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
  '$protocol: the carrier breaks the connection repeatedly: nothing is lost, duplicates are marked and bounded',
  {
    timeout: 600_000,
  },
  async ({ protocol, cutCount, messageCount }) => {
    const database = await createTestDatabase()
    const engine = await startEngine({ url: database.url, db: database.platformDb, windowSize, protocol })
    // Slow answers keep messages open, so that each break hits some.
    await engine.carrier('/api/behaviour', { rules: [{ match: 'all', behaviour: { answerDelayMs: 20 } }] })
    const random = seeded(1)
    const load = new Load(database.db, index => `192${String(index).padStart(5, '0')}789`)
    await load.open(2, messageCount)
    const loading = load.run(messageCount, perSecond)
    let submits = 0
    for (let cut = 0; cut < cutCount; cut++) {
      await pause(200 + random() * 600)
      submits = await untilMore(engine, submits)
      await engine.carrier('/api/disconnect', {})
    }
    await loading
    await load.drained()

    const seen = await seenCounts(engine)
    const rows = new Map((await load.messages()).map(row => [row.phone, row]))
    const twice = [...seen].filter(([, count]) => count > 1).map(([phone]) => phone)
    const lost = [...load.acknowledged].filter(
      ([phone, kind]) => !seen.has(phone) && !(kind === 'marketing' && getOrThrow(rows, phone).reason === 'IN_DOUBT'),
    )
    const unmarked = twice.filter(phone => !getOrThrow(rows, phone).maybeTwice)
    console.log(
      `${protocol}: cut ${cutCount} times under ${load.acknowledged.size} messages: lost ${lost.length}, twice ${twice.length} (unmarked ${unmarked.length}, bound ${cutCount * windowSize})`,
    )
    expect(lost).toEqual([])
    expect(unmarked).toEqual([])
    // A few breaks may hit nothing; and reports of SGIP, whose ids need no answer, settle the doubt.
    if (protocol === 'smpp') expect(twice.length).toBeGreaterThan(0)
    expect(twice.length).toBeLessThanOrEqual(cutCount * windowSize)
    expect(twice.filter(phone => load.acknowledged.get(phone) === 'marketing')).toEqual([])
    expect(await load.ledgerProblems()).toEqual([])
    await engine.close()
    await database.close()
  },
)
