import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallAnswerWire } from '#contract/call.ts'
import { signatureCalls } from '#contract/content/signature.ts'
import { asAccount } from '#db/connect.ts'
import { purgeUnattachedProofs } from '#domain/content/proof.ts'
import { Files } from '#domain/platform/files.ts'
import { type App, createApp } from '#http/server/app.ts'
import { serve } from '#http/server/serve.ts'
import { readSession } from '#http/server/sessions.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { readAnswer } from '#test/support/answer.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createSessionCookie } from '#test/support/session.ts'
import { encodeId } from '#values/id.ts'
import { serveProofRoutes, serveStaffProofRoutes } from './proof.ts'
import { signatureHandlers } from './signature.ts'

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100)])
const pdf = Buffer.from('%PDF-1.7 授权委托书')
const proven = { sessionId: '00000000-0000-7000-8000-00000000f002', hasTotp: true, mustChangePassword: false }
let database: TestDatabase
let app: App
let staffApp: App
let base: string
let folder: string
let files: Files
let owner: TestAccount
let cookie: string
let strangerCookie: string
let staffRole: 'reviewer' | 'finance' | null = 'reviewer'

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-proof-'))
  files = new Files(folder, 'x'.repeat(32))
  app = await createApp({ forBrowsers: true })
  const services = { db: database.db, now: () => new Date(), readSession }
  serve(app, services, signatureHandlers)
  serveProofRoutes(app, services, files)
  base = await app.listen({ host: '127.0.0.1', port: 0 })
  staffApp = await createApp({ forBrowsers: true })
  const readStaffSession = async () =>
    staffRole && { ...proven, staffId: crypto.randomUUID(), name: '审核员', login: 'reviewer', role: staffRole }
  serveStaffProofRoutes(staffApp, { db: database.platformDb, now: () => new Date(), readStaffSession }, files)
  owner = await createAccount(database.db)
  cookie = await createSessionCookie(database.db, owner.account, owner.memberId)
  const stranger = await createAccount(database.db)
  strangerCookie = await createSessionCookie(database.db, stranger.account, stranger.memberId)
})
afterAll(async () => {
  await app?.close()
  await staffApp?.close()
  await database?.close()
  await rm(folder, { recursive: true, force: true })
})

interface ErrorAnswer {
  error: { code: string }
}
async function upload(bytes: Buffer, name = '授权书.pdf', as = cookie) {
  const headers = { cookie: as, 'content-type': 'application/octet-stream', 'x-file-name': encodeURIComponent(name) }
  const answer = await fetch(`${base}/api/proofs`, { method: 'POST', headers, body: new Uint8Array(bytes) })
  return { status: answer.status, body: (await answer.json()) as { proofId: string; mediaType: string; fileName: string } & ErrorAnswer }
}
async function post<Answer>(at: string, body: object, as = cookie) {
  const headers = { cookie: as, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
  const answer = await fetch(base + at, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: answer.status, body: (await answer.json()) as Answer & ErrorAnswer }
}
const uses = ['trademark', 'licence', 'authorization'] as const
const signature = (text: string, proofIds: string[], isSubmitted = true) => ({
  text,
  kind: 'trademark',
  purpose: 'other',
  remark: '',
  authorizedUntil: '2099-12-31',
  proofs: proofIds.map((proofId, index) => ({ proofId, use: uses[index] ?? 'other' })),
  isSubmitted,
})
const filesKept = async () => (await readdir(path.join(folder, owner.account))).length

test('a signature of another name needs a proof, which is returned unchanged to the account and to reviewers alone', async () => {
  expect((await post('/api/signatures/create', signature('山间茶舍', []))).body.error.code).toBe('proof_missing')
  const proof = await upload(pdf, '../山间茶舍 授权书.pdf')
  expect(proof).toMatchObject({ status: 200, body: { mediaType: 'application/pdf', fileName: '山间茶舍 授权书.pdf' } })
  const { proofId } = proof.body
  const others = [(await upload(png)).body.proofId, (await upload(png)).body.proofId]
  const made = await post<CallAnswerWire<typeof signatureCalls.create>>(
    '/api/signatures/create',
    signature('山间茶舍', [proofId, ...others]),
  )
  expect(made.body).toMatchObject({ state: 'reviewing' })
  const read = (as: string) => fetch(`${base}/api/proofs/file?proofId=${proofId}`, { headers: { cookie: as } })
  const mine = await read(cookie)
  expect(Buffer.from(await mine.arrayBuffer())).toEqual(pdf)
  expect(mine.headers.get('content-type')).toBe('application/pdf')
  expect(mine.headers.get('x-content-type-options')).toBe('nosniff')
  expect((await read(strangerCookie)).status).toBe(404)
  expect((await read('')).status).toBe(401)
  const url = `/api/admin/proofs/file?accountId=${encodeId('account', owner.account)}&proofId=${proofId}`
  const statusAs = async (role: typeof staffRole) => {
    staffRole = role
    return (await staffApp.inject({ url })).statusCode
  }
  expect([await statusAs('reviewer'), await statusAs('finance'), await statusAs(null)]).toEqual([200, 403, 401])
  // The staff audit log records who looked.
  const accesses = await database.platformDb
    .selectFrom('staffAuditLog')
    .select(['accountId', 'object'])
    .where('action', '=', 'proofs/look')
    .execute()
  expect(accesses).toEqual([{ accountId: owner.account, object: '山间茶舍 授权书.pdf' }])
})

test('a proof’s type is detected from its bytes; one too many is refused; nothing of a refused file is saved', async () => {
  const before = await filesKept()
  const codeOf = async (bytes: Buffer, name: string) => (await upload(bytes, name)).body.error.code
  expect(await codeOf(Buffer.from('<html><script>alert(1)</script>'), 'a.png')).toBe('proof_kind_unknown')
  expect(await codeOf(Buffer.alloc(0), 'a.png')).toBe('file_empty')
  expect(await codeOf(Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024)]), 'a.png')).toBe('file_too_large')
  expect(await filesKept()).toBe(before)
})

test('proofs change with the draft; proofs of other accounts or signatures are not found', async () => {
  const [one, two] = [(await upload(png)).body.proofId, (await upload(pdf)).body.proofId]
  const made = await post<CallAnswerWire<typeof signatureCalls.create>>('/api/signatures/create', signature('海边咖啡', [one], false))
  const { signatureId } = made.body
  const edit = (proofIds: string[]) => post('/api/signatures/edit', { ...signature('海边咖啡', proofIds, false), signatureId })
  const proofs = async () => {
    const answer = await fetch(`${base}/api/signatures/one?signatureId=${signatureId}`, { headers: { cookie } })
    return (await readAnswer(signatureCalls.one, answer)).proofs.map(proof => proof.proofId)
  }
  expect((await edit([two])).status).toBe(200)
  expect(await proofs()).toEqual([two])
  const foreign = (await upload(png, 'a.png', strangerCookie)).body.proofId
  expect((await edit([two, foreign])).body.error.code).toBe('not_found')
  expect((await post('/api/signatures/create', signature('另一个', [two], false))).body.error.code).toBe('not_found')
  expect(await proofs()).toEqual([two])
})

test('a proof that was picked and never saved is deleted after a day, with its file', async () => {
  const { proofId } = (await upload(png)).body
  const before = await filesKept()
  await purgeUnattachedProofs(database.platformDb, files, new Date())
  expect(await filesKept()).toBe(before)
  const loose = () =>
    asAccount(database.db, owner.account, tx =>
      tx.selectFrom('proof').select('proofId').where('accountId', '=', owner.account).where('signatureId', 'is', null).execute(),
    )
  const looseCount = (await loose()).length
  await purgeUnattachedProofs(database.platformDb, files, new Date(Date.now() + 25 * 3_600_000))
  expect(await loose()).toEqual([])
  expect(await filesKept()).toBe(before - looseCount)
  expect((await fetch(`${base}/api/proofs/file?proofId=${proofId}`, { headers: { cookie } })).status).toBe(404)
})
