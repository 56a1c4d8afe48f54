import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect, test, vi } from 'vitest'
import { Refusal } from '#contract/refusals.ts'
import { asAccount, databaseOf, openPool } from '#db/connect.ts'
import { platformAccount } from '#domain/messages/platform-account.ts'
import { hashPassword } from '#domain/platform/password.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type AccountId, newAccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { createAccount } from './account.ts'
import { makeCaptcha } from './captcha.ts'
import { signInByPassword } from './sign-in.ts'

const verified = vi.hoisted(() => ({ count: 0, gate: Promise.resolve() }))
vi.mock('@node-rs/argon2', async original => {
  const library = await original<typeof import('@node-rs/argon2')>()
  const verify: typeof library.verify = async (...args) => {
    verified.count += 1
    await verified.gate
    return library.verify(...args)
  }
  return { ...library, verify }
})

const secret = 'a secret of at least thirty-two characters'
const password = 'Hongyan2026'
const start = new Date('2026-11-02T01:00:00Z').getTime()
const minuteMs = 60_000
const database = prepareTestDatabase()
let made = 0

async function newcomer() {
  made += 1
  const account = newAccountId()
  const facts = { login: `owner${made}`, phone: `1380013${String(7000 + made)}` }
  const passwordHash = await hashPassword(password)
  await asAccount(database.db, account, tx =>
    createAccount(tx, { account, name: '江南茶业', memberName: '李四', passwordHash, now: new Date(start), ...facts }),
  )
  return { account, ...facts }
}

interface Try {
  password?: string
  address?: string
  atMs?: number
  captcha?: string
}
const wrong = 'Wrong12345'
const attempt = (login: string, facts: Try = {}, db = database.db) =>
  signInByPassword(db, secret, {
    login,
    password: facts.password ?? wrong,
    captcha: facts.captcha ?? '',
    address: facts.address ?? '203.0.113.1',
    agent: 'test',
    now: new Date(facts.atMs ?? start),
  }).then(
    () => 'in',
    (error: unknown) => {
      if (error instanceof Refusal) return error.code
      throw error
    },
  )

async function solvedCaptcha(atMs = start): Promise<string> {
  const challenge: Challenge = await makeCaptcha(secret, new Date(atMs), 1)
  return JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })
}
const attemptWithCaptcha = async (login: string, facts: Try = {}) => attempt(login, { ...facts, captcha: await solvedCaptcha(facts.atMs) })

test('lockout: five failures lock name and phone at that network; the owner elsewhere isn’t locked', async () => {
  const { login, phone } = await newcomer()
  const outcomes = []
  for (const name of [login, phone, login]) outcomes.push(await attempt(name, { address: '198.51.100.1' }))
  for (const name of [phone, login, phone, login]) outcomes.push(await attemptWithCaptcha(name, { address: '198.51.100.1' }))
  expect(outcomes).toEqual([...Array(5).fill('sign_in_failed'), 'sign_in_locked', 'sign_in_locked'])
  expect(await attemptWithCaptcha(login, { address: '198.51.100.1', password })).toBe('sign_in_locked')
  expect(await attempt(login, { address: '198.51.100.2', password })).toBe('in')
})

test('IPv6: all addresses of one network count as one', async () => {
  const { login } = await newcomer()
  for (let i = 1; i <= 3; i += 1) await attempt(login, { address: `2001:db8:7:7::${i}` })
  expect(await attempt(login, { address: '2001:db8:7:7:ffff::9' })).toBe('captcha_required')
  expect(await attempt(login, { address: '2001:db8:7:8::1' })).toBe('sign_in_failed')
})

test('distributed guessing: first a captcha, then a limit of a hundred an hour; other members are unaffected', async () => {
  const { login } = await newcomer()
  const other = await newcomer()
  const from = (i: number) => `10.7.${i}.1`
  const outcomes: string[] = []
  for (let i = 0; i < limits.loginFailuresBeforeWideCaptcha; i += 1) outcomes.push(await attempt(login, { address: from(i) }))
  expect(new Set(outcomes)).toEqual(new Set(['sign_in_failed']))
  expect(await attempt(login, { address: '192.0.2.9', password })).toBe('captcha_required')
  expect(await attemptWithCaptcha(login, { address: '192.0.2.9', password })).toBe('in')
  for (let i = limits.loginFailuresBeforeWideCaptcha; i < limits.loginFailuresPerHour; i += 1)
    expect(await attemptWithCaptcha(login, { address: from(i) })).toBe('sign_in_failed')
  expect(await attemptWithCaptcha(login, { address: '192.0.2.9', password })).toBe('sign_in_locked')
  expect(await attempt(other.login, { address: '192.0.2.9', password })).toBe('in')
  expect(await attempt(login, { address: '192.0.2.9', password, atMs: start + 60 * minuteMs })).toBe('in')
})

test('one network trying many names: captcha required', async () => {
  const { login } = await newcomer()
  const address = '198.51.100.77'
  for (let i = 0; i < limits.loginFailuresBeforeWideCaptcha; i += 1)
    expect(await attempt(`nobody-${i}`, { address })).toBe('sign_in_failed')
  expect(await attempt(login, { address, password })).toBe('captcha_required')
  expect(await attempt(login, { address: '198.51.100.78', password })).toBe('in')
})

test('account enumeration: known and unknown names take equally many statements and hashes at every step', async () => {
  const { login, phone } = await newcomer()
  let statements = 0
  const pool = openPool({ url: database.url, role: 'hongyan_app', max: 1, onStatement: () => (statements += 1) })
  const work = async (name: string, address: string) => {
    const steps: unknown[] = []
    for (let tries = 0; tries < 8; tries += 1) {
      const captcha = tries >= 4 ? await solvedCaptcha() : ''
      statements = 0
      verified.count = 0
      const outcome = await attempt(name, { address, captcha }, databaseOf(pool))
      steps.push([outcome, statements, verified.count])
    }
    return steps
  }
  await attempt(login, { address: '203.0.113.50' }, databaseOf(pool))
  const known = await work(login, '203.0.113.51')
  expect(await work('nobody-here', '203.0.113.52')).toEqual(known)
  expect(await work(phone, '203.0.113.53')).toEqual(known)
  expect(await work('13900009999', '203.0.113.54')).toEqual(known)
  expect(known.map(step => (step as unknown[])[2])).toEqual([1, 1, 1, 0, 1, 1, 0, 0])
  await pool.end()
})

test('failed attempts: in the member’s log; for unknown names in the platform’s log, without the name', async () => {
  const { account, login } = await newcomer()
  await attempt(login, { address: '203.0.113.60' })
  await attempt(login, { address: '203.0.113.60', password })
  await attempt('MySecret99', { address: '203.0.113.61' })
  await attempt('13911112222', { address: '203.0.113.61' })
  const linesOf = (of: AccountId, address: string) =>
    asAccount(database.db, of, tx =>
      tx
        .selectFrom('auditLog')
        .select(['action', 'object', 'result'])
        .where('accountId', '=', of)
        .where('address', '=', address)
        .orderBy('auditId')
        .execute(),
    )
  expect(await linesOf(account, '203.0.113.60')).toEqual([
    { action: 'sign_in', object: null, result: 'refused' },
    { action: 'sign_in', object: null, result: 'ok' },
  ])
  expect(await linesOf(platformAccount.accountId, '203.0.113.61')).toEqual([
    { action: 'sign_in', object: 'my****', result: 'refused' },
    { action: 'sign_in', object: '139****2222', result: 'refused' },
  ])
})

test('overload: refused as busy, and not counted as a failed attempt', async () => {
  const { login } = await newcomer()
  const gate = Promise.withResolvers<void>()
  verified.gate = gate.promise
  let refusedCount = 0
  // Four are hashed and a hundred wait; the gate opens when the other six were refused.
  const crowd = Array.from({ length: 110 }, async (_, i) => {
    const code = await attempt(`crowd-${i}`, { address: `10.9.${i}.1` })
    if (code === 'busy') refusedCount += 1
    if (refusedCount === 6) gate.resolve()
    return code
  })
  const outcomes = await Promise.all(crowd)
  expect(outcomes.filter(code => code === 'busy')).toHaveLength(6)
  expect(outcomes.filter(code => code === 'sign_in_failed')).toHaveLength(104)
  for (const [i, code] of outcomes.entries())
    if (code === 'busy') expect(await attempt(`crowd-${i}`, { address: `10.9.${i}.1` })).toBe('sign_in_failed')
  expect(await attempt(login, { password })).toBe('in')
})

test('refusals by captcha, lock or frozen account: recorded, up to a limit per name, network and hour', async () => {
  const { login, account } = await newcomer()
  const lines = async () => {
    const rows = await asAccount(database.db, account, tx =>
      tx
        .selectFrom('auditLog')
        .select(['result', 'address'])
        .where('accountId', '=', account)
        .where('action', '=', 'sign_in')
        .orderBy('auditId')
        .execute(),
    )
    return rows.map(row => row.result)
  }
  for (let i = 1; i <= 3; i += 1) await attempt(login)
  expect(await attempt(login)).toBe('captcha_required')
  for (let i = 1; i <= 2; i += 1) await attemptWithCaptcha(login)
  expect(await attemptWithCaptcha(login)).toBe('sign_in_locked')
  expect(await lines()).toEqual([...Array(3).fill('refused'), 'captcha_required', 'refused', 'refused', 'sign_in_locked'])
  for (let i = 0; i < limits.refusedLinesPerHour + 5; i += 1) await attempt(login)
  expect((await lines()).filter(result => result !== 'refused')).toHaveLength(limits.refusedLinesPerHour)
  await asAccount(database.db, account, tx => tx.updateTable('account').set({ state: 'frozen' }).where('accountId', '=', account).execute())
  expect(await attempt(login, { address: '203.0.113.99', password })).toBe('account_frozen')
  expect((await lines()).at(-1)).toBe('account_frozen')
})
