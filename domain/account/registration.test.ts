import { assert, beforeAll, expect, test } from 'vitest'
import { asAccount, type Db, databaseOf, openPool } from '#db/connect.ts'
import { seedReference } from '#db/seed/reference.ts'
import { createAccount } from '#domain/identity/account.ts'
import { makeCaptcha } from '#domain/identity/captcha.ts'
import { requestCode, type VisitorPurpose, visitorPurposes } from '#domain/identity/code-request.ts'
import { signInByCode } from '#domain/identity/code-sign-in.ts'
import { issueCode } from '#domain/identity/one-time-code.ts'
import { recoverPassword } from '#domain/identity/recovery.ts'
import { openSession, readSession } from '#domain/identity/session.ts'
import { signInByPassword } from '#domain/identity/sign-in.ts'
import { hashPassword } from '#domain/platform/password.ts'
import { grantInitialUnits, unitsOf } from '#domain/visits/units.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { lastCodeTo, outcomeOf, solutionOf, textsTo } from '#test/support/sign-in.ts'
import { newAccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { register } from './registration.ts'

const secret = 'a secret of at least thirty-two characters'
const start = new Date('2026-11-02T01:00:00Z').getTime()
const minuteMs = 60_000
const password = 'Cloud8Tea'
const database = prepareTestDatabase()
let made = 0
beforeAll(async () => {
  await seedReference(database.url, { secret, upstream: { host: '127.0.0.1', port: 2775 }, now: new Date(start) })
})

const newPhone = () => `1380014${String(1000 + ++made)}`
const newAddress = () => `10.1.${++made}.1`
const at = (ms = start) => new Date(ms)
const origin = (atMs = start, address = newAddress()) => ({ address, agent: 'test', now: at(atMs), welcome: grantInitialUnits })

async function ask(phone: string, purpose: VisitorPurpose, facts: { atMs?: number; address?: string; db?: Db } = {}) {
  const now = at(facts.atMs)
  const captcha = await solutionOf(await makeCaptcha(secret, now))
  return () => requestCode(facts.db ?? database.db, secret, { phone, purpose, captcha, address: facts.address ?? newAddress(), now })
}
const askFor = async (phone: string, purpose: VisitorPurpose, facts: { atMs?: number; address?: string } = {}) =>
  (await ask(phone, purpose, facts))()

async function newcomer() {
  const account = newAccountId()
  const phone = newPhone()
  const passwordHash = await hashPassword(password)
  const facts = { account, login: `keeper${made}`, phone }
  const { memberId } = await asAccount(database.db, account, tx =>
    createAccount(tx, { ...facts, name: '江南茶业', memberName: '李四', passwordHash, now: at() }),
  )
  return { ...facts, memberId }
}
const withPassword = (login: string, word: string, atMs = start) =>
  outcomeOf(signInByPassword(database.db, secret, { login, password: word, captcha: '', ...origin(atMs) }))

test('registration: number, code and password make a signed-in account; both names sign in', async () => {
  const phone = newPhone()
  await askFor(phone, 'register')
  const code = await lastCodeTo(database, phone, at())
  const token = await register(database.db, secret, { phone, code, password, login: 'TeaHouse', ...origin() })
  expect(await readSession(database.db, token, at())).toMatchObject({ member: { login: 'TeaHouse', phone, role: 'owner' } })
  expect(await withPassword('teahouse', password)).toBe('done')
  expect(await withPassword(phone, password)).toBe('done')
  expect(await withPassword(`+86 ${phone.slice(0, 3)}-${phone.slice(3)}`, password)).toBe('done')
})

test('registration without a login name: the phone is the login name, masked it is the account’s name', async () => {
  const phone = newPhone()
  await askFor(phone, 'register')
  const code = await lastCodeTo(database, phone, at())
  const token = await register(database.db, secret, { phone, code, password, login: '', ...origin() })
  const session = await readSession(database.db, token, at())
  assert.exists(session)
  const { account } = session
  expect(await asAccount(database.db, account, tx => unitsOf(tx, account, at()))).toMatchObject({ total: limits.firstLinkUnits, used: 0 })
  expect(session.member).toMatchObject({ login: phone, name: `138****${phone.slice(-4)}` })
})

test('account enumeration: only the SMS tells whether a number has an account', async () => {
  const [known, unknown] = [(await newcomer()).phone, newPhone()]
  const shapes: Record<string, string[]> = {}
  for (const [i, purpose] of visitorPurposes.entries())
    for (const [name, phone] of [['known', known] as const, ['unknown', unknown] as const]) {
      await askFor(phone, purpose, { atMs: start + i * minuteMs })
      shapes[`${name} ${purpose}`] = (await textsTo(database, phone, at(start + i * minuteMs))).map(text => text.replace(/\d{6}/, '######'))
    }
  expect(shapes['known register']).toEqual([expect.stringContaining('此号码已有账户')])
  expect(shapes['known register']?.join()).not.toContain('######')
  expect(shapes['known sign-in']?.at(-1)).toContain('正在登录鸿雁，验证码######')
  expect(shapes['known recovery']?.at(-1)).toContain('找回鸿雁账户的密码，验证码######')
  expect(shapes['unknown register']).toEqual([expect.stringContaining('正在注册鸿雁账户，验证码######')])
  expect(shapes['unknown recovery']).toHaveLength(1)
  for (const who of ['known', 'unknown']) expect(shapes[`${who} opt-out`]?.at(-1)).toContain('是否接收推广短信，验证码######')
})

test('account enumeration: known and unknown numbers take equally many statements for requesting and trying codes', async () => {
  const [known, unknown] = [(await newcomer()).phone, newPhone()]
  let statements = 0
  const pool = openPool({ url: database.url, role: 'hongyan_app', max: 1, onStatement: () => (statements += 1) })
  const db = databaseOf(pool)
  const wrongCode = { code: '000000', password, ...origin() }
  const work = async (phone: string) => {
    const steps: [string, number][] = []
    const count = async (run: () => Promise<unknown>) => {
      statements = 0
      steps.push([await outcomeOf(run()), statements])
    }
    for (const [i, purpose] of visitorPurposes.entries()) await count(await ask(phone, purpose, { db, atMs: start + i * minuteMs }))
    const lastMs = start + (visitorPurposes.length - 1) * minuteMs
    await count(await ask(phone, 'register', { db, atMs: lastMs }))
    const input = { ...wrongCode, ...origin(lastMs), phone }
    await count(() => register(db, secret, { ...input, login: '' }))
    await count(() => signInByCode(db, secret, input))
    await count(() => recoverPassword(db, secret, input))
    return steps
  }
  const outcomes = await work(known)
  expect(outcomes.map(([outcome]) => outcome)).toEqual([
    'done',
    'done',
    'done',
    'done',
    'code_limited',
    'code_invalid',
    'code_invalid',
    'code_invalid',
  ])
  expect(await work(unknown)).toEqual(outcomes)
  await pool.end()
})

test('code that was never sent: signs in nobody even when guessed, for known and unknown numbers', async () => {
  const { phone, account } = await newcomer()
  const stranger = newPhone()
  const guess = (of: string, purpose: VisitorPurpose, atMs: number) =>
    issueCode(database.db, secret, { phone: of, purpose, address: newAddress(), now: at(atMs) })
  const registering = { phone, code: await guess(phone, 'register', start), password, login: '', ...origin() }
  expect(await outcomeOf(register(database.db, secret, registering))).toBe('code_invalid')
  const signingIn = { phone: stranger, code: await guess(stranger, 'sign-in', start), ...origin() }
  expect(await outcomeOf(signInByCode(database.db, secret, signingIn))).toBe('code_invalid')
  const recovering = { phone: stranger, code: await guess(stranger, 'recovery', start + minuteMs), password, ...origin(start + minuteMs) }
  expect(await outcomeOf(recoverPassword(database.db, secret, recovering))).toBe('code_invalid')
  expect(await database.db.selectFrom('loginName').select('accountId').where('login', '=', phone).execute()).toEqual([
    { accountId: account },
  ])
})

test('taken login name: refused, and the code stays valid for another try', async () => {
  const taken = (await newcomer()).login
  const phone = newPhone()
  await askFor(phone, 'register')
  const code = await lastCodeTo(database, phone, at())
  const facts = { phone, code, password, ...origin() }
  expect(await outcomeOf(register(database.db, secret, { ...facts, login: taken.toUpperCase() }))).toBe('login_taken')
  expect(await outcomeOf(register(database.db, secret, { ...facts, login: `${taken}2` }))).toBe('done')
})

test('thirty concurrent registrations with one code: one account', async () => {
  const phone = newPhone()
  await askFor(phone, 'register')
  const code = await lastCodeTo(database, phone, at())
  const outcomes = await Promise.all(
    Array.from({ length: 30 }, () => outcomeOf(register(database.db, secret, { phone, code, password, login: '', ...origin() }))),
  )
  expect(outcomes.filter(outcome => outcome === 'done')).toHaveLength(1)
  expect(new Set(outcomes)).toEqual(new Set(['done', 'code_invalid']))
})

test('common passwords, and the login name as password: refused before the code is checked', async () => {
  const phone = newPhone()
  const facts = { phone, code: '000000', login: 'teahouse7', ...origin() }
  for (const word of ['Password123', 'WoAiNi1314', `x${phone}`, 'TeaHouse77'])
    expect(await outcomeOf(register(database.db, secret, { ...facts, password: word })), word).toBe('password_common')
  expect(await outcomeOf(recoverPassword(database.db, secret, { ...facts, password: 'abc12345' }))).toBe('password_common')
})

test('sign-in by code: works once and lifts the lock after failed attempts', async () => {
  const { phone, login } = await newcomer()
  const facts = origin()
  const withWrong = () => signInByPassword(database.db, secret, { login, password: 'Wrong12345', captcha: '', ...facts })
  for (let tries = 0; tries < 3; tries += 1) await outcomeOf(withWrong())
  expect(await outcomeOf(withWrong())).toBe('captcha_required')
  await askFor(phone, 'sign-in')
  const code = await lastCodeTo(database, phone, at())
  const { token } = await signInByCode(database.db, secret, { phone, code, ...facts })
  assert.exists(token)
  expect(await readSession(database.db, token, at())).toMatchObject({ member: { phone } })
  expect(await outcomeOf(signInByCode(database.db, secret, { phone, code, ...facts }))).toBe('code_invalid')
  expect(await outcomeOf(withWrong())).toBe('sign_in_failed')
})

test('frozen account: its state is told only after the code was right', async () => {
  const { phone, account } = await newcomer()
  await asAccount(database.db, account, tx => tx.updateTable('account').set({ state: 'frozen' }).where('accountId', '=', account).execute())
  await askFor(phone, 'sign-in')
  const code = await lastCodeTo(database, phone, at())
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  expect(await outcomeOf(signInByCode(database.db, secret, { phone, code: wrong, ...origin() }))).toBe('code_invalid')
  expect(await outcomeOf(signInByCode(database.db, secret, { phone, code, ...origin() }))).toBe('account_frozen')
})

test('new password: ends every session of the member and the old password', async () => {
  const { phone, account, memberId } = await newcomer()
  const name = { account, memberId, login: phone, isKnown: true }
  const [mine, other] = [
    await openSession(database.db, name, 'password', origin()),
    await openSession(database.db, name, 'password', origin()),
  ]
  const bystander = await newcomer()
  const theirs = await openSession(database.db, { ...bystander, isKnown: true }, 'password', origin())
  const laterMs = start + minuteMs
  await askFor(phone, 'recovery', { atMs: laterMs })
  const code = await lastCodeTo(database, phone, at(laterMs))
  await recoverPassword(database.db, secret, { phone, code, password: 'Mountain9Road', ...origin(laterMs) })
  for (const token of [mine, other]) expect(await readSession(database.db, token, at(laterMs))).toBeNull()
  expect(await readSession(database.db, theirs, at(laterMs))).not.toBeNull()
  expect(await withPassword(phone, password, laterMs)).toBe('sign_in_failed')
  expect(await withPassword(phone, 'Mountain9Road', laterMs)).toBe('done')
  // A sign-in with the old password that is in progress when the password changes.
  const late = await openSession(database.db, name, 'password', origin(laterMs - 1))
  expect(await readSession(database.db, late, at(laterMs))).toBeNull()
})

test('wrong codes: at most a hundred an hour per network, over all numbers', async () => {
  const address = '198.51.100.200'
  const guess = () => outcomeOf(signInByCode(database.db, secret, { phone: newPhone(), code: '123456', ...origin(start, address) }))
  const outcomes: string[] = []
  for (let tries = 0; tries < limits.codeFailuresPerAddressHour + 20; tries += 1) outcomes.push(await guess())
  expect(outcomes.filter(outcome => outcome === 'code_invalid')).toHaveLength(limits.codeFailuresPerAddressHour)
  expect(outcomes.at(-1)).toBe('too_many_requests')
})

test('codes sent: exactly the limits, for one number from many addresses and many numbers from one address', async () => {
  const phone = newPhone()
  const atOnce = await Promise.all(Array.from({ length: 12 }, () => ask(phone, 'register')))
  await Promise.all(atOnce.map(request => outcomeOf(request())))
  for (let i = 1; i <= 21; i += 1) await outcomeOf(askFor(phone, 'register', { atMs: start + i * 20_000 }))
  const later = at(start + 4 * minuteMs)
  expect(await textsTo(database, phone, later)).toHaveLength(limits.oneTimeCodesPerHour)
  const address = newAddress()
  const phones = Array.from({ length: limits.oneTimeCodesPerAddressHour + 5 }, newPhone)
  for (const one of phones) await outcomeOf(askFor(one, 'register', { address }))
  const texts: string[] = []
  for (const one of phones) texts.push(...(await textsTo(database, one, later)))
  expect(texts).toHaveLength(limits.oneTimeCodesPerAddressHour)
})

test('code that waited past its lifetime: not sent', async () => {
  const phone = newPhone()
  await askFor(phone, 'register')
  expect(await textsTo(database, phone, at(start + limits.oneTimeCodeMinutes * minuteMs))).toEqual([])
})
