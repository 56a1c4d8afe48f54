import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CarrierSim, startCarrierSim } from '#carrier-sim/carrier-sim.ts'
import {
  type ChannelSettings,
  type CmppSettings,
  protocolName,
  type SgipSettings,
  type SmgpSettings,
} from '#contract/messages/channel-settings.ts'
import { type HttpSettings, usualTemplate } from '#contract/messages/http-channel.ts'
import { asAccount } from '#db/connect.ts'
import { type Channel, ChannelOwner } from '#dispatch/channel/channel.ts'
import { startCallbackListener } from '#dispatch/link/http/callback-listener.ts'
import { callbackUrlOf } from '#domain/channels/index.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { CmppConnection } from '#protocol/cmpp/connection.ts'
import { deliverPdu } from '#protocol/cmpp/pdu.ts'
import { connectSgip } from '#protocol/sgip/client.ts'
import { CommandCounter } from '#protocol/sgip/connection.ts'
import { createChannel } from '#test/support/channel.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { simulatedApi } from '#test/support/engine.ts'
import { acceptPhones, createSender, type Sending } from '#test/support/sending.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow, portOrThrow } from '#values/or-throw.ts'
import { openCmppLink } from './cmpp-link.ts'
import { openSgipLink } from './sgip-link.ts'
import { startSgipListener } from './sgip-listener.ts'
import { openSmgpLink } from './smgp-link.ts'
import type { Delivery, LinkHandlers, PartOutcome } from './upstream-link.ts'

const database = prepareTestDatabase()
let sim: CarrierSim
/** The channels that the listeners know. */
let listening: Channel[] = []
let listener: Awaited<ReturnType<typeof startSgipListener>>
let callbacks: Awaited<ReturnType<typeof startCallbackListener>>
const secret = 'a secret of at least thirty-two letters'
const logger = pino({ level: 'silent' })
beforeAll(async () => {
  const options = { host: '127.0.0.1', port: 0, db: database.platformDb, now: () => new Date(), logger, channels: () => listening }
  listener = await startSgipListener(options)
  callbacks = await startCallbackListener({ ...options, secret })
  sim = await startCarrierSim({ reportDelayMs: 0, sgipListenerPort: listener.port })
})
afterAll(async () => {
  await sim.close()
  await Promise.all([listener.close(), callbacks.close()])
})

const cmpp: CmppSettings = {
  protocol: 'cmpp',
  version: '3.0',
  enterpriseCode: '',
  serviceId: 'HYTZ',
  coding: 'ucs2',
  phoneForm: 'plain',
}
const smgp: SmgpSettings = { ...cmpp, protocol: 'smgp', version: '3.0', productId: '' }
const sgip: SgipSettings = { protocol: 'sgip', nodeNumber: '3010012345', enterpriseCode: '12345', serviceId: 'HYTZ', coding: 'ucs2' }
const http: HttpSettings = { protocol: 'http', url: '', timeoutSeconds: 8, reports: 'callback', api: usualTemplate }
const channelOf = (port: number, facts: { password?: string; systemId?: string; settings?: ChannelSettings } = {}) => ({
  channelId: newId(),
  host: '127.0.0.1',
  port,
  systemId: '901234',
  password: 'simulate',
  senderNumber: '10690003',
  windowSize: 16,
  ratePerSecond: 1000,
  bindCount: 2,
  upstreamIdForm: 'raw' as const,
  settings: cmpp,
  ...facts,
})

const portOf = ({ protocol }: ChannelSettings) =>
  ({ smpp: sim.smppPort, cmpp: sim.cmppPort, smgp: sim.smgpPort, sgip: sim.sgipPort, http: sim.apiPort })[protocol]

const statesOf = ({ account }: Sending) =>
  asAccount(database.db, account, tx =>
    tx.selectFrom('message').select(['phone', 'state', 'reason']).where('accountId', '=', account).orderBy('phone').execute(),
  )

interface Kind {
  settings: ChannelSettings
  systemId: string
  refused: string
  /** What reports say of numbers that end in 0001, 0002, 0003 and 0007. */
  ends?: string[][]
}
const words = [
  ['undelivered', 'MK:0001'],
  ['expired', 'EXPIRED'],
  ['rejected', 'REJECTD'],
  ['undelivered', 'MK:0010'],
]
const sgipEnds = ['SGIP:1', 'SGIP:2', 'SGIP:3', 'SGIP:10'].map(code => ['undelivered', code])
const httpEnds = ['MK:0001', 'MK:0002', 'MK:0003', 'MK:0010'].map(code => ['undelivered', code])
const kinds: Kind[] = [
  { settings: cmpp, systemId: '901234', refused: 'CMPP:13' },
  { settings: { ...cmpp, version: '2.0', coding: 'ascii_when_possible' }, systemId: '901234', refused: 'CMPP:13' },
  { settings: smgp, systemId: '10690001', refused: 'SMGP:47' },
  { settings: { ...smgp, version: '1.3', coding: 'gbk', phoneForm: '86' }, systemId: '10690001', refused: 'SMGP:47' },
  { settings: sgip, systemId: 'hongyan', refused: 'SGIP:6', ends: sgipEnds },
  { settings: http, systemId: 'hongyan-http', refused: 'HTTP:21211', ends: httpEnds },
]

test.each(kinds.map(kind => ({ ...kind, name: protocolName(kind.settings) })))(
  '$name: each ending of a carrier arrives, long texts and replies too',
  async ({ name, settings, systemId, refused, ends = words }) => {
    await database.platformDb.updateTable('channel').set({ enabled: false }).execute()
    const channel: Channel = channelOf(portOf(settings), { settings, systemId })
    if (settings.protocol === 'http') {
      channel.settings = { ...settings, ...simulatedApi('127.0.0.1', sim.apiPort) }
      channel.callbackUrl = callbackUrlOf(`http://127.0.0.1:${callbacks.port}`, secret, channel.channelId)
    }
    listening = [channel]
    const { channelId, host, port, senderNumber } = channel
    const row = { channelId, name, host, port, systemId, senderNumber, settings: JSON.stringify(channel.settings) }
    await createChannel(database.platformDb, row)
    const owner = new ChannelOwner(channel, {
      db: database.platformDb,
      owner: name,
      now: () => new Date(),
      elapsedMs: () => performance.now(),
      random: Math.random,
      logger,
    })
    owner.start()
    const sender = await createSender(database.db)
    const endings = ['0001', '0002', '0003', '0006', '0007', '0008', '0009', '0010', '9001']
    await acceptPhones(
      database.db,
      sender,
      endings.map(ending => `1920000${ending}`),
    )
    const long = `【鸿雁】${'长短信😀'.repeat(40)}`
    await acceptPhones(
      database.db,
      sender,
      Array.from({ length: 20 }, (_, index) => `192000095${String(index).padStart(2, '0')}`),
      { content: long },
    )
    const isOnItsWay = (state: string) => state === 'queued' || state === 'submitted'
    await expect.poll(async () => (await statesOf(sender)).filter(one => isOnItsWay(one.state)).length, { timeout: 20_000 }).toBe(0)
    const states = await statesOf(sender)
    expect(states.slice(0, 9).map(one => [one.phone.slice(-4), one.state, one.reason])).toEqual([
      ['0001', ...itemOrThrow(ends, 0)],
      ['0002', ...itemOrThrow(ends, 1)],
      ['0003', ...itemOrThrow(ends, 2)],
      ['0006', 'delivered', 'DELIVRD'],
      ['0007', ...itemOrThrow(ends, 3)],
      ['0008', 'rejected', refused],
      ['0009', 'delivered', 'DELIVRD'],
      ['0010', 'delivered', 'DELIVRD'],
      ['9001', 'delivered', 'DELIVRD'],
    ])
    expect(new Set(states.slice(9).map(one => one.state))).toEqual(new Set(['delivered']))
    expect(sim.carrier.handset.messagesOf('19200009500').at(-1)).toMatchObject({ text: long, sender: senderNumber + sender.extension })
    expect(sim.carrier.reply('19200009500', `谢谢${'！'.repeat(80)}`, senderNumber + sender.extension)).toBe(true)
    const inbound = () =>
      asAccount(database.db, sender.account, tx =>
        tx.selectFrom('inbound').select(['phone', 'text']).where('accountId', '=', sender.account).execute(),
      )
    await expect.poll(inbound).toEqual([{ phone: '19200009500', text: `谢谢${'！'.repeat(80)}` }])
    expect(await asAccount(database.db, sender.account, tx => verifyLedger(tx, sender.account))).toEqual([])
    await owner.stop()
  },
)

const handlers: LinkHandlers = { onDelivery: () => undefined, onClose: () => undefined, onProtocolError: () => undefined }

test('a refused login says why, and is not tried again at once', async () => {
  const wrong = openCmppLink(channelOf(sim.cmppPort, { password: 'wrong' }), cmpp, handlers, new Date())
  await expect(wrong).rejects.toMatchObject({ message: '认证失败：账号或密码不正确（状态3）', waitMs: 60_000 })
  const stranger = openCmppLink({ ...channelOf(sim.cmppPort), systemId: '111111' }, cmpp, handlers, new Date())
  await expect(stranger).rejects.toThrow('账号不存在，或本机IP不在运营商白名单（状态2）')
  const telecom = openSmgpLink(channelOf(sim.smgpPort, { password: 'wrong' }), smgp, handlers, new Date())
  await expect(telecom).rejects.toThrow('认证失败：账号或密码不正确（状态21）')
})

test('a link on demand closes when it is idle, stays open for parts, and knows their ids without answers', async () => {
  const channel = channelOf(sim.sgipPort, { systemId: 'hongyan', settings: sgip })
  listening = [channel]
  const ended: string[] = []
  const link = await openSgipLink(channel, sgip, { ...handlers, onClose: reason => ended.push(reason) }, () => new Date(), { idleMs: 20 })
  const sessionCount = () => firstOrThrow(sim.carrier.state.systems.filter(one => one.systemId === 'hongyan')).sessions
  const send = (phone: string) => {
    const outcome = Promise.withResolvers<PartOutcome>()
    const late = Promise.withResolvers<string>()
    const part = { messageId: newId(), text: '【鸿雁】你好', place: null, source: '10690003', phone, kind: 'otp' as const }
    expect(link.send(part, { onOutcome: outcome.resolve, onLate: late.resolve })).toBeNull()
    return { outcome: outcome.promise, late: late.promise }
  }
  await expect.poll(sessionCount).toBe(0)
  expect([link.isOpen, link.freeSlots, ended]).toEqual([true, 16, []])
  expect(await send('19200009001').outcome).toMatchObject({ kind: 'taken', upstreamId: expect.stringMatching(/^\d{20}$/) })
  await expect.poll(sessionCount).toBe(0)
  const cut = send('19200000012')
  expect(await cut.outcome).toEqual({ kind: 'doubtful' })
  expect(await cut.late).toMatch(/^\d{20}$/)
  expect(link.isOpen).toBe(true)
  await link.unbind()
  expect(ended).toEqual(['unbound'])
  const wrong = openSgipLink({ ...channel, password: 'wrong' }, sgip, handlers, () => new Date())
  await expect(wrong).rejects.toThrow('认证失败：账号或密码不正确（状态1）')
})

test('a gateway that nobody knows is not heard at the listener of SGIP, and neither is what is no protocol', async () => {
  const gateway = { node: 1, counter: new CommandCounter(), now: () => new Date() }
  const stranger = connectSgip(
    { ...gateway, host: '127.0.0.1', port: listener.port, name: 'nobody', password: 'x', loginType: 2 },
    { onRequest: () => undefined, onClose: () => undefined },
  )
  await expect(stranger).rejects.toMatchObject({ status: 1 })
  const socket = connect(listener.port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\n\r\n')
  socket.resume()
  await once(socket, 'close')
})

test('a gateway of SGIP binds from the addresses of its channel only', async () => {
  const bindAt = (gatewayAddresses: string[]) => {
    listening = [channelOf(sim.sgipPort, { systemId: 'hongyan', settings: { ...sgip, gatewayAddresses } })]
    const at = { host: '127.0.0.1', port: listener.port, name: 'hongyan', password: 'simulate', loginType: 2 as const }
    const ours = { node: 1, counter: new CommandCounter(), now: () => new Date() }
    return connectSgip({ ...at, ...ours }, { onRequest: () => undefined, onClose: () => undefined })
  }
  await expect(bindAt(['203.0.113.0/24', '192.0.2.1'])).rejects.toMatchObject({ status: 1 })
  const gateway = await bindAt(['127.0.0.0/8'])
  await gateway.unbind()
})

test('an unreadable report is answered as such, an odd header bit and codes in the place of the state are read', async () => {
  const connected = Promise.withResolvers<CmppConnection>()
  const server = createServer(socket => {
    const gateway: CmppConnection = new CmppConnection(socket, {
      onClose: () => undefined,
      onRequest: request => {
        if (request.command !== 'connect') return
        gateway.answerLogin(request, 0, { authenticator: Buffer.alloc(16), version: 0x20 })
        connected.resolve(gateway)
      },
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const deliveries: Delivery[] = []
  const onDelivery = (delivery: Delivery) => {
    deliveries.push(delivery)
    delivery.answer('stored')
  }
  const link = await openCmppLink(channelOf(portOrThrow(server)), cmpp, { ...handlers, onDelivery }, new Date())
  const gateway = await connected.promise
  const resultOf = (fields: Parameters<typeof deliverPdu>[0]) =>
    new Promise(resolve => gateway.send(deliverPdu(fields), answer => resolve(answer?.command === 'deliver_resp' && answer.result)))
  expect(await resultOf({ isReport: true, format: 0, content: Buffer.alloc(20) })).toBe(1)
  const header = Buffer.from('050003070201', 'hex')
  const content = Buffer.concat([header, Buffer.from('退订', 'utf16le').swap16()])
  expect(await resultOf({ source: '8613800138000', destination: '10690003', headerIndicator: 0x40, content })).toBe(0)
  expect(await resultOf({ source: '13800138000', destination: '10690003', format: 0, content: Buffer.from('TD@1') })).toBe(0)
  expect(deliveries.map(one => one.inbound)).toEqual([
    null,
    { phone: '13800138000', senderNumber: '10690003', text: '退订', place: { reference: 7, total: 2, number: 1 } },
    { phone: '13800138000', senderNumber: '10690003', text: 'TD@1', place: null },
  ])
  await link.unbind()
  server.close()
})
