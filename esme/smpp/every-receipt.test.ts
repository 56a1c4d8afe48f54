import pino from 'pino'
import { expect, test } from 'vitest'
import { startCarrierSim } from '#carrier-sim/carrier-sim.ts'
import { startDispatch } from '#dispatch/dispatch.ts'
import { encryptChannelPassword } from '#domain/channels/channel-password.ts'
import { submitSm } from '#protocol/smpp/pdu.ts'
import { parseReceipt } from '#protocol/smpp/receipt.ts'
import { encodeUcs2 } from '#protocol/text/ucs2.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { bindProgram, createSmppCustomer, seedCarrier, smppSecret, startSmpp, until } from '#test/support/esme-server.ts'
import { itemOrThrow } from '#values/or-throw.ts'

const messageCount = 600
/**
 * The carrier never reports the first number, and disconnects on the second: it is not sent a sixth time, and waits for
 * a report.
 */
const withoutReport = ['0004', '0012']

test('every submission gets its receipt though connections break on both sides, except numbers that the carrier never reports', async () => {
  const database = await createTestDatabase()
  await seedCarrier(database)
  const sim = await startCarrierSim({ reportDelayMs: 100 })
  const db = database.platformDb
  const { channelId } = await db.selectFrom('channel').select('channelId').executeTakeFirstOrThrow()
  const link = { host: '127.0.0.1', port: sim.smppPort, systemId: 'hongyan-notice', bindCount: 2 }
  await db
    .updateTable('channel')
    .set({ ...link, encryptedPassword: encryptChannelPassword(smppSecret, channelId, 'simulate') })
    .execute()
  const clocks = { now: () => new Date(), elapsedMs: () => performance.now(), random: Math.random }
  const logger = pino({ level: 'silent' })
  const dispatch = await startDispatch({ db, owner: 'test', ...clocks, logger, secret: smppSecret, refreshMs: 50 })
  const server = await startSmpp(database)
  const customer = await createSmppCustomer(database, 10_000)
  await db.updateTable('esmeAccount').set({ windowSize: 100, ratePerSecond: 5_000 }).execute()
  const bind = () => bindProgram({ ...customer, port: server.port, windowSize: 100 })
  let program = await bind()
  const receivers = [program]
  const phones = new Map<string, string>()
  for (let sent = 0; sent < messageCount; sent += 50) {
    const numbers = Array.from({ length: 50 }, (_, index) => `192${String(10_000_000 + sent + index)}`)
    const texts = numbers.map(phone => `【鸿雁】您的验证码为${phone.slice(-6)}，5分钟内有效`)
    const requests = numbers.map((destination, index) =>
      submitSm({ dataCoding: 8, shortMessage: encodeUcs2(itemOrThrow(texts, index)), destination, registeredDelivery: 1 }),
    )
    const answers = await Promise.all(requests.map(program.submit))
    for (const [index, { messageId }] of answers.entries()) phones.set(messageId, itemOrThrow(numbers, index))
    if (sent % 200 === 50) sim.carrier.disconnect()
    if (sent % 200 === 150) {
      program.connection.destroy('cut')
      program = await bind()
      receivers.push(program)
    }
  }
  const missing = () => {
    const reportedIds = new Set(receivers.flatMap(one => one.delivered.map(receipt => parseReceipt(receipt)!.messageId)))
    return [...phones].filter(([id]) => !reportedIds.has(id)).map(([, phone]) => phone.slice(-4))
  }
  await until(() => missing().length <= withoutReport.length)
  expect(missing().sort()).toEqual(withoutReport)
  await program.connection.unbind()
  await server.close()
  await dispatch.stop()
  await sim.close()
  await database.close()
}, 120_000)
