import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { ingestInbound } from '#domain/delivery/inbound.ts'
import { statuses } from '#protocol/smpp/status.ts'
import { concatenationHeader } from '#protocol/text/concatenation.ts'
import { decodeUcs2, encodeUcs2, splitUcs2 } from '#protocol/text/ucs2.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { type BindName, isNetSmppInstalled, startNetSmpp, startOwnPlain } from '#test/support/esme/net-smpp.ts'
import { createSmppCustomer, messagesOf, type SmppCustomer, seedCarrier, settle, startSmpp } from '#test/support/esme-server.ts'
import { firstOrThrow } from '#values/or-throw.ts'

let database: TestDatabase
let server: Awaited<ReturnType<typeof startSmpp>>
let customer: SmppCustomer
const isThere = isNetSmppInstalled()
beforeAll(async () => {
  if (!isThere) console.log("Net::SMPP (Debian's libnet-smpp-perl) is not installed: our own client stands in for it")
  database = await createTestDatabase()
  await seedCarrier(database)
  server = await startSmpp(database)
  customer = await createSmppCustomer(database)
})
afterAll(async () => {
  await server?.close()
  await database?.close()
})

const start = (bind: BindName, password = customer.password) =>
  (isThere ? startNetSmpp : startOwnPlain)({ port: server.port, systemId: customer.systemId, password }, bind)
const code = '【鸿雁】您的验证码为386072，5分钟内有效'
const long = `【鸿雁】长文${'一二三四五六七八九十'.repeat(14)}完`
const messageTo = async (phone: string) => (await messagesOf(database, customer)).find(message => message.phone === phone)

test('Net::SMPP sends, queries, and reads its report', async () => {
  const program = await start('transceiver')
  expect(program.bindStatus).toBe(0)
  const { status, messageId } = await program.submit({ destination: '19200004000', dataCoding: 8, text: encodeUcs2(code) })
  expect(status).toBe(0)
  const message = (await messageTo('19200004000'))!
  expect(message.content).toBe(code)
  expect(await program.query(messageId)).toEqual({ status: 0, state: 1 })
  expect(await program.enquire()).toBe(0)
  await settle(database, customer, [{ messageId: message.messageId, state: 'delivered', reason: 'DELIVRD', at: new Date() }])
  const report = await program.read()
  expect(report).toMatchObject({ esmClass: 4, source: '19200004000', destination: '10690000' })
  expect(report.text.toString()).toMatch(
    new RegExp(`^id:${messageId} sub:001 dlvrd:001 submit date:\\d{10} done date:\\d{10} stat:DELIVRD err:000 text:`),
  )
  expect(await program.query(messageId)).toEqual({ status: 0, state: 2 })
  await program.stop()
})

test('Net::SMPP sends a long text part by part, and in one message_payload', async () => {
  const program = await start('transmitter')
  const parts = splitUcs2(long)
  for (const [index, part] of parts.entries()) {
    const header = concatenationHeader({ reference: 77, total: parts.length, number: index + 1 })
    const text = Buffer.concat([header, encodeUcs2(part)])
    expect(await program.submit({ destination: '19200004001', dataCoding: 8, esmClass: 0x40, text })).toMatchObject({ status: 0 })
  }
  expect(await program.submit({ destination: '19200004002', dataCoding: 8, text: encodeUcs2(long), isPayload: true })).toMatchObject({
    status: 0,
  })
  expect([await messageTo('19200004001'), await messageTo('19200004002')]).toMatchObject([
    { content: long, segmentCount: 3 },
    { content: long, segmentCount: 3 },
  ])
  await program.stop()
})

test('a refusal reaches Net::SMPP', async () => {
  const program = await start('transmitter')
  expect(await program.submit({ destination: '12345', dataCoding: 8, text: encodeUcs2(code) })).toMatchObject({
    status: statuses.invalidDestinationAddress,
  })
  expect(await program.submit({ destination: '19200004003', dataCoding: 8, text: encodeUcs2('【鸿雁】别的内容') })).toMatchObject({
    status: 0x402,
  })
  await program.stop()
  const stranger = await start('transceiver', 'wrong')
  expect(stranger.bindStatus).toBe(statuses.invalidPassword)
  await stranger.stop()
})

test('a receiver of Net::SMPP that binds later reads what waited: the report and the inbound message', async () => {
  const sender = await start('transmitter')
  await sender.submit({ destination: '19200004004', dataCoding: 8, text: encodeUcs2(code) })
  const message = (await messageTo('19200004004'))!
  await settle(database, customer, [{ messageId: message.messageId, state: 'expired', reason: 'EXPIRED', at: new Date() }])
  await asAccount(database.db, customer.account, tx =>
    tx
      .updateTable('message')
      .set({ submittedAt: new Date() })
      .where('accountId', '=', customer.account)
      .where('messageId', '=', message.messageId)
      .execute(),
  )
  const channel = await database.platformDb.selectFrom('channel').select(['channelId', 'senderNumber']).executeTakeFirstOrThrow()
  const senderNumber = `${channel.senderNumber}${customer.extension}`
  await ingestInbound(
    database.platformDb,
    { channelId: channel.channelId, senderNumber: channel.senderNumber },
    { phone: '19200004004', senderNumber, text: '好的' },
    new Date(),
  )
  await sender.stop()
  const receiver = await start('receiver')
  const received = [await receiver.read(), await receiver.read()]
  const report = firstOrThrow(received.filter(one => one.esmClass === 4))
  const answer = firstOrThrow(received.filter(one => one.esmClass === 0))
  expect(report.text.toString()).toContain('stat:EXPIRED err:EXPIRED')
  expect(answer).toMatchObject({ source: '19200004004', destination: senderNumber, dataCoding: 8 })
  expect(decodeUcs2(answer.text)).toBe('好的')
  await receiver.stop()
})
