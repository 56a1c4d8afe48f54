import { afterAll, beforeAll, expect, test } from 'vitest'
import { broadcastCalls } from '#contract/broadcast/broadcast.ts'
import { broadcastShareCalls } from '#contract/broadcast/broadcast-share.ts'
import { asAccount } from '#db/connect.ts'
import { createAccount } from '#domain/identity/account.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import { recharge } from '#domain/ledger/credit.ts'
import { Files } from '#domain/platform/files.ts'
import { hashPassword } from '#domain/platform/password.ts'
import type { App } from '#http/server/app.ts'
import { createCustomerApp } from '#http/server/customer.ts'
import { parseAnswer } from '#test/support/answer.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { encodeId, newAccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'

const account = newAccountId()
const [signatureId, templateId, uploadId] = [newId(), newId(), newId()]
/** Files on a disk whose free space the test sets. */
class Disk extends Files {
  free = 100 * 1024 ** 3

  override freeBytes(): Promise<number> {
    return Promise.resolve(this.free)
  }
}
const files = new Disk('/dev/null/files')
const database = prepareTestDatabase()
let app: App
let base: string
let cookie = ''

const ask = async (path: string, body?: unknown, key?: string) => {
  const headers = { 'content-type': 'application/json', cookie, ...(key ? { 'idempotency-key': key } : {}) }
  const answer = await fetch(base + path, { method: body ? 'POST' : 'GET', headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  return { status: answer.status, setCookie: answer.headers.get('set-cookie'), body: (await answer.json()) as unknown }
}

beforeAll(async () => {
  app = await createCustomerApp({ db: database.db, secret: 'a secret of at least thirty-two characters', now: () => new Date(), files })
  base = await app.listen({ host: '127.0.0.1', port: 0 })
  const passwordHash = await hashPassword('Hongyan2026')
  const ids = { accountId: account, signatureId }
  await asAccount(database.db, account, async tx => {
    await createAccount(tx, { account, name: '山间茶舍', phone: '19200000019', memberName: '李四', passwordHash, now: new Date() })
    await tx.updateTable('account').set({ attestedAt: new Date(), attestedName: '山间茶舍' }).where('accountId', '=', account).execute()
    await recharge(tx, account, { transferId: newId(), amountHao: 1_000_000 })
    await tx
      .insertInto('signature')
      .values({ ...ids, text: '山间茶舍', kind: 'company', purpose: 'own', state: 'approved', extension: '100009' })
      .execute()
    await tx
      .insertInto('template')
      .values({
        accountId: account,
        templateId,
        code: 'SMS_1',
        name: '到货',
        kind: 'transactional',
        text: '新茶已到店',
        variables: '[]',
        state: 'approved',
      })
      .execute()
    await tx
      .insertInto('upload')
      .values({
        accountId: account,
        uploadId,
        fileName: 'numbers.csv',
        byteCount: 1,
        state: 'ready',
        mapping: JSON.stringify({ signatureId, templateId }),
        report: JSON.stringify({ segments: { 1: 100 } }),
      })
      .execute()
  })
  const signedIn = await ask('/api/sign-in', { login: '19200000019', password: 'Hongyan2026' })
  cookie = firstOrThrow(signedIn.setCookie!.split(';'))
})
afterAll(() => app.close())

const upload = encodeId('upload', uploadId)
const moneyHeld = async () => (await asAccount(database.db, account, tx => balancesOf(tx, account))).heldHao

test('the preview says what a person may still send today', async () => {
  const roomAs = async (attestedAs: 'person' | 'company') => {
    await asAccount(database.db, account, tx => tx.updateTable('account').set({ attestedAs }).where('accountId', '=', account).execute())
    return parseAnswer(broadcastCalls.preview, (await ask('/api/broadcasts/preview', { uploadId: upload })).body).dailyRoom
  }
  const { personDailySegments: limit } = limits
  expect([await roomAs('person'), await roomAs('company')]).toEqual([{ limit, left: limit }, null])
})

test('a broadcast shows its cost, fifty clicks with one key send once at that cost, recalled and canceled it refunds all', async () => {
  const preview = await ask('/api/broadcasts/preview', { uploadId: upload })
  const cost = parseAnswer(broadcastCalls.preview, preview.body)
  expect(cost).toMatchObject({ recipientCount: 100, segmentCount: 100, amountHao: 45_000, missingSegments: 0, needsCode: false })

  const body = { uploadId: upload, name: '新茶', expected: { segmentCount: cost.segmentCount, amountHao: cost.amountHao } }
  files.free = 1024 ** 3
  expect(await ask('/api/broadcasts/send', body, 'with-a-full-disk')).toMatchObject({
    status: 503,
    body: { error: { code: 'storage_full' } },
  })
  expect(await moneyHeld()).toBe(0)
  files.free = 100 * 1024 ** 3
  const sent = await Promise.all(Array.from({ length: 50 }, () => ask('/api/broadcasts/send', body, 'one-key-of-fifty')))
  expect(sent.map(answer => answer.status)).toEqual(Array(50).fill(200))
  expect(new Set(sent.map(answer => JSON.stringify(answer.body))).size).toBe(1)
  expect(await moneyHeld()).toBe(45_000)
  expect(await ask('/api/broadcasts/send', body, 'another-key')).toMatchObject({
    status: 409,
    body: { error: { code: 'upload_already_sent' } },
  })

  const open = parseAnswer(broadcastCalls.list, (await ask('/api/broadcasts?part=open')).body)
  expect(open.rows).toMatchObject([{ name: '新茶', state: 'scheduled', recipientCount: 100 }])
  const recallable = firstOrThrow(open.rows).broadcastId
  const { recallMs } = parseAnswer(broadcastCalls.one, (await ask(`/api/broadcasts/one?broadcastId=${recallable}`)).body)
  expect(recallMs).toBeGreaterThan(0)
  expect(recallMs).toBeLessThanOrEqual(10_000)
  expect(await ask('/api/broadcasts/recall', { broadcastId: recallable })).toMatchObject({ status: 200 })
  expect(await moneyHeld()).toBe(0)
  expect(await ask('/api/broadcasts/recall', { broadcastId: recallable })).toMatchObject({
    status: 409,
    body: { error: { code: 'recall_over' } },
  })

  expect(await ask('/api/broadcasts/send', body, 'after-recall')).toMatchObject({ status: 200 })
  const { broadcastId } = firstOrThrow(parseAnswer(broadcastCalls.list, (await ask('/api/broadcasts?part=open')).body).rows)
  expect(await ask('/api/broadcasts/cancel', { broadcastId })).toMatchObject({
    status: 200,
    body: { canceledCount: 100, voidedSegments: 100 },
  })
  expect(await moneyHeld()).toBe(0)
  expect(await ask('/api/broadcasts/resume', { broadcastId })).toMatchObject({ status: 409, body: { error: { code: 'state_forbids' } } })
  const finished = parseAnswer(broadcastCalls.list, (await ask('/api/broadcasts?part=finished')).body)
  expect(finished.rows).toMatchObject([{ state: 'canceled', counts: { canceled: 100 } }])
})

/** With another first character: the last one of base64 has bits that don't count. */
const altered = (text: string) => (text.startsWith('x') ? 'y' : 'x') + text.slice(1)

test('a shared report is read with its password and nothing else, is limited in guesses, and ends when it is revoked', async () => {
  const { rows } = parseAnswer(broadcastCalls.list, (await ask('/api/broadcasts?part=finished')).body)
  const { broadcastId } = firstOrThrow(rows)
  const made = await ask('/api/broadcasts/shares/create', { broadcastId, password: '雁阵2026年', days: 7 })
  const { shareId, path } = parseAnswer(broadcastShareCalls.create, made.body)
  const token = new URL(path, base).searchParams.get('share') ?? ''
  const stored = await asAccount(database.db, account, tx =>
    tx.selectFrom('broadcastShare').selectAll().where('accountId', '=', account).executeTakeFirstOrThrow(),
  )
  expect(JSON.stringify(stored)).not.toMatch(new RegExp(`雁阵|${token}`))
  const signedIn = cookie
  cookie = ''
  const open = (password: string, by = token) => ask('/api/shared-report/open', { token: by, password })
  const read = (ticket: string) => ask(`/api/shared-report?ticket=${encodeURIComponent(ticket)}`)
  expect(await open('雁阵2026')).toMatchObject({ status: 403, body: { error: { code: 'share_password_wrong' } } })
  expect(await open('雁阵2026年', altered(token))).toMatchObject({ status: 404, body: { error: { code: 'share_ended' } } })
  const { ticket } = parseAnswer(broadcastShareCalls.open, (await open('雁阵2026年')).body)
  const report = await read(ticket)
  expect(parseAnswer(broadcastShareCalls.report, report.body)).toMatchObject({ accountName: '山间茶舍', one: { name: '新茶' } })
  expect(JSON.stringify(report.body)).not.toMatch(/upl_|brd_|mbr_|李四|1\d{2}\*{4}/)
  expect(await read(altered(ticket))).toMatchObject({ status: 404 })
  expect(await ask(`/api/broadcasts/one?broadcastId=${broadcastId}`)).toMatchObject({ status: 401 })

  cookie = signedIn
  const listed = await ask(`/api/broadcasts/shares?broadcastId=${broadcastId}`)
  expect(parseAnswer(broadcastShareCalls.list, listed.body).rows).toMatchObject([
    { shareId, memberName: '李四', openedAt: expect.anything() },
  ])
  expect(await ask('/api/broadcasts/shares/revoke', { shareId })).toMatchObject({ status: 200 })
  cookie = ''
  expect(await read(ticket)).toMatchObject({ status: 404, body: { error: { code: 'share_ended' } } })
  expect(await open('雁阵2026年')).toMatchObject({ status: 404 })
  let status = 404
  for (let tries = 0; tries < limits.shareFailuresPerAddress && status === 404; tries += 1) status = (await open('000000')).status
  expect(status).toBe(429)
  cookie = signedIn
  const lines = await asAccount(database.db, account, tx =>
    tx.selectFrom('auditLog').select(['action', 'detail']).where('accountId', '=', account).where('action', 'like', '%shares%').execute(),
  )
  expect(lines.map(line => line.action).sort()).toEqual(['broadcasts/shares/create', 'broadcasts/shares/revoke'])
  expect(JSON.stringify(lines)).not.toContain('雁阵')
})
