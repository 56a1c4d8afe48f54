import { expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { createChannel } from '#test/support/channel.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { acceptPhones, createSender } from '#test/support/sending.ts'
import { expireQueued } from './overdue.ts'

test('the charge of a one-time code that expires in the queue is returned; a transactional message still waits', async () => {
  const database = await createTestDatabase()
  await createChannel(database.platformDb)
  const sender = await createSender(database.db)
  const now = new Date()
  await acceptPhones(database.db, sender, ['19200001234', '19200001235'], { kind: 'otp', now })
  await acceptPhones(database.db, sender, ['19200001236'], { kind: 'transactional', now })
  expect(await expireQueued(database.platformDb, new Date(now.getTime() + 299_000))).toBe(0)
  expect(await expireQueued(database.platformDb, new Date(now.getTime() + 301_000))).toBe(2)
  expect(await expireQueued(database.platformDb, new Date(now.getTime() + 301_000))).toBe(0)
  await asAccount(database.db, sender.account, async tx => {
    const rows = await tx
      .selectFrom('message')
      .select(['state', 'reason'])
      .where('accountId', '=', sender.account)
      .orderBy('messageId')
      .execute()
    expect(rows).toEqual([
      { state: 'expired', reason: 'VALIDITY' },
      { state: 'expired', reason: 'VALIDITY' },
      { state: 'queued', reason: null },
    ])
    // By the clock that ended the messages, like everything written with them.
    const given = await tx.selectFrom('transfer').select('at').where('accountId', '=', sender.account).where('kind', '=', 'void').execute()
    expect([...new Set(given.map(({ at }) => at.getTime()))]).toEqual([now.getTime() + 301_000])
    expect((await balancesOf(tx, sender.account)).grants[0]).toMatchObject({ heldCount: 1, availableCount: 999 })
    expect(await verifyLedger(tx, sender.account)).toEqual([])
  })
  await database.close()
})
