import pino from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { submitSm } from '#protocol/smpp/pdu.ts'
import { parseReceipt } from '#protocol/smpp/receipt.ts'
import { concatenationHeader } from '#protocol/text/concatenation.ts'
import { encodeUcs2 } from '#protocol/text/ucs2.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { bindProgram, createSmppCustomer, messagesOf, seedCarrier, startSmpp, until } from '#test/support/esme-server.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { expireEsmeParts } from './esme-parts.ts'

const database = prepareTestDatabase()
beforeAll(async () => {
  await seedCarrier(database)
})

test('a part whose others never arrive expires, once, and not before its time', async () => {
  const server = await startSmpp(database)
  const customer = await createSmppCustomer(database)
  const program = await bindProgram({ ...customer, port: server.port })
  const header = concatenationHeader({ reference: 1, total: 2, number: 1 })
  const part = { esmClass: 0x40, dataCoding: 8, shortMessage: Buffer.concat([header, encodeUcs2('【鸿雁】长文')]) }
  const { messageId } = await program.submit(submitSm({ ...part, destination: '19200005000', registeredDelivery: 1 }))
  const logger = pino({ level: 'silent' })
  const context = { url: database.url, db: database.platformDb, logger }
  const runAt = (minutes: number) => expireEsmeParts.run({ ...context, now: () => new Date(Date.now() + minutes * 60_000) })
  const waiting = () =>
    database.platformDb
      .selectFrom('esmeSubmit')
      .select('endedAs')
      .where('accountId', '=', customer.account)
      .where('endedAt', 'is', null)
      .execute()
  await runAt(limits.esmePartMinutes - 1)
  expect(await waiting()).toHaveLength(1)
  await runAt(limits.esmePartMinutes + 1)
  expect(await waiting()).toEqual([])
  // Its receipt is due at the job's time, which is ahead of the clock here.
  await database.platformDb.updateTable('esmeSubmit').set({ dueAt: new Date() }).where('accountId', '=', customer.account).execute()
  await until(() => program.delivered.length === 1)
  expect(parseReceipt(firstOrThrow(program.delivered))).toMatchObject({ messageId, state: 'EXPIRED', errorCode: 'PARTMISS' })
  expect(await messagesOf(database, customer)).toEqual([])
  await program.connection.unbind()
  await server.close()
})
