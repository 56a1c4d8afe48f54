import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setWithdrawalRule } from '#domain/channels/quality.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { startEngine } from '#test/support/engine.ts'
import { newId } from '#values/id.ts'
import { isLong, Load, seenCounts } from './load.ts'

const messageCount = isLong ? 10_000 : 2_000
const perSecond = 600
const shares = [50, 30, 20]

/** Messages by the channel that took them. */
async function countsOf({ platformDb }: TestDatabase): Promise<Map<string, number>> {
  const { rows } = await sql<{ channelId: string; count: number }>`
    -- across accounts: of the load
    select channel_id, count(*) as count from message where channel_id is not null group by 1`.execute(platformDb)
  return new Map(rows.map(row => [row.channelId, row.count]))
}

async function untilUp({ platformDb }: TestDatabase, count: number): Promise<void> {
  for (;;) {
    const up = await platformDb.selectFrom('channel').select('channelId').where('state', '=', 'up').execute()
    if (up.length === count) return
    await pause(100)
  }
}

test('a route spreads messages over three channels of three protocols by shares, and a withdrawn one keeps a few', {
  timeout: 600_000,
}, async () => {
  const database = await createTestDatabase()
  const engine = await startEngine({ url: database.url, db: database.platformDb, windowSize: 50 })
  const channelIds = [engine.channelId, await engine.addChannel('cmpp'), await engine.addChannel('smgp')]
  const preference = JSON.stringify({ by: 'share', shares })
  const routes = ['otp', 'transactional', 'marketing'].map(kind => ({
    routeId: newId(),
    kind,
    carrier: 'broadnet',
    channelIds,
    preference,
  }))
  await database.platformDb.insertInto('route').values(routes).execute()
  await untilUp(database, channelIds.length)

  const load = new Load(database.db, index => `192${String(index).padStart(5, '0')}789`)
  await load.open(3, messageCount * 2)
  await load.run(messageCount, perSecond)
  await load.drained()
  const counts = await countsOf(database)
  const percents = channelIds.map(channelId => Math.round(((counts.get(channelId) ?? 0) / messageCount) * 100))
  console.log(`${messageCount} messages over SMPP, CMPP and SMGP: ${percents.join(', ')} % for shares of ${shares.join(', ')}`)
  for (const [index, share] of shares.entries()) expect(Math.abs((percents[index] ?? 0) - share)).toBeLessThanOrEqual(6)
  expect([...(await seenCounts(engine)).values()].every(count => count === 1)).toBe(true)

  // What dispatch has counted are the parts of all messages and their reports.
  const parts = (await engine.trace()).length
  const measured = async () => {
    const { rows } = await sql<{ submitted: number; reported: number }>`
        select coalesce(sum(submitted_count), 0)::bigint as submitted, coalesce(sum(delivered_count + failed_count), 0)::bigint as reported
        from channel_traffic`.execute(database.platformDb)
    return rows[0]
  }
  await expect.poll(measured).toEqual({ submitted: parts, reported: parts })

  const withdrawn = { channelId: engine.channelId, rule: 'always' as const, reason: '割接', now: new Date() }
  await database.platformDb.transaction().execute(tx => setWithdrawalRule(tx, withdrawn))
  await load.run(messageCount * 2, perSecond)
  await load.drained()
  const later = await countsOf(database)
  const probed = (later.get(engine.channelId) ?? 0) - (counts.get(engine.channelId) ?? 0)
  expect(probed).toBeLessThan(messageCount * 0.05)
  expect(await load.ledgerProblems()).toEqual([])
  await engine.close()
  await database.close()
})
