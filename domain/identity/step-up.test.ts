import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { asAccount, type Tx } from '#db/connect.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { newId } from '#values/id.ts'
import { takeOrThrow } from '#values/or-throw.ts'
import { renewRecoveryCodes } from './recovery-code.ts'
import { encryptTotp } from './second-factor.ts'
import { confirmStepUp, requestStepUp, requireRecentStepUp, requireStepUp } from './step-up.ts'
import { newTotpSecret } from './totp.ts'

const secret = 'a secret of at least thirty-two characters'
const database = prepareTestDatabase()

/** A member with one session, and the steps of step-up authentication, each in its own transaction. */
async function actor() {
  const member = await createAccount(database.db)
  const sessionId = newId()
  const inAccount = <T>(work: (tx: Tx) => Promise<T>) => asAccount(database.db, member.account, work)
  const prover = { ...member, sessionId, purpose: 'password' as const }
  return {
    ...member,
    sessionId,
    ask: (now: Date, more = {}) =>
      inAccount(tx => requestStepUp(tx, member.account, secret, { ...prover, address: '203.0.113.9', now, ...more })),
    confirm: (code: string, now: Date, more = {}) =>
      inAccount(tx => confirmStepUp(tx, member.account, secret, { ...prover, code, now, ...more })),
    act: (now: Date, more = {}) => inAccount(tx => requireStepUp(tx, member.account, { sessionId, purpose: 'password', now, ...more })),
    inAccount,
  }
}

async function giveTotp({ account, memberId }: TestAccount): Promise<TOTP> {
  const totp = newTotpSecret()
  await asAccount(database.db, account, tx =>
    sql`update member set second_factor = 'totp', totp_secret = ${encryptTotp(secret, memberId, totp)}
      where account_id = ${account} and member_id = ${memberId}`.execute(tx),
  )
  return new TOTP({ secret: Secret.fromBase32(totp) })
}

const start = new Date('2026-06-01T04:00:00Z')
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000)
const required = { code: 'step_up_required', fields: { stepUp: 'password' } }

test('SMS code: allows one act, for its purpose and session, within five minutes', async () => {
  const one = await actor()
  await expect(one.act(start)).rejects.toMatchObject(required)
  const { code } = await one.ask(start)
  await expect(one.act(start)).rejects.toMatchObject(required)
  expect(await one.confirm(code, after(10))).toBe(true)
  await expect(one.act(after(20), { purpose: 'closing' })).rejects.toMatchObject({ code: 'step_up_required' })
  await expect(one.act(after(20), { sessionId: newId() })).rejects.toMatchObject(required)
  await one.act(after(20))
  await expect(one.act(after(20))).rejects.toMatchObject(required)
})

test('repeated act: one confirmation is enough for ten minutes', async () => {
  const one = await actor()
  const purpose = 'number' as const
  const look = (now: Date) => one.inAccount(tx => requireRecentStepUp(tx, one.account, { sessionId: one.sessionId, purpose, now }))
  const asked = { code: 'step_up_required', fields: { stepUp: purpose } }
  await expect(look(start)).rejects.toMatchObject(asked)
  const { code } = await one.ask(start, { purpose })
  expect(await one.confirm(code, after(10), { purpose })).toBe(true)
  await look(after(20))
  await look(after(10 + 599))
  await expect(look(after(10 + 600))).rejects.toMatchObject(asked)
})

test('old confirmation: expires', async () => {
  const one = await actor()
  const { code } = await one.ask(start)
  expect(await one.confirm(code, after(10))).toBe(true)
  await expect(one.act(after(10 + 301))).rejects.toMatchObject(required)
})

test('act refused later: keeps the confirmation', async () => {
  const one = await actor()
  const { code } = await one.ask(start)
  await one.confirm(code, after(10))
  const failing = one.inAccount(async tx => {
    await requireStepUp(tx, one.account, { sessionId: one.sessionId, purpose: 'password', now: after(20) })
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  await one.act(after(20))
})

test('code for one purpose: invalid for another; five wrong attempts void it', async () => {
  const one = await actor()
  const { code } = await one.ask(start)
  expect(await one.confirm(code, after(1), { purpose: 'closing' })).toBe(false)
  const wrong = code === '000000' ? '000001' : '000000'
  for (let tries = 0; tries < 5; tries += 1) expect(await one.confirm(wrong, after(2))).toBe(false)
  expect(await one.confirm(code, after(3))).toBe(false)
})

test('authenticator: each code works once, and no SMS is sent', async () => {
  const one = await actor()
  const totp = await giveTotp(one)
  await expect(one.ask(start)).rejects.toMatchObject({ code: 'state_forbids' })
  const code = totp.generate({ timestamp: start.getTime() })
  expect(await one.confirm(code, start)).toBe(true)
  await one.act(start)
  expect(await one.confirm(code, after(1))).toBe(false)
  expect(await one.confirm(totp.generate({ timestamp: after(30).getTime() }), after(30))).toBe(true)
})

test('concurrent use of one authenticator code: one succeeds', async () => {
  const one = await actor()
  const code = (await giveTotp(one)).generate({ timestamp: start.getTime() })
  const answers = await Promise.all([one.confirm(code, start), one.confirm(code, start)])
  expect(answers.sort()).toEqual([false, true])
})

test('recovery code: replaces the authenticator once', async () => {
  const one = await actor()
  await giveTotp(one)
  const [first, second] = takeOrThrow(await one.inAccount(tx => renewRecoveryCodes(tx, secret, one.account, one.memberId)), 2)
  expect(await one.confirm(` ${first.toUpperCase().replace('-', ' ')} `, start)).toBe(true)
  expect(await one.confirm(first, start)).toBe(false)
  await one.inAccount(tx => renewRecoveryCodes(tx, secret, one.account, one.memberId))
  expect(await one.confirm(second, start)).toBe(false)
})

test('five wrong authenticator codes: all are refused for a quarter of an hour', async () => {
  const one = await actor()
  const totp = await giveTotp(one)
  for (let tries = 0; tries < 5; tries += 1) expect(await one.confirm('000000', start)).toBe(false)
  const right = (now: Date) => one.confirm(totp.generate({ timestamp: now.getTime() }), now)
  await expect(right(after(60))).rejects.toMatchObject({ code: 'too_many_requests' })
  expect(await right(after(15 * 60 + 1))).toBe(true)
})
