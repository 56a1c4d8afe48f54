import { expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { consumeLinkUnits, meterVisits } from '#domain/visits/units.ts'
import { createAccount, giveLinkUnits } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { unitUse } from './unit-use.ts'

const now = new Date('2026-11-21T15:30:00Z')
const before = new Date('2026-11-20T15:30:00Z')
const database = prepareTestDatabase()

test('unit usage: links and visits per day (China time), by package and in total, with visits beyond the units', async () => {
  const { account } = await createAccount(database.db)
  const run = <Answer>(work: (tx: Parameters<Parameters<typeof asAccount>[2]>[0]) => Promise<Answer>) =>
    asAccount(database.db, account, work)
  const first = await run(tx => giveLinkUnits(tx, account, 10, 5, before))
  await run(tx => giveLinkUnits(tx, account, 20, 9, before))
  await run(tx => consumeLinkUnits(tx, account, 4, { now: before, referenceId: null }))
  await run(tx => consumeLinkUnits(tx, account, 8, { now, referenceId: null }))
  await run(tx => meterVisits(tx, account, 21, now))
  const use = (grantId?: string) => run(tx => unitUse(tx, account, { grantId, now, dayCount: 3 }))
  const days = ['2026-11-19', '2026-11-20', '2026-11-21']
  const none = { linkCount: 0, visitCount: 0, overCount: 0 }
  expect(await use()).toEqual([
    { ...none, day: days[0] },
    { ...none, day: days[1], linkCount: 4 },
    { day: days[2], linkCount: 8, visitCount: 18, overCount: 3 },
  ])
  expect((await use(first))[2]).toEqual({ ...none, day: days[2], linkCount: 6 })
  const other = await createAccount(database.db)
  await expect(
    asAccount(database.db, other.account, tx => unitUse(tx, other.account, { grantId: first, now, dayCount: 3 })),
  ).rejects.toMatchObject({ code: 'not_found' })
})
