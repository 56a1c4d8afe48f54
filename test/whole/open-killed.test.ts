import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Engine, Program, seeded, startEngine } from '#test/support/engine.ts'
import { createSender, type Sending } from '#test/support/sending.ts'
import { newId } from '#values/id.ts'

const isLong = process.env.HONGYAN_PROOF === 'long'
const requestCount = isLong ? 20_000 : 400
const killCount = isLong ? 20 : 3
const clientCount = 16
const accessKeyId = 'HYTEST0000000001'
const accessKeySecret = 'a-secret-of-a-key-0123456789'

let database: TestDatabase
let engine: Engine
let sender: Sending
let http: Program
let folder: string
let url: string

const startHttp = async () => {
  const { openapi } = await http.start()
  url = `${openapi}/openapi/v1/messages`
}

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-open-'))
  sender = await createSender(database.db, { segmentCount: requestCount * 4 })
  const { account } = sender
  await database.platformDb.insertInto('number_segment').values({ prefix: '192', operator: 'broadnet' }).execute()
  await database.platformDb
    .insertInto('template')
    .values({
      account_id: account,
      template_id: newId(),
      code: 'SMS_1',
      name: '取件',
      kind: 'notice',
      text: '您的包裹已到',
      variables: '[]',
      state: 'approved',
    })
    .execute()
  const appId = newId()
  await database.platformDb.insertInto('app').values({ account_id: account, app_id: appId, name: '订单系统' }).execute()
  const secretHash = createHash('sha256').update(accessKeySecret).digest()
  await database.platformDb
    .insertInto('access_key')
    .values({ access_key_id: accessKeyId, account_id: account, app_id: appId, secret_hash: secretHash })
    .execute()
  engine = await startEngine({ url: database.url, db: database.platformDb, windowSize: 100 })
  const ports = { PORT: '0', OPERATOR_PORT: '0', OPENAPI_PORT: '0' }
  http = new Program('http', { DATABASE_URL: database.url, HONGYAN_SECRET: 'x'.repeat(40), DATA_DIR: folder, ...ports })
  await startHttp()
}, 120_000)
afterAll(async () => {
  await http?.stop()
  await engine?.close()
  await database?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

/** None that the simulated carrier treats in a way of its own (they end in 0001 to 0012). */
const phoneOf = (index: number) => `192${2000 + Math.floor(index / 9000)}${String(100 + (index % 9000)).padStart(4, '0')}`

/** Asks until there is an answer, always under the same key, as a careful program does. Gives how many tries it took. */
async function send(index: number): Promise<number> {
  const body = JSON.stringify({
    signature: '鸿雁',
    templateCode: 'SMS_1',
    phones: [phoneOf(index)],
    customId: `order-${index}`,
  })
  const headers = {
    authorization: `Bearer ${accessKeyId}:${accessKeySecret}`,
    'content-type': 'application/json',
    'idempotency-key': `order-${index}-notice`,
  }
  for (let tries = 1; ; tries++) {
    const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => null)
    if (answer?.status === 200) {
      const { messages } = (await answer.json()) as { messages: { messageId?: string }[] }
      expect(messages[0]?.messageId).toBeDefined()
      return tries
    }
    if (answer) expect(answer.status).toBeGreaterThanOrEqual(500)
    await pause(20)
  }
}

test('programs that ask again under their key are served once each, however often the door is killed', async () => {
  const random = seeded(20261121)
  let next = 0
  let triedAgain = 0
  const client = async () => {
    while (next < requestCount) if ((await send(next++)) > 1) triedAgain += 1
  }
  const clients = Array.from({ length: clientCount }, client)
  for (let kill = 1; kill <= killCount; kill++) {
    while (next < (requestCount * kill) / (killCount + 1)) await pause(5)
    await pause(random() * 30)
    await http.kill()
    await startHttp()
  }
  await Promise.all(clients)

  const { account } = sender
  const messagesOf = () =>
    asAccount(database.db, account, tx =>
      tx.selectFrom('message').select(['custom_id', 'state']).where('account_id', '=', account).execute(),
    )
  while ((await messagesOf()).some(message => message.state !== 'delivered')) await pause(100)
  const customIds = (await messagesOf()).map(message => message.custom_id)
  const seen = (await engine.trace()).map(([phone]) => phone)
  console.log(
    `${requestCount} requests, ${killCount} kills, ${triedAgain} tried again: messages ${customIds.length}, at the carrier ${seen.length}`,
  )
  expect(triedAgain).toBeGreaterThan(0)
  expect(new Set(customIds).size).toBe(requestCount)
  expect(customIds.length).toBe(requestCount)
  expect(new Set(seen).size).toBe(requestCount)
  expect(seen.length).toBe(requestCount)
  expect(await asAccount(database.db, account, tx => verifyLedger(tx, account))).toEqual([])
})
