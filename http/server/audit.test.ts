import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Call } from '#contract/call.ts'
import { customerCalls } from '#contract/calls.ts'
import { actionOfCall, isLogged, unloggedCalls } from '#contract/identity/audit-log-labels.ts'
import { refuse } from '#contract/refusals.ts'
import { asAccount } from '#db/connect.ts'
import { Files } from '#domain/platform/files.ts'
import { createAccount } from '#test/support/account.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createSessionCookie } from '#test/support/session.ts'
import { type AccountId, newId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { type App, createApp } from './app.ts'
import { createCustomerApp } from './customer.ts'
import { type Handler, handle, type MemberContext, serve } from './serve.ts'
import { readSession } from './sessions.ts'

const calls = Object.values(customerCalls).flatMap(group => Object.values(group))
const acts = calls.filter(call => call.audience.kind === 'member' && call.method === 'POST')

/** Every call with a stub handler whose outcome the test chooses: no handler can bypass the audit log. */
const standIn = (call: Call): Handler =>
  handle(
    { ...call, input: z.looseObject({}), answer: z.looseObject({}) } as Call,
    (async ({ note }: MemberContext, input: unknown) => {
      if ((input as { isRefused?: boolean }).isRefused) refuse('not_found')
      note({ before: { state: 'draft', password: canary }, after: { state: 'approved', apiKey: canary, nested: { token: canary } } })
      return {}
    }) as never,
  )

const canary = 'canary-7f3a-石榴籽'
const phone = '18812340099'
const identity = '11010119900307775X'
const sent = {
  signatureId: 'sig_1',
  name: '秋季上新',
  text: `请联系${phone}，证件${identity}`,
  password: canary,
  newPassword: canary,
  code: canary,
  smsCode: canary,
  captcha: canary,
  token: canary,
  secret: canary,
  accessKeySecret: canary,
  totp: canary,
  recoveryCodes: [canary, canary],
  phones: [phone, phone],
  identityNumber: identity,
  bankAccount: '6225880137001234567',
  deep: { list: [{ authorization: canary, password: canary }] },
}

let database: TestDatabase
let app: App
let base: string
let customer: App
let customerBase: string
let account: AccountId
let memberId: string
let cookie: string

beforeAll(async () => {
  database = await createTestDatabase()
  ;({ account, memberId } = await createAccount(database.db))
  cookie = await createSessionCookie(database.db, account, memberId)
  app = await createApp({ forBrowsers: true })
  serve(app, { db: database.db, now: () => new Date(), readSession }, acts.map(standIn))
  base = await app.listen({ host: '127.0.0.1', port: 0 })
  customer = await createCustomerApp({
    db: database.db,
    secret: 'x'.repeat(32),
    now: () => new Date(),
    files: new Files('/dev/null/files'),
  })
  customerBase = await customer.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await app?.close()
  await customer?.close()
  await database?.close()
})

const post = (path: string, body: unknown, key = newId()) =>
  fetch(`${base}${path}`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  })

const linesOf = (path: string) =>
  asAccount(database.db, account, tx =>
    tx
      .selectFrom('auditLog')
      .selectAll()
      .where('accountId', '=', account)
      .where('action', '=', actionOfCall({ path: path as `/api/${string}` }))
      .orderBy('auditId')
      .execute(),
  )

test.each(acts.filter(isLogged).map(call => [call.path, call] as const))(
  '%s is logged when it succeeds and when it is refused, without its secrets',
  async (path, call) => {
    const key = newId()
    const done = await post(path, sent, key)
    expect(done.status).toBe(200)
    expect((await post(path, { ...sent, isRefused: true })).status).toBe(404)
    if (call.once) expect((await post(path, sent, key)).headers.get('idempotent-replayed')).toBe('true')
    const lines = await linesOf(path)
    const object = path.startsWith('/api/signatures/') ? expect.stringContaining('请联系188****0099') : '秋季上新'
    expect(lines.map(line => [line.result, line.object, line.memberId])).toEqual([
      ['ok', object, memberId],
      ['not_found', object, memberId],
    ])
    expect(lines[0]).toMatchObject({ address: '127.0.0.1', requestId: done.headers.get('x-request-id') })
    expect(firstOrThrow(lines).change).toMatchObject({ before: { state: 'draft' }, after: { state: 'approved' } })
    const kept = JSON.stringify(lines)
    for (const secret of [canary, phone, identity, '6225880137001234567']) expect(kept).not.toContain(secret)
    expect(kept).toContain('188****0099')
  },
)

test('a call of a member without a log line is one of those with a reason', async () => {
  const unlogged = acts.filter(call => !isLogged(call)).map(call => call.path)
  expect(unlogged.sort()).toEqual(
    Object.keys(unloggedCalls)
      .filter(path => !path.startsWith('/api/admin/'))
      .sort(),
  )
  for (const path of unlogged) {
    expect((await post(path, sent)).status).toBe(200)
    expect(await linesOf(path)).toEqual([])
  }
})

test('a call without permission is logged as well', async () => {
  const viewer = newId()
  await asAccount(database.db, account, tx =>
    tx
      .insertInto('member')
      .values({
        accountId: account,
        memberId: viewer,
        login: viewer,
        phone: '13900000001',
        name: '只读',
        role: 'viewer',
        passwordHash: '',
      })
      .execute(),
  )
  const theirs = await createSessionCookie(database.db, account, viewer)
  const path = '/api/signatures/delete'
  const answer = await fetch(`${base}${path}`, {
    method: 'POST',
    headers: { cookie: theirs, 'content-type': 'application/json' },
    body: JSON.stringify(sent),
  })
  expect(answer.status).toBe(403)
  const last = (await linesOf(path)).at(-1)
  expect(last).toMatchObject({ memberId: viewer, actor: '只读', result: 'not_allowed' })
  expect(last?.reason).toContain('管理签名')
})

/** Paths of all routes of the real server with an unsafe method. */
function writingRoutes(): string[] {
  const lines = customer.printRoutes({ commonPrefix: false, includeHooks: false }).split('\n')
  const path: string[] = []
  return lines.flatMap(line => {
    const found = /^([│ ]*(?:├── |└── ))(\S*)(?: \(([A-Z, ]+)\))?$/.exec(line)
    if (!found) return []
    const depth = itemOrThrow(found, 1).length / 4 - 1
    path.splice(depth, Number.POSITIVE_INFINITY, itemOrThrow(found, 2))
    return /POST|PUT|PATCH|DELETE/.test(found[3] ?? '') ? [path.join('')] : []
  })
}

/** Routes for others than members: payment gateways, readers of a link in a letter. */
const notMembers = /^\/(pay\/webhook|t\/)|^\/invoice-email|\/email\/(open|confirm)/

test('every unsafe route of the server is a call, or a byte route that logs the member’s act', async () => {
  const known = new Set<string>(calls.map(call => call.path))
  const routes = writingRoutes()
  expect(routes.length).toBeGreaterThan(80)
  const services = routes.filter(path => !known.has(path) && !notMembers.test(path))
  expect(services).toContain('/api/proofs')
  for (const path of services) {
    await fetch(`${customerBase}${path}?purpose=attestation`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/octet-stream', 'x-file-name': 'a.pdf', 'x-template-name': '' },
      body: 'x',
    })
    const lines = await waitFor(() => linesOf(path))
    expect(lines, path).toHaveLength(1)
  }
})

/** The log line of a byte route follows its answer. */
async function waitFor<Row>(poll: () => Promise<Row[]>): Promise<Row[]> {
  for (;;) {
    const rows = await poll()
    if (rows.length > 0) return rows
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}
