import { expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow, lastOrThrow } from '#values/or-throw.ts'
import { listRequests, maskPhones, RequestLog, type RequestRecord } from './request-log.ts'

const startMs = Date.parse('2026-11-02T01:00:00Z')
const database = prepareTestDatabase()

async function createLog() {
  const { account } = await createAccount(database.db)
  const appId = newId()
  const failures: unknown[] = []
  const log = new RequestLog(database.db, error => failures.push(error))
  const note = (place: number, facts: Partial<RequestRecord> = {}) =>
    log.note({
      account,
      appId,
      accessKeyId: 'HYAK1',
      requestId: `request-${place}`,
      ingress: 'rest',
      action: 'POST /openapi/v1/messages',
      httpStatus: 200,
      code: 'ok',
      message: '',
      ip: '203.0.113.9',
      elapsedMs: 2.4,
      at: new Date(startMs + place),
      ...facts,
    })
  const shown = (which: 'all' | 'refused' = 'all') => asAccount(database.db, account, tx => listRequests(tx, account, { appId, which }))
  return { log, note, shown, failures }
}

test('retention: the last hundred requests, and the last hundred refused ones however many came after', async () => {
  const { log, note, shown, failures } = await createLog()
  for (let place = 0; place < 150; place += 1) note(place, { code: 'signature_unknown', httpStatus: 422, message: '签名不存在' })
  await log.flush()
  for (let round = 1; round <= 3; round += 1) {
    for (let place = 0; place < 1_000; place += 1) note(round * 1_000 + place)
    await log.flush()
  }
  const [all, refused] = [await shown(), await shown('refused')]
  expect([all.length, refused.length]).toEqual([limits.loggedRequests, limits.loggedRequests])
  expect([firstOrThrow(all).requestId, lastOrThrow(all).requestId]).toEqual(['request-3999', 'request-3900'])
  expect([firstOrThrow(refused).requestId, lastOrThrow(refused).requestId]).toEqual(['request-149', 'request-50'])
  expect(all[0]).toMatchObject({ isRefused: false, elapsedMs: 2, httpStatus: 200, at: new Date(startMs + 3_999) })
  expect(failures).toEqual([])
})

test('codes of other vendors that mean OK are no refusals, all others are', async () => {
  const { log, note, shown } = await createLog()
  note(1, { ingress: 'alibaba', code: 'OK' })
  note(2, { ingress: 'tencent', code: 'Ok' })
  note(3, { ingress: 'alibaba', code: 'isv.AMOUNT_NOT_ENOUGH' })
  note(4, { ingress: 'smpp', code: 'ok', httpStatus: 0 })
  await log.flush()
  expect((await shown('refused')).map(one => one.code)).toEqual(['isv.AMOUNT_NOT_ENOUGH'])
})

test('phone numbers are stored masked', async () => {
  const { log, note, shown } = await createLog()
  const detail = { stringToSign: 'POST&%2F&PhoneNumbers%3D13912345678%252C%252B8613812345678', fields: { phones: '13712345678有误' } }
  note(1, { message: '手机号“13912345678”有误', code: 'phone_invalid', httpStatus: 422, detail })
  await log.flush()
  expect(JSON.stringify(await shown())).not.toMatch(/1\d{10}/)
  expect(firstOrThrow(await shown()).detail?.stringToSign).toBe('POST&%2F&PhoneNumbers%3D139****5678%252C%252B86138****5678')
})

test.each([
  ['%2213912345678%22', '%22139****5678%22'],
  ['20260102030405', '20260102030405'],
  ['139123456789', '139123456789'],
  ['008613912345678', '0086139****5678'],
])('masking: %s becomes %s', (text, masked) => {
  expect(maskPhones(text)).toBe(masked)
})

test('write failure of one account: is reported, and requests of others are written', async () => {
  const { log, note, shown, failures } = await createLog()
  note(1, { account: 'not-an-id' as never })
  note(2)
  await log.flush()
  expect(new Set(failures.map(String))).toEqual(new Set([expect.stringContaining('not-an-id')]))
  expect((await shown()).map(one => one.requestId)).toEqual(['request-2'])
})
