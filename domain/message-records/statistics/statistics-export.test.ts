import { expect, test } from 'vitest'
import { trendFilter } from '#contract/messages/statistics.ts'
import { asAccount } from '#db/connect.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { addSignature, messageAdder } from '#test/support/message.ts'
import { newId } from '#values/id.ts'
import { lastOrThrow } from '#values/or-throw.ts'
import { rebuildStatistics } from './rebuild.ts'
import { statisticsExport } from './statistics-export.ts'

const now = new Date('2026-11-20T02:00:00Z')

const database = prepareTestDatabase()

test('the export has a row for each step and value, the same over pages as in one, with names and the filter as text', async () => {
  const owner = await createAccount(database.db)
  const [tea, books] = [newId(), newId()]
  await addSignature(database, owner, tea, '山间茶舍')
  await addSignature(database, owner, books, '城南书店')
  for (const [signatureId, hoursAgo, state] of [
    [tea, 1, 'delivered'],
    [tea, 1, 'undelivered'],
    [tea, 2, 'delivered'],
    [books, 2, 'queued'],
    [books, 30, 'delivered'],
  ] as const)
    await messageAdder(database, { now, signatureId })(owner, { hoursAgo, state })
  await rebuildStatistics(database.platformDb, owner.account)
  const filter = trendFilter.parse({ from: '2026-11-18', to: '2026-11-20', by: 'hour', split: 'signature' })
  const read = (limit: number, after: string | null = null) =>
    asAccount(database.db, owner.account, tx => statisticsExport.rows(tx, owner.account, filter, { after, limit }))
  const { rows, last } = await read(100)
  expect(last).toBeNull()
  expect(rows.map(row => row.slice(0, 5))).toEqual([
    ['2026-11-19 04:00', '城南书店', 1, 1, 0],
    ['2026-11-20 08:00', expect.any(String), 1, expect.any(Number), 0],
    ['2026-11-20 08:00', expect.any(String), 1, expect.any(Number), 0],
    ['2026-11-20 09:00', '山间茶舍', 2, 1, 1],
  ])
  expect(lastOrThrow(rows)[9]).toBe(50)
  const paged = []
  for (let after: string | null = null, page = 0; page < 5; page += 1) {
    const next = await read(1, after)
    paged.push(...next.rows)
    after = next.last
    if (after === null) break
  }
  expect(paged).toEqual(rows)
  const facts = await asAccount(database.db, owner.account, tx =>
    statisticsExport.describe(tx, owner.account, { ...filter, signatureId: tea }),
  )
  expect(facts).toEqual([
    ['提交时间', '2026-11-18 至 2026-11-20'],
    ['统计', '按时、按签名'],
    ['签名', '山间茶舍'],
  ])
  expect(await asAccount(database.db, owner.account, tx => statisticsExport.count(tx, owner.account, filter, 3))).toBe(3)
})
