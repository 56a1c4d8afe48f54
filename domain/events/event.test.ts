import { beforeAll, expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { createApp } from '#domain/apps/app.ts'
import { ingestInbound } from '#domain/delivery/inbound.ts'
import { settleMessages } from '#domain/delivery/settle.ts'
import { acknowledge, dequeueEsmeEvents, dequeueEvents } from '#domain/push/pull.ts'
import { createChannel } from '#test/support/channel.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { acceptPhones, createSender, type Sending } from '#test/support/sending.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow, takeOrThrow } from '#values/or-throw.ts'

const now = new Date()
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
const database = prepareTestDatabase()
beforeAll(async () => {
  await createChannel(database.platformDb)
})

/** Delivered messages of an app with the given ingress. */
async function delivered(sender: Sending, appId: string | null, ingress: string | null, count = 1): Promise<string[]> {
  const messageIds = await acceptPhones(
    database.db,
    sender,
    Array.from({ length: count }, (_, index) => String(19_200_000_000 + index)),
  )
  await asAccount(database.db, sender.account, async tx => {
    await tx
      .updateTable('message')
      .set({ appId, ingress, customId: 'order-1' })
      .where('accountId', '=', sender.account)
      .where('messageId', 'in', messageIds)
      .execute()
    const outcomes = messageIds.map(messageId => ({ messageId, state: 'delivered' as const, reason: 'DELIVRD', at: now }))
    await settleMessages(tx, sender.account, outcomes, now)
    // Already final: no second event.
    await settleMessages(tx, sender.account, outcomes, now)
  })
  return messageIds
}

const kinds = ['report', 'inbound'] as const

test('report: waits for one pull by its app and is redelivered until acknowledged', async () => {
  const sender = await createSender(database.db)
  const appId = newId()
  const messageIds = await delivered(sender, appId, 'rest', 3)
  await delivered(sender, null, null)
  const take = (at: Date, limit = 100) =>
    asAccount(database.db, sender.account, tx => dequeueEvents(tx, sender.account, appId, { kinds, limit, now: at }))
  const first = await take(later(1), 2)
  const second = await take(later(2))
  expect([...first.events, ...second.events].map(event => event.id).sort()).toEqual(messageIds.sort())
  expect(first.events[0]).toMatchObject({
    kind: 'report',
    appId,
    data: {
      messageId: firstOrThrow(first.events).id,
      customId: 'order-1',
      state: 'delivered',
      code: 'DELIVRD',
      segmentCount: 1,
      signature: '鸿雁',
    },
  })
  expect(await take(later(3))).toEqual({ cursor: null, events: [] })
  const end = (cursor: string, at: Date) =>
    asAccount(database.db, sender.account, tx => acknowledge(tx, sender.account, appId, cursor, { now: at }))
  expect(await end(first.cursor ?? '', later(4))).toBe(2)
  expect(await end(first.cursor ?? '', later(5))).toBe(0)
  const again = await take(later(63))
  expect(again.events).toEqual(second.events)
  expect(await end(second.cursor ?? '', later(64))).toBe(0)
  expect(await end(again.cursor ?? '', later(64))).toBe(1)
})

test('message sent by SMPP: its report goes to SMPP', async () => {
  const sender = await createSender(database.db)
  const appId = newId()
  const [messageId] = await delivered(sender, appId, 'smpp')
  await asAccount(database.db, sender.account, async tx => {
    expect(await dequeueEvents(tx, sender.account, appId, { kinds, limit: 10, now: later(1) })).toMatchObject({ events: [] })
    const taken = await dequeueEsmeEvents(tx, sender.account, appId, { protocol: 'smpp', limit: 10, now: later(1) })
    expect(taken.events.map(event => event.id)).toEqual([messageId])
  })
})

test('reply: goes to the app whose message it answers, else waits for the oldest production app', async () => {
  const sender = await createSender(database.db)
  const { account } = sender
  const [first, second] = takeOrThrow(
    await asAccount(database.db, account, async tx => [
      await createApp(tx, account, { name: '订单', kind: 'production', memberId: null, now }),
      await createApp(tx, account, { name: '会员', kind: 'production', memberId: null, now: later(1) }),
    ]),
    2,
  )
  const messageId = firstOrThrow(await delivered(sender, second.appId, 'rest'))
  await asAccount(database.db, account, tx =>
    tx.updateTable('message').set({ submittedAt: now }).where('accountId', '=', account).where('messageId', '=', messageId).execute(),
  )
  const channel = { channelId: newId(), senderNumber: '1069' }
  const reply = (phone: string, text: string) =>
    ingestInbound(database.platformDb, channel, { phone, senderNumber: `1069${sender.extension}88`, text }, now)
  await reply('19200000000', '好的')
  await reply('19200009999', 'TD')
  const taken = (appId: string) =>
    asAccount(database.db, account, tx => dequeueEvents(tx, account, appId, { kinds: ['inbound'], limit: 10, now: later(1) }))
  expect((await taken(second.appId)).events).toMatchObject([
    { kind: 'inbound', data: { text: '好的', phone: '19200000000', messageId, customId: 'order-1', signature: '鸿雁', isOptOut: false } },
  ])
  expect((await taken(first.appId)).events).toMatchObject([
    { kind: 'inbound', data: { text: 'TD', messageId: null, isOptOut: true, extension: `${sender.extension}88` } },
  ])
})
