import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Scope, scopes } from '#contract/apps/app-labels.ts'
import { isOnce, isRead, type OpenCall, wholeAnswer } from '#contract/open/call.ts'
import { openCalls } from '#contract/open/calls.ts'
import { everywhere, openErrors, protocolErrors } from '#contract/open/error.ts'
import { asAccount } from '#db/connect.ts'
import { seedReference } from '#db/seed/reference.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { Files } from '#domain/platform/files.ts'
import type { App } from '#http/server/app.ts'
import { tenantTables } from '#test/architecture/statement.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { addProgram, createProgram, openSecret, type Program } from '#test/support/open.ts'
import { askOpen, createOpenWorld, type OpenWorld, openInputOf, openInputs } from '#test/support/open-world.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow, getOrThrow } from '#values/or-throw.ts'
import { createOpenApp } from './app.ts'

const now = new Date('2026-11-21T04:00:00Z')
/** Appears in every visible text of the other account. */
const canary = '石榴籽'
const canaryPhone = '18812340099'
let database: TestDatabase
let app: App
let base: string
let mine: Program
let foreign: Program
let myWorld: OpenWorld
let foreignWorld: OpenWorld
/** Keys of my account, each without one scope. */
const without = new Map<Scope, { bearer: string }>()
/** The request log records the request, not its effect. */
const effectTables = tenantTables.filter(table => table !== 'request_log')

beforeAll(async () => {
  database = await createTestDatabase()
  await seedReference(database.url, { secret: openSecret, upstream: { host: '127.0.0.1', port: 1 }, now })
  app = await createOpenApp({ db: database.db, secret: openSecret, now: () => now, files: new Files('/dev/null/files') })
  base = await app.listen({ host: '127.0.0.1', port: 0 })
  mine = await createProgram(database.db, { now, linkUnits: 100 })
  foreign = await createProgram(database.db, { now, linkUnits: 100 })
  myWorld = await createOpenWorld(base, mine, { word: '本家', phone: '13900000031', now })
  foreignWorld = await createOpenWorld(base, foreign, { word: canary, phone: canaryPhone, now })
  for (const scope of scopes) without.set(scope, await addProgram(database.db, mine, { now, scopes: scopes.filter(one => one !== scope) }))
})
afterAll(async () => {
  await app?.close()
  await database?.close()
})

const keyOf = ({ bearer }: Pick<Program, 'bearer'>) => ({ authorization: bearer })

test('every call has a test input, and no test input is for a removed call', () => {
  expect(openCalls.map(call => call.name).sort()).toEqual(Object.keys(openInputs).sort())
  expect(new Set(openCalls.map(call => `${call.method} ${call.path}`)).size).toBe(openCalls.length)
})

test('every error code that a call may return is documented, and no other is', () => {
  const needed = new Set<string>([...Object.keys(protocolErrors), ...everywhere, ...openCalls.flatMap(call => call.refusals)])
  expect(Object.keys(openErrors).sort()).toEqual([...needed].sort())
})

test('examples in the docs are valid inputs of their calls', () => {
  for (const call of openCalls) expect([call.name, call.input.safeDecode(call.example).error?.issues]).toEqual([call.name, undefined])
})

test.each(openCalls.filter(isRead).map(call => [call.name, call] as const))('%s returns what its contract says', async (name, call) => {
  const { status, body, headers } = await askOpen(base, call, openInputOf(name, myWorld), keyOf(mine))
  expect([status, body.error]).toEqual([200, undefined])
  expect(wholeAnswer(call).strict().safeDecode(body).error?.issues).toBeUndefined()
  expect(headers.get('ratelimit-limit')).toMatch(/^\d+$/)
  expect(headers.get('x-request-id')).toBe(body.requestId)
})

test.each(openCalls.map(call => [call.name, call] as const))(
  '%s is refused without a key, and to a key without its scope',
  async (name, call) => {
    const input = openInputOf(name, myWorld)
    const stranger = await askOpen(base, call, input, {})
    expect([stranger.status, stranger.body.error.code]).toEqual([401, 'key_invalid'])
    if (call.scope === null) return
    const other = getOrThrow(without, call.scope)
    const refused = await askOpen(base, call, input, keyOf(other))
    expect([refused.status, refused.body.error.code]).toEqual([403, 'scope_missing'])
  },
)

/** Fields that hold an id of something in an account. */
const worldFields = (call: OpenCall) => Object.keys(call.input.shape).filter(field => field in myWorldKeys)
const myWorldKeys: Record<keyof OpenWorld, true> = {
  messageId: true,
  batchId: true,
  signatureId: true,
  templateCode: true,
  groupId: true,
  contactId: true,
  contactIds: true,
  blacklistIds: true,
  linkId: true,
  webhookId: true,
  cursor: true,
}
/** Ids that are tested in a field of another name. */
const extraFields: Record<string, [field: string, of: keyof OpenWorld][]> = {
  createContactGroup: [['parentId', 'groupId']],
  updateContactGroup: [['parentId', 'groupId']],
  addToBlacklist: [['signatureId', 'signatureId']],
}
const foreignCases = openCalls.flatMap(call => [
  // A template's code may also exist in one's own account: sending by another account's code finds none.
  ...worldFields(call).map(field => [call.name, field, field as keyof OpenWorld, call] as const),
  ...(extraFields[call.name] ?? []).map(([field, of]) => [call.name, field, of, call] as const),
])

/** A digest of all rows of the other account, by table. */
async function digests(): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const table of effectTables) {
    const { rows } = await sql<{ digest: string }>`
      select md5(coalesce(string_agg(row::text, '|' order by row::text), '')) as digest
      from ${sql.table(table)} as row where row.account_id = ${foreign.account}`.execute(database.platformDb)
    found[table] = firstOrThrow(rows).digest
  }
  return found
}

test('ids of another account are tried wherever a call takes one', () => {
  const idLike = openCalls.flatMap(call =>
    Object.keys(call.input.shape)
      .filter(field => /Ids?$/.test(field))
      .map(field => `${call.name}.${field}`),
  )
  const tried = foreignCases.map(([name, field]) => `${name}.${field}`)
  const ownWords = ['sendMessages.customId', 'listMessages.customId']
  expect(idLike.filter(one => !tried.includes(one) && !ownWords.includes(one))).toEqual([
    'acknowledgeEvents.eventIds',
    'redeliverEvents.eventIds',
  ])
})

test.each(foreignCases)("%s with another account's %s finds nothing and changes nothing", async (name, field, of, call) => {
  const before = await digests()
  const input = { ...openInputOf(name, myWorld), [field]: foreignWorld[of] }
  const { status, text, body } = await askOpen(base, call, input, keyOf(mine))
  expect(text).not.toContain(canary)
  expect(text).not.toContain(canaryPhone)
  // A cursor is only a position in one's own list.
  if (field === 'cursor' && isRead(call)) expect(status).toBe(200)
  else if (status === 200) expect(JSON.stringify({ ...body, requestId: '' })).not.toMatch(/:[1-9]|_[0-9a-z]{26}/)
  else expect([status, body.error.code]).toEqual(name === 'sendMessages' ? [422, 'template_unknown'] : [404, 'not_found'])
  expect(await digests()).toEqual(before)
})

const webhookNames = openCalls.filter(call => 'webhookId' in call.input.shape).map(call => call.name)
test('messages of an app are invisible to another app of the account', async () => {
  const other = await addProgram(database.db, mine, { now })
  for (const name of ['getMessage', 'getBatch', 'cancelBatch', ...webhookNames]) {
    const call = firstOrThrow(openCalls.filter(one => one.name === name))
    const { status, body } = await askOpen(base, call, openInputOf(name, myWorld), keyOf(other))
    expect([name, status, body.error.code]).toEqual([name, 404, 'not_found'])
  }
})

/** Number of an account's rows in each table, and the remaining amounts of its packages. */
async function countsOf({ account }: Program): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of effectTables) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)} where account_id = ${account}`.execute(
      database.platformDb,
    )
    counts[table] = firstOrThrow(rows).count
  }
  const { grants } = await asAccount(database.db, account, tx => balancesOf(tx, account))
  return { ...counts, grantsLeft: grants.reduce((sum, grant) => sum + grant.availableCount, 0) }
}
const difference = (before: Record<string, number>, after: Record<string, number>) =>
  Object.fromEntries(Object.entries(after).flatMap(([name, count]) => (count === before[name] ? [] : [[name, count - before[name]!]])))

/** Prepares state for calls that a fresh world does not support. */
async function makeReady(name: string, program: Program, world: OpenWorld): Promise<void> {
  const state = name === 'deleteSignature' || name === 'deleteTemplate' || name.startsWith('resubmit') ? 'rejected' : null
  if (!state) return
  await asAccount(database.db, program.account, async tx => {
    await tx.updateTable('signature').set({ state }).where('accountId', '=', program.account).where('text', '=', '本家').execute()
    await tx
      .updateTable('template')
      .set({ state })
      .where('accountId', '=', program.account)
      .where('code', '=', world.templateCode)
      .execute()
  })
}

const acts = openCalls.filter(isOnce)
/** Fifty with HONGYAN_PROOF; a dozen finds the same errors in usual runs. */
const twins = process.env.HONGYAN_PROOF ? 50 : 12
test.each(acts.map(call => [call.name, call] as const))(
  '%s many times concurrently under one idempotency key acts once and returns one answer',
  async (name, call) => {
    // Two equal accounts: one sends once, the other many times; the effects must be the same.
    const [once, often] = [
      await createProgram(database.db, { now, linkUnits: 100 }),
      await createProgram(database.db, { now, linkUnits: 100 }),
    ]
    const effects: Record<string, number>[] = []
    let answered: OpenWorld | null = null
    for (const [program, times] of [[once, 1] as const, [often, twins] as const]) {
      const world = await createOpenWorld(base, program, { word: '本家', phone: '13900000031', now })
      await makeReady(name, program, world)
      const before = await countsOf(program)
      const headers = { ...keyOf(program), 'idempotency-key': `once-${name}` }
      const answers = await Promise.all(Array.from({ length: times }, () => askOpen(base, call, openInputOf(name, world), headers)))
      expect([...new Set(answers.map(({ status, body }) => `${status} ${body.error?.code ?? ''}`))]).toEqual(['200 '])
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
      expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null).length).toBe(1)
      effects.push(difference(before, await countsOf(program)))
      answered = world
    }
    expect(effects[1]).toEqual({ ...effects[0], idempotency: 1 })
    // The key is used: another body or another call under it is refused.
    const other = firstOrThrow(openCalls.filter(one => one.name === (name === 'createContactGroup' ? 'createLink' : 'createContactGroup')))
    const refused = await askOpen(base, other, openInputOf(other.name, answered!), { ...keyOf(often), 'idempotency-key': `once-${name}` })
    expect([refused.status, refused.body.error.code]).toEqual([422, 'idempotency_mismatch'])
    expect(await asAccount(database.db, often.account, tx => verifyLedger(tx, often.account))).toEqual([])
  },
  60_000,
)

test('a refused act leaves its idempotency key free', async () => {
  const call = firstOrThrow(openCalls.filter(one => one.name === 'updateContactGroup'))
  const headers = { ...keyOf(mine), 'idempotency-key': newId() }
  const wrong = await askOpen(base, call, { groupId: foreignWorld.groupId, name: '改名' }, headers)
  expect(wrong.status).toBe(404)
  expect((await askOpen(base, call, { groupId: myWorld.groupId, name: '改名' }, headers)).status).toBe(200)
})
