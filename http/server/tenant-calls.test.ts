import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenRoles } from '#contract/account/member.ts'
import type { Call } from '#contract/call.ts'
import { customerCalls } from '#contract/calls.ts'
import { asAccount } from '#db/connect.ts'
import { Files } from '#domain/platform/files.ts'
import { tenantTables } from '#test/architecture/statement.ts'
import { parseRefusal, sendCall } from '#test/support/answer.ts'
import { createChannel } from '#test/support/channel.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { callInputs } from '#test/support/full-account/call-inputs.ts'
import { createFullAccount, type Ids, isKnownId, sentId } from '#test/support/full-account/full-account.ts'
import { canary, canaryPhone } from '#test/support/full-account/owner.ts'
import { createSessionCookie } from '#test/support/session.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import type { App } from './app.ts'
import { createCustomerApp } from './customer.ts'

const now = new Date()

let database: TestDatabase
let app: App
let base: string
let cookie: string
const cookiesByRole = new Map<string, string>()
let mine: Ids
let foreign: Ids
let foreignAccount: string

beforeAll(async () => {
  database = await createTestDatabase()
  await createChannel(database.platformDb)
  app = await createCustomerApp({ db: database.db, secret: 'x'.repeat(32), now: () => now, files: new Files('/dev/null/files') })
  base = await app.listen({ host: '127.0.0.1', port: 0 })
  const receiving = { holder: '鸿雁', accountNumber: '62220212', bank: '示例银行', bankCode: '1'.repeat(12) }
  await database.platformDb
    .insertInto('receivingAccount')
    .values({ ...receiving, receivingAccountId: newId() })
    .execute()
  const coupon = {
    name: '套餐九折',
    kind: 'percent',
    off: 10,
    minimumHao: 10_000,
    startsAt: new Date(0),
    endsAt: new Date('2099-01-01T00:00:00Z'),
  }
  await database.platformDb
    .insertInto('coupon')
    .values({ ...coupon, couponId: newId(), code: 'TENTH', createdAt: now })
    .execute()
  const [me, other] = [await createFullAccount(database.db, now), await createFullAccount(database.db, now)]
  mine = me.ids
  foreign = other.ids
  foreignAccount = other.account
  cookie = await createSessionCookie(database.db, me.account, me.memberId)
  for (const role of givenRoles) {
    const memberId = newId()
    const member = { accountId: me.account, memberId, login: memberId, phone: '', name: role, role, passwordHash: '-' }
    await asAccount(database.db, me.account, tx => tx.insertInto('member').values(member).execute())
    cookiesByRole.set(role, await createSessionCookie(database.db, me.account, memberId))
  }
})
afterAll(async () => {
  await app?.close()
  await database?.close()
})

/** Names that end like ids but identify no rows of a tenant. */
const notOurs = new Set(['packageId', 'announcementId', 'customId'])

const inputs = callInputs(now)
const calls = Object.values(customerCalls).flatMap(group => Object.values(group))
const memberCalls = calls.filter(call => call.audience.kind === 'member')
const nameOf = (call: Call) => `${call.method} ${call.path}`
const idFields = (call: Call) => Object.keys(call.input.shape).filter(field => field.endsWith('Id') && !notOurs.has(field))

async function ask(call: Call, input: object, headers: Record<string, string>) {
  const answer = await sendCall(base, call, input, headers)
  return { status: answer.status, text: await answer.text() }
}

/** A digest of all rows of the other account, by table. */
async function digests(): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  // Keys and SMPP accounts are in global tables, which are keyed by their own names.
  for (const table of [...tenantTables, 'access_key', 'esme_account']) {
    const { rows } = await sql<{ digest: string }>`
      select md5(coalesce(string_agg(row::text, '|' order by row::text), '')) as digest
      from ${sql.table(table)} as row where row.account_id = ${foreignAccount}`.execute(database.platformDb)
    found[table] = firstOrThrow(rows).digest
  }
  return found
}

test('every id in a call’s input is one that the test knows of both accounts', () => {
  const unknown = memberCalls.flatMap(call =>
    idFields(call)
      .filter(field => !isKnownId(field))
      .map(field => `${nameOf(call)}: ${field}`),
  )
  expect(unknown).toEqual([])
  expect(memberCalls.filter(call => idFields(call).length > 0).length).toBeGreaterThan(20)
})

const cases = memberCalls.flatMap(call => idFields(call).map(field => [nameOf(call), field, call] as const))
test.each(cases)('%s with another account’s %s finds nothing and changes nothing', async (name, field, call) => {
  const before = await digests()
  const ids = call.method === 'GET' ? [field] : idFields(call)
  const wire = Object.fromEntries(ids.map(one => [one, sentId(one, one === field ? foreign : mine)]))
  const { status, text } = await ask(call, { ...inputs[name], ...wire }, { cookie })
  expect(text).not.toContain(canary)
  expect(text).not.toContain(canaryPhone)
  // A filter finds nothing; any other call answers as for an id that never existed. An input that is refused earlier
  // would prove nothing.
  if (status === 200) expect(JSON.parse(text)).toSatisfy(isEmptyList)
  else expect(parseRefusal(JSON.parse(text)).code).toMatch(/^(not_found|signature_not_approved|template_not_approved)$/)
  expect(await digests()).toEqual(before)
})

const isEmptyList = (answer: { rows?: unknown[]; total?: unknown; counts?: Record<string, number> }) => {
  // The account's own number of drafts is returned whatever the filter.
  const numbers = JSON.stringify({ ...answer, draftCount: 0 }).match(/":(\d+)/g) ?? []
  return (answer.rows ?? []).length === 0 && numbers.every(number => number === '":0')
}

// The upload in this test is one that only the sending of broadcasts could read.
const reads = memberCalls
  .filter(call => call.method === 'GET' && call.path !== '/api/uploads/one')
  .map(call => [nameOf(call), call] as const)
test.each(reads)('%s is answered to the account that owns it, in each role', async (name, call) => {
  const wire = Object.fromEntries(idFields(call).map(one => [one, sentId(one, mine)]))
  const { status, text } = await ask(call, { ...inputs[name], ...wire }, { cookie })
  expect([200, 404], text).toContain(status)
  for (const [role, ofRole] of cookiesByRole) {
    const answer = await ask(call, { ...inputs[name], ...wire }, { cookie: ofRole })
    expect([200, 403, 404], `${role}: ${answer.text}`).toContain(answer.status)
  }
})
