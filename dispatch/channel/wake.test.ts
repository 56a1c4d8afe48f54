import pg from 'pg'
import pino from 'pino'
import { expect, test } from 'vitest'
import { createChannel } from '#test/support/channel.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { acceptPhones, createSender } from '#test/support/sending.ts'
import { listenForWork } from './wake.ts'

test('a listener hears of an accepted message when it is committed, and again after a reconnect', async () => {
  const database = await createTestDatabase()
  const channelId = await createChannel(database.platformDb)
  const sender = await createSender(database.db)
  let heardCount = 0
  const listener = listenForWork(
    database.url,
    heard => {
      expect(heard).toEqual({ channelId, account: sender.account, priority: 1 })
      heardCount += 1
    },
    pino({ level: 'silent' }),
  )
  const hears = async () => {
    for (const before = heardCount; heardCount === before; ) {
      await acceptPhones(database.db, sender, ['19200001234'])
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }
  await hears()
  const admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  const cut = await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'`,
  )
  expect(cut.rowCount).toBe(1)
  await admin.end()
  await hears()
  await listener.close()
  await database.close()
})
