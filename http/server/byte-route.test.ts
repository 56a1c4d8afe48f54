import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import {
  privateFilePurposes,
  privateFileReading,
  privateFileRoute,
  staffFileReading,
  staffFileRoute,
} from '#contract/account/private-file.ts'
import type { Audience } from '#contract/call.ts'
import { type Role, roles, staffRoles } from '#contract/identity/permission.ts'
import { liveVisitsRoute } from '#contract/links/visit.ts'
import { asAccount, asPlatform } from '#db/connect.ts'
import { Files } from '#domain/platform/files.ts'
import { openStaffSession } from '#domain/staff/session.ts'
import { createStaff } from '#domain/staff/staff.ts'
import { parseRefusal } from '#test/support/answer.ts'
import { createChannel } from '#test/support/channel.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createFullAccount, type Ids, isKnownId, sentId } from '#test/support/full-account/full-account.ts'
import { canary } from '#test/support/full-account/owner.ts'
import { createSessionCookie } from '#test/support/session.ts'
import { type AccountId, encodeId, newId } from '#values/id.ts'
import { keysOf } from '#values/keys.ts'
import { firstOrThrow, getOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { createAdminApp } from './admin.ts'
import type { App } from './app.ts'
import { createCustomerApp } from './customer.ts'

/** A byte route, for uploads or downloads: it is no call, and authenticates by itself. */
interface Route {
  method?: 'GET' | 'POST'
  path: string
  audience: Audience
  input?: z.ZodObject
}

interface Asked {
  route: Route
  /** The required permission; null: any session. */
  permission: string | null
  query: Record<string, string>
}

const now = () => new Date()
const purposes = keysOf(privateFilePurposes)
let database: TestDatabase
const apps: App[] = []
const bases = { member: '', staff: '' }
let services: Route[]
let mine: { account: AccountId; ids: Ids }
let foreign: { account: AccountId; ids: Ids }
const cookies = new Map<string, string>()
/** A private file of ours for each purpose, and one of a signature. */
const files: Record<string, string> = {}

async function readRoutes(): Promise<Route[]> {
  const folder = path.join(import.meta.dirname, '../../contract')
  const names = (await readdir(folder, { recursive: true })).filter(name => /^[\w/-]+\.ts$/.test(name))
  const modules = await Promise.all(names.map(async name => (await import(path.join(folder, name))) as Record<string, unknown>))
  return modules.flatMap(module =>
    Object.entries(module).flatMap(([name, route]) => (/(Route|Reading)$/.test(name) ? [route as Route] : [])),
  )
}

beforeAll(async () => {
  database = await createTestDatabase()
  await createChannel(database.platformDb)
  services = await readRoutes()
  const common = { secret: 'x'.repeat(32), now, files: new Files('/dev/null/files') }
  apps.push(await createCustomerApp({ ...common, db: database.db }), await createAdminApp({ ...common, db: database.platformDb }))
  bases.member = await firstOrThrow(apps).listen({ host: '127.0.0.1', port: 0 })
  bases.staff = await itemOrThrow(apps, 1).listen({ host: '127.0.0.1', port: 0 })
  const me = await createFullAccount(database.db, now())
  mine = me
  foreign = await createFullAccount(database.db, now())
  await asAccount(database.db, me.account, async tx => {
    for (const purpose of purposes) {
      files[purpose] = newId()
      const file = { purpose, kind: 'xml', fileName: canary, byteCount: 1, sha256: '' }
      await tx
        .insertInto('privateFile')
        .values({ accountId: me.account, fileId: files[purpose], ...file })
        .execute()
    }
    files.proof = newId()
    const proof = { signatureId: me.ids.signatureId!, fileName: canary, mediaType: 'image/png', byteCount: 1, memberId: me.memberId }
    await tx
      .insertInto('proof')
      .values({ accountId: me.account, proofId: files.proof, ...proof })
      .execute()
  })
  cookies.set('member', await createSessionCookie(database.db, me.account, me.memberId))
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

const become = (role: Role) =>
  asAccount(database.db, mine.account, tx => tx.updateTable('member').set({ role }).where('accountId', '=', mine.account).execute())

async function ask(kind: 'member' | 'staff', { path: at, method = 'GET' }: Route, query: Record<string, string>, cookie = '') {
  const answer = await fetch(`${bases[kind]}${at}?${new URLSearchParams(query)}`, {
    method,
    headers: { cookie, ...(method === 'POST' ? { 'content-type': 'application/octet-stream' } : {}) },
    ...(method === 'POST' ? { body: 'x' } : {}),
  })
  if (answer.ok) {
    await answer.body?.cancel()
    return { status: answer.status, code: '' }
  }
  const text = await answer.text()
  expect(text).not.toContain(canary)
  return { status: answer.status, code: parseRefusal(JSON.parse(text)).code }
}

/** Every byte route; one that serves files for several purposes once for each of them. */
function askedOf(kind: 'member' | 'staff'): Asked[] {
  const named = (fileId: string) => ({ fileId: encodeId('file', fileId), accountId: encodeId('account', mine.account) })
  return services
    .filter(route => route.audience.kind === kind)
    .flatMap((route): Asked[] => {
      const accountId = encodeId('account', mine.account)
      const { path: at } = route
      if (at === privateFileRoute.path && kind === 'member' && route.method === 'POST')
        return purposes.map(purpose => ({ route, permission: privateFilePurposes[purpose].write, query: { purpose } }))
      if (at === staffFileRoute.path && route.method === 'POST')
        return purposes.map(purpose => ({ route, permission: privateFilePurposes[purpose].staff, query: { purpose, accountId } }))
      if (at === privateFileReading.path)
        return purposes.map(purpose => ({ route, permission: privateFilePurposes[purpose].read, query: named(files[purpose]!) }))
      if (at === staffFileReading.path)
        return purposes.map(purpose => ({ route, permission: privateFilePurposes[purpose].staff, query: named(files[purpose]!) }))
      return [{ route, permission: (route.audience as { permission: string | null }).permission, query: {} }]
    })
}

/** Compares each route's answer to a role with its permission. Errors about the missing input count as admitted. */
async function mismatches(kind: 'member' | 'staff', cookie: string, may: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const { route, permission, query } of askedOf(kind)) {
    const { status, code } = await ask(kind, route, query, cookie)
    const isOpen = code !== 'not_allowed' && code !== 'staff_not_allowed' && status !== 401
    if (isOpen !== (permission === null || may.includes(permission)))
      found.push(`${route.path} ${query.purpose ?? ''} ${status} ${code}, permission ${permission}`)
  }
  return found
}

test('the contract lists byte routes of members and of staff', () => {
  expect(askedOf('member').length).toBeGreaterThan(15)
  expect(askedOf('staff').length).toBeGreaterThan(12)
})

test.each(keysOf(roles))('%s gets only the bytes of its permissions', async role => {
  await become(role)
  expect(await mismatches('member', getOrThrow(cookies, 'member'), roles[role].may)).toEqual([])
})

test.each(keysOf(staffRoles))('staff of the role %s get only the bytes of their permissions', async role => {
  expect(await mismatches('staff', getOrThrow(cookies, `staff ${role}`), staffRoles[role].may)).toEqual([])
})

test('byte routes need a session, and refuse the other kind of session', async () => {
  for (const kind of ['member', 'staff'] as const)
    for (const cookie of ['', kind === 'staff' ? getOrThrow(cookies, 'member') : getOrThrow(cookies, 'staff administrator')])
      for (const { route, query } of askedOf(kind))
        expect([route.path, (await ask(kind, route, query, cookie)).status]).toEqual([route.path, 401])
})

test('ids of another account return nothing to a member, and to staff nothing outside of the named account', async () => {
  await become('owner')
  const asked: string[] = []
  for (const route of services.filter(({ audience }) => audience.kind !== 'visitor')) {
    const kind = route.audience.kind as 'member' | 'staff'
    const fields = Object.keys(route.input?.shape ?? {}).filter(field => isKnownId(field) || field === 'proofId')
    // Live visits are filtered by a link; a foreign link has none.
    if (route.method === 'POST' || fields.length === 0 || route === liveVisitsRoute) continue
    // Members name foreign ids; staff name our ids with a foreign account.
    const of = kind === 'member' ? foreign.ids : { ...mine.ids, proofId: files.proof! }
    const ids = fields.map(field => [field, field === 'proofId' ? encodeId('proof', files.proof!) : sentId(field, of)])
    const query = { ...Object.fromEntries(ids), ...(kind === 'staff' ? { accountId: encodeId('account', foreign.account) } : {}) }
    if (kind === 'member' && fields.includes('proofId')) query.proofId = encodeId('proof', newId())
    const cookie = getOrThrow(cookies, kind === 'member' ? 'member' : 'staff administrator')
    expect([route.path, (await ask(kind, route, query, cookie)).code]).toEqual([route.path, 'not_found'])
    asked.push(route.path)
  }
  expect(asked.length).toBeGreaterThan(6)
})
