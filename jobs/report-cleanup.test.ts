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
  const parked = { channel_id: channelId, state: 'delivered', code: 'DELIVRD', phone: '19200001234', done_at: now }
  await database.platformPool.query(
    `insert into parked_report (channel_id, upstream_id, state, code, phone, done_at, received_at)
     select $1, 'old-' || n, 'delivered', 'DELIVRD', '19200001234', $2, $2 from generate_series(1, 5001) as n`,
    [channelId, ago(5)],
  )
  await db
    .insertInto('parked_report')
    .values({ ...parked, upstream_id: 'new', received_at: ago(3) })
    .execute()
  const part = { channel_id: channelId, account_id: account, message_id: newId(), part: 1, part_count: 1 }
  await db
    .insertInto('submitted_part')
    .values([
      { ...part, upstream_id: 'old', submitted_at: ago(5) },
      { ...part, upstream_id: 'new', submitted_at: ago(3) },
    ])
    .execute()
  const report = { account_id: account, message_id: newId(), state: 'delivered', code: 'DELIVRD' }
  await db
    .insertInto('part_report')
    .values([
      { ...report, part: 1, at: ago(5) },
      { ...report, part: 2, at: ago(3) },
    ])
    .execute()
  const failed = { channel_id: channelId }
  await db
    .insertInto('failed_part')
    .values([
      { ...failed, upstream_id: 'old', failed_at: ago(5) },
      { ...failed, upstream_id: 'new', failed_at: ago(3) },
    ])
    .execute()
  await purgeReports.run({ db, now: () => now, logger: pino({ level: 'silent' }) })
  const left = await Promise.all([
    db.selectFrom('parked_report').select('upstream_id').execute(),
    db.selectFrom('submitted_part').select('upstream_id').execute(),
    db.selectFrom('failed_part').select('upstream_id').execute(),
    db.selectFrom('part_report').select('part').where('account_id', '=', account).execute(),
  ])
  expect(left).toEqual([[{ upstream_id: 'new' }], [{ upstream_id: 'new' }], [{ upstream_id: 'new' }], [{ part: 2 }]])
  await database.close()
})
