import { afterAll, beforeAll, expect, test } from 'vitest'
import { Refusal } from '#contract/refusals.ts'
import { asAccount } from '#db/connect.ts'
import { createApp } from '#domain/apps/app.ts'
import { createSender as createRequestSender, type Sender } from '#domain/messages/sender.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Engine, startEngine } from '#test/support/engine.ts'
import { acceptPhones, createSender, type Sending } from '#test/support/sending.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { isLong } from './load.ts'

/** The carrier's rate keeps the channel busy for a while with a broadcast. */
const ratePerSecond = 200
const bulkCount = isLong ? 20_000 : 3_000
const chunkCount = 500
const codeCount = isLong ? 100 : 10

let database: TestDatabase
let engine: Engine
let requests: Sender
let busy: Sending & { appId: string }
let other: Sending & { appId: string }

/** Numbers that the simulated carrier treats normally (those that end in 0001 to 0012 are special). */
const phoneOf = (index: number) => `192${2000 + Math.floor(index / 9000)}${String(100 + (index % 9000)).padStart(4, '0')}`

async function createPrograms(): Promise<Sending & { appId: string }> {
  const sender = await createSender(database.db, { segmentCount: bulkCount * 2 })
  const { account } = sender
  const { appId } = await asAccount(database.db, account, async tx => {
    const text = { code: 'SMS_1', name: '验证码', kind: 'otp', text: '验证码${code}', state: 'approved' }
    const variables = JSON.stringify([{ name: 'code', kind: 'code', maxLength: 6 }])
    await tx
      .insertInto('template')
      .values({ ...text, variables, accountId: account, templateId: newId() })
      .execute()
    return createApp(tx, account, { name: '登录', kind: 'production', memberId: null, now: new Date() })
  })
  return { ...sender, appId }
}

beforeAll(async () => {
  database = await createTestDatabase()
  await database.platformDb.insertInto('numberSegment').values({ prefix: '192', carrier: 'broadnet' }).execute()
  await database.platformDb
    .insertInto('unitPrice')
    .values(['otp', 'transactional', 'marketing'].map(kind => ({ kind, unitPriceHao: 500, startsAt: new Date(0) })))
    .execute()
  busy = await createPrograms()
  other = await createPrograms()
  engine = await startEngine({ url: database.url, db: database.platformDb, windowSize: 20, ratePerSecond })
  requests = createRequestSender(database.db, () => new Date())
}, 120_000)
afterAll(async () => {
  await engine?.close()
  await database?.close()
})

/** Requests a code and returns the length of the carrier's record when it was accepted. */
async function sendCode({ account, appId }: typeof busy, phone: string): Promise<number> {
  const request = {
    caller: { appId, settings: { isRepeatGuarded: false } },
    ingress: 'rest' as const,
    templateCode: 'SMS_1',
    recipients: [{ phone, signature: '鸿雁', parameters: { code: '123456' } }],
  }
  const result = await requests.submit(account, { requestId: newId(), key: null, request })
  if (result instanceof Refusal || 'refusal' in firstOrThrow(result.phones)) throw new Error('a code was refused')
  return (await engine.trace()).length
}

test('while a broadcast fills the channel, codes of any account are sent within a second’s worth of its messages', async () => {
  const bulk = Array.from({ length: bulkCount }, (_, index) => phoneOf(index))
  const chunkOf = (from: number) => acceptPhones(database.db, busy, bulk.slice(from, from + chunkCount), { kind: 'marketing' })
  for (let from = 0; from < bulkCount / 2; from += chunkCount) await chunkOf(from)
  // The other half is written while codes are requested, like a broadcast's messages.
  const writing = (async () => {
    for (let from = bulkCount / 2; from < bulkCount; from += chunkCount) await chunkOf(from)
  })()
  while ((await engine.trace()).length === 0);
  const acceptedAt = new Map<string, number>()
  for (let index = 0; index < codeCount; index++) {
    const phone = phoneOf(bulkCount + index)
    acceptedAt.set(phone, await sendCode(index % 2 === 0 ? busy : other, phone))
  }
  await writing
  const arrived = async () => (await engine.trace()).filter(([phone]) => acceptedAt.has(phone!)).length
  while ((await arrived()) < codeCount);
  const seen = (await engine.trace()).map(([phone = '']) => phone)
  const overtakenBy = [...acceptedAt].map(([phone, place]) => seen.indexOf(phone) - place)
  console.log(`codes waited for so many messages of the broadcast: ${overtakenBy.join(', ')}`)
  // Otherwise the test proves nothing: the broadcast must still run when the last code arrives.
  expect(seen.length).toBeLessThan(bulkCount + codeCount)
  expect(Math.max(...overtakenBy)).toBeLessThan(ratePerSecond)
}, 180_000)
