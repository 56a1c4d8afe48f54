import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { createAccount } from '#test/support/account.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { newId } from '#values/id.ts'
import { todayFigures } from './today.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('today begins at midnight in China and counts only the own account', async () => {
  const now = new Date('2026-11-20T16:30:00Z')
  const minutesAgo = (minutes: number) => newId(now.getTime() - minutes * 60_000)
  const [mine, other] = [await createAccount(database.db), await createAccount(database.db)]
  const rows = [
    ['delivered', minutesAgo(10), 2],
    ['undelivered', minutesAgo(20), 1],
    ['submitted', minutesAgo(29), 1],
    ['delivered', minutesAgo(31), 1],
  ] as const
  for (const { account } of [mine, other])
    await asAccount(database.db, account, tx =>
      tx
        .insertInto('message')
        .values(
          rows.map(([state, messageId, segments]) => ({
            account_id: account,
            message_id: account === mine.account ? messageId : newId(now.getTime()),
            kind: 'notice',
            signature_id: newId(),
            phone: '19200000001',
            operator: 'broadnet',
            content: '【鸿雁】您好',
            segment_count: segments,
            state,
          })),
        )
        .execute(),
    )
  expect(await asAccount(database.db, mine.account, tx => todayFigures(tx, mine.account, now))).toEqual({
    messageCount: 3,
    deliveredCount: 1,
    failedCount: 1,
    waitingCount: 1,
    segmentCount: 4,
  })
})
