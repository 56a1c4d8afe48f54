import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Role, StaffRole } from '#contract/identity/permission.ts'
import { asAccount } from '#db/connect.ts'
import { claimPrivateFiles, releasePrivateFiles, removeLoosePrivateFiles } from '#domain/documents/private-file.ts'
import { Files } from '#domain/platform/files.ts'
import { type App, createApp } from '#http/server/app.ts'
import { readSession } from '#http/server/sessions.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { uuidOf } from '#test/support/answer.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { pictureOf } from '#test/support/picture.ts'
import { createSessionCookie } from '#test/support/session.ts'
import { encodeId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { servePrivateFileRoutes, serveStaffFileRoutes } from './private-file.ts'

const pdf = Buffer.from('%PDF-1.7\n1 0 obj << >> endobj\n%%EOF\n')
const staffId = '00000000-0000-7000-8000-00000000f001'
const proven = { sessionId: '00000000-0000-7000-8000-00000000f002', hasTotp: true, mustChangePassword: false }
let database: TestDatabase
let app: App
let staffApp: App
let folder: string
let files: Files
let owner: TestAccount
let cookie: string
let strangerCookie: string
let staffRole: StaffRole | null = 'reviewer'
let picture: Buffer

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-private-'))
  files = new Files(folder, 'x'.repeat(32))
  picture = await pictureOf(['营业执照'])
  const now = () => new Date()
  app = await createApp({ forBrowsers: true })
  servePrivateFileRoutes(app, { db: database.db, now, readSession }, files)
  staffApp = await createApp({ forBrowsers: true })
  const readStaffSession = async () => staffRole && { ...proven, staffId, name: '王审核', login: 'reviewer', role: staffRole }
  serveStaffFileRoutes(staffApp, { db: database.platformDb, now, readStaffSession }, files)
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

const upload = async (bytes: Buffer, { as = cookie, purpose = 'attestation', name = '../营业执照.jpg' } = {}) => {
  const headers = { cookie: as, 'content-type': 'application/octet-stream', 'x-file-name': encodeURIComponent(name) }
  const answer = await app.inject({ method: 'POST', url: `/api/private-files?purpose=${purpose}`, headers, payload: bytes })
  return {
    status: answer.statusCode,
    body: z.record(z.string(), z.any()).parse(answer.json()),
  }
}
const read = (fileId: string, as = cookie) => app.inject({ url: `/api/private-files/file?fileId=${fileId}`, headers: { cookie: as } })
const readAsStaff = (fileId: string, size = 'whole') =>
  staffApp.inject({
    url: `/api/admin/private-files/file?accountId=${encodeId('account', owner.account)}&fileId=${fileId}&size=${size}`,
    headers: { 'user-agent': 'test' },
  })
const inOwner = <T>(work: Parameters<typeof asAccount<T>>[2]) => asAccount(database.db, owner.account, work)
const beRole = (role: Role) =>
  inOwner(tx =>
    tx.updateTable('member').set({ role }).where('accountId', '=', owner.account).where('memberId', '=', owner.memberId).execute(),
  )

test('a document is uploaded and returned to permitted members of the account, re-encoded, with its detected type', async () => {
  const sent = await upload(picture)
  expect(sent).toMatchObject({ status: 200, body: { kind: 'jpg', fileName: '营业执照.jpg' } })
  const { fileId } = sent.body
  const mine = await read(fileId)
  expect(mine.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  expect(mine.headers['content-security-policy']).toMatch(/sandbox$/)
  expect(await sharp(mine.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1000, height: 700 })
  // The file on disk is encrypted, so a stolen disk reveals no picture.
  const onDisk = await readFile(path.join(folder, owner.account, uuidOf('file', fileId)))
  expect(onDisk.includes(mine.rawPayload.subarray(0, 200))).toBe(false)
  expect((await read(fileId, strangerCookie)).statusCode).toBe(404)
  expect((await read(fileId, '')).statusCode).toBe(401)
  // Permission to see the account does not include identity documents.
  await beRole('viewer')
  expect([(await read(fileId)).statusCode, (await upload(picture)).status]).toEqual([403, 403])
  await beRole('finance')
  expect((await upload(pdf, { purpose: 'bank-slip' })).status).toBe(200)
  await beRole('owner')
})

test('refused files leave nothing behind; documents that only staff upload are refused to members', async () => {
  const before = await readdir(path.join(folder, owner.account))
  expect((await upload(Buffer.from('<html>'))).body.error.code).toBe('private_file_kind')
  expect((await upload(Buffer.alloc(11 * 1024 * 1024))).body.error.code).toBe('private_file_too_large')
  expect((await upload(pdf, { purpose: 'invoice' })).status).toBe(404)
  expect((await upload(pdf, { purpose: 'anything' })).status).toBe(422)
  expect(await readdir(path.join(folder, owner.account))).toEqual(before)
})

test('staff with the permission see watermarked pictures; opening the original is in their audit log', async () => {
  const { fileId } = (await upload(picture)).body
  const seen = await readAsStaff(fileId)
  expect(seen.headers['content-type']).toBe('image/jpeg')
  const grey = async (bytes: Buffer) => sharp(bytes).resize(200, 140, { fit: 'fill' }).greyscale().raw().toBuffer()
  const [own, marked] = await Promise.all([grey((await read(fileId)).rawPayload), grey(seen.rawPayload)])
  const changedCount = own.filter((value, place) => Math.abs(value - marked[place]!) > 12).length
  expect(changedCount).toBeGreaterThan(own.length / 50)
  const small = await readAsStaff(fileId, 'small')
  expect((await sharp(small.rawPayload).metadata()).width).toBe(480)
  const accesses = () =>
    database.platformDb.selectFrom('staffAuditLog').select(['action', 'object', 'accountId']).where('staffId', '=', staffId).execute()
  const access = { action: 'private-files/look', object: '营业执照.jpg', accountId: owner.account }
  expect(await accesses()).toEqual([access])
  expect((await readAsStaff(fileId)).statusCode).toBe(200)
  expect(await accesses()).toEqual([access])
  staffRole = 'finance'
  expect((await readAsStaff(fileId)).statusCode).toBe(403)
  staffRole = null
  expect((await readAsStaff(fileId)).statusCode).toBe(401)
  staffRole = 'finance'
  const slip = (await upload(pdf, { purpose: 'bank-slip' })).body.fileId
  expect((await readAsStaff(slip)).rawPayload).toEqual(pdf)
  staffRole = 'reviewer'
})

test('an unused file is deleted after a day; a used one stays until it is released', async () => {
  const wire = (await upload(picture)).body.fileId
  const [fileId, now] = [uuidOf('file', wire), new Date()]
  const tomorrow = new Date(now.getTime() + 25 * 3_600_000)
  await expect(inOwner(tx => claimPrivateFiles(tx, owner.account, { purpose: 'invoice-title', fileIds: [fileId], now }))).rejects.toThrow()
  await inOwner(tx => claimPrivateFiles(tx, owner.account, { purpose: 'attestation', fileIds: [fileId, fileId], now }))
  await removeLoosePrivateFiles(database.platformDb, files, tomorrow)
  expect(await readdir(path.join(folder, owner.account))).toEqual([fileId])
  await inOwner(tx => releasePrivateFiles(tx, owner.account, [fileId]))
  await removeLoosePrivateFiles(database.platformDb, files, now)
  expect((await read(wire)).statusCode).toBe(200)
  await removeLoosePrivateFiles(database.platformDb, files, tomorrow)
  expect((await read(wire)).statusCode).toBe(404)
  expect(await readdir(path.join(folder, owner.account))).toEqual([])
})

test('an account can have only a limited number of unused files', async () => {
  for (let count = 0; count < limits.unattachedPrivateFiles; count += 1) expect((await upload(pdf)).status).toBe(200)
  expect((await upload(pdf)).body.error.code).toBe('too_many')
})
