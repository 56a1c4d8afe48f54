import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { resetEsmePassword, saveEsme, setEsmeIngress } from '#domain/apps/esme-account.ts'
import { saveSettings } from '#domain/apps/setting.ts'
import { recordInbound } from '#domain/events/event.ts'
import { decodePdu } from '#protocol/cmpp/decode.ts'
import { encodePdu } from '#protocol/cmpp/encode.ts'
import { authenticatorOf } from '#protocol/cmpp/login.ts'
import { type CmppVersion, loginStatuses, results, submitPdu } from '#protocol/cmpp/pdu.ts'
import { decodeCarrierText } from '#protocol/text/carrier-text.ts'
import { encodeUcs2 } from '#protocol/text/ucs2.ts'
import type { LoginError } from '#protocol/wire/log-in.ts'
import { type CmppProgram, logInCmpp, partsOf } from '#test/support/cmpp-program.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { seeded } from '#test/support/engine.ts'
import { createCmppCustomer, messagesOf, seedCarrier, settle, smppSecret, startCmpp, until } from '#test/support/esme-server.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'

const database = prepareTestDatabase()
let server: Awaited<ReturnType<typeof startCmpp>>
beforeAll(async () => {
  await seedCarrier(database)
  server = await startCmpp(database)
})
afterAll(() => server.close())

type Customer = Awaited<ReturnType<typeof createCmppCustomer>>
const statusOf = (login: Promise<CmppProgram>) =>
  login.then(
    () => 0,
    (error: LoginError) => error.status,
  )
const logIn = (customer: Pick<Customer, 'loginName' | 'password'>, version: CmppVersion = '3.0') =>
  logInCmpp({ port: server.port, ...customer, version })
const code = '【鸿雁】您的验证码为386072，5分钟内有效'
const long = `【鸿雁】长文${'一二三四五六七八九十'.repeat(14)}完`
const send = (program: CmppProgram, text: string, destinations: string[], more = {}) =>
  program.submit({ ...firstOrThrow(partsOf(text, destinations)), ...more })
const phones = (count: number, from: number) => Array.from({ length: count }, (_, index) => String(19_200_000_000 + from + index))
const settleAll = async (customer: Customer, reason: string, state: 'delivered' | 'undelivered' = 'undelivered') => {
  const messages = (await messagesOf(database, customer)).filter(({ state }) => state !== 'delivered' && state !== 'undelivered')
  await settle(
    database,
    customer,
    messages.map(({ messageId }) => ({ messageId, state, reason, at: new Date('2026-11-27T03:04:00Z') })),
  )
}

test.each<CmppVersion>(['2.0', '3.0'])(
  'a text by CMPP %s is sent by its template, and its report names the id of the answer',
  async version => {
    const customer = await createCmppCustomer(database)
    expect(customer.loginName).toMatch(/^\d{6}$/)
    const program = await logIn(customer, version)
    const source = `1069${customer.loginName}`
    const { result, messageId } = await send(program, code, ['19200001000'], { source, messageSource: customer.loginName, messageId: '77' })
    expect(result).toBe(results.ok)
    expect(await messagesOf(database, customer)).toMatchObject([{ phone: '19200001000', content: code, ingress: 'cmpp', kind: 'otp' }])
    await settleAll(customer, 'DELIVRD', 'delivered')
    await until(() => program.reports.length === 1)
    expect(program.reports).toMatchObject([{ messageId, state: 'DELIVRD', phone: '19200001000', doneAt: new Date('2026-11-27T03:04:00Z') }])
    expect(program.delivered).toMatchObject([{ isReport: true, source: '19200001000', destination: source, format: 0 }])
    expect(firstOrThrow(program.delivered).content.length).toBe(version === '2.0' ? 60 : 71)
    await program.connection.unbind()
  },
)

test('the state of a report is the code of the carrier where it fits, else a word', async () => {
  const customer = await createCmppCustomer(database)
  const program = await logIn(customer)
  for (const [index, [reason, stat]] of (
    [
      ['MK:0001', 'MK:0001'],
      ['SUBMIT:invalidDestinationAddress', 'UNDELIV'],
      ['余额不足', 'UNDELIV'],
    ] as const
  ).entries()) {
    await send(program, code, phones(1, 1100 + index))
    await settleAll(customer, reason)
    await until(() => program.reports.length === index + 1)
    expect(itemOrThrow(program.reports, index).state).toBe(stat)
  }
  await program.connection.unbind()
})

test('a submit to 99 phones has an id for each, counted from that of the answer, and one that is refused gets a report', async () => {
  const customer = await createCmppCustomer(database)
  const program = await logIn(customer)
  // Nobody serves the second one.
  const all = phones(99, 2000).with(1, '13900000001')
  const { result, messageId } = await send(program, code, all)
  expect(result).toBe(results.ok)
  expect(await messagesOf(database, customer)).toHaveLength(98)
  await settleAll(customer, 'DELIVRD', 'delivered')
  await until(() => program.reports.length === 99)
  const ids = new Map(program.reports.map(report => [report.phone, report]))
  expect(all.map(phone => BigInt(ids.get(phone)?.messageId ?? 0) - BigInt(messageId))).toEqual(all.map((_, index) => BigInt(index)))
  expect(ids.get(itemOrThrow(all, 1))?.state).toBe('REJECTD')
  expect((await send(program, code, ['19200003000', '1234'])).result).toBe(results.destination)
  expect((await send(program, code, ['13900000001', '13900000002'])).result).toBe(results.destination)
  expect(await messagesOf(database, customer)).toHaveLength(98)
  // A phone that is named twice gets one message, and two reports.
  expect((await send(program, code, ['19200003000', '19200003000'])).result).toBe(results.ok)
  expect(await messagesOf(database, customer)).toHaveLength(99)
  await settleAll(customer, 'DELIVRD', 'delivered')
  await until(() => program.reports.length === 101)
  await program.connection.unbind()
})

test.each([
  ['user data headers', {}],
  ['Pk_total and Pk_number alone', { headerIndicator: 0 }],
])('a long text by %s is one message for each phone, and each part gets its report', async (name, change) => {
  const customer = await createCmppCustomer(database)
  const program = await logIn(customer)
  const served = phones(2, 4000)
  const destinations = [...served, '13900000001']
  const ids: string[] = []
  for (const part of partsOf(long, destinations).reverse()) {
    const content = name === 'user data headers' ? part?.content : part?.content?.subarray(6)
    const { result, messageId } = await program.submit({ ...part, ...change, ...(content ? { content } : {}) })
    expect(result).toBe(results.ok)
    ids.push(messageId)
  }
  expect((await messagesOf(database, customer)).map(message => [message.phone, message.content])).toEqual(
    served.map(phone => [phone, long]),
  )
  await settleAll(customer, 'DELIVRD', 'delivered')
  await until(() => program.reports.length === 9)
  const states = ['DELIVRD', 'DELIVRD', 'REJECTD']
  const expected = ids.flatMap(id => states.map((state, index) => [String(BigInt(id) + BigInt(index)), state]))
  expect(program.reports.map(({ messageId, state }) => [messageId, state]).toSorted()).toEqual(expected.toSorted())
  await program.connection.unbind()
})

test('a submit that asks for what is not offered is refused with its Result', async () => {
  const customer = await createCmppCustomer(database)
  const program = await logIn(customer)
  const resultOf = async (text: string, more: object) => (await send(program, text, ['19200005000'], more)).result
  expect(await resultOf(code, { source: '10690000' })).toBe(results.sourceId)
  expect(await resultOf(code, { messageSource: '000000' })).toBe(results.messageSource)
  expect(await resultOf(code, { format: 4 })).toBe(results.structure)
  expect(await resultOf(code, { format: 0 })).toBe(results.structure)
  expect(await resultOf('【鸿雁】没有这个模板', {})).toBe(101)
  expect(await resultOf('【没有】您的验证码为386072，5分钟内有效', {})).toBe(100)
  expect(await resultOf(code, { sendAt: '270230110000032+' })).toBe(111)
  expect(await resultOf(code, { destinations: ['1234'] })).toBe(results.destination)
  expect(await messagesOf(database, customer)).toEqual([])
  // Whatever programs write into fields that we don't use.
  const odd = {
    feeTerminal: '19200005000',
    feeCode: '01',
    level: 9,
    sendAt: '151105131555101+',
    validUntil: '151105131555101+',
    linkId: 'x'.repeat(20),
  }
  expect(await resultOf(code, odd)).toBe(results.ok)
  expect(await resultOf('【鸿雁】Your parcel 12 has arrived', { format: 15, content: Buffer.from('Your parcel 12 has arrived') })).toBe(100)
  await program.connection.unbind()
})

test('replies arrive with the access number that the message was sent from, a long one in parts, also while away', async () => {
  const customer = await createCmppCustomer(database)
  const first = await logIn(customer)
  const source = `1069${customer.loginName}88`
  await send(first, code, ['19200006000'], { source })
  await first.connection.unbind()
  const message = firstOrThrow(await messagesOf(database, customer))
  const { account, appId } = customer
  const reply = async (text: string) => {
    const inbound = {
      inboundId: newId(),
      phone: '19200006000',
      text,
      senderNumber: '1069000012388',
      extension: '12388',
      signature: '鸿雁',
      messageId: message.messageId,
      customId: null,
      isOptOut: false,
      receivedAt: new Date(),
    }
    await asAccount(database.db, account, tx => recordInbound(tx, account, inbound, { appId, ingress: 'cmpp', now: new Date() }))
  }
  await reply('OK')
  await reply('好'.repeat(100))
  const program = await logIn(customer)
  await until(() => program.delivered.length === 3)
  expect(program.delivered.every(one => !one.isReport && one.source === '19200006000' && one.destination === source)).toBe(true)
  const texts = program.delivered.map(one => decodeCarrierText(one))
  expect(texts.map(({ text, place }) => [text.length, place?.total ?? 1]).toSorted()).toEqual([
    [2, 1],
    [33, 2],
    [67, 2],
  ])
  expect(new Set(program.delivered.map(one => one.messageId)).size).toBe(3)
  await program.connection.unbind()
})

test('reports that are not answered are delivered again over another connection', async () => {
  const customer = await createCmppCustomer(database)
  const silent = await logInCmpp({ port: server.port, ...customer }, () => null)
  await send(silent, code, ['19200007000'])
  await settleAll(customer, 'DELIVRD', 'delivered')
  await until(() => silent.reports.length === 1)
  const other = await logIn(customer)
  silent.connection.destroy('gone')
  await until(() => other.reports.length === 1)
  expect(other.reports).toEqual(silent.reports)
  await other.connection.unbind()
})

test('the window of the account holds', async () => {
  const customer = await createCmppCustomer(database)
  const program = await logInCmpp({ port: server.port, ...customer, windowSize: 100 })
  const answers = await Promise.all(phones(40, 8000).map(phone => send(program, code, [phone])))
  const taken = answers.filter(({ result }) => result === results.ok)
  expect(taken).toHaveLength(16)
  expect(answers.filter(({ result }) => result === results.throttled)).toHaveLength(24)
  await program.connection.unbind()
})

test('a login is refused with its Status, in the form of its version', async () => {
  const customer = await createCmppCustomer(database)
  const guarded = await startCmpp(database, { maxFailures: 3 })
  const enter = (login: { loginName: string; password: string }, version: CmppVersion = '3.0') =>
    statusOf(logInCmpp({ port: guarded.port, ...login, version }))
  expect(await enter({ ...customer, password: 'wrong' }, '2.0')).toBe(loginStatuses.authentication)
  expect(await enter({ ...customer, loginName: '000000' })).toBe(loginStatuses.authentication)
  expect(await enter({ ...customer, password: 'wrong' })).toBe(loginStatuses.authentication)
  expect(await enter(customer)).toBe(loginStatuses.other)
  await guarded.close()

  await asAccount(database.db, customer.account, tx =>
    saveSettings(tx, customer.account, { appId: customer.appId, settings: { allowlist: { mode: 'on', lines: ['203.0.113.0/24'] } } }),
  )
  await until(async () => (await statusOf(logIn(customer))) === loginStatuses.account)
})

test('an account whose version is fixed is answered in it, whatever the program names', async () => {
  const customer = await createCmppCustomer(database)
  const { account, appId } = customer
  const limits = { windowSize: 16, ratePerSecond: 100, sessionLimit: 5 }
  await asAccount(database.db, account, tx => saveEsme(tx, account, { appId, protocol: 'cmpp', ...limits, cmppVersion: '2.0' }))
  const program = await logIn(customer, '3.0')
  program.connection.version = '2.0'
  expect(await send(program, code, ['19200001000'])).toMatchObject({ result: results.ok })
  await program.connection.unbind()
})

test('a new password and a closed protocol end the sessions', async () => {
  const customer = await createCmppCustomer(database)
  const { account, appId } = customer
  const first = await logIn(customer)
  const opening = { appId, protocol: 'cmpp' as const, secret: smppSecret, now: new Date() }
  const { password } = await asAccount(database.db, account, tx => resetEsmePassword(tx, account, opening))
  await first.ended
  expect(await statusOf(logIn(customer))).toBe(loginStatuses.authentication)
  const second = await logIn({ ...customer, password })
  await asAccount(database.db, account, tx => setEsmeIngress(tx, account, { appId, protocol: 'cmpp', isOpen: false }))
  await second.ended
  expect(await statusOf(logIn({ ...customer, password }))).toBe(loginStatuses.other)
})

async function openRaw(): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1')
  await once(socket, 'connect')
  socket.resume()
  socket.on('error', () => undefined)
  return socket
}

test('whatever a peer sends ends in an answer or a closed connection, and others go on', async () => {
  const customer = await createCmppCustomer(database)
  const program = await logIn(customer)
  const random = seeded(20_261_127)
  const digits = '1127120000'
  const authenticator = authenticatorOf(customer.loginName, customer.password, digits)
  const login = encodePdu(
    { command: 'connect', sequence: 1, account: customer.loginName, authenticator, version: 0x30, timestamp: Number(digits) },
    '3.0',
  )
  const submit = encodePdu({ ...submitPdu({ content: encodeUcs2(code), destinations: ['19200009000'] }), sequence: 2 }, '3.0')
  const bytes = (count: number) => Buffer.from(Array.from({ length: count }, () => Math.floor(random() * 256)))
  const streams = [
    Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n'),
    submit,
    Buffer.from('ffffffff000000040000000100', 'hex'),
    Buffer.from('0000000b0000000400000001', 'hex'),
    ...Array.from({ length: 20 }, (_, index) => bytes(20 + index * 30)),
    ...Array.from({ length: submit.length - 12 }, (_, index) => {
      const cut = Buffer.from(submit.subarray(0, 12 + index))
      cut.writeUInt32BE(cut.length, 0)
      return Buffer.concat([login, cut])
    }),
  ]
  await asAccount(database.platformDb, customer.account, tx =>
    tx.updateTable('esmeAccount').set({ sessionLimit: 50 }).where('accountId', '=', customer.account).execute(),
  )
  for (const stream of streams) {
    const socket = await openRaw()
    socket.end(stream)
    if (!socket.closed) await once(socket, 'close')
  }
  expect((await send(program, code, ['19200009001'])).result).toBe(results.ok)
  expect((await messagesOf(database, customer)).map(({ phone }) => phone)).toEqual(['19200009001'])
  await program.connection.unbind()
})

test('a recorded login is refused from another address', async () => {
  const customer = await createCmppCustomer(database)
  const digits = '1127120000'
  const authenticator = authenticatorOf(customer.loginName, customer.password, digits)
  const frame = encodePdu(
    { command: 'connect', sequence: 1, account: customer.loginName, authenticator, version: 0x30, timestamp: Number(digits) },
    '3.0',
  )
  const statusFrom = async (localAddress: string) => {
    const socket = connect({ port: server.port, host: '127.0.0.1', localAddress })
    socket.write(frame)
    const [answer]: Buffer[] = await once(socket, 'data')
    socket.destroy()
    const pdu = decodePdu(answer ?? Buffer.alloc(0), '3.0')
    return pdu.command === 'connect_resp' ? pdu.status : null
  }
  expect(await statusFrom('127.0.0.1')).toBe(loginStatuses.ok)
  expect(await statusFrom('127.0.0.1')).toBe(loginStatuses.ok)
  expect(await statusFrom('127.0.0.2')).toBe(loginStatuses.authentication)
})
