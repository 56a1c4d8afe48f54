import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { setFreeText } from '#domain/apps/esme-account.ts'
import { settleSandbox } from '#domain/messages/sandbox.ts'
import { enqueueSandboxEvents } from '#domain/messages/sandbox-event.ts'
import { type CancelSm, type QuerySm, submitSm } from '#protocol/smpp/pdu.ts'
import { parseReceipt } from '#protocol/smpp/receipt.ts'
import { statuses } from '#protocol/smpp/status.ts'
import { formatSmppTime } from '#protocol/smpp/time.ts'
import { tlvTags } from '#protocol/smpp/tlv.ts'
import { concatenationHeader } from '#protocol/text/concatenation.ts'
import { encodeUcs2, splitUcs2 } from '#protocol/text/ucs2.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import {
  ask,
  bindProgram,
  createSmppCustomer,
  messagesOf,
  type SmppCustomer,
  seedCarrier,
  settle,
  startSmpp,
  until,
} from '#test/support/esme-server.ts'
import { firstOrThrow, itemOrThrow, lastOrThrow } from '#values/or-throw.ts'
import { decodeMessageId } from './message-id.ts'

const database = prepareTestDatabase()
let server: Awaited<ReturnType<typeof startSmpp>>
beforeAll(async () => {
  await seedCarrier(database)
  server = await startSmpp(database)
})
afterAll(() => server.close())

const bind = (customer: SmppCustomer, more: Partial<Parameters<typeof bindProgram>[0]> = {}) =>
  bindProgram({ port: server.port, systemId: customer.systemId, password: customer.password, ...more })
const ucs2 = (text: string) => ({ dataCoding: 8, shortMessage: encodeUcs2(text) })
const code = '【鸿雁】您的验证码为386072，5分钟内有效'
const long = `【鸿雁】长文${'一二三四五六七八九十'.repeat(14)}完`
const uuidOf = (messageId: string) => decodeMessageId(messageId)!

test('a code is sent by the template that its text matches, and its report comes back', async () => {
  const customer = await createSmppCustomer(database)
  const program = await bind(customer)
  const answer = await program.submit(submitSm({ ...ucs2(code), source: '10690000', destination: '19200001000', registeredDelivery: 1 }))
  expect(answer).toMatchObject({ command: 'submit_sm_resp', status: statuses.ok })
  expect(answer.messageId).toMatch(/^[0-9a-z]{26}$/)
  const message = firstOrThrow(await messagesOf(database, customer))
  expect(message).toMatchObject({ phone: '19200001000', content: code, ingress: 'smpp', kind: 'otp', messageId: uuidOf(answer.messageId) })

  const at = new Date('2026-11-21T04:30:00Z')
  await settle(database, customer, [{ messageId: message.messageId, state: 'undelivered', reason: 'MK:0001', at }])
  await until(() => program.delivered.length > 0)
  const receipt = firstOrThrow(program.delivered)
  expect(receipt).toMatchObject({ esmClass: 4, source: '19200001000', destination: '10690000' })
  expect(parseReceipt(receipt)).toMatchObject({ messageId: answer.messageId, state: 'UNDELIV', errorCode: 'MK:0001', doneAt: at })
  expect(receipt.shortMessage.toString()).toMatch(
    /^id:[0-9a-z]{26} sub:001 dlvrd:000 submit date:\d{10} done date:2611211230 stat:UNDELIV err:MK:0001 text:$/,
  )
  expect(receipt.tlvs).toEqual([
    { tag: tlvTags.receiptedMessageId, value: Buffer.from(`${answer.messageId}\0`) },
    { tag: tlvTags.messageState, value: Buffer.from([5]) },
  ])
  await program.connection.unbind()
})

test('reports wait while no program is bound, and are delivered again until they are answered', async () => {
  const customer = await createSmppCustomer(database)
  const sender = await bind(customer, { bind: 'bind_transmitter' })
  const { messageId } = await sender.submit(submitSm({ ...ucs2(code), destination: '19200001001', registeredDelivery: 1 }))
  await settle(database, customer, [{ messageId: uuidOf(messageId), state: 'delivered', reason: 'DELIVRD', at: new Date() }])
  const silent = await bindProgram({ ...customer, port: server.port, bind: 'bind_receiver' }, () => null)
  await until(() => silent.delivered.length === 1)
  silent.connection.destroy('gone')
  const receiver = await bindProgram({ ...customer, port: server.port, bind: 'bind_receiver' })
  await until(() => receiver.delivered.length === 1)
  expect(parseReceipt(firstOrThrow(receiver.delivered))).toMatchObject({ messageId, state: 'DELIVRD', errorCode: '000' })
  expect(sender.delivered).toEqual([])
  const waiting = () =>
    asAccount(database.db, customer.account, tx =>
      tx.selectFrom('pushEvent').select('eventId').where('accountId', '=', customer.account).where('state', '=', 'waiting').execute(),
    )
  await until(async () => (await waiting()).length === 0)
  await Promise.all([sender.connection.unbind(), receiver.connection.unbind()])
})

test('registered_delivery selects the receipts that are sent', async () => {
  const customer = await createSmppCustomer(database)
  const program = await bind(customer)
  const wanted = [0, 1, 2, 2, 0x11]
  const answers = await Promise.all(
    wanted.map((registeredDelivery, index) =>
      program.submit(submitSm({ ...ucs2(code), destination: `1920000110${index}`, registeredDelivery })),
    ),
  )
  const states = ['undelivered', 'delivered', 'delivered', 'expired', 'delivered'] as const
  const outcomes = answers.map(({ messageId }, index) => ({
    messageId: uuidOf(messageId),
    state: itemOrThrow(states, index),
    reason: 'X',
    at: new Date(),
  }))
  await settle(database, customer, outcomes)
  await until(() => program.delivered.length === 3)
  expect(program.delivered.map(request => request.source).sort()).toEqual(['19200001101', '19200001103', '19200001104'])
  await program.connection.unbind()
})

const forms: [string, (text: string) => Parameters<typeof submitSm>[0][]][] = [
  [
    'user data headers',
    text =>
      splitUcs2(text).map((part, index, parts) => ({
        esmClass: 0x40,
        dataCoding: 8,
        shortMessage: Buffer.concat([concatenationHeader({ reference: 7, total: parts.length, number: index + 1 }), encodeUcs2(part)]),
      })),
  ],
  [
    'SAR parameters',
    text =>
      splitUcs2(text).map((part, index, parts) => ({
        ...ucs2(part),
        tlvs: [
          { tag: tlvTags.sarReference, value: Buffer.from([1, 9]) },
          { tag: tlvTags.sarTotal, value: Buffer.from([parts.length]) },
          { tag: tlvTags.sarNumber, value: Buffer.from([index + 1]) },
        ],
      })),
  ],
  ['message_payload', text => [{ dataCoding: 8, tlvs: [{ tag: tlvTags.messagePayload, value: encodeUcs2(text) }] }]],
]

test.each(forms)('a long text by %s is one message, and each of its parts gets its receipt', async (_, partsOf) => {
  const customer = await createSmppCustomer(database)
  const program = await bind(customer)
  const parts = partsOf(long).reverse()
  const ids: string[] = []
  // In sequence, the last part first: a program with a window of one sends like this.
  for (const part of parts) {
    const answer = await program.submit(submitSm({ ...part, source: '1069', destination: '19200001200', registeredDelivery: 1 }))
    expect(answer.status).toBe(statuses.ok)
    ids.push(answer.messageId)
  }
  const messages = await messagesOf(database, customer)
  expect(messages).toMatchObject([{ content: long, segmentCount: 3, templateId: expect.any(String) }])
  await settle(database, customer, [{ messageId: firstOrThrow(messages).messageId, state: 'delivered', reason: 'DELIVRD', at: new Date() }])
  await until(() => program.delivered.length === parts.length)
  expect(program.delivered.map(request => parseReceipt(request)?.messageId).sort()).toEqual(ids.sort())
  await program.connection.unbind()
})

test('a last part whose answer was lost gets the same answer again; the whole text once more is a new message', async () => {
  const customer = await createSmppCustomer(database)
  const program = await bind(customer)
  const parts = firstOrThrow(forms)[1](long).map(part =>
    submitSm({ ...part, source: '1069', destination: '19200001250', registeredDelivery: 1 }),
  )
  const send = async () => {
    const ids: string[] = []
    for (const part of parts) ids.push((await program.submit(part)).messageId)
    return ids
  }
  const ids = await send()
  expect((await program.submit(lastOrThrow(parts))).messageId).toBe(ids.at(-1))
  expect(await messagesOf(database, customer)).toHaveLength(1)
  const again = await send()
  expect(new Set([...ids, ...again]).size).toBe(2 * parts.length)
  expect(await messagesOf(database, customer)).toHaveLength(2)
  const waiting = await asAccount(database.db, customer.account, tx =>
    tx.selectFrom('esmeSubmit').select('part').where('accountId', '=', customer.account).where('messageId', 'is', null).execute(),
  )
  expect(waiting).toEqual([])
  await program.connection.unbind()
})

test('parts of a text that is refused get receipts that say so', async () => {
  const customer = await createSmppCustomer(database)
  const program = await bind(customer)
  const [first, second] = firstOrThrow(forms)[1](`【鸿雁】没有这个模板${'一二三四五六七八九十'.repeat(7)}`)
  const accepted = await program.submit(submitSm({ ...first, destination: '19200001201', registeredDelivery: 1 }))
  expect(accepted.status).toBe(statuses.ok)
  const refused = await program.submit(submitSm({ ...second, destination: '19200001201', registeredDelivery: 1 }))
  expect(refused).toMatchObject({ status: 0x402, messageId: '' })
  await until(() => program.delivered.length === 1)
  expect(parseReceipt(firstOrThrow(program.delivered))).toMatchObject({
    messageId: accepted.messageId,
    state: 'REJECTD',
    errorCode: 'text-unmatched',
  })
  expect(await messagesOf(database, customer)).toEqual([])
  await program.connection.unbind()
})

test.each([
  ['GSM 7 bits', 0, Buffer.from('Your parcel 42 has arrived', 'latin1')],
  ['ASCII', 1, Buffer.from('Your parcel 42 has arrived', 'latin1')],
  ['Latin-1', 3, Buffer.from('Your parcel 42 has arrived', 'latin1')],
  ['UCS-2', 8, encodeUcs2('Your parcel 42 has arrived')],
  // 【鸿雁】Your parcel 42 has arrived
  ['GBK', 15, Buffer.concat([Buffer.from('a1bebae8d1e3a1bf', 'hex'), Buffer.from('Your parcel 42 has arrived', 'latin1')])],
])('%s is decoded, and the default signature is added where the text has none', async (_, dataCoding, shortMessage) => {
  const customer = await createSmppCustomer(database)
  await asAccount(database.db, customer.account, tx =>
    tx
      .updateTable('app')
      .set({ defaultSignatureId: customer.signatureId })
      .where('accountId', '=', customer.account)
      .where('appId', '=', customer.appId)
      .execute(),
  )
  const program = await bind(customer)
  expect(await program.submit(submitSm({ dataCoding, shortMessage, destination: '+8619200001300' }))).toMatchObject({ status: statuses.ok })
  expect(await messagesOf(database, customer)).toMatchObject([{ phone: '19200001300', content: '【鸿雁】Your parcel 42 has arrived' }])
  await program.connection.unbind()
})

const coded = (dataCoding: number, shortMessage: Buffer, esmClass = 0) =>
  submitSm({ dataCoding, shortMessage, esmClass, destination: '19200001400' })
const header = (hex: string) => coded(8, Buffer.from(hex, 'hex'), 0x40)
const sar = (total: number, number: number) => [
  { tag: tlvTags.sarReference, value: Buffer.from([0, 1]) },
  { tag: tlvTags.sarTotal, value: Buffer.from([total]) },
  { tag: tlvTags.sarNumber, value: Buffer.from([number]) },
]

test.each([
  ['no number', submitSm({ ...ucs2(code), destination: '12345' }), statuses.invalidDestinationAddress],
  ['no signature', submitSm({ ...ucs2('您的验证码为386072，5分钟内有效'), destination: '19200001400' }), 0x401],
  ['another account’s signature', submitSm({ ...ucs2(code.replace('鸿雁', '别家')), destination: '19200001400' }), 0x401],
  ['no template', submitSm({ ...ucs2('【鸿雁】随便写写'), destination: '19200001400' }), 0x402],
  ['no text', submitSm({ destination: '19200001400' }), 0x401],
  ['a header longer than its text', header('c8416263'), 0x43],
  ['part 5 of 3', header('0500030103054f60'), 0x43],
  ['part 0 of 0', header('0500030100004f60'), 0x43],
  ['part 5 of 3 by parameters', submitSm({ ...ucs2(code), destination: '19200001400', tlvs: sar(3, 5) }), 0xc4],
  ['UCS-2 with an odd last byte', coded(8, Buffer.concat([encodeUcs2(code), Buffer.from([0x4f])])), 0x01],
  ['UTF-8 as UCS-2', coded(8, Buffer.from(`${code}。`)), 0x104],
  ['UTF-8 as GSM', coded(0, Buffer.from(code)), 0x104],
  ['an unknown coding', submitSm({ dataCoding: 4, shortMessage: Buffer.from('x'), destination: '19200001400' }), 0x104],
  ['an invalid schedule', submitSm({ ...ucs2(code), destination: '19200001400', scheduleTime: 'tomorrow' }), statuses.invalidScheduleTime],
  [
    'a schedule in the past',
    submitSm({ ...ucs2(code), destination: '19200001400', scheduleTime: '200101000000000+' }),
    statuses.invalidScheduleTime,
  ],
  [
    'an expired validity period',
    submitSm({ ...ucs2(code), destination: '19200001400', validityPeriod: '200101000000000+' }),
    statuses.invalidValidity,
  ],
  ['transaction mode', submitSm({ ...ucs2(code), destination: '19200001400', esmClass: 2 }), statuses.invalidEsmClass],
  ['replacing', submitSm({ ...ucs2(code), destination: '19200001400', replaceIfPresent: 1 }), statuses.replaceFailed],
])('%s is refused by its status', async (_, request, status) => {
  const customer = await createSmppCustomer(database)
  const program = await bind(customer)
  expect(await program.submit(request)).toMatchObject({ status, messageId: '' })
  expect(await messagesOf(database, customer)).toEqual([])
  await program.connection.unbind()
})

test('free text that staff allow is sent without a template, signature first', async () => {
  const customer = await createSmppCustomer(database)
  await setFreeText(database.platformDb, customer.systemId, true)
  const program = await bind(customer)
  expect(await program.submit(submitSm({ ...ucs2('【鸿雁】今天的菜单是面条'), destination: '19200001500' }))).toMatchObject({ status: 0 })
  expect(await messagesOf(database, customer)).toMatchObject([
    { content: '【鸿雁】今天的菜单是面条', kind: 'transactional', templateId: null },
  ])
  await program.connection.unbind()
})

const queryOf = (messageId: string): QuerySm => ({
  command: 'query_sm',
  status: 0,
  sequence: 0,
  messageId,
  sourceTon: 0,
  sourceNpi: 0,
  source: '1069',
})
const cancelOf = (messageId: string, destination: string): CancelSm => ({
  ...queryOf(messageId),
  command: 'cancel_sm',
  serviceType: '',
  destinationTon: 0,
  destinationNpi: 0,
  destination,
})

test('schedule and validity period are kept; a message that waits can be canceled', async () => {
  const customer = await createSmppCustomer(database)
  const program = await bind(customer)
  const inHours = (hours: number) => formatSmppTime(new Date(Date.now() + hours * 3_600_000))
  const fields = { ...ucs2(code), source: '1069', destination: '19200001600', registeredDelivery: 1 }
  const { messageId } = await program.submit(submitSm({ ...fields, scheduleTime: inHours(2), validityPeriod: inHours(2.05) }))
  const waiting = firstOrThrow(
    await asAccount(database.db, customer.account, tx =>
      tx.selectFrom('outbox').select(['dueAt', 'expiresAt']).where('accountId', '=', customer.account).execute(),
    ),
  )
  expect(waiting.dueAt.getTime() / 3_600_000 - Date.now() / 3_600_000).toBeCloseTo(2, 1)
  expect((waiting.expiresAt.getTime() - waiting.dueAt.getTime()) / 60_000).toBeCloseTo(3, 1)

  const query = () => queryOf(messageId)
  expect(await ask(program.connection, query())).toMatchObject({ command: 'query_sm_resp', status: 0, messageState: 1, finalDate: '' })
  const cancel = cancelOf(messageId, fields.destination)
  expect(await ask(program.connection, { ...cancel })).toMatchObject({ command: 'cancel_sm_resp', status: 0 })
  expect(await ask(program.connection, { ...cancel })).toMatchObject({ status: statuses.cancelFailed })
  expect(await ask(program.connection, query())).toMatchObject({
    status: 0,
    messageState: 4,
    finalDate: expect.stringMatching(/^\d{12}\d32\+$/),
  })
  expect(await ask(program.connection, { ...query(), messageId: 'nonsense' })).toMatchObject({ status: statuses.invalidMessageId })
  await until(() => program.delivered.length === 1)
  expect(parseReceipt(firstOrThrow(program.delivered))).toMatchObject({ messageId, state: 'DELETED' })
  await program.connection.unbind()
})

test('a test app gets the results of its test numbers over SMPP, and nothing is sent', async () => {
  const customer = await createSmppCustomer(database, 1_000, 'test')
  const program = await bind(customer)
  const { status, messageId } = await program.submit(submitSm({ ...ucs2(code), destination: '19900000002', registeredDelivery: 1 }))
  expect(status).toBe(statuses.ok)
  expect(await messagesOf(database, customer)).toEqual([])
  const later = new Date(Date.now() + 60_000)
  await settleSandbox(database.platformDb, later, (tx, account, ended) => enqueueSandboxEvents(tx, account, ended, new Date()))
  await until(() => program.delivered.length === 1)
  expect(parseReceipt(firstOrThrow(program.delivered))).toMatchObject({ messageId, state: 'UNDELIV', errorCode: 'MK:0001' })
  // Texts that every test app has: no approval is needed.
  const common = await program.submit(submitSm({ ...ucs2('【鸿雁测试】您的验证码是386072，5分钟内有效。'), destination: '19900000001' }))
  expect(common.status).toBe(statuses.ok)
  await program.connection.unbind()
})

test('a test app cancels what it scheduled, once, and not what it has sent', async () => {
  const customer = await createSmppCustomer(database, 1_000, 'test')
  const program = await bind(customer)
  const fields = { ...ucs2(code), source: '1069', destination: '19900000001', registeredDelivery: 1 }
  const scheduleTime = formatSmppTime(new Date(Date.now() + 2 * 3_600_000))
  const { messageId } = await program.submit(submitSm({ ...fields, scheduleTime }))
  const sent = await program.submit(submitSm({ ...fields, registeredDelivery: 0 }))
  const cancel = (id: string) => ask(program.connection, cancelOf(id, fields.destination))
  expect(await cancel(messageId)).toMatchObject({ command: 'cancel_sm_resp', status: statuses.ok })
  expect(await cancel(messageId)).toMatchObject({ status: statuses.cancelFailed })
  expect(await cancel(sent.messageId)).toMatchObject({ status: statuses.cancelFailed })
  expect(await ask(program.connection, queryOf(messageId))).toMatchObject({ status: 0, messageState: 4 })
  await until(() => program.delivered.length === 1)
  expect(parseReceipt(firstOrThrow(program.delivered))).toMatchObject({ messageId, state: 'DELETED' })
  await program.connection.unbind()
})

test('another app learns nothing of a message and cannot cancel it', async () => {
  const [owner, stranger] = [await createSmppCustomer(database), await createSmppCustomer(database)]
  const [mine, theirs] = [await bind(owner), await bind(stranger)]
  const { messageId } = await mine.submit(submitSm({ ...ucs2(code), destination: '19200001601' }))
  const query: QuerySm = { command: 'query_sm', status: 0, sequence: 0, messageId, sourceTon: 0, sourceNpi: 0, source: '' }
  expect(await ask(theirs.connection, query)).toMatchObject({ status: statuses.queryFailed })
  await Promise.all([mine.connection.unbind(), theirs.connection.unbind()])
})
