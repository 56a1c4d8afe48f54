import { assert, beforeAll, expect, test } from 'vitest'
import { asAccount, type Tx } from '#db/connect.ts'
import { recordAlert, recordReports } from '#domain/events/event.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { createSender, type Sending } from '#test/support/sending.ts'
import { createWebhook, webhookTestSecret } from '#test/support/webhook.ts'
import { newId } from '#values/id.ts'
import type { Outcome } from './client.ts'
import { listDeadLetters, redeliver, reportNotification } from './log.ts'
import { recordDelivered, recordFailed, retryDelays } from './outcome.ts'
import { acknowledge, dequeueEvents } from './pull.ts'
import { moveToPull, readEndpoint, readWaiting } from './queue.ts'
import { addWebhook, changeWebhook, findWebhook, removeWebhook, renewWebhookSecret, revealWebhookSecret, switchWebhook } from './webhook.ts'

const began = new Date('2026-11-21T00:00:00Z')
const at = (seconds: number) => new Date(began.getTime() + seconds * 1_000)
const hour = 3_600
const database = prepareTestDatabase()
let sender: Sending
beforeAll(async () => {
  sender = await createSender(database.db)
})

const within = <T>(work: (tx: Tx) => Promise<T>) => asAccount(database.db, sender.account, work)

/** A webhook with a waiting report. */
async function waiting(kinds: ('report' | 'alert')[] = ['report']) {
  const { appId, webhookId } = await createWebhook(database.db, sender.account, { url: 'https://example.com/hook', kinds }, began)
  const eventId = newId(began.getTime())
  await within(tx => recordReports(tx, sender.account, [{ messageId: eventId, appId, ingress: 'rest' }], began))
  const queue = { account: sender.account, webhookId }
  const attempt = (outcome: Outcome) => ({ attemptId: newId(), appId, eventIds: [eventId], outcome, httpStatus: 500, elapsedMs: 3 })
  const fail = (seconds: number, outcome: Outcome = 'status') => recordFailed(database.platformDb, queue, attempt(outcome), at(seconds))
  const succeed = (seconds: number) => recordDelivered(database.platformDb, queue, attempt('delivered'), at(seconds))
  const due = async (seconds: number) => (await readWaiting(database.platformDb, queue, 10, at(seconds))).map(event => event.eventId)
  return { appId, webhookId, eventId, queue, fail, succeed, due }
}

test('an event is retried after 1, 5, 10, 30, 60 minutes, 2, 6, 12, 24 hours, and then becomes a dead letter', async () => {
  const { webhookId, eventId, fail, due, queue } = await waiting()
  let seconds = 0
  for (const delay of retryDelays) {
    // Other events succeed in between: the webhook itself works.
    await within(tx => switchWebhook(tx, sender.account, { webhookId, isEnabled: true, now: at(seconds) }))
    await fail(seconds)
    expect(await due(seconds + delay - 1)).toEqual([])
    expect(await due(seconds + delay)).toEqual([eventId])
    seconds += delay
  }
  expect(seconds).toBeLessThanOrEqual(48 * hour)
  await within(tx => switchWebhook(tx, sender.account, { webhookId, isEnabled: true, now: at(seconds) }))
  await fail(seconds)
  expect(await due(seconds + 100 * hour)).toEqual([])
  expect((await listDeadLetters(database.platformDb, sender.account, webhookId, { limit: 10 })).rows).toMatchObject([
    { eventId, attemptCount: 10 },
  ])
  expect(await reportNotification(database.platformDb, sender.account, eventId)).toMatchObject({
    sink: 'webhook',
    state: 'parked',
    attemptCount: 10,
  })

  expect(await within(tx => redeliver(tx, sender.account, { webhookId, eventIds: [newId()], now: at(seconds) }))).toBe(0)
  expect(await within(tx => redeliver(tx, sender.account, { webhookId, eventIds: null, now: at(seconds) }))).toBe(1)
  expect(await due(seconds)).toEqual([eventId])
  expect(await readEndpoint(database.platformDb, queue)).toMatchObject({ failingSince: null, nextTryAt: null })
})

test('an event older than two days becomes a dead letter at its next failure', async () => {
  const { fail, due } = await waiting()
  await fail(48 * hour + 1)
  expect(await due(1_000 * hour)).toEqual([])
})

test('a failing webhook pauses longer and longer, up to a minute; one success resets it', async () => {
  const { queue, fail, succeed } = await waiting()
  const pauseAfter = async (seconds: number) => {
    await fail(seconds)
    const { nextTryAt, failingSince } = (await readEndpoint(database.platformDb, queue))!
    assert.exists(nextTryAt)
    expect(failingSince).toEqual(at(1))
    return (nextTryAt.getTime() - at(seconds).getTime()) / 1_000
  }
  const pauses: number[] = []
  for (let count = 1; count <= 8; count += 1) pauses.push(await pauseAfter(count))
  expect(pauses).toEqual([2, 4, 8, 16, 32, 60, 60, 60])
  await succeed(10)
  expect(await readEndpoint(database.platformDb, queue)).toMatchObject({ failingSince: null, nextTryAt: null })
})

test('unavailable DNS is no failure of the webhook', async () => {
  const { queue, eventId, fail, due } = await waiting()
  await fail(0, 'offline')
  expect(await due(0)).toEqual([eventId])
  expect(await readEndpoint(database.platformDb, queue)).toMatchObject({ failingSince: null, nextTryAt: at(15) })
})

test('a webhook without success for a day is switched off and its account notified; its events are kept', async () => {
  const { appId, webhookId, queue, fail } = await waiting(['report', 'alert'])
  const webhook = () => within(tx => findWebhook(tx, sender.account, webhookId))
  const notifications = () =>
    within(tx => tx.selectFrom('notification').select(['title', 'body', 'link']).where('accountId', '=', sender.account).execute())
  await fail(0)
  await fail(24 * hour - 1)
  expect(await webhook()).toMatchObject({ state: 'enabled', failingSince: began, failureCount: 2 })
  expect(await notifications()).toEqual([])
  await fail(24 * hour)
  expect(await webhook()).toMatchObject({ state: 'disabled', disabledWhy: 'failing' })
  expect(await notifications()).toMatchObject([
    { title: expect.stringContaining('回调地址已停用'), link: expect.stringContaining('tab=webhook') },
  ])
  await fail(24 * hour + 1)
  expect(await notifications()).toHaveLength(1)
  // New events are kept for it, and delivered when it is on again.
  const messageId = newId()
  await within(tx => recordReports(tx, sender.account, [{ messageId, appId, ingress: null }], at(25 * hour)))
  expect(await readWaiting(database.platformDb, queue, 10, at(99 * hour))).not.toContainEqual(
    expect.objectContaining({ eventId: messageId }),
  )
  await expect(within(tx => redeliver(tx, sender.account, { webhookId, eventIds: null, now: at(26 * hour) }))).rejects.toMatchObject({
    code: 'webhook_disabled',
  })
  await within(tx => switchWebhook(tx, sender.account, { webhookId, isEnabled: true, now: at(26 * hour) }))
  expect(await within(tx => redeliver(tx, sender.account, { webhookId, eventIds: null, now: at(26 * hour) }))).toBe(1)
})

test('events of a deleted webhook, and new ones of a disabled webhook, wait for a pull', async () => {
  const { appId, webhookId, queue, eventId } = await waiting()
  await within(tx => switchWebhook(tx, sender.account, { webhookId, isEnabled: false, now: began }))
  const messageId = newId()
  await within(tx => recordReports(tx, sender.account, [{ messageId, appId, ingress: null }], began))
  await within(tx => removeWebhook(tx, sender.account, webhookId))
  await moveToPull(database.platformDb, queue)
  const pulled = await within(tx =>
    tx
      .selectFrom('pushEvent')
      .select('eventId')
      .where('accountId', '=', sender.account)
      .where('queueId', '=', appId)
      .where('sink', '=', 'pull')
      .execute(),
  )
  expect(pulled.map(row => row.eventId).sort()).toEqual([eventId, messageId].sort())
  await within(async tx => {
    const { cursor } = await dequeueEvents(tx, sender.account, appId, { kinds: ['report'], limit: 10, now: at(1) })
    assert.exists(cursor)
    expect(await acknowledge(tx, sender.account, appId, cursor, { now: at(2), eventIds: [messageId] })).toBe(1)
    expect(await acknowledge(tx, sender.account, appId, cursor, { now: at(2) })).toBe(1)
  })
})

test('each event kind has one webhook in an app; the old secret signs for one more day', async () => {
  const { appId, webhookId } = await waiting()
  const choice = { url: 'https://example.com/other', format: 'hongyan', kinds: ['inbound', 'report'] } as const
  const add = () => within(tx => addWebhook(tx, sender.account, webhookTestSecret, { appId, choice, now: began }))
  await expect(add()).rejects.toMatchObject({ code: 'webhook_kind_taken' })
  await within(tx => changeWebhook(tx, sender.account, { webhookId, choice: { ...choice, kinds: ['visit'] }, now: began }))
  await add()
  await expect(within(tx => changeWebhook(tx, sender.account, { webhookId, choice, now: began }))).rejects.toMatchObject({
    code: 'webhook_kind_taken',
  })
  const before = await within(tx => revealWebhookSecret(tx, sender.account, webhookTestSecret, webhookId))
  const after = await within(tx => renewWebhookSecret(tx, sender.account, webhookTestSecret, { webhookId, now: began }))
  expect(after).not.toBe(before)
  expect(await within(tx => revealWebhookSecret(tx, sender.account, webhookTestSecret, webhookId))).toBe(after)
  const queue = { account: sender.account, webhookId }
  expect(await readEndpoint(database.platformDb, queue)).toMatchObject({
    encryptedPrevious: expect.anything(),
    previousUntil: at(24 * hour),
  })
})

test('an alert goes to its app’s webhook, one without an app to all webhooks for alerts', async () => {
  const [one, other] = [await waiting(['alert']), await waiting(['alert'])]
  const alert = {
    alertId: 'a',
    rule: 'balance',
    name: '余额不足',
    state: 'firing',
    value: '1元',
    threshold: '10元',
    text: '余额不足',
    at: began,
  } as const
  await within(tx => recordAlert(tx, sender.account, one.appId, alert, began))
  const count = async (hook: typeof one) => (await hook.due(1)).length
  expect([await count(one), await count(other)]).toEqual([1, 0])
  await within(tx => recordAlert(tx, sender.account, null, alert, began))
  expect([await count(one), await count(other)]).toEqual([2, 1])
})
