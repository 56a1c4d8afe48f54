import { expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { messageAdder } from '#test/support/message.ts'
import { newId } from '#values/id.ts'
import { failureCauses } from './cause.ts'
import { rebuildStatistics } from './rebuild.ts'

const now = new Date('2026-11-20T02:00:00Z')

const database = prepareTestDatabase()

test('failure causes are listed by cause and code, most frequent first, without delivered messages and other days', async () => {
  const owner = await createAccount(database.db)
  const add = messageAdder(database, { now, signatureId: newId() })
  const endings = [
    ['unknown', 'NO_REPORT', 3],
    ['expired', 'VALIDITY', 2],
    ['refused', 'blacklisted', 4],
    ['undelivered', 'XX:1', 1],
    ['delivered', 'DELIVRD', 9],
    ['canceled', 'canceled', 9],
  ] as const
  for (const [state, reason, count] of endings)
    for (let made = 0; made < count; made += 1) await add(owner, { state, reason, hoursAgo: 20 })
  await add(owner, { state: 'undelivered', reason: 'XX:1', hoursAgo: 24 * 9 })
  await rebuildStatistics(database.platformDb, owner.account)
  const causes = await asAccount(database.db, owner.account, tx =>
    failureCauses(tx, owner.account, { from: '2026-11-14', to: '2026-11-20' }),
  )
  expect(causes).toMatchObject([
    {
      cause: '超时',
      messageCount: 5,
      codes: [
        { code: 'NO_REPORT', meaning: '72小时内没有收到回执', messageCount: 3 },
        { code: 'VALIDITY', messageCount: 2 },
      ],
    },
    { cause: '黑名单或退订', messageCount: 4, codes: [{ meaning: '号码在黑名单中' }] },
    { cause: '其他', messageCount: 1, codes: [{ code: 'XX:1' }] },
  ])
})
