import pino from 'pino'
import { expect, test } from 'vitest'
import { createAccount } from '#test/support/account.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { newId } from '#values/id.ts'
import { Watchdog } from './watchdog.ts'

test('a watchdog warns of messages that are ready while nothing is sent, at most once in a while', async () => {
  const database = await createTestDatabase()
  const logLines: unknown[] = []
  const logger = pino({ level: 'error' }, { write: line => logLines.push(JSON.parse(line)) })
  const channelId = newId()
  const watchdog = new Watchdog(database.platformDb, channelId, logger)
  const now = new Date()
  expect(await watchdog.check(now, 100_000, 0)).toBe(false)
  const { account } = await createAccount(database.db)
  const since = new Date(now.getTime() - 45_000)
  await database.platformDb
    .insertInto('outbox')
    .values({ accountId: account, outboxId: newId(), channelId, messageIds: [newId()], priority: 1, dueAt: since, expiresAt: now })
    .execute()
  expect(await watchdog.check(now, 100_000, 80_000)).toBe(false)
  expect(await watchdog.check(now, 100_000, 60_000)).toBe(true)
  expect(await watchdog.check(now, 110_000, 60_000)).toBe(false)
  expect(await watchdog.check(now, 140_000, 60_000)).toBe(true)
  expect(logLines).toMatchObject([{ channel: channelId, accountCount: 1, since: since.toISOString() }, { accountCount: 1 }])
  await database.close()
})
