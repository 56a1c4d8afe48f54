import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { asAccount } from '#db/connect.ts'
import { recordReports } from '#domain/events/event.ts'
import { acceptSandbox, settleSandbox } from '#domain/messages/sandbox.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { Program } from '#test/support/engine.ts'
import { createSender, type Sending } from '#test/support/sending.ts'
import { createWebhook, startReceiver, webhookTestSecret } from '#test/support/webhook.ts'
import { newId } from '#values/id.ts'

const isLong = process.env.HONGYAN_PROOF === 'long'
const eventCount = isLong ? 100_000 : 3_000
const killCount = isLong ? 10 : 1
/** A killed worker's queue is adopted when its lease ends, and is delivered shortly after. */
const maxWaitMs = 20_000

const logger = pino({ level: 'info' }, pino.destination(1))
let database: TestDatabase
let sender: Sending
let jobs: Program
beforeAll(async () => {
  database = await createTestDatabase()
  sender = await createSender(database.db)
  jobs = new Program('jobs', { DATABASE_URL: database.url, HONGYAN_SECRET: webhookTestSecret, WEBHOOK_LOOPBACK: '1' })
})
afterAll(async () => {
  await jobs?.stop()
  await database?.close()
})

async function endMessages(appId: string, count: number): Promise<string[]> {
  const now = new Date()
  const common = {
    appId,
    kind: 'transactional',
    signatureId: sender.signatureId,
    templateId: null,
    carrier: 'telecom',
    content: '【鸿雁】已到',
    segmentCount: 1,
  } as const
  const messages = Array.from({ length: count }, () => ({ ...common, messageId: newId(), phone: '19900000001' }))
  for (let from = 0; from < count; from += 1_000)
    await asAccount(database.db, sender.account, tx => acceptSandbox(tx, sender.account, messages.slice(from, from + 1_000), now))
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

test('the delivering program is killed repeatedly: every event arrives, and none waits for longer than a lease', async () => {
  const arrivals = new Map<string, number>()
  let deliveredCount = 0
  const receiver = await startReceiver((delivery, response) => {
    for (const { id } of z.array(z.looseObject({ id: z.string() })).parse(JSON.parse(delivery.body))) {
      deliveredCount += 1
      arrivals.set(id, (arrivals.get(id) ?? 0) + 1)
    }
    response.end()
  })
  const { appId } = await createWebhook(database.db, sender.account, { url: receiver.url })
  const messageIds = await endMessages(appId, eventCount)
  const reach = async (count: number) => {
    while (arrivals.size < count) await new Promise(resolve => setTimeout(resolve, 5))
  }
  let longestMs = 0
  for (let kill = 1; kill <= killCount; kill += 1) {
    await jobs.start()
    await reach(Math.floor((eventCount * kill) / (killCount + 1)))
    await jobs.kill()
    const [before, killedAtMs] = [deliveredCount, performance.now()]
    await jobs.start()
    while (deliveredCount === before) await new Promise(resolve => setTimeout(resolve, 5))
    longestMs = Math.max(longestMs, performance.now() - killedAtMs)
    if (kill < killCount) await jobs.kill()
  }
  await reach(eventCount)
  await receiver.close()
  expect(arrivals.size).toBe(messageIds.length)
  logger.info(
    { events: eventCount, kills: killCount, twice: deliveredCount - eventCount, longestGapMs: Math.round(longestMs), maxWaitMs },
    'webhooks',
  )
})
