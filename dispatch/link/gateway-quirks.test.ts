import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '#bin/run/free-port.ts'
import { ruleSchema } from '#carrier-sim/answers.ts'
import { type CarrierSim, startCarrierSim } from '#carrier-sim/carrier-sim.ts'
import { type Quirks, quirksSchema } from '#carrier-sim/quirks.ts'
import type { ChannelSettings } from '#contract/messages/channel-settings.ts'
import { asAccount, openDb } from '#db/connect.ts'
import { type Channel, ChannelOwner } from '#dispatch/channel/channel.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { createChannel } from '#test/support/channel.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { carrierAccounts } from '#test/support/engine.ts'
import { acceptPhones, createSender, type Sending } from '#test/support/sending.ts'
import { newId } from '#values/id.ts'
import { startSgipListener } from './sgip-listener.ts'
import { openUpstreamLink } from './upstream.ts'
import type { LinkHandlers, UpstreamLink } from './upstream-link.ts'

const database = prepareTestDatabase()
const logger = pino({ level: 'silent' })
/** The channels that the listener knows. */
let listening: Channel[] = []
let sim: CarrierSim
let listener: Awaited<ReturnType<typeof startSgipListener>>
const owners: ChannelOwner[] = []

const listenAt = (port: number, db = database.platformDb) =>
  startSgipListener({ host: '127.0.0.1', port, db, now: () => new Date(), logger, channels: () => listening })

beforeAll(async () => {
  listener = await listenAt(0)
  sim = await startCarrierSim({ reportDelayMs: 200, sgipListenerPort: listener.port })
})
afterEach(async () => {
  for (const owner of owners.splice(0)) await owner.stop()
  sim.carrier.quirks.set({})
  sim.carrier.answers.setRules([])
})
afterAll(async () => {
  await sim.close()
  await listener.close()
})

type Gateway = 'smpp' | 'cmpp' | 'smgp' | 'sgip'
const gateways: Gateway[] = ['smpp', 'cmpp', 'smgp', 'sgip']
const portsOf = ({ smppPort, cmppPort, smgpPort, sgipPort }: CarrierSim) => ({
  smpp: smppPort,
  cmpp: cmppPort,
  smgp: smgpPort,
  sgip: sgipPort,
})

function setQuirks(protocol: Gateway, quirks: Partial<Quirks>): void {
  sim.carrier.quirks.set({ [carrierAccounts[protocol].systemId]: quirksSchema.parse(quirks) })
}

const channelOf = (protocol: Gateway, facts: { settings?: ChannelSettings; ratePerSecond?: number } = {}, carrier = sim): Channel => ({
  ...carrierAccounts[protocol],
  channelId: newId(),
  host: '127.0.0.1',
  port: portsOf(carrier)[protocol],
  password: 'simulate',
  senderNumber: '10690003',
  windowSize: 16,
  ratePerSecond: 1000,
  bindCount: 2,
  upstreamIdForm: 'raw',
  ...facts,
})

/** Makes it the only channel, and owns it. */
async function own(channel: Channel): Promise<ChannelOwner> {
  await database.platformDb.updateTable('channel').set({ enabled: false }).execute()
  const { channelId, host, port, systemId, senderNumber } = channel
  const settings = JSON.stringify(channel.settings)
  await createChannel(database.platformDb, { channelId, host, port, systemId, senderNumber, settings, name: `测试通道 ${channelId}` })
  listening = [channel]
  const owner = new ChannelOwner(channel, {
    db: database.platformDb,
    owner: channelId,
    now: () => new Date(),
    elapsedMs: () => performance.now(),
    random: Math.random,
    logger,
  })
  owner.start()
  owners.push(owner)
  return owner
}

let phoneCount = 0
/** Numbers of which each fourth has the ending of those that do not exist. */
const newPhones = (count: number) =>
  Array.from({ length: count }, (_, index) => `192${String(phoneCount++).padStart(4, '0')}${index % 4 === 3 ? '0001' : '9001'}`)

const messagesOf = ({ account }: Sending) =>
  asAccount(database.db, account, tx =>
    tx.selectFrom('message').select(['phone', 'kind', 'state', 'reason', 'maybeTwice']).where('accountId', '=', account).execute(),
  )

async function untilEnded(sender: Sending) {
  const isOpen = ({ state }: { state: string }) => state === 'queued' || state === 'submitted'
  await expect.poll(async () => (await messagesOf(sender)).filter(isOpen), { timeout: 40_000 }).toEqual([])
  expect(await asAccount(database.db, sender.account, tx => verifyLedger(tx, sender.account))).toEqual([])
  return messagesOf(sender)
}

const long = `【鸿雁】${'长短信😀'.repeat(40)}`

/** Short and long texts, of which each must end as its own number does. */
async function sendAndCheck(channel: Channel): Promise<Sending> {
  await own(channel)
  const sender = await createSender(database.db)
  await acceptPhones(database.db, sender, newPhones(24))
  await acceptPhones(database.db, sender, newPhones(8), { content: long })
  const messages = await untilEnded(sender)
  const expected = (phone: string) => (phone.endsWith('0001') ? 'undelivered' : 'delivered')
  expect(messages.filter(({ phone, state }) => state !== expected(phone))).toEqual([])
  expect(messages).toHaveLength(32)
  return sender
}

const shownOf = ({ channelId }: Channel) =>
  database.platformDb.selectFrom('channel').select('doubledIdCount').where('channelId', '=', channelId).executeTakeFirstOrThrow()

interface Case {
  protocol: Gateway
  quirks: Partial<Quirks>
  version?: '2.0'
}
const cases: Case[] = [
  { protocol: 'cmpp', quirks: { reportBytes: 60 } },
  { protocol: 'cmpp', quirks: { reportBytes: 71 }, version: '2.0' },
  { protocol: 'cmpp', quirks: { reportBytes: 60, linkIdBytes: 3 } },
  { protocol: 'cmpp', quirks: { version: 0x20 } },
  { protocol: 'cmpp', quirks: { version: 0x31 }, version: '2.0' },
  { protocol: 'smgp', quirks: { version: 0x13 } },
  ...(['smpp', 'cmpp', 'smgp'] as const).map(protocol => ({ protocol, quirks: { omitsTimes: true, reportsOver: 'another' as const } })),
  ...gateways.map(protocol => ({ protocol, quirks: { terminateAfter: 9 } })),
  { protocol: 'sgip', quirks: { reportNode: 1_010_000_001 } },
]

test.each(cases.map(one => ({ ...one, name: JSON.stringify(one.quirks) })))(
  '$protocol, a gateway with $name: each message ends as its number does',
  async ({ protocol, quirks, version }) => {
    setQuirks(protocol, quirks)
    const { settings } = carrierAccounts[protocol]
    await sendAndCheck(channelOf(protocol, settings.protocol === 'cmpp' && version ? { settings: { ...settings, version } } : {}))
    // A link that its gateway has just ended is opened for the next message.
    const least = quirks.terminateAfter === undefined ? 1 : 0
    expect(sim.carrier.sessionsOf(carrierAccounts[protocol].systemId).length).toBeGreaterThanOrEqual(least)
  },
)

test.each(
  (['smpp', 'cmpp', 'smgp'] as const).flatMap(protocol =>
    (['zero', 'doubled', 'constant'] as const).map(messageIds => ({ protocol, messageIds })),
  ),
)('$protocol, ids that are $messageIds: reports are told apart by their phones, and staff see it', async ({ protocol, messageIds }) => {
  setQuirks(protocol, { messageIds })
  // Reports come after the answers of all that were sent with them, as from a network.
  sim.carrier.answers.setRules([
    ruleSchema.parse({ match: 'suffix', value: '0001', behaviour: { state: 'UNDELIV', errorCode: 'MK:0001', reportDelayMs: 3_000 } }),
    ruleSchema.parse({ match: 'all', behaviour: { reportDelayMs: 3_000 } }),
  ])
  const channel = channelOf(protocol)
  await sendAndCheck(channel)
  expect((await shownOf(channel)).doubledIdCount).toBeGreaterThan(10)
})

test.each(gateways)('%s: ACCEPTD before the final report ends nothing', async protocol => {
  sim.carrier.answers.setRules([
    ruleSchema.parse({ match: 'suffix', value: '0001', behaviour: { report: 'accepted', state: 'UNDELIV', errorCode: 'MK:0001' } }),
    ruleSchema.parse({ match: 'all', behaviour: { report: 'accepted' } }),
  ])
  await sendAndCheck(channelOf(protocol))
})

test.each(gateways)('%s: answers are lost: everything is sent, what went twice is marked, marketing goes once', async protocol => {
  const { systemId } = carrierAccounts[protocol]
  sim.carrier.answers.setRules([ruleSchema.parse({ match: 'all', behaviour: { answerDelayMs: null } })])
  await own(channelOf(protocol))
  const sender = await createSender(database.db)
  const before = { ...sim.carrier.counters }
  for (const kind of ['otp', 'transactional', 'marketing'] as const) await acceptPhones(database.db, sender, newPhones(3), { kind })
  // The reports come while their messages still wait for the answers.
  await expect.poll(() => sim.carrier.counters.reports - before.reports, { timeout: 20_000 }).toBe(9)
  await expect.poll(() => sim.carrier.state.systems.find(one => one.systemId === systemId)?.unanswered, { timeout: 20_000 }).toBe(0)
  sim.carrier.answers.setRules([])
  sim.carrier.disconnect(systemId)
  const isOpen = ({ state, kind, reason }: Awaited<ReturnType<typeof messagesOf>>[number]) =>
    state === 'queued' || (state === 'submitted' && !(kind === 'marketing' && reason === 'IN_DOUBT' && protocol !== 'sgip'))
  await expect.poll(async () => (await messagesOf(sender)).filter(isOpen), { timeout: 40_000 }).toEqual([])
  for (const { phone, kind, state, maybeTwice } of await messagesOf(sender)) {
    const copies = sim.carrier.handset.messagesOf(phone).length
    expect(copies, kind).toBeLessThanOrEqual(kind === 'marketing' ? 1 : 2)
    if (copies > 1) expect(maybeTwice).toBe(true)
    // The ids of SGIP are known without an answer.
    if (kind !== 'marketing' || protocol === 'sgip') expect(state).toBe('delivered')
  }
})

const handlers: LinkHandlers = { onDelivery: () => undefined, onClose: () => undefined, onProtocolError: () => undefined }
const openLink = (protocol: Gateway, now: () => Date = () => new Date()): Promise<UpstreamLink> =>
  openUpstreamLink(channelOf(protocol), handlers, now)

test.each<[Gateway, number, string, number]>([
  ['cmpp', 1, '登录报文格式错误', 60_000],
  ['cmpp', 2, '账号不存在', 60_000],
  ['cmpp', 3, '账号或密码不正确', 60_000],
  ['cmpp', 4, '版本不一致：通道设为CMPP 3.0，运营商最高2.0', 60_000],
  ['cmpp', 5, '连接数超限或账号已停用', 0],
  ['smgp', 2, '连接数超限或账号已停用', 0],
  ['smgp', 10, '登录报文格式错误', 60_000],
  ['smgp', 20, '本机IP不在运营商白名单', 60_000],
  ['smgp', 21, '账号或密码不正确', 60_000],
  ['smgp', 22, '版本不一致：通道设为SMGP 3.0，运营商最高2.0', 60_000],
  ['sgip', 1, '账号或密码不正确', 60_000],
  ['sgip', 3, '连接数超限或账号已停用', 0],
  ['sgip', 4, '登录类型不被接受', 60_000],
])('%s: a login that is refused with status %i says why', async (protocol, loginStatus, reason, waitMs) => {
  setQuirks(protocol, { loginStatus, version: 0x20 })
  await expect(openLink(protocol)).rejects.toMatchObject({ message: expect.stringContaining(reason), waitMs })
  await expect(openLink(protocol)).rejects.toThrow(`（状态${loginStatus}）`)
})

test.each(gateways)('%s: one connection more than the account may have is refused, and comes when another has gone', async protocol => {
  setQuirks(protocol, { connectionLimit: 1 })
  const first = await openLink(protocol)
  await expect(openLink(protocol)).rejects.toThrow()
  await first.unbind()
  const { systemId } = carrierAccounts[protocol]
  await expect.poll(() => sim.carrier.sessionsOf(systemId).length).toBe(0)
  await (await openLink(protocol)).unbind()
})

test('a login is accepted in each month', async () => {
  for (const protocol of ['cmpp', 'smgp'] as const)
    for (let month = 1; month <= 12; month++) await (await openLink(protocol, () => new Date(2026, month - 1, 5, 3, 4, 5))).unbind()
})

test.each(['cmpp', 'smgp', 'sgip'] as const)('%s: replies in parts are joined where TP_udhi is 0x40', async protocol => {
  setQuirks(protocol, { headerIndicator: 0x40 })
  await own(channelOf(protocol))
  const sender = await createSender(database.db)
  const [phone = ''] = newPhones(1)
  await acceptPhones(database.db, sender, [phone])
  await untilEnded(sender)
  const text = `谢谢${'！'.repeat(80)}`
  expect(sim.carrier.reply(phone, text, `10690003${sender.extension}`)).toBe(true)
  const inbound = () =>
    asAccount(database.db, sender.account, tx => tx.selectFrom('inbound').select('text').where('accountId', '=', sender.account).execute())
  await expect.poll(inbound, { timeout: 10_000 }).toEqual([{ text }])
})

test('reports of SGIP that come while nobody listens come when another program does', async () => {
  const port = await freePort()
  const carrier = await startCarrierSim({ reportDelayMs: 0, sgipListenerPort: port })
  const channel = channelOf('sgip', {}, carrier)
  const owner = await own(channel)
  const sender = await createSender(database.db)
  await acceptPhones(database.db, sender, newPhones(10))
  const states = async () => new Set((await messagesOf(sender)).map(({ state }) => state))
  await expect.poll(states, { timeout: 20_000 }).toEqual(new Set(['submitted']))
  await owner.stop()
  await pause(1_500)
  expect(await states()).toEqual(new Set(['submitted']))
  // It shares the database and nothing else.
  const db = openDb({ url: database.url, role: 'hongyan_platform' })
  const next = await listenAt(port, db)
  const messages = await untilEnded(sender)
  expect(messages.filter(({ state }) => state === 'delivered')).toHaveLength(8)
  await carrier.close()
  await next.close()
  await db.destroy()
})

test.each(['cmpp', 'sgip'] as const)('%s: at 100 parts a second no second of the carrier’s clock holds more', async protocol => {
  const arrivals = new Map<number, number>()
  const submit = sim.carrier.submit.bind(sim.carrier)
  const spy = vi.spyOn(sim.carrier, 'submit').mockImplementation(submission => {
    const second = Math.floor(Date.now() / 1000)
    arrivals.set(second, (arrivals.get(second) ?? 0) + 1)
    submit(submission)
  })
  await own(channelOf(protocol, { ratePerSecond: 100 }))
  const sender = await createSender(database.db)
  await acceptPhones(database.db, sender, newPhones(150))
  await acceptPhones(database.db, sender, newPhones(30), { content: long })
  await untilEnded(sender)
  spy.mockRestore()
  expect(Math.max(...arrivals.values())).toBeLessThanOrEqual(100)
})
