import { expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { grantSegments } from '#domain/ledger/credit.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { notifyExpiringPackages } from './package-expiry.ts'

const dayMs = 86_400_000
const database = prepareTestDatabase()

test('an account is notified 30, 7 and 1 days before a package expires, once each', async () => {
  const { account } = await createAccount(database.db)
  const start = new Date()
  const expiresAt = new Date(start.getTime() + 40 * dayMs)
  await asAccount(database.db, account, tx =>
    grantSegments(tx, account, {
      grantId: newId(),
      kind: 'general',
      name: '尝鲜包',
      segmentCount: 1000,
      source: 'gift',
      startsAt: new Date(start.getTime() - dayMs),
      expiresAt,
    }),
  )
  const atDaysLeft = (days: number) => notifyExpiringPackages(database.platformDb, new Date(expiresAt.getTime() - days * dayMs))
  expect([await atDaysLeft(31), await atDaysLeft(30), await atDaysLeft(29), await atDaysLeft(7)]).toEqual([0, 1, 0, 1])
  expect([await atDaysLeft(6), await atDaysLeft(1), await atDaysLeft(0.5), await atDaysLeft(-1)]).toEqual([0, 1, 0, 0])
  const notifications = await asAccount(database.db, account, tx =>
    tx.selectFrom('notification').select(['title', 'link']).where('accountId', '=', account).orderBy('messageId').execute(),
  )
  expect(notifications.map(({ title }) => title)).toEqual(['套餐“尝鲜包”30 天后到期', '套餐“尝鲜包”7 天后到期', '套餐“尝鲜包”明天到期'])
  expect(firstOrThrow(notifications).link).toBe('/sms/combo')
})
