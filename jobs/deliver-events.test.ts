import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import pino from 'pino'
import { assert, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { asAccount } from '#db/connect.ts'
import { recordReports } from '#domain/events/event.ts'
import { acceptSandbox, settleSandbox } from '#domain/messages/sandbox.ts'
import { listSystemAlerts } from '#domain/platform/system-alert.ts'
import { leaseQueues, releaseQueues, renewQueues } from '#domain/push/queue.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { createSender, type Sending } from '#test/support/sending.ts'
import { createWebhook, startReceiver, testClient, webhookTestSecret } from '#test/support/webhook.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow, lastOrThrow, matchOrThrow } from '#values/or-throw.ts'
import { startDelivery } from './deliver-events.ts'
import { watchEvents } from './watch-events.ts'

const logger = pino({ level: 'silent' })
const database = prepareTestDatabase()
let sender: Sending
beforeAll(async () => {
  sender = await createSender(database.db)
})

/** Ends messages of an app, which enqueues their report events. */
async function endMessages(appId: string, count: number, owner = sender): Promise<string[]> {
  const now = new Date()
  const messages = Array.from({ length: count }, () => ({
    messageId: newId(),
    appId,
    kind: 'transactional' as const,
    signatureId: owner.signatureId,
    templateId: null,
    phone: '19900000001',
    carrier: 'telecom',
    content: '【鸿雁】您的包裹已到',
    segmentCount: 1,
  }))
  await asAccount(database.db, owner.account, tx => acceptSandbox(tx, owner.account, messages, now))
  await settleSandbox(database.platformDb, new Date(now.getTime() + 60_000), (tx, account, ended) =>
    recordReports(
      tx,
      account,
      ended.map(one => ({ messageId: one.messageId, appId: one.appId, ingress: null })),
      now,
    ),
  )
  return messages.map(message => message.messageId)
}

const deliver = (now = () => new Date(), client = testClient()) => {
  const work = startDelivery({ db: database.platformDb, secret: webhookTestSecret, now, client, logger })
  return {
    stop: async () => {
      await work.stop()
      client.close()
    },
  }
}

const eventsOf = (webhookId: string) =>
  asAccount(database.db, sender.account, tx =>
    tx
      .selectFrom('pushEvent')
      .select(['eventId', 'state', 'attemptCount'])
      .where('accountId', '=', sender.account)
      .where('queueId', '=', webhookId)
      .execute(),
  )
const attemptsOf = (webhookId: string) =>
  asAccount(database.db, sender.account, tx =>
    tx
      .selectFrom('pushAttempt')
      .select(['outcome', 'httpStatus', 'eventIds'])
      .where('accountId', '=', sender.account)
      .where('webhookId', '=', webhookId)
      .execute(),
  )
const untilDelivered = (webhookId: string, count: number) =>
  vi.waitFor(
    async () => {
      const events = await eventsOf(webhookId)
      expect(events.filter(event => event.state === 'delivered')).toHaveLength(count)
    },
    { timeout: 60_000, interval: 50 },
  )

test('events are delivered signed, all of them, at most a hundred in a request', async () => {
  const receiver = await startReceiver()
  const { appId, webhookId, secret } = await createWebhook(database.db, sender.account, { url: `${receiver.url}/hook` })
  const messageIds = await endMessages(appId, 250)
  const work = deliver()
  await untilDelivered(webhookId, 250)
  await work.stop()
  const batches = receiver.deliveries.map(delivery =>
    z
      .array(z.looseObject({ id: z.string(), kind: z.string(), data: z.looseObject({ state: z.string() }) }))
      .parse(JSON.parse(delivery.body)),
  )
  expect(batches.map(batch => batch.length).sort((a, b) => a - b)).toEqual([50, 100, 100])
  expect(new Set(batches.flat().map(event => event.id)).size).toBe(messageIds.length)
  expect(batches.flat()[0]).toMatchObject({ kind: 'report', data: { state: 'delivered', code: 'DELIVRD', phone: '19900000001' } })
  for (const { headers, body } of receiver.deliveries) {
    const [, t, v1] = matchOrThrow(/^t=(\d+),v1=([\da-f]{64})$/, String(headers['x-hongyan-signature']))
    expect(v1).toBe(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex'))
  }
  expect((await attemptsOf(webhookId)).map(attempt => attempt.outcome)).toEqual(['delivered', 'delivered', 'delivered'])
  await receiver.close()
})

test('an event with an unreadable row is parked, and the others are delivered', async () => {
  const receiver = await startReceiver()
  const { appId, webhookId } = await createWebhook(database.db, sender.account, { url: receiver.url })
  const spoiled = firstOrThrow(await endMessages(appId, 3))
  await database.platformDb
    .updateTable('pushEvent')
    .set({ kind: 'alert', data: '{"text":1}' })
    .where('accountId', '=', sender.account)
    .where('eventId', '=', spoiled)
    .execute()
  const work = deliver()
  await untilDelivered(webhookId, 2)
  await work.stop()
  expect((await eventsOf(webhookId)).filter(event => event.state !== 'delivered')).toMatchObject([{ eventId: spoiled, state: 'parked' }])
  await receiver.close()
})

test('failing, hanging, resetting, redirecting and trickling receivers delay nobody, and the log tells them apart', async () => {
  const elsewhere = await startReceiver()
  const healthy = await startReceiver()
  const sick = {
    status: await startReceiver((_, response) => void response.writeHead(503).end('no')),
    timeout: await startReceiver(() => undefined),
    connection: await startReceiver((_, response) => void response.socket!.destroy()),
    redirect: await startReceiver((_, response) => void response.writeHead(307, { location: elsewhere.url }).end()),
    answer: await startReceiver((_, response) => void response.end('{"result":1001,"errmsg":"later"}')),
  }
  const trickling = await startReceiver((_, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('.'), 100)
    response.on('close', () => clearInterval(timer))
  })
  const hooks = new Map<string, string>()
  for (const [outcome, receiver] of Object.entries(sick)) {
    const format = outcome === 'answer' ? 'tencent' : 'hongyan'
    const { appId, webhookId } = await createWebhook(database.db, sender.account, { url: receiver.url, format })
    hooks.set(outcome, webhookId)
    await endMessages(appId, 450)
  }
  const slow = await createWebhook(database.db, sender.account, { url: trickling.url })
  await endMessages(slow.appId, 5)
  const well = await createWebhook(database.db, sender.account, { url: healthy.url })
  await endMessages(well.appId, 300)
  const work = deliver()
  await untilDelivered(well.webhookId, 300)
  await untilDelivered(slow.webhookId, 5)
  for (const [outcome, webhookId] of hooks)
    await vi.waitFor(async () => expect((await attemptsOf(webhookId)).map(one => one.outcome)).toContain(outcome), { timeout: 60_000 })
  await work.stop()
  for (const [outcome, webhookId] of hooks) {
    expect(new Set((await attemptsOf(webhookId)).map(one => one.outcome))).toEqual(new Set([outcome]))
    expect((await eventsOf(webhookId)).every(event => event.state === 'waiting')).toBe(true)
  }
  expect(elsewhere.deliveries).toHaveLength(0)
  await Promise.all([elsewhere, healthy, trickling, ...Object.values(sick)].map(receiver => receiver.close()))
}, 120_000)

/** A worker that took all queues, read their events, and died. */
async function takeAndDie(webhookId: string) {
  expect((await leaseQueues(database.platformDb, newId(), [], 100)).map(queue => queue.webhookId)).toContain(webhookId)
}
const workOf = (webhookId: string) =>
  asAccount(database.db, sender.account, tx =>
    tx.selectFrom('pushWork').selectAll().where('accountId', '=', sender.account).where('queueId', '=', webhookId).executeTakeFirst(),
  )

test('events in the hands of a killed worker are delivered after its lease, possibly twice but never zero times', async () => {
  const receiver = await startReceiver()
  const { appId, webhookId } = await createWebhook(database.db, sender.account, { url: receiver.url })
  await endMessages(appId, 10)
  await takeAndDie(webhookId)
  const dead = await workOf(webhookId)
  assert.exists(dead)
  // While the lease runs, another worker finds nothing to take.
  expect(await leaseQueues(database.platformDb, newId(), [], 100)).toEqual([])
  await asAccount(database.db, sender.account, tx =>
    tx
      .updateTable('pushWork')
      .set({ leasedUntil: new Date(Date.now() - 1_000) })
      .where('accountId', '=', sender.account)
      .where('queueId', '=', webhookId)
      .execute(),
  )
  const late = deliver()
  await untilDelivered(webhookId, 10)
  await vi.waitFor(async () => expect((await workOf(webhookId))?.owner).not.toBe(dead.owner))
  await late.stop()
  await receiver.close()
})

test('a queue in a worker’s name that it does not serve is free for it at once, and its lease is not renewed', async () => {
  const receiver = await startReceiver()
  const { appId, webhookId } = await createWebhook(database.db, sender.account, { url: receiver.url })
  await endMessages(appId, 1)
  const owner = newId()
  const adopt = async (served: string[]) =>
    (await leaseQueues(database.platformDb, owner, served, 100)).map(queue => queue.webhookId).filter(one => one === webhookId)
  expect(await adopt([])).toEqual([webhookId])
  const before = (await workOf(webhookId))!.leasedUntil
  assert.exists(before)
  expect(await adopt([webhookId])).toEqual([])
  expect(await renewQueues(database.platformDb, owner, [])).toEqual(new Set())
  expect((await workOf(webhookId))?.leasedUntil).toEqual(before)
  expect(await renewQueues(database.platformDb, owner, [webhookId])).toEqual(new Set([webhookId]))
  expect((await workOf(webhookId))?.leasedUntil?.getTime()).toBeGreaterThan(before.getTime())
  // The answer that assigned the queue was lost, or its lane has failed.
  expect(await adopt([])).toEqual([webhookId])
  await releaseQueues(database.platformDb, owner)
  const work = deliver()
  await untilDelivered(webhookId, 1)
  await work.stop()
  await receiver.close()
})

test('staff are warned of overdue events at a healthy webhook, and told when they are delivered', async () => {
  const receiver = await startReceiver()
  const { appId, webhookId } = await createWebhook(database.db, sender.account, { url: receiver.url })
  await endMessages(appId, 3)
  const db = database.platformDb
  const check = () => watchEvents.run({ db, now: () => new Date(), logger })
  await check()
  expect(await listSystemAlerts(db)).toEqual([])
  await sql`update push_event set due_at = ${new Date(Date.now() - 6 * 60_000)} where account_id = ${sender.account} and queue_id = ${webhookId}`.execute(
    db,
  )
  await check()
  expect(await listSystemAlerts(db)).toMatchObject([{ kind: 'webhook_backlog', detail: '1个回调地址有事件到期未推送，最早的已等待6分钟' }])
  const work = deliver()
  await untilDelivered(webhookId, 3)
  await work.stop()
  await check()
  expect(await listSystemAlerts(db)).toEqual([])
  await receiver.close()
})

/** More than there are slots for requests, so that a slot that is never freed would show. */
const deadCount = process.env.HONGYAN_PROOF === 'long' ? 500 : 150
const appsOfAccount = 15

test('hundreds of hanging webhooks delay no others', { timeout: 600_000 }, async () => {
  // Never answers during the test.
  const hanging = await startReceiver(() => undefined)
  const healthy = await startReceiver()
  const owners: Sending[] = []
  for (let index = 0; index < deadCount; index++) {
    if (index % appsOfAccount === 0) owners.push(await createSender(database.db))
    const owner = lastOrThrow(owners)
    const { appId } = await createWebhook(database.db, owner.account, { url: `${hanging.url}/${index}` })
    await endMessages(appId, 1, owner)
  }
  const patient = testClient({ connectTimeoutMs: 300_000, wholeTimeoutMs: 300_000 })
  const work = deliver(() => new Date(), patient)
  // The first of them hang before the healthy one has any event.
  await vi.waitFor(() => expect(hanging.deliveries.length).toBeGreaterThan(0), { timeout: 120_000 })
  const well = await createWebhook(database.db, sender.account, { url: healthy.url })
  await endMessages(well.appId, 300)
  await untilDelivered(well.webhookId, 300)
  await vi.waitFor(() => expect(new Set(hanging.deliveries.map(delivery => delivery.path)).size).toBe(deadCount), { timeout: 120_000 })
  for (const owner of owners) {
    const ended = await asAccount(database.db, owner.account, tx =>
      tx.selectFrom('pushAttempt').select('outcome').where('accountId', '=', owner.account).execute(),
    )
    expect(ended).toEqual([])
  }
  await Promise.all([hanging.close(), work.stop()])
  await healthy.close()
})
