import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { ingestInbound } from '#domain/delivery/inbound.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import type { Esme } from '#test/support/esme/esme.ts'
import { isKannelInstalled, startKannelEsme } from '#test/support/esme/kannel.ts'
import { startOwnEsme } from '#test/support/esme/own.ts'
import { createSmppCustomer, messagesOf, type SmppCustomer, seedCarrier, settle, startSmpp, until } from '#test/support/esme-server.ts'

let database: TestDatabase
let server: Awaited<ReturnType<typeof startSmpp>>
let customer: SmppCustomer
let esme: Esme
beforeAll(async () => {
  database = await createTestDatabase()
  await seedCarrier(database)
  server = await startSmpp(database)
  customer = await createSmppCustomer(database)
  await database.platformDb.updateTable('esmeAccount').set({ ratePerSecond: 5 }).where('loginName', '=', customer.systemId).execute()
  const isThere = await isKannelInstalled()
  if (!isThere) console.log("Kannel (Debian's kannel) is not installed: our own client stands in for it")
  esme = await (isThere ? startKannelEsme : startOwnEsme)({ port: server.port, ...customer })
})
afterAll(async () => {
  await esme?.stop()
  await server?.close()
  await database?.close()
})

const code = '【鸿雁】您的验证码为386072，5分钟内有效'
const long = `【鸿雁】长文${'一二三四五六七八九十'.repeat(14)}完`
const messageTo = async (phone: string) => (await messagesOf(database, customer)).find(message => message.phone === phone)
const endOf = (phone: string) => esme.ends.filter(one => one.phone === phone).map(one => one.end)

test('Kannel sends a code and gets a report of its delivery, or of its failure', async () => {
  await esme.send('19200003000', code)
  await esme.send('19200003001', code)
  await until(async () => (await messagesOf(database, customer)).length >= 2)
  for (const [phone, state] of [
    ['19200003000', 'delivered'],
    ['19200003001', 'undelivered'],
  ] as const) {
    const message = (await messageTo(phone))!
    expect(message.content).toBe(code)
    await settle(database, customer, [
      { messageId: message.messageId, state, reason: state === 'delivered' ? 'DELIVRD' : 'MK:0001', at: new Date() },
    ])
  }
  await until(() => endOf('19200003000').length > 0 && endOf('19200003001').length > 0)
  expect([endOf('19200003000'), endOf('19200003001')]).toEqual([['delivered'], ['failed']])
})

test('a long text from Kannel is one message with one charge', async () => {
  await esme.send('19200003002', long)
  await until(async () => (await messageTo('19200003002')) !== undefined)
  expect(await messageTo('19200003002')).toMatchObject({ content: long, segmentCount: 3 })
})

test('a refused message is reported to Kannel, which does not retry', async () => {
  await esme.send('19200003003', '【鸿雁】这个模板没有通过审核')
  await until(() => endOf('19200003003').length > 0)
  expect(endOf('19200003003')).toEqual(['refused'])
  expect(await messageTo('19200003003')).toBeUndefined()
})

test('a throttled message from Kannel is resent later, and all arrive', async () => {
  const phones = Array.from({ length: 12 }, (_, index) => String(19_200_003_100 + index))
  await Promise.all(phones.map(phone => esme.send(phone, code)))
  await until(async () => (await messagesOf(database, customer)).filter(message => phones.includes(message.phone)).length === phones.length)
  const sent = (await messagesOf(database, customer)).map(message => message.phone).filter(phone => phones.includes(phone))
  expect(sent.sort()).toEqual(phones)
})

test('inbound messages reach Kannel, a long text in one piece', async () => {
  await asAccount(database.db, customer.account, tx =>
    tx
      .updateTable('message')
      .set({ submittedAt: new Date() })
      .where('accountId', '=', customer.account)
      .where('phone', '=', '19200003000')
      .execute(),
  )
  const channel = await database.platformDb.selectFrom('channel').select(['channelId', 'senderNumber']).executeTakeFirstOrThrow()
  const to = `${channel.senderNumber}${customer.extension}`
  const answer = `收到了，谢谢！${'一二三四五六七八九十'.repeat(10)}`
  for (const text of ['ok', answer])
    await ingestInbound(
      database.platformDb,
      { channelId: channel.channelId, senderNumber: channel.senderNumber },
      { phone: '19200003000', senderNumber: to, text },
      new Date(),
    )
  await until(() => esme.inbound.length === 2)
  expect(esme.inbound.toSorted((a, b) => a.text.length - b.text.length)).toEqual([
    { from: '19200003000', to, text: 'ok' },
    { from: '19200003000', to, text: answer },
  ])
})
