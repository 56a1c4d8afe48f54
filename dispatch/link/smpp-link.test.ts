import { connect } from 'node:net'
import { createServer as createTlsServer, type Server } from 'node:tls'
import { afterAll, expect, test } from 'vitest'
import { type CarrierSim, startCarrierSim } from '#carrier-sim/carrier-sim.ts'
import type { SmppSettings } from '#contract/messages/channel-settings.ts'
import type { Channel } from '#dispatch/channel/channel.ts'
import { ucs2Parts } from '#protocol/smpp/body.ts'
import { decodePdu } from '#protocol/smpp/decode.ts'
import { deliverSm } from '#protocol/smpp/pdu.ts'
import { carrierCertificate as certificate, carrierKey as key, otherCertificate } from '#test/support/certificate.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow, portOrThrow } from '#values/or-throw.ts'
import { inboundOf, openSmppLink } from './smpp-link.ts'
import { partsOf } from './upstream.ts'
import type { CarrierReport, Delivery, PartOutcome } from './upstream-link.ts'

test('an inbound message in parts names the place of each part, a whole one names none', () => {
  const text = `退订之前请先告诉我，我买的茶什么时候到？${'很急。'.repeat(30)}`
  const received = ucs2Parts(text, 9).map(part => inboundOf(deliverSm({ ...part, source: '8619200001234', destination: '1069000071' })))
  expect(received.map(one => one.place)).toEqual([
    { reference: 9, total: 2, number: 1 },
    { reference: 9, total: 2, number: 2 },
  ])
  expect(received.map(one => one.text).join('')).toBe(text)
  expect(inboundOf(deliverSm({ ...firstOrThrow(ucs2Parts('TD', 9)), source: '1', destination: '2' }))).toMatchObject({
    text: 'TD',
    place: null,
  })
})

const sims: CarrierSim[] = []
const proxies: Server[] = []
afterAll(async () => {
  for (const sim of sims) await sim.close()
  for (const proxy of proxies) proxy.close()
})

async function simulator(): Promise<CarrierSim> {
  const sim = await startCarrierSim({ reportDelayMs: 0 })
  sims.push(sim)
  return sim
}
const channelOf = (port: number, settings: SmppSettings, password = 'simulate'): Channel => ({
  channelId: newId(),
  host: '127.0.0.1',
  port,
  systemId: 'hongyan-notice',
  password,
  senderNumber: '10690003',
  windowSize: 16,
  ratePerSecond: 1000,
  bindCount: 1,
  upstreamIdForm: 'raw',
  settings,
})

/** Opens a link, sends a text over it and waits for all its reports. */
async function delivered(
  port: number,
  settings: SmppSettings,
  text: string,
  phone = `192${String(Math.random()).slice(2, 9)}1`,
): Promise<{ ended: string[]; phone: string }> {
  const [reports, ended]: [CarrierReport[], string[]] = [[], []]
  const channel = channelOf(port, settings)
  const handlers = {
    onDelivery: ({ report, answer }: Delivery) => {
      if (report) reports.push(report)
      answer('stored')
    },
    onClose: (reason: string) => ended.push(reason),
    onProtocolError: () => undefined,
  }
  const link = await openSmppLink(channel, settings, handlers)
  const parts = partsOf(channel, text, () => 513)
  const taken = await Promise.all(
    parts.map(
      part =>
        new Promise<PartOutcome>(done => {
          const one = { ...part, messageId: newId(), source: '1069000307', phone, kind: 'otp' as const }
          expect(link.send(one, { onOutcome: done, onLate: () => undefined })).toBeNull()
        }),
    ),
  )
  await expect.poll(() => reports.length).toBe(parts.length)
  expect(reports.map(report => report.upstreamId).sort()).toEqual(
    taken.map(outcome => (outcome.kind === 'taken' ? outcome.upstreamId : outcome.kind)).sort(),
  )
  await link.unbind()
  return { ended, phone }
}

const long = `【鸿雁】${'很长的短信。'.repeat(30)}`
test.each<SmppSettings>([
  { protocol: 'smpp' },
  {
    protocol: 'smpp',
    binds: 'pair',
    longText: 'sar',
    systemType: 'VMA',
    addressRange: '^1069',
    sourceTon: 5,
    destinationTon: 1,
    destinationNpi: 1,
  },
  { protocol: 'smpp', version: '5.0', longText: 'payload', phoneForm: '86' },
])('%j: a long text arrives whole, each part has its report, and the link ends once', async settings => {
  const sim = await simulator()
  const { ended, phone } = await delivered(sim.smppPort, settings, long)
  expect(sim.carrier.handset.messagesOf(phone)).toMatchObject([{ text: long, sender: '1069000307' }])
  await expect.poll(() => ended).toEqual(['unbound'])
  expect(sim.carrier.state.systems.find(one => one.systemId === 'hongyan-notice')?.sessions).toBe(0)
})

test('of two sessions none outlives the other, and a refused login says why', async () => {
  const sim = await simulator()
  const settings: SmppSettings = { protocol: 'smpp', binds: 'pair' }
  const ended: string[] = []
  const handlers = { onDelivery: () => undefined, onClose: (reason: string) => ended.push(reason), onProtocolError: () => undefined }
  const link = await openSmppLink(channelOf(sim.smppPort, settings), settings, handlers)
  const sessions = () => sim.carrier.state.systems.find(one => one.systemId === 'hongyan-notice')?.sessions
  expect(sessions()).toBe(2)
  sim.carrier.disconnect('hongyan-notice')
  await expect.poll(() => ended.length).toBe(1)
  expect([link.isOpen, link.freeSlots, sessions()]).toEqual([false, 0, 0])
  const wrong = openSmppLink(channelOf(sim.smppPort, settings, 'wrong'), settings, handlers)
  await expect(wrong).rejects.toThrow('认证失败：密码不正确（invalidPassword）')
  expect(ended).toHaveLength(1)
})

test('a link is encrypted, to a peer whose certificate is pinned and to no other', async () => {
  const sim = await simulator()
  const proxy = createTlsServer({ key, cert: certificate }, socket => {
    const inner = connect(sim.smppPort, '127.0.0.1')
    for (const one of [socket, inner]) one.on('error', () => undefined)
    socket.pipe(inner).pipe(socket)
  })
  proxies.push(proxy)
  await new Promise<void>(done => proxy.listen(0, '127.0.0.1', done))
  const port = portOrThrow(proxy)
  const pinned: SmppSettings = { protocol: 'smpp', tls: 'pinned', certificate }
  const { phone } = await delivered(port, pinned, '【鸿雁】加密')
  expect(sim.carrier.handset.messagesOf(phone)).toHaveLength(1)
  const handlers = { onDelivery: () => undefined, onClose: () => undefined, onProtocolError: () => undefined }
  for (const settings of [
    { ...pinned, certificate: otherCertificate },
    { ...pinned, tls: 'verified' as const },
  ])
    await expect(openSmppLink(channelOf(port, settings), settings, handlers)).rejects.toThrow(/self-signed certificate/)
})

test('a carrier that asks for a certificate gets ours; without it there is no link', async () => {
  const sim = await simulator()
  const asking = { key, cert: certificate, requestCert: true, rejectUnauthorized: true, ca: certificate }
  const proxy = createTlsServer(asking, socket => {
    const inner = connect(sim.smppPort, '127.0.0.1')
    for (const one of [socket, inner]) one.on('error', () => undefined)
    socket.pipe(inner).pipe(socket)
  })
  proxies.push(proxy)
  await new Promise<void>(done => proxy.listen(0, '127.0.0.1', done))
  const settings: SmppSettings = { protocol: 'smpp', tls: 'pinned', certificate }
  const handlers = { onDelivery: () => undefined, onClose: () => undefined, onProtocolError: () => undefined }
  const open = (clientCertificate: string | null) =>
    openSmppLink({ ...channelOf(portOrThrow(proxy), settings), clientCertificate }, settings, handlers)
  await expect(open(null)).rejects.toThrow()
  const link = await open(`${certificate}\n${key}`)
  expect(link.isOpen).toBe(true)
  await link.unbind()
})

test('a number abroad is sent with its country code and no plus', async () => {
  const sim = await simulator()
  await delivered(sim.smppPort, { protocol: 'smpp', phoneForm: '86' }, '【鸿雁】您好', '+85261234567')
  expect(sim.carrier.handset.messagesOf('85261234567')).toMatchObject([{ text: '【鸿雁】您好' }])
})

test('congestion of SMPP 5.0 is read, whatever else stands behind the id', () => {
  const answer = (tail: string) =>
    decodePdu(Buffer.from(`000000${(18 + tail.length / 2).toString(16)}80000004000000000000000141` + `00${tail}`, 'hex'))
  expect(answer('042800015f')).toMatchObject({ messageId: 'A', congestion: 95 })
  expect(answer('04280009')).toMatchObject({ messageId: 'A' })
  expect(answer('ff')).toMatchObject({ messageId: 'A' })
  expect(answer('')).toMatchObject({ messageId: 'A' })
})
