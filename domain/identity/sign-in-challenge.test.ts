import { Secret, TOTP } from 'otpauth'
import { assert, beforeAll, expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { hashPassword } from '#domain/platform/password.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { newAccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { createAccount } from './account.ts'
import { signInByCode } from './code-sign-in.ts'
import { newDevice } from './device.ts'
import { issueCode } from './one-time-code.ts'
import { renewRecoveryCodes } from './recovery-code.ts'
import { encryptTotp, type SecondFactor } from './second-factor.ts'
import { readSession, type SessionOrigin } from './session.ts'
import { signInByPassword } from './sign-in.ts'
import { answerChallenge, requestChallengeCode } from './sign-in-challenge.ts'
import { newTotpSecret } from './totp.ts'

const secret = 'a secret of at least thirty-two characters'
const password = 'Hongyan2026'
const start = new Date('2026-11-02T01:00:00Z')
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000)
let passwordHash: string
const database = prepareTestDatabase()
let made = 0
beforeAll(async () => {
  passwordHash = await hashPassword(password)
})

/** A member whose sign-in needs a second step. */
async function careful(facts: { factor?: SecondFactor; checksNewDevice?: boolean }) {
  made += 1
  const account = newAccountId()
  const phone = `1380013${String(6000 + made)}`
  const totp = newTotpSecret()
  const memberId = await asAccount(database.db, account, async tx => {
    const member = await createAccount(tx, { account, name: '江南茶业', memberName: '李四', phone, passwordHash, now: start })
    await tx
      .updateTable('member')
      .set({
        secondFactor: facts.factor ?? 'none',
        checksNewDevice: facts.checksNewDevice ?? false,
        totpSecret: encryptTotp(secret, member.memberId, totp),
      })
      .where('accountId', '=', account)
      .where('memberId', '=', member.memberId)
      .execute()
    return member.memberId
  })
  const origin = (seconds = 0, device = newDevice()): SessionOrigin => ({
    address: `203.0.113.${made}`,
    agent: 'test',
    now: after(seconds),
    device,
  })
  return {
    account,
    memberId,
    phone,
    origin,
    totpAt: (seconds: number) => new TOTP({ secret: Secret.fromBase32(totp) }).generate({ timestamp: after(seconds).getTime() }),
    enter: (from: SessionOrigin = origin()) => signInByPassword(database.db, secret, { login: phone, password, captcha: '', ...from }),
    answer: (token: string, code: string, from: SessionOrigin) => answerChallenge(database.db, secret, { token, code, ...from }),
    sms: (token: string, now: Date) => requestChallengeCode(database.db, secret, { token, address: `203.0.113.${made}`, now }),
  }
}

test('authenticator: the password alone doesn’t sign in; its code does, once', async () => {
  const one = await careful({ factor: 'totp' })
  const { token, challenge } = await one.enter()
  assert.exists(challenge)
  expect(token).toBeNull()
  expect(challenge).toMatchObject({ factor: 'totp', isNewDevice: false })
  expect(await readSession(database.db, challenge.token, start)).toBeNull()
  const session = await one.answer(challenge.token, one.totpAt(0), one.origin())
  expect(await readSession(database.db, session, start)).toMatchObject({ member: { memberId: one.memberId } })
  await expect(one.answer(challenge.token, one.totpAt(30), one.origin(30))).rejects.toMatchObject({ code: 'challenge_ended' })
  const again = await one.enter(one.origin(1))
  await expect(one.answer(again.challenge!.token, one.totpAt(0), one.origin(1))).rejects.toMatchObject({ code: 'second_factor_wrong' })
})

test('recovery code: replaces the authenticator', async () => {
  const one = await careful({ factor: 'totp' })
  const code = firstOrThrow(await asAccount(database.db, one.account, tx => renewRecoveryCodes(tx, secret, one.account, one.memberId)))
  const { challenge } = await one.enter()
  assert.exists(challenge)
  expect(await readSession(database.db, await one.answer(challenge.token, code, one.origin()), start)).not.toBeNull()
})

test('SMS code: can’t replace the authenticator, only serve as the factor SMS', async () => {
  const guarded = await careful({ factor: 'totp' })
  const bySms = async (phone: string, origin: SessionOrigin) => {
    const code = await issueCode(database.db, secret, { phone, purpose: 'sign-in', ...origin })
    return signInByCode(database.db, secret, { phone, code, ...origin })
  }
  expect((await bySms(guarded.phone, guarded.origin())).challenge).toMatchObject({ factor: 'totp' })
  const other = await careful({ factor: 'sms' })
  expect((await bySms(other.phone, other.origin())).challenge).toBeNull()
})

test('five wrong codes: end the challenge, also concurrently', async () => {
  const one = await careful({ factor: 'sms' })
  const { challenge } = await one.enter()
  assert.exists(challenge)
  const { code, phone } = await one.sms(challenge.token, start)
  expect(phone).toBe(one.phone)
  const wrong = code === '000000' ? '000001' : '000000'
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => one.answer(challenge.token, wrong, one.origin())))
  const codes = outcomes.map(outcome => (outcome.status === 'rejected' ? outcome.reason.code : 'ok'))
  expect(codes.filter(found => found === 'second_factor_wrong')).toHaveLength(5)
  expect(codes.filter(found => found === 'challenge_ended')).toHaveLength(3)
  await expect(one.answer(challenge.token, code, one.origin())).rejects.toMatchObject({ code: 'challenge_ended' })
})

test('challenge: expires after ten minutes', async () => {
  const one = await careful({ factor: 'totp' })
  const { challenge } = await one.enter()
  assert.exists(challenge)
  await expect(one.answer(challenge.token, one.totpAt(601), one.origin(601))).rejects.toMatchObject({ code: 'challenge_ended' })
})

test('new browser: needs a code by SMS if the member chose so, and only once', async () => {
  const one = await careful({ checksNewDevice: true })
  const device = newDevice()
  const { challenge } = await one.enter(one.origin(0, device))
  assert.exists(challenge)
  expect(challenge).toMatchObject({ factor: 'sms', isNewDevice: true })
  const { code } = await one.sms(challenge.token, start)
  await one.answer(challenge.token, code, one.origin(1, device))
  expect((await one.enter(one.origin(2, device))).challenge).toBeNull()
  expect((await one.enter(one.origin(3))).challenge).not.toBeNull()
})

test('member who left meanwhile: can’t sign in', async () => {
  const one = await careful({ factor: 'totp' })
  const { challenge } = await one.enter()
  assert.exists(challenge)
  await asAccount(database.db, one.account, tx =>
    tx.updateTable('member').set({ state: 'removed' }).where('accountId', '=', one.account).execute(),
  )
  await expect(one.answer(challenge.token, one.totpAt(0), one.origin())).rejects.toMatchObject({ code: 'challenge_ended' })
  await expect(one.enter(one.origin(1))).rejects.toMatchObject({ code: 'sign_in_failed' })
})
