import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { AlertKind } from '#contract/alert/alert-rule.ts'
import type { MessageState } from '#contract/messages/message-state.ts'
import { asAccount, type Tx } from '#db/connect.ts'
import { evaluateAccount } from '#domain/alert/evaluate.ts'
import { addRobot } from '#domain/alert/robot.ts'
import { addRule } from '#domain/alert/rule.ts'
import { rollUpNext } from '#domain/message-records/statistics/roll-up.ts'
import { WebhookClient } from '#domain/push/client.ts'
import { notifyAlert } from '#jobs/notify-alert.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Engine, startEngine } from '#test/support/engine.ts'
import { runJobs } from '#test/support/jobs.ts'
import { acceptPhones, createSender, type Sending } from '#test/support/sending.ts'
import { portOrThrow } from '#values/or-throw.ts'

/** Enough results to evaluate the rule, and so many more that the rate recovers. */
const [failingCount, healthyCount] = [60, 400]
const secret = 'a secret of at least thirty-two letters'
let database: TestDatabase
let engine: Engine
let sender: Sending
let robot: Server
let client: WebhookClient
let robotTitles: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  await database.platformDb.insertInto('numberSegment').values({ prefix: '192', carrier: 'broadnet' }).execute()
  sender = await createSender(database.db)
  engine = await startEngine({ url: database.url, db: database.platformDb, windowSize: 50 })
  robot = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const { markdown } = z
        .looseObject({ markdown: z.looseObject({ title: z.string() }) })
        .parse(JSON.parse(Buffer.concat(chunks).toString()))
      robotTitles.push(markdown.title)
      response.end('{"errcode":0,"errmsg":"ok"}')
    })
  })
  await new Promise<void>(done => robot.listen(0, '127.0.0.1', done))
  client = new WebhookClient({
    resolve: () => Promise.resolve(['127.0.0.1']),
    isOnline: () => Promise.resolve(true),
    mayReach: () => true,
    connectTimeoutMs: 5_000,
    wholeTimeoutMs: 10_000,
  })
})
afterAll(async () => {
  client?.close()
  robot?.close()
  await engine?.close()
  await database?.close()
})

const act = <T>(work: (tx: Tx) => Promise<T>) => asAccount(database.db, sender.account, work)
/** Numbers that the simulated carrier treats normally: those that end in 0001 to 0012 are special. */
const phonesFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => `1927000${first + index}`)

/** Sends through the engine and waits until each message has this state and is counted. */
async function sendAll(phones: readonly string[], state: MessageState, kind: 'otp' | 'transactional' = 'transactional'): Promise<void> {
  await acceptPhones(database.db, sender, phones, { kind })
  const ended = () =>
    act(tx =>
      tx
        .selectFrom('message')
        .select(eb => eb.fn.countAll<number>().as('count'))
        .where('accountId', '=', sender.account)
        .where('phone', 'in', phones)
        .where('state', '=', state)
        .executeTakeFirstOrThrow(),
    )
  await expect.poll(async () => (await ended()).count, { timeout: 120_000 }).toBe(phones.length)
  await rollUpNext(database.platformDb)
}

const alerts = (kind: AlertKind) =>
  act(tx =>
    tx
      .selectFrom('alert')
      .select(['state', 'valueText', 'lastValueText'])
      .where('accountId', '=', sender.account)
      .where('kind', '=', kind)
      .execute(),
  )
const minutesOn = (minutes: number) => new Date(Date.now() + minutes * 60_000)
const evaluateAt = (now: Date) => asAccount(database.platformDb, sender.account, tx => evaluateAccount(tx, sender.account, now))

test('a refusing carrier raises the alert, its receivers are notified, and it ends when messages are delivered again', async () => {
  const startedAt = Date.now()
  const url = `http://robot.example:${portOrThrow(robot)}/robot/send?key=k1`
  await act(async tx => {
    const now = new Date(startedAt - 60_000)
    const robotId = await addRobot(tx, secret, sender.account, { name: '值班群', kind: 'dingtalk', url, secret: 'SEC1', now })
    const setting = { kind: 'success_low' as const, parameters: { percent: 80, leastCount: 50, messageKind: 'all' as const } }
    const rule = { setting, appId: null, notificationMethods: ['robot'], contactIds: [], robotIds: [robotId], repeatMinutes: 0, isOn: true }
    await addRule(tx, sender.account, rule, { memberId: sender.memberId, now })
  })
  const notify = (now: Date) =>
    runJobs(
      database,
      { notify_alert: notifyAlert({ secret, consoleUrl: 'https://console.example', client }), notify_members: () => Promise.resolve() },
      now,
    )

  await engine.carrier('/api/behaviour', { rules: [{ match: 'all', behaviour: { state: 'UNDELIV', errorCode: 'MK:0001' } }] })
  await sendAll(phonesFrom(1_000, failingCount), 'undelivered')
  await evaluateAt(minutesOn(1))
  expect(await alerts('success_low')).toMatchObject([{ state: 'open', valueText: '0%' }])
  await notify(minutesOn(1))
  expect(robotTitles).toEqual([expect.stringContaining('近1小时短信到达率0%')])
  robotTitles = []

  await engine.carrier('/api/behaviour', { rules: [] })
  await sendAll(phonesFrom(2_000, healthyCount), 'delivered')
  // Recovered, but not for long enough.
  await evaluateAt(minutesOn(2))
  expect(await alerts('success_low')).toMatchObject([{ state: 'open', lastValueText: '86.9%' }])
  await evaluateAt(minutesOn(8))
  await evaluateAt(minutesOn(13))
  expect(await alerts('success_low')).toMatchObject([{ state: 'recovered' }])
  await notify(minutesOn(13))
  expect(robotTitles).toEqual([expect.stringContaining('恢复')])
}, 300_000)

test('a stalled carrier raises the alert of slow codes, which no success rate shows, and it ends when codes arrive in time', async () => {
  const setting = { kind: 'code_slow' as const, parameters: { lateAfterSeconds: '40' as const, percent: 20, leastCount: 50 } }
  const rule = { setting, appId: null, notificationMethods: [], contactIds: [], robotIds: [], repeatMinutes: 0, isOn: true }
  await act(tx => addRule(tx, sender.account, rule, { memberId: sender.memberId, now: minutesOn(-1) }))
  await engine.carrier('/api/behaviour', { rules: [{ match: 'all', behaviour: { report: 'none' } }] })
  await sendAll(phonesFrom(3_000, failingCount), 'submitted', 'otp')
  await evaluateAt(minutesOn(20))
  expect(await alerts('code_slow')).toMatchObject([{ state: 'open', valueText: '100%' }])
  expect((await alerts('success_low')).filter(alert => alert.state === 'open')).toEqual([])

  await engine.carrier('/api/behaviour', { rules: [] })
  await sendAll(phonesFrom(4_000, healthyCount), 'delivered', 'otp')
  await evaluateAt(minutesOn(21))
  // In time again, but not for long enough.
  expect(await alerts('code_slow')).toMatchObject([{ state: 'open' }])
  await evaluateAt(minutesOn(32))
  expect(await alerts('code_slow')).toMatchObject([{ state: 'recovered' }])
}, 300_000)
