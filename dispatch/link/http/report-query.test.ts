import { sql } from 'kysely'
import pino from 'pino'
import { expect, test } from 'vitest'
import { startCarrierSim } from '#carrier-sim/carrier-sim.ts'
import type { HttpSettings } from '#contract/messages/http-channel.ts'
import { asAccount } from '#db/connect.ts'
import { type Channel, ChannelOwner } from '#dispatch/channel/channel.ts'
import { createChannel } from '#test/support/channel.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { simulatedApi } from '#test/support/engine.ts'
import { acceptPhones, createSender } from '#test/support/sending.ts'
import { newId } from '#values/id.ts'

const database = prepareTestDatabase()

test('reports of an upstream that brings none are asked for', async () => {
  const sim = await startCarrierSim({ reportDelayMs: 0 })
  const settings: HttpSettings = { protocol: 'http', timeoutSeconds: 8, reports: 'query', ...simulatedApi('127.0.0.1', sim.apiPort) }
  const channel: Channel = {
    channelId: newId(),
    host: '127.0.0.1',
    port: sim.apiPort,
    systemId: 'hongyan-http',
    password: 'simulate',
    senderNumber: '10690003',
    windowSize: 16,
    ratePerSecond: 1000,
    bindCount: 1,
    upstreamIdForm: 'raw',
    settings,
  }
  const { channelId, host, port, systemId, senderNumber } = channel
  await createChannel(database.platformDb, { channelId, host, port, systemId, senderNumber, settings: JSON.stringify(settings) })
  const owner = new ChannelOwner(channel, {
    db: database.platformDb,
    owner: 'test',
    now: () => new Date(),
    elapsedMs: () => performance.now(),
    random: Math.random,
    logger: pino({ level: 'silent' }),
  })
  owner.start()
  const sender = await createSender(database.db)
  await acceptPhones(database.db, sender, ['19200000001', '19200009001'])
  const states = () =>
    asAccount(database.db, sender.account, tx =>
      tx.selectFrom('message').select(['state', 'reason']).where('accountId', '=', sender.account).orderBy('phone').execute(),
    )
  await expect.poll(async () => (await states()).map(one => one.state)).toEqual(['submitted', 'submitted'])
  // Their age is about to double beyond the first question.
  await sql`update submitted_part set submitted_at = now() - interval '17 seconds' where channel_id = ${channelId}`.execute(
    database.platformDb,
  )
  await expect.poll(states, { timeout: 20_000 }).toEqual([
    { state: 'undelivered', reason: 'MK:0001' },
    { state: 'delivered', reason: 'DELIVRD' },
  ])
  await owner.stop()
  await sim.close()
})
