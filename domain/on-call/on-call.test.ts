import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { forgetBackupStates, recordBackupState } from '#domain/platform/backup-state.ts'
import { acknowledgeSystemAlert, endSystemAlert, listSystemAlerts, raiseSystemAlert } from '#domain/platform/system-alert.ts'
import { createStaff } from '#domain/staff/staff.ts'
import { createAccount } from '#test/support/account.ts'
import { createChannel } from '#test/support/channel.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { announceAlerts, purgeOnCall } from './announce.ts'
import { checkPlatform } from './finding.ts'
import { addReceiver, changeReceiver, listReceivers, removeReceiver } from './receiver.ts'

const secret = 'a secret of at least thirty-two characters'
const startMs = Date.now()
const after = (minutes: number) => new Date(startMs + minutes * 60_000)
const disk = { kind: 'disk_low', subject: 'host-1', detail: '只剩1.2 GiB' } as const
let database: TestDatabase
let groupId: string

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.close())
beforeEach(async () => {
  for (const table of ['onCallDelivery', 'onCallEpisode', 'onCallReceiver', 'systemAlert'] as const)
    await database.platformDb.deleteFrom(table).execute()
  await sql`delete from graphile_worker._private_jobs`.execute(database.platformDb)
  groupId = await add({ kind: 'wecom', name: '值班群', url: 'https://qyapi.weixin.qq.com/robot?key=abcdef', secret: null })
})

const choice = { alertKinds: ['disk_low' as const], repeatMinutes: 30 as const }
const add = (address: { kind: 'wecom'; name: string; url: string; secret: null } | { kind: 'email'; name: string; email: string }) =>
  database.platformDb.transaction().execute(tx => addReceiver(tx, secret, { ...choice, ...address }, after(0)))
const announceAt = (minutes: number) => announceAlerts(database.platformDb, after(minutes))
const noticesTo = async (name: string) => {
  const { rows } = await sql<{ text: string }>`
    select occasion || ' ' || round as text from on_call_delivery where receiver_name = ${name} order by delivery_id`.execute(
    database.platformDb,
  )
  return rows.map(row => row.text)
}

test('an alert is announced once it has lasted a minute, repeated while it lasts, and announced when it is over', async () => {
  await raiseSystemAlert(database.platformDb, disk)
  expect(await announceAt(0)).toBe(0)
  expect(await announceAt(2)).toBe(1)
  expect(await announceAt(3)).toBe(0)
  expect(await announceAt(32)).toBe(1)
  await endSystemAlert(database.platformDb, disk)
  expect([await announceAt(33), await announceAt(34), await announceAt(35)]).toEqual([0, 1, 0])
  expect(await noticesTo('值班群')).toEqual(['fired 0', 'repeated 1', 'recovered 2'])
})

test('an alert that somebody takes care of is not repeated, and announced when it is over', async () => {
  await raiseSystemAlert(database.platformDb, disk)
  await announceAt(2)
  const beganAt = firstOrThrow(await listSystemAlerts(database.platformDb)).beganAt
  const { staffId } = await database.platformDb
    .transaction()
    .execute(tx => createStaff(tx, { login: 'on-duty', name: '值班', role: 'operations', passwordHash: '', now: after(0) }))
  await database.platformDb
    .transaction()
    .execute(tx => acknowledgeSystemAlert(tx, { kind: disk.kind, subject: disk.subject, beganAt, staffId, now: after(3) }))
  expect(await announceAt(62)).toBe(0)
  await endSystemAlert(database.platformDb, disk)
  expect([await announceAt(63), await announceAt(65)]).toEqual([0, 1])
  expect(await noticesTo('值班群')).toEqual(['fired 0', 'recovered 1'])
})

test('an alert that returns within a minute is the same one, and a later one is another', async () => {
  await raiseSystemAlert(database.platformDb, disk)
  await announceAt(2)
  await endSystemAlert(database.platformDb, disk)
  await announceAt(2.5)
  await raiseSystemAlert(database.platformDb, disk)
  expect([await announceAt(3), await announceAt(4)]).toEqual([0, 0])
  await endSystemAlert(database.platformDb, disk)
  await announceAt(5)
  await announceAt(7)
  await raiseSystemAlert(database.platformDb, disk)
  await announceAt(9)
  expect(await noticesTo('值班群')).toEqual(['fired 0', 'recovered 1', 'fired 0'])
})

test('programs that announce at the same time queue each notice and its job once', async () => {
  await raiseSystemAlert(database.platformDb, disk)
  const counts = await Promise.all([announceAt(2), announceAt(2), announceAt(2)])
  expect(counts.sort()).toEqual([0, 0, 1])
  const { rows } = await sql`select from graphile_worker.jobs where task_identifier = 'notify_on_call'`.execute(database.platformDb)
  expect(rows).toHaveLength(1)
})

test('a program that is killed while it announces has announced nothing; the next one announces all', async () => {
  await raiseSystemAlert(database.platformDb, disk)
  await database.platformDb.transaction().execute(async tx => {
    await sql`lock table on_call_delivery in share mode`.execute(tx)
    const announced = announceAt(2).catch((error: Error) => error)
    const blocked = sql<{ isKilled: boolean }>`select pg_terminate_backend(pid) as "isKilled" from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%into "on_call_delivery"%'`
    await expect.poll(async () => (await blocked.execute(database.platformDb)).rows).toEqual([{ isKilled: true }])
    expect(await announced).toBeInstanceOf(Error)
  })
  expect(await noticesTo('值班群')).toEqual([])
  expect([await announceAt(3), await announceAt(3)]).toEqual([1, 0])
})

test('a receiver gets the alerts that it chose while it is on; one that is added later hears of what lasts', async () => {
  await raiseSystemAlert(database.platformDb, disk)
  await raiseSystemAlert(database.platformDb, { kind: 'clock_wrong', subject: 'host-1', detail: '快3秒' })
  await announceAt(2)
  expect(await noticesTo('值班群')).toEqual(['fired 0'])
  const change = (isOn: boolean) =>
    database.platformDb
      .transaction()
      .execute(tx => changeReceiver(tx, groupId, { name: '值班群', alertKinds: ['disk_low', 'clock_wrong'], repeatMinutes: 0, isOn }))
  await change(false)
  expect(await announceAt(60)).toBe(0)
  await change(true)
  expect(await announceAt(61)).toBe(1)
  await add({ kind: 'email', name: '运维邮箱', email: 'ops@example.com' })
  expect(await announceAt(62)).toBe(1)
  await database.platformDb.transaction().execute(tx => removeReceiver(tx, groupId))
  expect((await listReceivers(database.platformDb)).map(({ name, target }) => [name, target])).toEqual([['运维邮箱', 'ops@example.com']])
  expect(await noticesTo('值班群')).toEqual(['fired 0', 'fired 0'])
})

test('robots are stored encrypted and recognized by the end of their address', async () => {
  const { rows } = await sql<{ whole: string }>`select on_call_receiver::text as whole from on_call_receiver`.execute(database.platformDb)
  expect(rows[0]?.whole).not.toContain('qyapi')
  expect((await listReceivers(database.platformDb))[0]).toMatchObject({ target: 'abcdef', isSigned: false })
})

test('old episodes are deleted with their deliveries', async () => {
  await raiseSystemAlert(database.platformDb, disk)
  await announceAt(2)
  await endSystemAlert(database.platformDb, disk)
  await announceAt(3)
  await announceAt(5)
  await purgeOnCall(database.platformDb, after(91 * 1_440))
  expect(await noticesTo('值班群')).toEqual([])
})

test('findings raise and end alerts: a channel without a connection, late messages, old reviews, failing jobs, wrong books', async () => {
  const { platformDb: db } = database
  const { account } = await createAccount(database.db)
  const channelId = await createChannel(db)
  const check = async (minutes: number) =>
    (await checkPlatform(db, after(minutes))).map(({ kind, subject, isOver }) => `${kind} ${subject} ${isOver}`)
  await sql`update channel set state = 'down', state_detail = '登录被拒绝', state_at = ${after(-5)}`.execute(db)
  const [{ name = '' } = {}] = await db.selectFrom('channel').select('name').execute()
  expect(await check(0)).toEqual([`channel_down ${name} false`])
  expect(await check(1)).toEqual([])
  await sql`insert into outbox (account_id, outbox_id, channel_id, priority, due_at, expires_at, message_ids)
    values (${account}, gen_random_uuid(), ${channelId}, 0, ${after(-1)}, ${after(60)}, array[gen_random_uuid()])`.execute(db)
  expect(await check(1)).toEqual([])
  expect(await check(3)).toEqual([`outbox_late ${name} false`])
  await sql`delete from outbox where account_id = ${account}`.execute(db)
  await sql`with made as (insert into ledger_check (check_id, started_at, finished_at, account_count, invariants)
      values (gen_random_uuid(), now(), now(), 1, '{"T1":{"checked":1,"failed":1}}') returning check_id)
    insert into ledger_finding (check_id, finding_id, account_id, invariant, problem)
    select check_id, gen_random_uuid(), ${account}, 'T1', '差1.00元' from made`.execute(db)
  await sql`select enqueue_job('send_mail', '{}')`.execute(db)
  await sql`update graphile_worker._private_jobs set attempts = 7, last_error = '535 wrong password'`.execute(database.platformDb)
  await sql`insert into signature (account_id, signature_id, text, kind, purpose, extension, state, submitted_at)
    values (${account}, gen_random_uuid(), '等太久', 'company', 'own', '999', 'reviewing', ${after(-1_441)})`.execute(db)
  await sql`update channel set enabled = false`.execute(db)
  expect((await check(4)).sort()).toEqual([
    `channel_down ${name} true`,
    'job_failing send_mail false',
    'ledger_wrong  false',
    `outbox_late ${name} true`,
    'review_late 签名 false',
  ])
})

test('a continuous backup that stopped, or whose whole copy is old, raises an alert; one that was given up raises none', async () => {
  const { platformDb: db } = database
  const state = { series: 'a', place: '/mnt/backup', backupEverySeconds: 3600 }
  const check = async (minutes: number) =>
    (await checkPlatform(db, after(minutes)))
      .filter(({ kind }) => kind === 'backup_late')
      .map(({ detail, isOver }) => `${detail} ${isOver}`)
  await recordBackupState(db, { ...state, archivedAt: after(0), backedUpAt: after(0) })
  expect(await check(9)).toEqual([])
  expect(await check(10)).toEqual(['持续备份已中断10分钟，此后的数据没有备份 false'])
  await recordBackupState(db, { ...state, archivedAt: after(121), backedUpAt: after(0) })
  await endSystemAlert(db, { kind: 'backup_late', subject: '/mnt/backup' })
  expect(await check(122)).toEqual(['最近一次完整备份在2小时之前 false'])
  await forgetBackupStates(db)
  expect(await check(122)).toEqual(['最近一次完整备份在2小时之前 true'])
})
