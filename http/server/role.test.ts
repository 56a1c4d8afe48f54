import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Call, ErrorBody } from '#contract/call.ts'
import { adminCalls, customerCalls } from '#contract/calls.ts'
import { type Permission, permissionNames, roles, staffPermissionNames, staffRoles } from '#contract/identity/permission.ts'
import { asAccount, asPlatform } from '#db/connect.ts'
import { openStaffSession } from '#domain/staff/session.ts'
import { createStaff } from '#domain/staff/staff.ts'
import { createAccount } from '#test/support/account.ts'
import { readRefusal } from '#test/support/answer.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { routesOf } from '#test/support/routes.ts'
import { createSessionCookie } from '#test/support/session.ts'
import { newId } from '#values/id.ts'
import { keysOf } from '#values/keys.ts'
import { getOrThrow, takeOrThrow } from '#values/or-throw.ts'
import { createAdminApp } from './admin.ts'
import { type App, createApp } from './app.ts'
import { createCustomerApp } from './customer.ts'
import { handle, serve } from './serve.ts'
import { readSession } from './sessions.ts'
import { readStaffSession } from './staff-sessions.ts'

/**
 * Every role makes every call of the contract. Only access is tested, so each call has a stub handler that reports that
 * it was reached.
 */
const reached = { reached: true }
const now = () => new Date()
let database: TestDatabase
const bases = { customer: '', staff: '' }
const apps: App[] = []
const cookies = new Map<string, string>()

const callsOf = (groups: Record<string, Record<string, Call>>) => Object.values(groups).flatMap(group => Object.values(group))
const customer = callsOf(customerCalls)
const office = callsOf(adminCalls)

/** Serves the contract's own calls with stub handlers that accept any input. */
async function listen(calls: readonly Call[]): Promise<string> {
  const app = await createApp({ forBrowsers: true })
  const open = calls.map(call => ({ ...call, once: false, input: z.looseObject({}), answer: z.object({ reached: z.boolean() }) }) as Call)
  serve(
    app,
    { db: database.platformDb, now, readSession, readStaffSession },
    open.map(call => handle(call, async () => reached as never)),
  )
  apps.push(app)
  return app.listen({ host: '127.0.0.1', port: 0 })
}

beforeAll(async () => {
  database = await createTestDatabase()
  bases.customer = await listen(customer)
  bases.staff = await listen(office)
  for (const role of keysOf(roles)) {
    const { account, memberId } = await createAccount(database.db)
    await asAccount(database.db, account, tx => tx.updateTable('member').set({ role }).where('accountId', '=', account).execute())
    cookies.set(role, await createSessionCookie(database.db, account, memberId))
  }
  for (const role of keysOf(staffRoles)) {
    const { staffId } = await asPlatform(database.platformDb, tx =>
      createStaff(tx, { login: role, name: role, role, passwordHash: '-', now: now() }),
    )
    const origin = { address: '127.0.0.1', agent: 'test', now: new Date(Date.now() + 1) }
    cookies.set(`staff ${role}`, `hongyan-staff=${await openStaffSession(database.platformDb, staffId, origin)}`)
  }
})
afterAll(async () => {
  for (const app of apps) await app.close()
  await database?.close()
})

async function outcome(base: string, call: Pick<Call, 'method' | 'path'>, cookie?: string): Promise<string> {
  const answer = await fetch(base + call.path, {
    method: call.method,
    headers: { ...(cookie ? { cookie } : {}), ...(call.method === 'POST' ? { 'content-type': 'application/json' } : {}) },
    ...(call.method === 'POST' ? { body: '{}' } : {}),
  })
  const body = (await answer.json()) as typeof reached | ErrorBody
  return 'reached' in body ? 'reached' : body.error.code
}

/** Compares a role's answer from each call with the table of roles and permissions. */
async function mismatches(
  base: string,
  calls: readonly Call[],
  cookie: string,
  may: readonly string[],
  refusal: string,
): Promise<string[]> {
  const wrong = await Promise.all(
    calls.map(async call => {
      const { audience } = call
      if (audience.kind === 'visitor') return []
      const expected = audience.permission === null || may.includes(audience.permission) ? 'reached' : refusal
      const got = await outcome(base, call, cookie)
      return got === expected ? [] : [`${call.method} ${call.path}: ${got} instead of ${expected}`]
    }),
  )
  return wrong.flat()
}

test.each(keysOf(roles))('%s may make only the calls of its permissions', async role => {
  expect(await mismatches(bases.customer, customer, getOrThrow(cookies, role), roles[role].may, 'not_allowed')).toEqual([])
})

test.each(keysOf(staffRoles))('staff of the role %s may make only the calls of their permissions', async role => {
  expect(await mismatches(bases.staff, office, getOrThrow(cookies, `staff ${role}`), staffRoles[role].may, 'staff_not_allowed')).toEqual([])
})

test('calls of members and staff need a session, and refuse the other kind of session', async () => {
  const members = customer.filter(call => call.audience.kind === 'member')
  const staff = office.filter(call => call.audience.kind === 'staff')
  const codesOf = async (base: string, calls: readonly Call[], cookie?: string) => {
    const codes = new Set<string>()
    for (const call of calls) codes.add(await outcome(base, call, cookie))
    return [...codes]
  }
  expect(await codesOf(bases.customer, members)).toEqual(['not_signed_in'])
  expect(await codesOf(bases.customer, members, cookies.get('staff administrator'))).toEqual(['not_signed_in'])
  expect(await codesOf(bases.staff, staff)).toEqual(['not_signed_in'])
  expect(await codesOf(bases.staff, staff, cookies.get('owner'))).toEqual(['not_signed_in'])
})

test('only the owner may close the account, only the administrator manages staff, and no other role exists', () => {
  const who = (permission: Permission) => keysOf(roles).filter(role => roles[role].may.some(one => one === permission))
  expect(who('account.close')).toEqual(['owner'])
  expect(who('member.write')).toEqual(['owner', 'administrator'])
  for (const permission of keysOf(permissionNames)) expect(who(permission), permission).toContain('owner')
  const staff = (permission: string) => keysOf(staffRoles).filter(role => staffRoles[role].may.some(one => one === permission))
  expect(staff('staff.manage')).toEqual(['administrator'])
  for (const permission of Object.keys(staffPermissionNames)) expect(staff(permission), permission).toContain('administrator')
})

test('a stranger is refused before the input is parsed, and learns no names of fields', async () => {
  const secret = 'x'.repeat(32)
  const served = [
    [await createCustomerApp({ db: database.db, secret, now }), customer],
    [await createAdminApp({ db: database.platformDb, secret, now }), office],
  ] as const
  for (const [app, calls] of served) {
    apps.push(app)
    const base = await app.listen({ host: '127.0.0.1', port: 0 })
    for (const call of calls) {
      if (call.audience.kind === 'visitor') continue
      for (const body of ['{}', '{"a":[1', 'null']) {
        const isRead = call.method === 'GET'
        const answer = await fetch(base + call.path + (isRead ? '?pageSize=x' : ''), {
          method: call.method,
          ...(isRead ? {} : { headers: { 'content-type': 'application/json' }, body }),
        })
        const error = await readRefusal(answer)
        expect([answer.status, error.code, error.fields], call.path).toEqual([401, 'not_signed_in', undefined])
      }
    }
  }
})

test('every path under /api/ is a call of the contract or a route that authenticates by itself', async () => {
  const real = await createCustomerApp({ db: database.db, secret: 'x'.repeat(32), now })
  const realOffice = await createAdminApp({ db: database.platformDb, secret: 'x'.repeat(32), now })
  apps.push(real, realOffice)
  for (const [app, calls] of [
    [real, customer],
    [realOffice, office],
  ] as const) {
    const listed = new Set(calls.map(call => `${call.method} ${call.path}`))
    const base = await app.listen({ host: '127.0.0.1', port: 0 })
    for (const route of routesOf(app)) {
      if (listed.has(route) || route.startsWith('HEAD ')) continue
      const [method, path] = takeOrThrow(route.split(' '), 2)
      if (!path.startsWith('/api/')) continue
      const answer = await fetch(`${base}${path.replace(/:\w+/g, newId())}?purpose=attestation`, {
        method,
        headers: method === 'POST' ? { 'content-type': 'application/octet-stream' } : {},
        ...(method === 'POST' ? { body: 'x' } : {}),
      })
      expect([401, 403], route).toContain(answer.status)
      await answer.body?.cancel()
    }
  }
})
