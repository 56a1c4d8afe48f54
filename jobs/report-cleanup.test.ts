import pino from 'pino'
import { expect, test } from 'vitest'
import { createAccount } from '#test/support/account.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { newId } from '#values/id.ts'
import { purgeReports } from './report-cleanup.ts'

test('data that no delivery report can need any more is purged, however much it is', async () => {
  const database = await createTestDatabase()
  const db = database.platformDb
  const { account } = await createAccount(database.db)
  const now = new Date()
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const channelId = newId()
  const parked = { channelId, state: 'delivered', code: 'DELIVRD', phone: '19200001234', doneAt: now }
  await database.platformPool.query(
    `insert into parked_report (channel_id, upstream_id, state, code, phone, done_at, received_at)
     select $1, 'old-' || n, 'delivered', 'DELIVRD', '19200001234', $2, $2 from generate_series(1, 5001) as n`,
    [channelId, ago(5)],
  )
  await db
    .insertInto('parkedReport')
    .values({ ...parked, upstreamId: 'new', receivedAt: ago(3) })
    .execute()
  const part = { channelId, accountId: account, messageId: newId(), part: 1, partCount: 1 }
  await db
    .insertInto('submittedPart')
    .values([
      { ...part, upstreamId: 'old', submittedAt: ago(5) },
      { ...part, upstreamId: 'new', submittedAt: ago(3) },
    ])
    .execute()
  const doubled = { ...part, phone: '19200001234', submittedAt: ago(3) }
  await db
    .insertInto('doubledPart')
    .values([
      { ...doubled, upstreamId: 'old', submittedAt: ago(5) },
      { ...doubled, upstreamId: 'new' },
    ])
    .execute()
  const report = { accountId: account, messageId: newId(), state: 'delivered', code: 'DELIVRD' }
  await db
    .insertInto('partReport')
    .values([
      { ...report, part: 1, at: ago(5) },
      { ...report, part: 2, at: ago(3) },
    ])
    .execute()
  const failed = { channelId }
  await db
    .insertInto('failedPart')
    .values([
      { ...failed, upstreamId: 'old', failedAt: ago(5) },
      { ...failed, upstreamId: 'new', failedAt: ago(3) },
    ])
    .execute()
  await purgeReports.run({ db, now: () => now, logger: pino({ level: 'silent' }) })
  const left = await Promise.all([
    db.selectFrom('parkedReport').select('upstreamId').execute(),
    db.selectFrom('submittedPart').select('upstreamId').execute(),
    db.selectFrom('failedPart').select('upstreamId').execute(),
    db.selectFrom('doubledPart').select('upstreamId').execute(),
    db.selectFrom('partReport').select('part').where('accountId', '=', account).execute(),
  ])
  expect(left).toEqual([...Array(4).fill([{ upstreamId: 'new' }]), [{ part: 2 }]])
  await database.close()
})
