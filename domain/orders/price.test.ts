import { expect, test } from 'vitest'
import { prepareTestDatabase } from '#test/support/database.ts'
import { pricesOn } from './price.ts'

const database = prepareTestDatabase()

test('a price is in force from its moment on; packages off sale are not offered', async () => {
  const rise = new Date('2026-12-01T00:00:00Z')
  await database.platformDb.insertInto('unitPrice').values({ kind: 'otp', startsAt: rise, unitPriceHao: 480 }).execute()
  await database.platformDb.updateTable('smsPackage').set({ onSale: false }).where('packageId', '=', 1001).execute()
  const before = await pricesOn(database.db, new Date(rise.getTime() - 1), null)
  expect(before.unitPrices).toEqual({ otp: 450, transactional: 450, marketing: 500 })
  expect((await pricesOn(database.db, rise, null)).unitPrices.otp).toBe(480)
  expect(before.packages.map(one => one.name)).not.toContain('行业短信 1万条')
  expect(before.packages[0]).toMatchObject({
    packageId: '1002',
    name: '行业短信 10万条',
    kind: 'industry',
    segmentCount: 100_000,
    priceHao: 40_000_000,
    validityDays: 365,
  })
})
