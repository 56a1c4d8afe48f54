import { expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { holdCharge, settleHolds } from '#domain/ledger/charge.ts'
import { grantSegments } from '#domain/ledger/credit.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { packageUse } from './package-use.ts'

const now = new Date()
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

const database = prepareTestDatabase()

/** A package of 100 of which 3 segments were charged the day before yesterday and 5 today; 2 were refunded. */
async function createUsed() {
  const { account } = await createAccount(database.db)
  const grantId = newId()
  await asAccount(database.db, account, async tx => {
    const times = { startsAt: daysAgo(30), expiresAt: daysAgo(-30) }
    await grantSegments(tx, account, { grantId, kind: 'industry', name: '行业', segmentCount: 100, source: 'gift', ...times })
    const hold = firstOrThrow(await holdCharge(tx, account, 'otp', new Map([[1, 10]]), { now }))
    await settleHolds(tx, account, [{ holdId: hold.holdId, deliveredSegments: 3, voidedSegments: 2 }], daysAgo(2))
    await settleHolds(tx, account, [{ holdId: hold.holdId, deliveredSegments: 5, voidedSegments: 0 }], now)
    await grantSegments(tx, account, { grantId: newId(), kind: 'general', name: '通用', segmentCount: 9, source: 'gift', ...times })
  })
  return { account, grantId }
}

test("a package's use has every day, also those without charges", async () => {
  const { account, grantId } = await createUsed()
  const days = await asAccount(database.db, account, tx => packageUse(tx, account, grantId, { now, dayCount: 4 }))
  expect(days.map(day => day.segmentCount)).toEqual([0, 3, 0, 5])
  const two = await asAccount(database.db, account, tx => packageUse(tx, account, grantId, { now, dayCount: 2 }))
  expect(two.map(day => day.segmentCount)).toEqual([0, 5])
})

test('a package of another account is not found', async () => {
  const { grantId } = await createUsed()
  const { account } = await createAccount(database.db)
  await expect(asAccount(database.db, account, tx => packageUse(tx, account, grantId, { now, dayCount: 4 }))).rejects.toMatchObject({
    code: 'not_found',
  })
})
