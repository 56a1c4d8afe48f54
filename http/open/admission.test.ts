import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAccount, openDb } from '#db/connect.ts'
import { seedReference } from '#db/seed/reference.ts'
import { Files } from '#domain/platform/files.ts'
import type { App } from '#http/server/app.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createProgram, openSecret, type Program } from '#test/support/open.ts'
import { rpcClient, tencentClient } from '#test/support/vendor.ts'
import { createOpenApp } from './app.ts'

const now = () => new Date()
let database: TestDatabase
let app: App
let base: string

beforeAll(async () => {
  database = await createTestDatabase()
  await seedReference(database.url, { secret: openSecret, upstream: { host: '127.0.0.1', port: 1 }, now: now() })
  const admission = { maxInFlight: 4, maxInFlightPerApp: 2, maxQueueMs: 50 }
  app = await createOpenApp({ db: database.db, secret: openSecret, now, files: new Files('/dev/null/files'), admission })
  base = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await app?.close()
  await database?.close()
})

const send = (program: Program, at = base) =>
  fetch(`${at}/openapi/v1/messages`, {
    method: 'POST',
    headers: { authorization: program.bearer, 'content-type': 'application/json' },
    body: JSON.stringify({ signature: '云栈', templateCode: 'SMS_2', templateParam: { no: 'A1' }, phones: ['13900000001'] }),
  })

/** Holds a lock on the account's row, so that its sends stay in flight until the test releases it. */
async function stall(program: Program): Promise<() => Promise<void>> {
  const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = asAccount(database.db, program.account, async tx => {
    await tx.selectFrom('account').select('accountId').where('accountId', '=', program.account).forUpdate().execute()
    held.resolve()
    await release.promise
  })
  await held.promise
  return () => {
    release.resolve()
    return holding
  }
}

test('a flood from one app is shed with 503 and Retry-After, while another account is answered', async () => {
  const [flooding, other] = [await createProgram(database.db, { now: now() }), await createProgram(database.db, { now: now() })]
  const release = await stall(flooding)
  const flood = Array.from({ length: 12 }, () => send(flooding))
  expect((await send(other)).status).toBe(200)
  const shed = await Promise.race(flood)
  expect([shed.status, shed.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await shed.json()).toMatchObject({ error: { code: 'busy' } })
  await release()
  const statuses = (await Promise.all(flood)).map(answer => answer.status)
  expect(statuses.filter(status => status === 200)).toHaveLength(2)
  expect(statuses.filter(status => status === 503)).toHaveLength(10)
})

test('load shedding answers vendor requests in the vendor’s error format', async () => {
  const program = await createProgram(database.db, { now: now() })
  const release = await stall(program)
  const inFlight = [send(program), send(program)]
  // Once a third request was shed, both are in flight.
  expect((await send(program)).status).toBe(503)
  await refusesVendors(program, base)
  await release()
  await Promise.all(inFlight)
})

async function refusesVendors(program: Program, at: string): Promise<void> {
  const order = { PhoneNumbers: '13900000001', SignName: '云栈', TemplateCode: 'SMS_2', TemplateParam: '{"no":"A1"}' }
  await expect(rpcClient(at, program).request('SendSms', order)).rejects.toMatchObject({ code: 'ServiceUnavailable' })
  const { number: SmsSdkAppId } = await asAccount(database.db, program.account, tx =>
    tx.selectFrom('app').select('number').where('accountId', '=', program.account).executeTakeFirstOrThrow(),
  )
  const message = { PhoneNumberSet: ['13900000001'], SmsSdkAppId, SignName: '云栈', TemplateId: 'SMS_2', TemplateParamSet: ['A1'] }
  await expect(tencentClient(at, program).SendSms(message)).rejects.toMatchObject({ code: 'InternalError' })
}

test('sends that wait for a lock end with each door’s own 503, and another account is served meanwhile', async () => {
  const db = openDb({ url: database.url, role: 'hongyan_app', max: 4, isPipelined: true, statementTimeoutMs: 500 })
  const limited = await createOpenApp({ db, secret: openSecret, now, files: new Files('/dev/null/files') })
  const at = await limited.listen({ host: '127.0.0.1', port: 0 })
  const [locked, other] = [await createProgram(database.db, { now: now() }), await createProgram(database.db, { now: now() })]
  const release = await stall(locked)
  const hanging = Array.from({ length: 5 }, () => send(locked, at))
  expect((await send(other, at)).status).toBe(200)
  for (const answer of await Promise.all(hanging)) {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await answer.json()).toMatchObject({ error: { code: 'database_unavailable' } })
  }
  await refusesVendors(locked, at)
  await release()
  expect((await send(locked, at)).status).toBe(200)
  await limited.close()
  await db.destroy()
})
