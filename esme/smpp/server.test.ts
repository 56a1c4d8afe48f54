import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { AdmissionControl } from '#domain/apps/admission.ts'
import { resetEsmePassword, setEsmeIngress } from '#domain/apps/esme-account.ts'
import { liveSessions } from '#domain/apps/esme-session.ts'
import type { BindError } from '#protocol/smpp/client.ts'
import { submitSm } from '#protocol/smpp/pdu.ts'
import { parseReceipt } from '#protocol/smpp/receipt.ts'
import { statuses } from '#protocol/smpp/status.ts'
import { encodeUcs2 } from '#protocol/text/ucs2.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import {
  bindProgram,
  createSmppCustomer,
  messagesOf,
  type SmppCustomer,
  seedCarrier,
  settle,
  smppSecret,
  startSmpp,
  type TestProgram,
  until,
} from '#test/support/esme-server.ts'
import { firstOrThrow } from '#values/or-throw.ts'
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
/** Locks an account's row, for which its senders wait, until the answer is called. */
async function holdAccount({ account }: SmppCustomer): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: locked, resolve: lock } = Promise.withResolvers<void>()
  const holding = asAccount(database.platformDb, account, async tx => {
    await tx.selectFrom('account').select('accountId').where('accountId', '=', account).forUpdate().execute()
    lock()
    await released
  })
  await locked
  return () => {
    release()
    return holding
  }
}
const ucs2 = (text: string) => ({ dataCoding: 8, shortMessage: encodeUcs2(text) })
const code = '【鸿雁】您的验证码为386072，5分钟内有效'
const uuidOf = (messageId: string) => decodeMessageId(messageId)!

test('the window and the rate limit of an app are enforced with status 0x58', async () => {
  let nowMs = 0
  const timed = await startSmpp(database, {}, () => nowMs)
  const customer = await createSmppCustomer(database)
  await database.platformDb
    .updateTable('esmeAccount')
    .set({ windowSize: 3, ratePerSecond: 5 })
    .where('loginName', '=', customer.systemId)
    .execute()
  const program = await bindProgram({ ...customer, port: timed.port, windowSize: 100 })
  const submit = (index: number) => program.submit(submitSm({ ...ucs2(code), destination: `1920000170${index}` }))
  const atOnce = await Promise.all(Array.from({ length: 6 }, (_, index) => submit(index)))
  expect(atOnce.map(answer => answer.status).sort()).toEqual([0, 0, 0, 0x58, 0x58, 0x58])
  const inARow: number[] = []
  for (let index = 3; index < 7; index++) inARow.push((await submit(index)).status)
  expect(inARow).toEqual([0, 0, 0x58, 0x58])
  nowMs += 400
  expect([(await submit(7)).status, (await submit(8)).status, (await submit(9)).status]).toEqual([0, 0, 0x58])
  await program.connection.unbind()
  await timed.close()
})

test('beyond what the process takes at once a flood is throttled, and other accounts are served between', async () => {
  const admission = new AdmissionControl({ maxInFlight: 2, maxInFlightPerApp: 2, maxQueueMs: 50 })
  const narrow = await startSmpp(database, { admission })
  const [flooder, other] = [await createSmppCustomer(database), await createSmppCustomer(database)]
  const release = await holdAccount(flooder)
  const [flood, beside] = await Promise.all([flooder, other].map(one => bindProgram({ ...one, port: narrow.port, windowSize: 100 })))
  const submit = (program: TestProgram | undefined, index: number) =>
    program?.submit(submitSm({ ...ucs2(code), destination: `192000019${String(index).padStart(2, '0')}` })).then(({ status }) => status)
  const flooding = Array.from({ length: 8 }, (_, index) => submit(flood, index))
  expect((await Promise.all(flooding.slice(2))).every(status => status === 0x58)).toBe(true)
  await release()
  expect(await Promise.all(flooding.slice(0, 2))).toEqual([0, 0])
  expect(await submit(beside, 50)).toBe(0)
  await Promise.all([flood?.connection.unbind(), beside?.connection.unbind()])
  await narrow.close()
})

test('a wrong password and an unknown system id are refused alike, and after some failures every bind is refused', async () => {
  const guarded = await startSmpp(database, { maxFailures: 3 })
  const customer = await createSmppCustomer(database)
  const enter = (systemId: string, password: string) =>
    bindProgram({ port: guarded.port, systemId, password }).then(
      program => program.connection.unbind().then(() => 0),
      (error: unknown) => (error as BindError).status,
    )
  expect(await enter(customer.systemId, 'wrong')).toBe(statuses.invalidPassword)
  expect(await enter('nobody', customer.password)).toBe(statuses.invalidPassword)
  expect(await enter(customer.systemId, customer.password)).toBe(0)
  for (let tries = 0; tries < 3; tries++) expect(await enter(customer.systemId, 'wrong')).toBe(statuses.invalidPassword)
  expect(await enter(customer.systemId, customer.password)).toBe(statuses.bindFailed)
  await guarded.close()
  const notes = await asAccount(database.db, customer.account, tx =>
    tx.selectFrom('requestLog').select(['action', 'code', 'ingress', 'address']).where('accountId', '=', customer.account).execute(),
  )
  expect(notes).toContainEqual({ action: 'bind_transceiver', code: '0x0000000e invalidPassword', ingress: 'smpp', address: '127.0.0.1' })
  expect(notes).toContainEqual({ action: 'bind_transceiver', code: 'ok', ingress: 'smpp', address: '127.0.0.1' })
})

test('an address outside of the allowlist, a disabled account and one session too many are refused', async () => {
  const customer = await createSmppCustomer(database)
  const set = (settings: unknown) =>
    asAccount(database.db, customer.account, tx =>
      tx
        .updateTable('app')
        .set({ settings: JSON.stringify(settings) })
        .where('accountId', '=', customer.account)
        .where('appId', '=', customer.appId)
        .execute(),
    )
  const ingresses = { smpp: true }
  await set({ ingresses, allowlist: { mode: 'on', lines: ['10.0.0.0/8'] } })
  await expect(bind(customer)).rejects.toMatchObject({ status: statuses.bindFailed })
  await set({ ingresses, allowlist: { mode: 'on', lines: ['127.0.0.0/8'] } })
  await database.platformDb.updateTable('esmeAccount').set({ sessionLimit: 2 }).where('loginName', '=', customer.systemId).execute()
  const programs = [await bind(customer), await bind(customer)]
  await expect(bind(customer)).rejects.toMatchObject({ status: statuses.bindFailed })
  await firstOrThrow(programs).connection.unbind()
  await until(
    async () =>
      (await liveSessions(database.platformDb, customer.account, { appId: customer.appId, protocol: 'smpp', now: new Date() })).length ===
      1,
  )
  programs.push(await bind(customer))
  await asAccount(database.db, customer.account, tx =>
    setEsmeIngress(tx, customer.account, { appId: customer.appId, protocol: 'smpp', isOpen: false }),
  )
  await Promise.all(programs.slice(1).map(program => program.ended))
  await expect(bind(customer)).rejects.toMatchObject({ status: statuses.bindFailed })
})

test('a new password ends the sessions of the old one', async () => {
  const customer = await createSmppCustomer(database)
  const program = await bind(customer)
  const { password } = await asAccount(database.db, customer.account, tx =>
    resetEsmePassword(tx, customer.account, { appId: customer.appId, protocol: 'smpp', secret: smppSecret, now: new Date() }),
  )
  await program.ended
  await expect(bind(customer)).rejects.toMatchObject({ status: statuses.invalidPassword })
  await (await bind({ ...customer, password })).connection.unbind()
})

test('a stop waits for no silent program, and what it left unanswered is delivered again', async () => {
  const stopped = await startSmpp(database, { stopLimitMs: 50 })
  const customer = await createSmppCustomer(database)
  const silent = await bindProgram({ ...customer, port: stopped.port }, () => null)
  const { messageId } = await silent.submit(submitSm({ ...ucs2(code), destination: '19200001900', registeredDelivery: 1 }))
  await settle(database, customer, [{ messageId: uuidOf(messageId), state: 'delivered', reason: 'DELIVRD', at: new Date() }])
  await until(() => silent.delivered.length === 1)
  await stopped.close()
  const program = await bind(customer)
  await until(() => program.delivered.length === 1)
  expect(parseReceipt(firstOrThrow(program.delivered))).toMatchObject({ messageId })
  await program.connection.unbind()
})

test('a stop waits for requests of a program that has disconnected', async () => {
  const stopped = await startSmpp(database)
  const customer = await createSmppCustomer(database)
  const program = await bindProgram({ ...customer, port: stopped.port })
  const release = await holdAccount(customer)
  const { socket } = program.connection
  const writtenBytes = socket.bytesWritten
  program.submit(submitSm({ ...ucs2(code), destination: '19200001799' })).catch(() => undefined)
  await until(() => socket.bytesWritten > writtenBytes)
  socket.end()
  await until(
    async () =>
      (
        await asAccount(database.db, customer.account, tx =>
          liveSessions(tx, customer.account, { appId: customer.appId, protocol: 'smpp', now: new Date() }),
        )
      ).length === 0,
  )
  setTimeout(release, 200)
  await stopped.close()
  expect(await messagesOf(database, customer)).toHaveLength(1)
})

test('requests before the bind, or in the wrong direction, are refused', async () => {
  const customer = await createSmppCustomer(database)
  const receiver = await bind(customer, { bind: 'bind_receiver' })
  expect(await receiver.submit(submitSm({ ...ucs2(code), destination: '19200001800' }))).toMatchObject({
    status: statuses.invalidBindState,
  })
  await receiver.connection.unbind()
})

test('a connection that never binds is closed', async () => {
  const strict = await startSmpp(database, { loginLimitMs: 100 })
  const mute = connect(strict.port, '127.0.0.1')
  mute.resume()
  await new Promise(resolve => mute.once('close', resolve))
  await strict.close()
})

test('a silent peer gets an enquire_link, then is disconnected, and its session ends', async () => {
  const strict = await startSmpp(database, { keepaliveIntervalMs: 100, answerTimeoutMs: 2_000 })
  const customer = await createSmppCustomer(database)
  const program = await bindProgram({ ...customer, port: strict.port })
  const live = () => liveSessions(database.platformDb, customer.account, { appId: customer.appId, protocol: 'smpp', now: new Date() })
  expect(await live()).toMatchObject([{ kind: 'transceiver', address: '127.0.0.1' }])
  // Half open: nothing is read and so nothing answered, but the connection stays open.
  program.connection.socket.pause()
  await until(async () => (await live()).length === 0)
  program.connection.destroy('over')
  await strict.close()
})
