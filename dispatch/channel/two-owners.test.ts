import { sql } from 'kysely'
import pino from 'pino'
import { expect, test } from 'vitest'
import { startCarrierSim } from '#carrier-sim/carrier-sim.ts'
import { asAccount, type Db } from '#db/connect.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { createChannel } from '#test/support/channel.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { acceptPhones, createSender } from '#test/support/sending.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { type Channel, ChannelOwner } from './channel.ts'

const windowSize = 4

async function addChannel(db: Db, port: number): Promise<Channel> {
  const channel: Channel = {
    channelId: newId(),
    host: '127.0.0.1',
    port,
    systemId: 'hongyan-notice',
    password: 'simulate',
    senderNumber: '10690000',
    windowSize,
    ratePerSecond: 1000,
    bindCount: 1,
    upstreamIdForm: 'raw',
    settings: { protocol: 'smpp' },
  }
  await createChannel(db, { channelId: channel.channelId })
  return channel
}

test('an owner that lost its lease sends nothing that another owner has sent', async () => {
  const database = await createTestDatabase()
  const sim = await startCarrierSim({ reportDelayMs: 0 })
  const db = database.platformDb
  const channel = await addChannel(db, sim.smppPort)
  let stalledMs = 0
  const common = { db, now: () => new Date(), random: Math.random, logger: pino({ level: 'silent' }) }
  const first = new ChannelOwner(channel, { ...common, owner: 'first', elapsedMs: () => performance.now() + stalledMs })
  const second = new ChannelOwner(channel, { ...common, owner: 'second', elapsedMs: () => performance.now() })

  // Three parts each, and the first answer takes two seconds: it fills the window, and three more are claimed and wait
  // in memory.
  const phones = Array.from({ length: 10 }, (_, i) => (i === 0 ? '19200000011' : `1920000900${i}`))
  const sender = await createSender(database.db)
  await acceptPhones(database.db, sender, phones, { content: `【鸿雁】${'长'.repeat(195)}` })
  first.start()
  while (sim.carrier.counters.accepted < 3) await new Promise(resolve => setTimeout(resolve, 5))

  // The first owner stalls beyond its lease, the second takes over, then the first recovers and gets its answer.
  stalledMs = 20_000
  await sql`update lease set until = now() - interval '1 second'`.execute(db)
  second.start()
  const statesOf = () =>
    asAccount(database.db, sender.account, tx =>
      tx.selectFrom('message').select(['state', 'maybeTwice']).where('accountId', '=', sender.account).execute(),
    )
  while ((await statesOf()).some(message => message.state !== 'delivered')) await new Promise(resolve => setTimeout(resolve, 50))

  const received = phones.map(phone => sim.carrier.handset.messagesOf(phone).length)
  expect(received.filter(count => count > 1)).toEqual([2])
  const flagged = (await statesOf()).filter(message => message.maybeTwice)
  expect(flagged.length).toBeGreaterThanOrEqual(1)
  expect(flagged.length).toBeLessThanOrEqual(windowSize)
  await first.stop()
  await second.stop()
  expect(await asAccount(database.db, sender.account, tx => verifyLedger(tx, sender.account))).toEqual([])
  await sim.close()
  await database.close()
})

test('an owner that cannot settle messages in doubt leaves the channel to one that can', async () => {
  const database = await createTestDatabase()
  const sim = await startCarrierSim({ reportDelayMs: 0 })
  const channel = await addChannel(database.platformDb, sim.smppPort)
  let failureCount = 0
  const broken = database.platformDb.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind !== 'RawNode' || !node.sqlFragments.join('').includes('outbox.claim_token <')) return node
      failureCount += 1
      throw new Error('what is in doubt cannot be read')
    },
    transformResult: async ({ result }) => result,
  })
  const common = { now: () => new Date(), elapsedMs: () => performance.now(), random: Math.random, logger: pino({ level: 'silent' }) }
  const failing = new ChannelOwner(channel, { ...common, db: broken, owner: 'failing' })
  const serving = new ChannelOwner(channel, { ...common, db: database.platformDb, owner: 'serving' })
  failing.start()
  while (failureCount === 0) await new Promise(resolve => setTimeout(resolve, 5))
  serving.start()
  const sender = await createSender(database.db)
  await acceptPhones(database.db, sender, ['19200009001'])
  await expect.poll(() => sim.carrier.counters.accepted).toBe(1)
  await Promise.all([failing.stop(), serving.stop()])
  await sim.close()
  await database.close()
})

test('a host whose clock is wrong owns no channel, and leaves its channels to one whose clock is right', async () => {
  const database = await createTestDatabase()
  const sim = await startCarrierSim({ reportDelayMs: 0 })
  const db = database.platformDb
  const channel = await addChannel(db, sim.smppPort)
  let isRight = true
  const common = { db, now: () => new Date(), elapsedMs: () => performance.now(), random: Math.random, logger: pino({ level: 'silent' }) }
  const wrong = new ChannelOwner(channel, { ...common, owner: 'wrong', mayOwn: () => isRight })
  const right = new ChannelOwner(channel, { ...common, owner: 'right' })
  const holder = async () => (await sql<{ owner: string }>`select owner from lease where until > now()`.execute(db)).rows[0]?.owner
  const until = async (name: string) => {
    while ((await holder()) !== name) await new Promise(resolve => setTimeout(resolve, 20))
  }
  wrong.start()
  await until('wrong')
  isRight = false
  right.start()
  await until('right')
  const sender = await createSender(database.db)
  await acceptPhones(database.db, sender, ['19200009001'])
  const isDelivered = async () =>
    firstOrThrow(
      await asAccount(database.db, sender.account, tx =>
        tx.selectFrom('message').select('state').where('accountId', '=', sender.account).execute(),
      ),
    ).state === 'delivered'
  while (!(await isDelivered())) await new Promise(resolve => setTimeout(resolve, 50))
  await Promise.all([wrong.stop(), right.stop()])
  await sim.close()
  await database.close()
})
