import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import type { CallAnswerWire } from '#contract/call.ts'
import type { uploadCalls } from '#contract/recipients/upload.ts'
import { asAccount } from '#db/connect.ts'
import { createAccount } from '#domain/identity/account.ts'
import { Files } from '#domain/platform/files.ts'
import { hashPassword } from '#domain/platform/password.ts'
import type { App } from '#http/server/app.ts'
import { createCustomerApp } from '#http/server/customer.ts'
import { createAccount as createTestAccount } from '#test/support/account.ts'
import { uuidOf } from '#test/support/answer.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { createSessionCookie } from '#test/support/session.ts'
import { type AccountId, encodeId, newAccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow, getOrThrow } from '#values/or-throw.ts'

type Upload = CallAnswerWire<typeof uploadCalls.one>

const [mine, other] = [newAccountId(), newAccountId()]
const database = prepareTestDatabase()
let folder: string
let app: App
let base: string
const cookies = new Map<AccountId, string>()

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-upload-'))
  app = await createCustomerApp({
    db: database.db,
    secret: 'a secret of at least thirty-two characters',
    files: new Files(folder),
    now: () => new Date(),
  })
  base = await app.listen({ host: '127.0.0.1', port: 0 })
  const passwordHash = await hashPassword('Hongyan2026')
  for (const [account, phone] of [
    [mine, '19200000031'],
    [other, '19200000032'],
  ] as const) {
    await asAccount(database.db, account, tx =>
      createAccount(tx, { account, name: '山间茶舍', phone, memberName: '李四', passwordHash, now: new Date() }),
    )
    const answer = await fetch(`${base}/api/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ login: phone, password: 'Hongyan2026' }),
    })
    cookies.set(account, firstOrThrow(getOrThrow(answer.headers, 'set-cookie').split(';')))
  }
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const upload = async (bytes: BodyInit, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${base}/api/uploads`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', cookie: getOrThrow(cookies, mine), ...headers },
    body: bytes,
  })
  return { status: answer.status, body: (await answer.json()) as Upload & { error: { code: string; message: string } } }
}
const ask = async (address: string, body?: unknown, account = mine) => {
  const headers = { 'content-type': 'application/json', cookie: getOrThrow(cookies, account) }
  const answer = await fetch(base + address, { method: body ? 'POST' : 'GET', headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  return { status: answer.status, body: (await answer.json()) as Upload & { error: { code: string } } }
}
const keptFiles = async () => (await readdir(path.join(folder, mine))).length

test('an uploaded file is stored unchanged, and its columns are returned at once', async () => {
  const { status, body } = await upload('手机号,姓名\n13800138000,张三\n13900139000,李四\n', {
    'x-file-name': encodeURIComponent('../客户/名单.csv'),
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    fileName: '名单.csv',
    state: 'received',
    byteCount: 55,
    report: null,
    shape: {
      format: 'text',
      encoding: 'utf-8',
      delimiter: ',',
      hasHeader: true,
      columns: ['手机号', '姓名'],
      sample: [
        ['13800138000', '张三'],
        ['13900139000', '李四'],
      ],
      phoneColumn: 0,
    },
  })
  expect(await ask(`/api/uploads/one?uploadId=${body.uploadId}`)).toMatchObject({ status: 200, body: { fileName: '名单.csv' } })
})

test('an upload may be much larger than any other request', async () => {
  const bytes = Buffer.from('13800138000\n'.repeat(500_000))
  expect(await upload(bytes)).toMatchObject({ status: 200, body: { byteCount: 6_000_000, fileName: '未命名文件' } })
})

test.each([
  ['file_empty', Buffer.alloc(0)],
  ['file_kind_unknown', Buffer.from('89504e470d0a1a0a0000000d', 'hex')],
  ['file_too_many_columns', Buffer.from(`13800138000${',1'.repeat(1000)}\n`)],
  ['file_line_too_long', Buffer.from('1'.repeat(6_000_000))],
])('%s is refused with its own error and leaves no file', async (code, bytes) => {
  const before = await keptFiles()
  expect(await upload(bytes)).toMatchObject({ status: 422, body: { error: { code } } })
  expect(await keptFiles()).toBe(before)
})

test('a file beyond the limit is refused by its length before it is read', async () => {
  const answer = await fetch(`${base}/api/uploads`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', cookie: getOrThrow(cookies, mine) },
    body: Buffer.alloc(limits.uploadBytes + 1),
  })
  expect(await answer.json()).toMatchObject({ error: { code: 'file_too_large', message: '文件超过100MB，请拆分后再上传' } })
})

test('an upload needs a session and the declared content type', async () => {
  expect(await upload('13800138000\n', { cookie: '' })).toMatchObject({ status: 401 })
  expect(await upload('13800138000\n', { 'content-type': 'text/plain' })).toMatchObject({ status: 403 })
  const answer = await fetch(`${base}/api/uploads/paste`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', cookie: getOrThrow(cookies, mine) },
    body: 'abc',
  })
  expect(answer.status).toBe(415)
})

test('an upload is refused without the permission, and rate-limited', async () => {
  const { account, memberId } = await createTestAccount(database.platformDb)
  const cookie = await createSessionCookie(database.platformDb, account, memberId)
  const setRole = (role: string) =>
    database.platformDb.updateTable('member').set({ role }).where('accountId', '=', account).where('memberId', '=', memberId).execute()
  await setRole('viewer')
  expect(await upload('13800138000\n', { cookie })).toMatchObject({ status: 403, body: { error: { code: 'not_allowed' } } })
  await setRole('operations')
  for (let turn = 0; turn < limits.uploadsPerHour; turn += 1)
    expect(await upload('13800138000\n', { cookie })).toMatchObject({ status: 200 })
  expect(await upload('13800138000\n', { cookie })).toMatchObject({ status: 429, body: { error: { code: 'too_many_requests' } } })
})

test('an aborted upload leaves nothing behind', async () => {
  const before = await keptFiles()
  const { hostname, port } = new URL(base)
  const socket = connect(Number(port), hostname)
  socket.write(
    `POST /api/uploads HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${cookies.get(mine)}\r\nContent-Type: application/octet-stream\r\nContent-Length: 1000000\r\n\r\n`,
  )
  socket.write('13800138000\n'.repeat(1000))
  await new Promise(resolve => socket.once('connect', resolve))
  while ((await keptFiles()) === before) await new Promise(resolve => setTimeout(resolve, 10))
  socket.destroy()
  while ((await keptFiles()) !== before) await new Promise(resolve => setTimeout(resolve, 10))
})

test('numbers are whole for the session that uploaded them; for another they are masked, and whole only in a file whose download is logged', async () => {
  const { uploadId } = (await upload('13800138000,张三\n+86 139-0013-9000,李四\n')).body
  const shown = async (cookie: string) => {
    const answer = await fetch(`${base}/api/uploads/one?uploadId=${uploadId}`, { headers: { cookie } })
    return ((await answer.json()) as Upload).shape.sample.map(([phone]) => phone)
  }
  const { memberId } = await database.platformDb
    .selectFrom('member')
    .select('memberId')
    .where('accountId', '=', mine)
    .executeTakeFirstOrThrow()
  const other = await createSessionCookie(database.platformDb, mine, memberId)
  expect(await shown(getOrThrow(cookies, mine))).toEqual(['13800138000', '+86 139-0013-9000'])
  expect(await shown(other)).toEqual(['138****8000', '139****9000'])

  const { refusedFileId: fileId } = await database.platformDb
    .updateTable('upload')
    .set({ state: 'ready' })
    .where('accountId', '=', mine)
    .where('uploadId', '=', uuidOf('upload', uploadId))
    .returning('refusedFileId')
    .executeTakeFirstOrThrow()
  assert.exists(fileId)
  const bytes = Readable.from([
    Buffer.from("\ufeff手机号,姓名,行号\r\n'+86 138-0013-8"),
    Buffer.from('000,张三,1000001\r\n13900139000,李四,2\r\n'),
  ])
  await new Files(folder).put(mine, fileId, bytes, 1000)
  const download = async (cookie: string) =>
    (await fetch(`${base}/api/uploads/refused?uploadId=${uploadId}`, { headers: { cookie } })).text()
  const lines = async () =>
    database.platformDb
      .selectFrom('auditLog')
      .select('action')
      .where('accountId', '=', mine)
      .where('action', '=', 'refused-rows.download')
      .execute()
  const whole = "手机号,姓名,行号\r\n'+86 138-0013-8000,张三,1000001\r\n13900139000,李四,2\r\n"
  expect(await download(getOrThrow(cookies, mine))).toBe(whole)
  expect(await lines()).toHaveLength(0)
  expect(await download(other)).toBe(whole)
  expect(await lines()).toHaveLength(1)
  await database.platformDb
    .updateTable('member')
    .set({ masksNumbers: true })
    .where('accountId', '=', mine)
    .where('memberId', '=', memberId)
    .execute()
  expect(await download(other)).toBe("手机号,姓名,行号\r\n'138****8000,张三,1000001\r\n139****9000,李四,2\r\n")
  expect(await lines()).toHaveLength(1)
})

test('pasted numbers become a small file', async () => {
  expect(await ask('/api/uploads/paste', { text: '13800138000，139 0013 9000 ; 13700137000' })).toMatchObject({
    status: 200,
    body: {
      fileName: '粘贴的号码',
      shape: { hasHeader: false, phoneColumn: 0, sample: [['13800138000'], ['139 0013 9000'], ['13700137000']] },
    },
  })
  expect(await ask('/api/uploads/paste', { text: ' ' })).toMatchObject({ status: 422, body: { error: { code: 'file_empty' } } })
})

describe('uploads of another account', () => {
  test('an upload is not found', async () => {
    const { body } = await upload('13800138000\n')
    for (const [address, input] of [
      [`/api/uploads/one?uploadId=${body.uploadId}`, undefined],
      [`/api/uploads/refused?uploadId=${body.uploadId}`, undefined],
      ['/api/uploads/cancel', { uploadId: body.uploadId }],
    ] as const)
      expect(await ask(address, input, other)).toMatchObject({ status: 404 })
    expect(await ask(`/api/uploads/refused?uploadId=${body.uploadId}`)).toMatchObject({
      status: 409,
      body: { error: { code: 'upload_not_ready' } },
    })
    expect(await ask('/api/uploads/refused?uploadId=abc')).toMatchObject({ status: 404 })
  })
})

describe('columns and variables', () => {
  const [signatureId, templateId] = [newId(), newId()]
  beforeAll(() =>
    asAccount(database.db, mine, async tx => {
      await tx
        .insertInto('signature')
        .values({ accountId: mine, signatureId, text: '山间茶舍', kind: 'company', purpose: 'own', state: 'approved', extension: '100031' })
        .execute()
      await tx
        .insertInto('template')
        .values({
          accountId: mine,
          templateId,
          code: 'SMS_31',
          name: '到货',
          kind: 'transactional',
          text: `\${name}您好，新茶已到店`,
          variables: JSON.stringify([{ name: 'name', kind: 'text', maxLength: 20 }]),
          state: 'approved',
        })
        .execute()
    }),
  )
  const mapping = (uploadId: string) => ({
    uploadId,
    signatureId: encodeId('signature', signatureId),
    templateId: encodeId('template', templateId),
    phoneColumn: 0,
    hasHeader: false,
    variables: { name: { column: 1 } },
  })

  test('columns and variables are set after the upload, and refused where they don’t match', async () => {
    const { uploadId } = (await upload('13800138000,张三\n')).body
    const map = mapping(uploadId)
    expect(await ask('/api/uploads/map', { ...map, variables: {} })).toMatchObject({ body: { error: { code: 'variable_unmapped' } } })
    expect(await ask('/api/uploads/map', { ...map, variables: { name: { column: 2 } } })).toMatchObject({
      body: { error: { code: 'variable_unmapped' } },
    })
    expect(await ask('/api/uploads/map', { ...map, variables: { name: { value: '好'.repeat(21) } } })).toMatchObject({
      body: { error: { code: 'parameter_invalid', fields: { name: '最多20个字符' } } },
    })
    expect(await ask('/api/uploads/map', { ...map, phoneColumn: 2 })).toMatchObject({
      body: { error: { fields: { phoneColumn: /手机号/ } } },
    })
    expect(await ask('/api/uploads/map', { ...map, templateId: encodeId('template', newId()) })).toMatchObject({
      body: { error: { code: 'template_not_approved' } },
    })
    expect(await ask('/api/uploads/map', map)).toEqual({ status: 200, body: { state: 'reading' } })
    expect(await ask(`/api/uploads/one?uploadId=${uploadId}`)).toMatchObject({ body: { state: 'reading', mapping: { phoneColumn: 0 } } })
  })

  test('columns of a canceled or a sent upload stay as they are', async () => {
    const { uploadId } = (await upload('13800138000,张三\n')).body
    expect(await ask('/api/uploads/cancel', { uploadId })).toEqual({ status: 200, body: { state: 'canceled' } })
    expect(await ask('/api/uploads/map', mapping(uploadId))).toMatchObject({ body: { error: { code: 'state_forbids' } } })
    const sent = (await upload('13800138000,张三\n')).body.uploadId
    await asAccount(database.db, mine, tx =>
      tx
        .insertInto('broadcast')
        .values({
          accountId: mine,
          broadcastId: newId(),
          name: '新茶',
          kind: 'transactional',
          signatureId,
          templateId,
          signatureText: '山间茶舍',
          templateText: '新茶已到店',
          variables: '[]',
          uploadId: uuidOf('upload', sent),
          state: 'sending',
          recipientCount: 1,
          segmentCount: 1,
        })
        .execute(),
    )
    for (const [address, input] of [
      ['/api/uploads/map', mapping(sent)],
      ['/api/uploads/cancel', { uploadId: sent }],
    ] as const)
      expect(await ask(address, input)).toMatchObject({ status: 409, body: { error: { code: 'upload_already_sent' } } })
  })
})
