import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodePdu } from '#protocol/smpp/decode.ts'
import { encodePdu } from '#protocol/smpp/encode.ts'
import { smppFrames } from '#protocol/smpp/header.ts'
import { type Pdu, submitSm } from '#protocol/smpp/pdu.ts'
import { statuses } from '#protocol/smpp/status.ts'
import { concatenationHeader } from '#protocol/text/concatenation.ts'
import { encodeUcs2 } from '#protocol/text/ucs2.ts'
import { FrameSplitter } from '#protocol/wire/splitter.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { seeded } from '#test/support/engine.ts'
import { bindProgram, createSmppCustomer, messagesOf, type SmppCustomer, seedCarrier, startSmpp, until } from '#test/support/esme-server.ts'

const pduCount = process.env.HONGYAN_PROOF === 'long' ? 20_000 : 1_500
const code = '【鸿雁】您的验证码为386072，5分钟内有效'

const database = prepareTestDatabase()
let server: Awaited<ReturnType<typeof startSmpp>>
let customer: SmppCustomer
beforeAll(async () => {
  await seedCarrier(database)
  server = await startSmpp(database)
  customer = await createSmppCustomer(database, 100_000)
  await database.platformDb
    .updateTable('esmeAccount')
    .set({ windowSize: 1000, ratePerSecond: 5000, sessionLimit: 20 })
    .where('loginName', '=', customer.systemId)
    .execute()
})
afterAll(() => server.close())

const bindFrame = (sequence: number) =>
  encodePdu({
    command: 'bind_transceiver',
    status: 0,
    sequence,
    systemId: customer.systemId,
    password: customer.password,
    systemType: '',
    interfaceVersion: 0x34,
    addressTon: 0,
    addressNpi: 0,
    addressRange: '',
  })
const submitFrame = (sequence: number, destination: string, fields: Parameters<typeof submitSm>[0] = {}) =>
  encodePdu({ ...submitSm({ dataCoding: 8, shortMessage: encodeUcs2(code), destination, ...fields }), sequence })

/** A connection that records the answers. */
async function open(): Promise<{ socket: Socket; answers: Pdu[]; isClosed: () => boolean }> {
  const socket = connect(server.port, '127.0.0.1')
  await once(socket, 'connect')
  const answers: Pdu[] = []
  const splitter = new FrameSplitter(smppFrames)
  let isClosed = false
  socket.on('data', chunk => splitter.push(chunk as Buffer, frame => answers.push(decodePdu(frame))))
  socket.on('error', () => undefined)
  socket.on('close', () => {
    isClosed = true
  })
  return { socket, answers, isClosed: () => isClosed }
}

test('a stream is parsed alike wherever it is split', async () => {
  const bound = bindFrame(1).length
  const streamTo = (destination: string) =>
    Buffer.concat([
      bindFrame(1),
      encodePdu({ command: 'enquire_link', status: 0, sequence: 2 }),
      submitFrame(3, destination),
      encodePdu({ command: 'unbind', status: 0, sequence: 4 }),
    ])
  const every = [...streamTo('19200002000').keys()].slice(1)
  // Each split needs a session of its own, so a usual run tries only some of them.
  for (const place of process.env.HONGYAN_PROOF === 'long' ? every : every.filter(place => place % 5 === 1)) {
    const stream = streamTo(`1920001${String(place).padStart(4, '0')}`)
    const { socket, answers, isClosed } = await open()
    // Requests before the bind's answer would be refused: like a real program, the test waits for it.
    for (const [from, to] of [
      [0, Math.min(place, bound)],
      [Math.min(place, bound), bound],
      [bound, Math.max(place, bound)],
      [Math.max(place, bound), stream.length],
    ] as const) {
      socket.write(stream.subarray(from, to))
      await new Promise(resolve => setTimeout(resolve, 2))
      if (to === bound) await until(() => answers.length > 0)
    }
    await until(isClosed)
    expect(answers.map(({ command, status, sequence }) => [command, status, sequence]).sort()).toEqual([
      ['bind_transceiver_resp', 0, 1],
      ['enquire_link_resp', 0, 2],
      ['submit_sm_resp', 0, 3],
      ['unbind_resp', 0, 4],
    ])
  }
}, 60_000)

test('a server survives any bytes: valid requests among them are accepted, everything is answered', async () => {
  const random = seeded(20_261_121)
  const below = (limit: number) => Math.floor(random() * limit)
  const good = await bindProgram({ ...customer, port: server.port })
  let link = await open()
  link.socket.write(bindFrame(1))
  await until(() => link.answers.length > 0)
  const answers: Pdu[] = []
  let waiting = new Set<number>()
  for (let index = 0; index < pduCount; index++) {
    if (link.isClosed()) {
      answers.push(...link.answers)
      waiting = new Set()
      link = await open()
      link.socket.write(bindFrame(1))
      await until(() => link.answers.length > 0 || link.isClosed())
    }
    const header = concatenationHeader({ reference: below(256), total: 1 + below(4), number: 1 + below(4) })
    const isPart = random() < 0.4
    const frame = submitFrame(index + 2, `192${String(below(1e8)).padStart(8, '0')}`, {
      registeredDelivery: below(4),
      ...(isPart ? { esmClass: 0x40, shortMessage: Buffer.concat([header, encodeUcs2('一二三')]) } : {}),
    })
    // Mostly behind the header; now and then in the header itself, which ends the stream.
    const from = random() < 0.02 ? 0 : 16
    if (from > 0) waiting.add(index + 2)
    for (let change = below(6); change > 0; change--) frame[from + below(frame.length - from)] = random() < 0.4 ? 0 : below(256)
    link.socket.write(frame)
    if (index % 50 === 49) await new Promise(resolve => setTimeout(resolve, 5))
  }
  const unanswered = () => [...waiting].filter(sequence => !link.answers.some(answer => answer.sequence === sequence))
  await until(() => link.isClosed() || unanswered().length === 0)
  answers.push(...link.answers)
  // No input of a program counts as an error of ours.
  expect(answers.filter(answer => answer.status === statuses.systemError)).toEqual([])
  const answer = await good.submit(submitSm({ dataCoding: 8, shortMessage: encodeUcs2(code), destination: '19200002001' }))
  expect(answer.status).toBe(0)
  expect((await messagesOf(database, customer)).map(message => message.phone)).toContain('19200002001')
  await good.connection.unbind()
  link.socket.destroy()
}, 120_000)

test('a request that is truncated at any byte is answered, and the connection stays open', async () => {
  const header = concatenationHeader({ reference: 9, total: 2, number: 1 })
  const tlvs = [
    { tag: 0x020c, value: Buffer.from([0, 1]) },
    { tag: 0x020e, value: Buffer.from([2]) },
    { tag: 0x020f, value: Buffer.from([1]) },
  ]
  const asked = { messageId: '01m82m8meze008s1fdrepzpfpv', sourceTon: 0, sourceNpi: 0, source: '106', status: 0, sequence: 0 }
  const frames = [
    submitFrame(0, '19200002002'),
    submitFrame(0, '19200002002', { esmClass: 0x40, shortMessage: Buffer.concat([header, encodeUcs2('一二')]) }),
    submitFrame(0, '19200002002', { tlvs }),
    encodePdu({ command: 'query_sm', ...asked }),
    encodePdu({ command: 'cancel_sm', ...asked, serviceType: '', destinationTon: 0, destinationNpi: 0, destination: '19200002002' }),
    bindFrame(0),
  ]
  const link = await open()
  link.socket.write(bindFrame(1))
  await until(() => link.answers.length === 1)
  let sequence = 1
  for (const frame of frames)
    for (let length = 16; length < frame.length; length++) {
      const short = Buffer.from(frame.subarray(0, length))
      short.writeUInt32BE(length)
      short.writeUInt32BE(++sequence, 12)
      link.socket.write(short)
    }
  await until(() => link.answers.length === sequence)
  expect(new Set(link.answers.map(answer => answer.sequence)).size).toBe(sequence)
  expect(link.answers.filter(answer => answer.status === statuses.systemError)).toEqual([])
  expect(link.isClosed()).toBe(false)
  link.socket.destroy()
})

test.each([
  ['an HTTP request', Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')],
  ['a length of zero', Buffer.alloc(16)],
  ['a length of four gigabytes', Buffer.from('ffffffff000000040000000000000001', 'hex')],
  ['ones', Buffer.alloc(4096, 0xff)],
])('%s closes its own connection and no other', async (_, bytes) => {
  const { socket, isClosed } = await open()
  socket.write(bytes)
  await until(isClosed)
})

test('connections that never bind leave room for those that do', async () => {
  const flood = await Promise.all(Array.from({ length: 40 }, open))
  await until(() => flood.filter(one => one.isClosed()).length >= 20)
  for (const one of flood) one.socket.destroy()
  let isIn = false
  await until(async () => {
    isIn = await bindProgram({ ...customer, port: server.port }).then(
      program => program.connection.unbind().then(() => true),
      () => false,
    )
    return isIn
  })
  expect(isIn).toBe(true)
})
