import { expect, test } from 'vitest'
import { openDb } from '#db/connect.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { newId } from '#values/id.ts'
import { itemOrThrow } from '#values/or-throw.ts'
import { claimVisits } from './visit-limit.ts'

const database = prepareTestDatabase()

const newLink = async (limit: number) => ({ accountId: (await createAccount(database.db)).account, linkId: newId(), limit })

test('concurrent claims get exactly what the limit allows together', async () => {
  const link = await newLink(100)
  const others = [1, 2, 3].map(() => openDb({ url: database.url, role: 'hongyan_platform', max: 4 }))
  const claims = await Promise.all(
    Array.from({ length: 90 }, (_, index) => claimVisits(itemOrThrow(others, index % 3), link, { count: 1 + (index % 3), owedCount: 0 })),
  )
  await Promise.all(others.map(db => db.destroy()))
  expect(claims.reduce((sum, claim) => sum + claim.grantedCount, 0)).toBe(100)
  expect(Math.max(...claims.map(claim => claim.visitCount))).toBe(100)
})

test('visits granted without the database count even beyond the limit, and a higher limit continues from there', async () => {
  const link = await newLink(5)
  expect(await claimVisits(database.platformDb, link, { count: 1, owedCount: 3 })).toEqual({ grantedCount: 1, visitCount: 4 })
  expect(await claimVisits(database.platformDb, link, { count: 2, owedCount: 4 })).toEqual({ grantedCount: 0, visitCount: 8 })
  expect(await claimVisits(database.platformDb, { ...link, limit: 9 }, { count: 2, owedCount: 0 })).toEqual({
    grantedCount: 1,
    visitCount: 9,
  })
})
