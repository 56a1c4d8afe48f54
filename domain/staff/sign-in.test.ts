import { beforeAll, beforeEach, expect, test } from 'vitest'
import { asPlatform } from '#db/connect.ts'
import { hashPassword, verifyPassword } from '#domain/platform/password.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { errorCode } from '#values/error.ts'
import { closeStaffSession, readStaffSession } from './session.ts'
import { signInStaff } from './sign-in.ts'
import { createStaff } from './staff.ts'

const password = 'Hongyan2026'
const secret = 'a secret of at least thirty-two characters'
const start = new Date('2026-11-02T01:00:00Z')
const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000)
const database = prepareTestDatabase()
let passwordHash: string
let made = 0
let login: string
let staffId: string

beforeAll(async () => {
  passwordHash = await hashPassword(password)
})
beforeEach(async () => {
  made += 1
  login = `Reviewer${made}`
  ;({ staffId } = await asPlatform(database.platformDb, tx =>
    createStaff(tx, { login, name: '审核员', role: 'reviewer', passwordHash, now: start }),
  ))
})

const signIn = (word = password, now = start, name = login, address = '127.0.0.1') =>
  signInStaff(database.platformDb, secret, { login: name, password: word, code: '', address, agent: 'test', now })
const read = (token: string, now = start) => readStaffSession(database.platformDb, token, now)
const results = async () => {
  const lines = await database.platformDb
    .selectFrom('staffAuditLog')
    .select(['staffId', 'action', 'result'])
    .where('object', '=', login.toLowerCase())
    .orderBy('at')
    .execute()
  return lines.map(line => line.result)
}

test('a login in any case with its password opens a session of the role, until it is closed', async () => {
  const token = await signIn(password, start, login.toUpperCase())
  expect(await read(token)).toMatchObject({ staffId, login: login.toLowerCase(), name: '审核员', role: 'reviewer' })
  await closeStaffSession(database.platformDb, token)
  expect(await read(token)).toBeNull()
  expect(await results()).toEqual(['ok'])
})

test('a login belongs to one person, ignoring case', () =>
  expect(
    asPlatform(database.platformDb, tx =>
      createStaff(tx, { login: login.toUpperCase(), name: '另一人', role: 'finance', passwordHash, now: start }),
    ),
  ).rejects.toMatchObject({ code: 'login_taken' }))

test('a session ends after 30 idle minutes and after 12 hours', async () => {
  const idle = await signIn()
  const busy = await signIn()
  for (let minutes = 20; minutes < 12 * 60; minutes += 20) expect(await read(busy, after(minutes))).not.toBeNull()
  expect(await read(idle, after(31))).toBeNull()
  expect(await read(busy, after(12 * 60))).toBeNull()
})

test('five wrong passwords lock the sign-in for 15 minutes, even for the right one; all attempts are in the audit log', async () => {
  for (let tries = 0; tries < 5; tries += 1) await expect(signIn('Wrong12345')).rejects.toMatchObject({ code: 'sign_in_failed' })
  await expect(signIn()).rejects.toMatchObject({ code: 'sign_in_locked', facts: { minutes: 15 } })
  expect(await read(await signIn(password, start, login, '198.51.100.7')), 'from another network').not.toBeNull()
  await signIn(password, after(16))
  expect(await results()).toEqual([...Array(5).fill('sign_in_failed'), 'ok', 'ok'])
})

test('an unknown login is refused with the same words', () =>
  expect(signIn(password, start, 'nobody')).rejects.toMatchObject({ code: 'sign_in_failed' }))

test('a frozen person learns of it only with the right password, and open sessions end', async () => {
  const token = await signIn()
  await database.platformDb.updateTable('staff').set({ state: 'frozen' }).where('staffId', '=', staffId).execute()
  expect(await read(token)).toBeNull()
  await expect(signIn('Wrong12345')).rejects.toMatchObject({ code: 'sign_in_failed' })
  await expect(signIn()).rejects.toMatchObject({ code: 'account_frozen' })
})

test("the customers' database role can read nothing of the staff", async () => {
  for (const table of ['staff', 'staffSession', 'staffAuditLog', 'staffIdempotency'] as const)
    await expect(database.db.selectFrom(table).selectAll().execute(), table).rejects.toThrow(/permission denied/)
})

test('a network that tries a hundred logins in an hour is refused before its password is checked, another is not', async () => {
  const flooder = '203.0.113.9'
  // The counter as ninety-nine further tries leave it.
  await expect(signIn(password, start, 'nobody-0', flooder)).rejects.toMatchObject({ code: 'sign_in_failed' })
  await database.platformDb.updateTable('rateLimit').set({ points: 100 }).where('key', '=', `staff-sign-in-from:${flooder}`).execute()
  await expect(signIn(password, start, 'nobody-1', flooder)).rejects.toMatchObject({ code: 'sign_in_locked' })
  await expect(signIn(password, start, login, flooder)).rejects.toMatchObject({ code: 'sign_in_locked' })
  expect(await read(await signIn())).not.toBeNull()
})

test('a hundred failures from many networks end the sign-in elsewhere, but not where the person last signed in', async () => {
  const office = '203.0.113.77'
  await signIn(password, start, login, office)
  await expect(signIn('Wrong12345', start, login, '198.51.100.200')).rejects.toMatchObject({ code: 'sign_in_failed' })
  // The counter as ninety-nine further tries leave it.
  const key = `staff-sign-in:${login.toLowerCase()}`
  const counted = () => database.platformDb.selectFrom('rateLimit').select('points').where('key', '=', key).executeTakeFirstOrThrow()
  await database.platformDb.updateTable('rateLimit').set({ points: 100 }).where('key', '=', key).execute()
  await expect(signIn(password, start, login, '198.51.100.201')).rejects.toMatchObject({ code: 'sign_in_locked' })
  for (let tries = 0; tries < 5; tries += 1)
    await expect(signIn('Wrong12345', after(1), login, office)).rejects.toMatchObject({ code: 'sign_in_failed' })
  await expect(signIn(password, after(1), login, office), 'the lock there holds').rejects.toMatchObject({ code: 'sign_in_locked' })
  expect(await read(await signIn(password, after(17), login, office), after(17))).not.toBeNull()
  expect((await counted()).points).toBe(100)
})

test("a flood of staff sign-ins is refused as busy while customers still sign in, and an unchecked try doesn't count", async () => {
  const names = Array.from({ length: 40 }, (_, number) => `flood-${number}`)
  const flood = Promise.allSettled(names.map((name, number) => signIn(password, start, name, `198.51.100.${number}`)))
  expect(await verifyPassword(passwordHash, password)).toBe(true)
  const codes = (await flood).map(tried => (tried.status === 'rejected' ? errorCode(tried.reason) : 'in'))
  expect(codes).toContain('busy')
  const turnedAway = `198.51.100.${codes.indexOf('busy')}`
  const { points } = await database.platformDb
    .selectFrom('rateLimit')
    .select('points')
    .where('key', '=', `staff-sign-in-from:${turnedAway}`)
    .executeTakeFirstOrThrow()
  expect(points).toBe(0)
})
