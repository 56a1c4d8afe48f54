import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { behaviourSchema } from '#carrier-sim/answers.ts'
import { type CarrierSim, startCarrierSim } from '#carrier-sim/carrier-sim.ts'
import { asAccount } from '#db/connect.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import type { MessageKind } from '#domain/ledger/charge.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { createChannel } from '#test/support/channel.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { acceptPhones, createSender } from '#test/support/sending.ts'
import { type AccountId, newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { ChannelOwner } from './channel.ts'

const channelId = newId()
const database = prepareTestDatabase()
let sim: CarrierSim
let owner: ChannelOwner
let skippedMs = 0

beforeAll(async () => {
  sim = await startCarrierSim({ reportDelayMs: 0 })
  await createChannel(database.platformDb, { channelId, carriers: ['broadnet'] })
  owner = new ChannelOwner(
    {
      channelId,
      host: '127.0.0.1',
      port: sim.smppPort,
      systemId: 'hongyan-notice',
      password: 'simulate',
      senderNumber: '10690000',
      windowSize: 20,
      ratePerSecond: 1000,
      bindCount: 2,
      upstreamIdForm: 'raw',
      settings: { protocol: 'smpp' },
    },
    {
      db: database.platformDb,
      owner: 'test',
      now: () => new Date(),
      elapsedMs: () => performance.now() + skippedMs,
      random: Math.random,
      logger: pino({ level: 'silent' }),
    },
  )
  owner.start()
})
afterAll(async () => {
  await owner.stop()
  await sim.close()
})

async function accept(phones: string[], kind: MessageKind = 'transactional', content = '【鸿雁】您的包裹已到'): Promise<AccountId> {
  const sender = await createSender(database.db)
  await acceptPhones(database.db, sender, phones, { kind, content })
  return sender.account
}

const messagesOf = (account: AccountId) =>
  asAccount(database.db, account, tx =>
    tx
      .selectFrom('message')
      .select(['phone', 'state', 'reason', 'attemptCount', 'maybeTwice'])
      .where('accountId', '=', account)
      .orderBy('phone')
      .execute(),
  )

async function waitFor(account: AccountId, isDone: (states: string[]) => boolean) {
  for (;;) {
    const messages = await messagesOf(account)
    if (isDone(messages.map(message => message.state))) return messages
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}
const books = (account: AccountId) =>
  asAccount(database.db, account, async tx => ({
    grant: firstOrThrow((await balancesOf(tx, account)).grants),
    problems: await verifyLedger(tx, account),
  }))
const isOnItsWay = (state: string) => state === 'queued' || state === 'submitted'

test('each final state of a carrier arrives, and exactly the delivered messages are charged', async () => {
  const endings = ['9001', '0001', '0002', '0003', '0006', '0007', '0008', '0009', '0010']
  const account = await accept(endings.map(ending => `1920000${ending}`))
  const messages = await waitFor(account, states => !states.some(isOnItsWay))
  expect(messages.map(message => [message.phone.slice(-4), message.state, message.reason])).toEqual([
    ['0001', 'undelivered', 'MK:0001'],
    ['0002', 'expired', 'MK:0002'],
    ['0003', 'rejected', 'MK:0003'],
    ['0006', 'delivered', 'DELIVRD'],
    ['0007', 'undelivered', 'MK:0010'],
    ['0008', 'rejected', 'SUBMIT:invalidDestinationAddress'],
    ['0009', 'delivered', 'DELIVRD'],
    ['0010', 'delivered', 'DELIVRD'],
    ['9001', 'delivered', 'DELIVRD'],
  ])
  expect(firstOrThrow(messages.filter(message => message.phone.endsWith('0006'))).attemptCount).toBe(3)
  const { grant, problems } = await books(account)
  expect(grant).toMatchObject({ spentCount: 4, heldCount: 0, availableCount: 996 })
  expect(problems).toEqual([])
})

test('messages of a claim that was given up and committed later all the same are sent', async () => {
  const { platformDb } = database
  const sender = await createSender(database.db)
  await acceptPhones(database.db, sender, ['19200009002'], { now: new Date(Date.now() + 3_600_000) })
  const { token } = await platformDb.selectFrom('lease').select('token').executeTakeFirstOrThrow()
  await platformDb.updateTable('outbox').set({ claimToken: token, dueAt: new Date() }).where('accountId', '=', sender.account).execute()
  skippedMs += 5_000
  await waitFor(sender.account, ([state]) => state === 'delivered')
})

test('a report with a vendor code ends the message: by its code family, by the code table, or as undelivered', async () => {
  await database.platformDb
    .insertInto('reportCode')
    .values({ code: 'KEYWORD', meaning: '含敏感词', cause: '内容被拦截', advice: '请修改内容。' })
    .execute()
  const states = ['MK:0001', 'DB:0102', 'KEYWORD', 'NOSUCH', 'MK0009']
  sim.carrier.answers.setRules(
    states.map((state, index) => ({
      match: 'exact',
      value: `1920003900${index}`,
      behaviour: behaviourSchema.parse({ state, errorCode: '000' }),
    })),
  )
  const account = await accept(states.map((_, index) => `1920003900${index}`))
  const messages = await waitFor(account, ends => !ends.some(isOnItsWay))
  expect(messages.map(message => [message.state, message.reason])).toEqual([
    ['undelivered', 'MK:0001'],
    ['rejected', 'DB:0102'],
    ['rejected', 'KEYWORD'],
    ['undelivered', 'NOSUCH'],
    ['undelivered', 'MK0009'],
  ])
  sim.carrier.answers.setRules([])
})

test('a message without a report stays submitted and its charge stays held', async () => {
  const account = await accept(['19200000004'])
  await waitFor(account, states => states[0] === 'submitted')
  expect((await books(account)).grant).toMatchObject({ spentCount: 0, heldCount: 1 })
})

test('concatenated messages send more parts than the window holds, and end when all parts are reported', async () => {
  const phones = Array.from({ length: 30 }, (_, i) => `1920001${9000 + i}`)
  const account = await accept(phones, 'transactional', `【鸿雁】${'长'.repeat(195)}`)
  await waitFor(account, states => states.every(state => state === 'delivered'))
  expect((await books(account)).grant).toMatchObject({ spentCount: 90, heldCount: 0 })
})

test.each([
  { kind: 'otp', phone: '19200030012', attemptCount: 5 },
  { kind: 'transactional', phone: '19200000012', attemptCount: 2 },
  { kind: 'marketing', phone: '19200010012', attemptCount: 1 },
] as const)(
  'a message whose connection breaks each time: $kind is sent $attemptCount times at most',
  async ({ kind, phone, attemptCount }) => {
    const account = await accept([phone], kind)
    const [message] = await waitFor(account, states => states[0] === 'submitted')
    expect(message).toMatchObject({ reason: 'IN_DOUBT', maybeTwice: attemptCount > 1, attemptCount })
  },
)

test('a number that makes the carrier disconnect delays nobody: its neighbours arrive, and nobody gets more than two copies', async () => {
  const phones = Array.from({ length: 30 }, (_, i) => `1920002${String(i).padStart(4, '0')}`).filter(phone => /(00|12|2\d)$/.test(phone))
  const account = await accept(phones)
  const messages = await waitFor(account, states => !states.includes('queued') && states.filter(isOnItsWay).length <= 2)
  const lost = messages.filter(message => message.state !== 'delivered').map(message => message.phone)
  expect(lost).toContain('19200020012')
  for (const { phone } of messages.filter(message => message.state === 'delivered')) {
    const answer = await fetch(`http://127.0.0.1:${sim.httpPort}/api/messages?phone=${phone}`)
    expect(z.looseObject({ messages: z.array(z.unknown()) }).parse(await answer.json()).messages.length).toBeLessThanOrEqual(2)
  }
})

test('a channel is shown to staff as bound, and as down with the reason when the carrier is gone', async () => {
  const other = await startCarrierSim()
  const logger = pino({ level: 'silent' })
  const context = {
    db: database.platformDb,
    owner: 'state',
    now: () => new Date(),
    elapsedMs: () => performance.now(),
    random: Math.random,
    logger,
  }
  const second = await createChannel(database.platformDb, { name: '第二通道', kinds: [], carriers: [] })
  const link = { host: '127.0.0.1', port: other.smppPort, systemId: 'hongyan-notice', password: 'simulate', senderNumber: '1' }
  const stateOf = () =>
    database.platformDb.selectFrom('channel').select(['state', 'stateDetail']).where('channelId', '=', second).executeTakeFirstOrThrow()
  const becomes = async (state: string) => {
    while ((await stateOf()).state !== state) await new Promise(resolve => setTimeout(resolve, 10))
    return (await stateOf()).stateDetail
  }
  const shown = new ChannelOwner(
    { ...link, channelId: second, windowSize: 10, ratePerSecond: 100, bindCount: 1, upstreamIdForm: 'raw', settings: { protocol: 'smpp' } },
    context,
  )
  shown.start()
  expect(await becomes('up')).toBe('1/1 个连接已绑定')
  await other.close()
  expect(await becomes('down')).toMatch(/^0\/1 个连接已绑定：/)
  await shown.stop()
})
