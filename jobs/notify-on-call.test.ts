import { createServer, type Server } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adminOnCallCalls } from '#contract/on-call/admin-on-call.ts'
import { announceAlerts } from '#domain/on-call/announce.ts'
import { addReceiver } from '#domain/on-call/receiver.ts'
import { raiseSystemAlert } from '#domain/platform/system-alert.ts'
import { WebhookClient } from '#domain/push/client.ts'
import { type BackOffice, backOfficeSecret, startBackOffice } from '#test/support/back-office.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { runJobs } from '#test/support/jobs.ts'
import { platformAccountId } from '#values/id.ts'
import { firstOrThrow, portOrThrow } from '#values/or-throw.ts'
import { notifyOnCall } from './notify-on-call.ts'

const startMs = Date.now()
const after = (minutes: number) => new Date(startMs + minutes * 60_000)
const adminUrl = 'https://staff.example'
let database: TestDatabase
let office: BackOffice
let server: Server
let client: WebhookClient
let answer = { status: 200, body: '' }
let asked: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      asked.push(Buffer.concat(chunks).toString())
      response.writeHead(answer.status).end(answer.body)
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  client = new WebhookClient({
    resolve: () => Promise.resolve(['127.0.0.1']),
    isOnline: () => Promise.resolve(true),
    mayReach: () => true,
    connectTimeoutMs: 5_000,
    wholeTimeoutMs: 10_000,
  })
  office = await startBackOffice(database, () => after(0), { webhookClient: client })
})
afterAll(async () => {
  await office?.close()
  client?.close()
  await new Promise(done => server.close(done))
  await database?.close()
})
beforeEach(async () => {
  for (const table of ['onCallDelivery', 'onCallEpisode', 'onCallReceiver', 'systemAlert'] as const)
    await database.platformDb.deleteFrom(table).execute()
  asked = []
  answer = { status: 200, body: '{"errcode":0,"errmsg":"ok"}' }
})

const choice = { alertKinds: ['disk_low' as const], repeatMinutes: 0 as const }
const addRobot = () => {
  const url = `http://robot.example:${portOrThrow(server)}/robot/send?key=k1`
  const robot = { ...choice, kind: 'wecom' as const, name: '值班群', url, secret: null }
  return database.platformDb.transaction().execute(tx => addReceiver(tx, backOfficeSecret, robot, after(0)))
}
const announceDisk = async () => {
  await raiseSystemAlert(database.platformDb, { kind: 'disk_low', subject: 'host-1', detail: '只剩1.2 GiB' })
  await announceAlerts(database.platformDb, after(2))
}
const work = (minutes: number) =>
  runJobs(
    database,
    { notify_on_call: notifyOnCall({ secret: backOfficeSecret, adminUrl, client }), send_mail: () => Promise.resolve() },
    after(minutes),
  )
/** The job of the only notice, once more. */
async function takeUpAgain(): Promise<void> {
  const { deliveryId } = firstOrThrow(await database.platformDb.selectFrom('onCallDelivery').select('deliveryId').execute())
  await sql`select enqueue_job('notify_on_call', ${JSON.stringify({ deliveryId })}::json)`.execute(database.platformDb)
}
const log = async () => (await office.get(adminOnCallCalls.deliveries, { pageSize: '20' }, 'operations')).rows

test('a robot gets what happened and since when, with a link to the back office', async () => {
  await addRobot()
  await announceDisk()
  await work(5)
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatch(/磁盘空间不足（host-1）.*只剩1\.2 GiB.*已持续5分钟.*https:\/\/staff\.example/)
  expect(await log()).toMatchObject([
    { receiverName: '值班群', occasion: 'fired', state: 'sent', alert: { kind: 'disk_low', subject: 'host-1' } },
  ])
})

test('a notice is sent once, however often its job is taken up again', async () => {
  await addRobot()
  await announceDisk()
  await work(2)
  // Killed after the notice was recorded and before the queue knew.
  await takeUpAgain()
  await work(3)
  expect(asked).toHaveLength(1)
})

test('a robot that is away gets the notice later; one that refuses it is in the log with its answer', async () => {
  await addRobot()
  await announceDisk()
  answer = { status: 502, body: '' }
  await expect(work(2)).rejects.toThrow('HTTP 502')
  expect(await log()).toMatchObject([{ state: 'queued', failure: 'HTTP 502' }])
  answer = { status: 200, body: '{"errcode":93000,"errmsg":"invalid webhook url"}' }
  await takeUpAgain()
  await work(3)
  expect(await log()).toMatchObject([{ state: 'failed', failure: '93000：invalid webhook url' }])
  const { rows } = await office.get(adminOnCallCalls.list, {}, 'operations')
  expect(rows).toMatchObject([{ name: '值班群', lastFailure: '93000：invalid webhook url', lastSentAt: null }])
})

test('an address gets a mail; the log shows what became of it', async () => {
  expect((await office.act(adminOnCallCalls.addMail, { ...choice, name: '运维', email: 'ops@example.com' }, 'operations')).code).toBe('ok')
  await announceDisk()
  await work(2)
  const mail = await database.platformDb.selectFrom('mail').selectAll().where('accountId', '=', platformAccountId).executeTakeFirstOrThrow()
  expect(mail).toMatchObject({ toAddress: 'ops@example.com', subject: '【鸿雁值班】磁盘空间不足（host-1）' })
  await sql`update mail set state = 'failed', failure = '550 no such user' where account_id = ${platformAccountId}`.execute(
    database.platformDb,
  )
  expect(await log()).toMatchObject([{ state: 'failed', failure: '550 no such user' }])
})

test('a test shows what the robot answers, and is in the log; only staff who may change settings have the page', async () => {
  await addRobot()
  const [receiver] = (await office.get(adminOnCallCalls.list, {}, 'operations')).rows
  const testIt = () => office.act(adminOnCallCalls.test, { receiverId: receiver?.receiverId ?? '' }, 'operations')
  expect((await testIt()).answer).toMatchObject({ failure: null })
  expect(asked[0]).toContain('[测试] 磁盘空间不足')
  answer = { status: 200, body: '{"errcode":93000,"errmsg":"invalid webhook url"}' }
  expect((await testIt()).answer).toMatchObject({ failure: '93000：invalid webhook url' })
  expect((await log()).map(({ occasion, state }) => [occasion, state])).toEqual([
    ['test', 'failed'],
    ['test', 'sent'],
  ])
  expect((await office.act(adminOnCallCalls.test, { receiverId: receiver?.receiverId ?? '' }, 'finance')).code).toBe('staff_not_allowed')
  const foreign = { ...choice, kind: 'wecom' as const, name: '别处', url: 'https://evil.example/robot', secret: null }
  expect((await office.act(adminOnCallCalls.addRobot, foreign)).code).toBe('input_invalid')
})
