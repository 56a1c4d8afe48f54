import { Secret, TOTP } from 'otpauth'
import sharp from 'sharp'
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { accountCalls } from '#contract/account/account.ts'
import { profileCalls } from '#contract/account/profile.ts'
import { signInCalls } from '#contract/identity/sign-in.ts'
import { stepUpCalls } from '#contract/identity/step-up.ts'
import { asAccount } from '#db/connect.ts'
import { answered } from '#test/support/answer.ts'
import { type Browser, consolePassword, startConsole } from '#test/support/console.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { lastCodeTo } from '#test/support/sign-in.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow, lastOrThrow, matchOrThrow } from '#values/or-throw.ts'

const start = new Date('2026-11-02T01:00:00Z').getTime()
let nowMs = start
const now = () => new Date(nowMs)
let database: TestDatabase
let console: Awaited<ReturnType<typeof startConsole>>
beforeAll(async () => {
  database = await createTestDatabase()
  console = await startConsole(database, now)
})
afterAll(async () => {
  await console?.close()
  await database?.close()
})

/** An owner with two browsers. */
async function person() {
  nowMs += 61_000
  const member = await console.newAccount()
  const enter = async (password = consolePassword): Promise<Browser> => {
    const browser = console.browser()
    await browser.act(signInCalls.byPassword, { login: member.phone, password })
    return browser
  }
  const [mine, other] = [await enter(), await enter()]
  const prove = (purpose: Parameters<typeof console.prove>[2]) => console.prove(member.account, member.memberId, purpose)
  const isIn = async (browser: Browser) => (await browser.act(accountCalls.me, {})).code === 'ok'
  return { ...member, enter, mine, other, prove, isIn }
}

const notificationsOf = (account: AccountId) =>
  asAccount(database.db, account, async tx =>
    (await tx.selectFrom('notification').select('title').where('accountId', '=', account).orderBy('messageId').execute()).map(
      row => row.title,
    ),
  )

test('a nickname and a login name change, the latter once a year; the phone still signs in', async () => {
  const { mine, phone } = await person()
  expect((await mine.act(profileCalls.rename, { name: '王' })).code).toBe('input_invalid')
  expect((await mine.act(profileCalls.rename, { name: '王小五' })).code).toBe('ok')
  const login = `teahouse${phone.slice(-4)}`
  expect((await mine.act(profileCalls.changeLogin, { login })).code).toBe('ok')
  expect((await mine.act(profileCalls.changeLogin, { login: `${login}b` })).code).toBe('ok')
  expect((await mine.act(profileCalls.changeLogin, { login: `${login}c` })).code).toBe('login_change_later')
  const { answer } = await mine.act(profileCalls.one, {})
  expect(answer).toMatchObject({ name: '王小五', login: `${login}b` })
  const signIn = async (name: string) =>
    (await console.browser().act(signInCalls.byPassword, { login: name, password: consolePassword })).code
  expect(await signIn(phone)).toBe('ok')
  expect(await signIn(`${login.toUpperCase()}B`)).toBe('ok')
  // The earlier login name is free again.
  expect(await signIn(login)).toBe('sign_in_failed')
  const stranger = await person()
  expect((await stranger.mine.act(profileCalls.changeLogin, { login: `${login}B` })).code).toBe('login_taken')
  expect((await stranger.mine.act(profileCalls.changeLogin, { login })).code).toBe('ok')
})

test('an avatar is re-encoded without its metadata; a file that is no picture is refused', async () => {
  const { mine, account } = await person()
  const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#c00' } })
    .withExif({ IFD0: { Copyright: '石榴籽' } })
    .jpeg()
    .toBuffer()
  const bytes = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`
  expect((await mine.act(profileCalls.setAvatar, { picture: Buffer.from(bytes).toString('base64') })).code).toBe('picture_unreadable')
  expect((await mine.act(profileCalls.setAvatar, { picture: picture.toString('base64') })).code).toBe('ok')
  const { answer } = await mine.act(accountCalls.me, {})
  assert.exists(answer)
  const cookie = [...mine.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const address = `${console.base}/api/avatar?avatarId=${answer.member.avatarId}`
  const response = await fetch(address, { headers: { cookie } })
  const kept = Buffer.from(await response.arrayBuffer())
  expect(response.headers.get('content-type')).toBe('image/webp')
  expect(await sharp(kept).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 })
  expect(kept.includes('石榴籽')).toBe(false)
  const stranger = await person()
  const theirs = [...stranger.mine.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  expect((await fetch(address, { headers: { cookie: theirs } })).status).toBe(404)
  expect((await fetch(address)).status).toBe(401)
  expect((await mine.act(profileCalls.setAvatar, { picture: null })).code).toBe('ok')
  const left = await asAccount(database.db, account, tx =>
    tx.selectFrom('memberAvatar').select('avatarId').where('accountId', '=', account).execute(),
  )
  expect(left).toEqual([])
})

test('a new phone needs its own code and step-up by the old one; then other devices are signed out and this one gets a new token', async () => {
  const { mine, other, phone, isIn, account } = await person()
  const next = `1370014${phone.slice(-4)}`
  expect((await mine.act(profileCalls.sendPhoneCode, { phone })).code).toBe('input_invalid')
  expect((await mine.act(profileCalls.sendPhoneCode, { phone: next })).code).toBe('ok')
  const code = await lastCodeTo(database, next, now())
  const wrong = code === '000000' ? '000001' : '000000'
  expect((await mine.act(profileCalls.changePhone, { phone: next, code: wrong })).answer).toEqual({ isChanged: false })
  expect(await mine.act(profileCalls.changePhone, { phone: next, code })).toMatchObject({
    code: 'step_up_required',
    fields: { stepUp: 'phone' },
  })
  // The step-up dialog: a code for this act, sent to the old phone.
  expect((await mine.act(stepUpCalls.way, {})).answer).toMatchObject({ way: 'sms' })
  expect((await mine.act(stepUpCalls.ask, { purpose: 'phone' })).code).toBe('ok')
  const own = await lastCodeTo(database, phone, now())
  expect((await mine.act(stepUpCalls.confirm, { purpose: 'phone', code: own })).answer).toEqual({ isConfirmed: true })
  const before = mine.cookies.get('hongyan')
  assert.exists(before)
  expect((await mine.act(profileCalls.changePhone, { phone: next, code })).answer).toEqual({ isChanged: true })
  expect(mine.cookies.get('hongyan')).not.toBe(before)
  expect([await isIn(mine), await isIn(other)]).toEqual([true, false])
  const stolen = console.browser()
  stolen.cookies.set('hongyan', before)
  expect(await isIn(stolen)).toBe(false)
  expect((await console.browser().act(signInCalls.byPassword, { login: next, password: consolePassword })).code).toBe('ok')
  expect((await console.browser().act(signInCalls.byPassword, { login: phone, password: consolePassword })).code).toBe('sign_in_failed')
  expect(await notificationsOf(account)).toContain('登录手机号已更换')
})

test('a number of another member gets no code, and the answer does not reveal that', async () => {
  const [one, two] = [await person(), await person()]
  expect((await one.mine.act(profileCalls.sendPhoneCode, { phone: two.phone })).answer).toEqual({})
  await expect(lastCodeTo(database, two.phone, now())).rejects.toThrow(/no code/)
})

test('a new password needs the current one and step-up, differs from the last five, and ends other sessions', async () => {
  const { mine, other, prove, isIn, phone, enter } = await person()
  const change = async (current: string, password: string) => {
    nowMs += 1000
    await prove('password')
    return mine.act(profileCalls.changePassword, { current, password })
  }
  expect((await mine.act(profileCalls.changePassword, { current: consolePassword, password: 'Teahouse2027' })).code).toBe(
    'step_up_required',
  )
  expect((await change('Wrong12345', 'Teahouse2027')).answer).toEqual({ isChanged: false })
  expect((await change(consolePassword, consolePassword)).code).toBe('password_used')
  expect((await change(consolePassword, `x${phone}`)).code).toBe('password_common')
  const words = ['Teahouse2027', 'Bamboo#2028', 'Lantern$29x', 'Harbour%30y', 'Orchard!31z']
  let current = consolePassword
  for (const word of words) {
    expect((await change(current, word)).answer).toEqual({ isChanged: true })
    current = word
  }
  expect((await change(current, firstOrThrow(words))).code).toBe('password_used')
  // The sixth password before the current one may be reused.
  expect((await change(current, consolePassword)).answer).toEqual({ isChanged: true })
  expect([await isIn(mine), await isIn(other)]).toEqual([true, false])
  expect(await isIn(await enter())).toBe(true)
})

test('five wrong current passwords lock the form, not the sign-in', async () => {
  const { mine, prove, enter, isIn } = await person()
  await prove('password')
  const change = (current: string) => mine.act(profileCalls.changePassword, { current, password: 'Teahouse2027' })
  for (let tries = 0; tries < 5; tries += 1) expect((await change('Wrong12345')).answer).toEqual({ isChanged: false })
  expect((await change(consolePassword)).code).toBe('too_many_requests')
  expect(await isIn(await enter())).toBe(true)
})

test('an authenticator is bound with its first code, then signs in, and is removed with step-up by itself', async () => {
  const { mine, other, prove, isIn, phone } = await person()
  expect((await mine.act(profileCalls.beginTotp, {})).code).toBe('step_up_required')
  await prove('factor')
  const { answer } = await mine.act(profileCalls.beginTotp, {})
  assert.exists(answer)
  const totp = new TOTP({ secret: Secret.fromBase32(answer.secret) })
  const codeAt = () => totp.generate({ timestamp: nowMs })
  expect((await mine.act(profileCalls.finishTotp, { code: codeAt() === '000000' ? '000001' : '000000' })).answer).toEqual({
    recoveryCodes: null,
  })
  const bound = answered(await mine.act(profileCalls.finishTotp, { code: codeAt() }))
  expect(new Set(bound.recoveryCodes).size).toBe(10)
  expect([await isIn(mine), await isIn(other)]).toEqual([true, false])
  nowMs += 60_000
  const next = console.browser()
  const { challenge } = answered(await next.act(signInCalls.byPassword, { login: phone, password: consolePassword }))
  assert.exists(challenge)
  expect(challenge).toMatchObject({ factor: 'totp' })
  expect(await isIn(next)).toBe(false)
  expect((await next.act(signInCalls.answerChallenge, { token: challenge.token, code: codeAt() })).code).toBe('ok')
  expect(await isIn(next)).toBe(true)
  // The step-up uses the authenticator too.
  expect((await next.act(stepUpCalls.way, {})).answer).toMatchObject({ way: 'totp' })
  expect((await next.act(stepUpCalls.ask, { purpose: 'factor' })).code).toBe('state_forbids')
  expect((await next.act(profileCalls.setFactor, { factor: 'none' })).code).toBe('step_up_required')
  expect((await next.act(stepUpCalls.confirm, { purpose: 'factor', code: firstOrThrow(bound.recoveryCodes!) })).answer).toEqual({
    isConfirmed: true,
  })
  expect((await next.act(profileCalls.setFactor, { factor: 'none' })).code).toBe('ok')
  expect((await console.browser().act(signInCalls.byPassword, { login: phone, password: consolePassword })).answer).toEqual({
    challenge: null,
  })
})

test('an email address is verified when the member opens its link within a day', async () => {
  const { mine, account } = await person()
  const linkOf = async () => {
    const rows = await asAccount(database.db, account, tx =>
      tx.selectFrom('mail').select(['body', 'toAddress']).where('accountId', '=', account).orderBy('mailId').execute(),
    )
    return itemOrThrow(matchOrThrow(/email=([\w-]+)/, lastOrThrow(rows).body), 1)
  }
  expect((await mine.act(profileCalls.sendEmailLink, { email: '不是邮箱' })).code).toBe('input_invalid')
  expect((await mine.act(profileCalls.sendEmailLink, { email: 'Wang@Example.com' })).code).toBe('ok')
  expect((await mine.act(profileCalls.one, {})).answer).toMatchObject({ email: null, pendingEmail: 'wang@example.com' })
  const token = await linkOf()
  const stranger = await person()
  expect((await stranger.mine.act(profileCalls.confirmEmail, { token })).code).toBe('email_link_invalid')
  expect((await mine.act(profileCalls.confirmEmail, { token })).answer).toEqual({ email: 'wang@example.com' })
  expect((await mine.act(profileCalls.confirmEmail, { token })).code).toBe('email_link_invalid')
})

test('sessions are listed with the current one marked, and one or all others can be ended at once', async () => {
  const { mine, other, enter, isIn } = await person()
  const third = await enter()
  const { rows } = answered(await mine.act(profileCalls.sessions, {}))
  expect(rows).toHaveLength(3)
  expect(rows.filter(row => row.isCurrent)).toHaveLength(1)
  const theirs = firstOrThrow(answered(await other.act(profileCalls.sessions, {})).rows.filter(row => row.isCurrent))
  expect((await mine.act(profileCalls.endSession, { sessionId: theirs.sessionId })).code).toBe('ok')
  expect(await Promise.all([mine, other, third].map(isIn))).toEqual([true, false, true])
  expect((await mine.act(profileCalls.endOtherSessions, {})).answer).toEqual({ count: 1 })
  expect(await Promise.all([mine, third].map(isIn))).toEqual([true, false])
})

test('a member without the old number asks staff to change it, one request at a time, and may withdraw it', async () => {
  const { mine, phone } = await person()
  const next = `1370015${phone.slice(-4)}`
  await mine.act(profileCalls.sendPhoneCode, { phone: next })
  const input = { phone: next, code: await lastCodeTo(database, next, now()), reason: '原号码已经注销' }
  expect(
    (await mine.act(profileCalls.requestPhoneReview, { ...input, code: '000000' === input.code ? '000001' : '000000' })).answer,
  ).toEqual({
    isAsked: false,
  })
  expect((await mine.act(profileCalls.requestPhoneReview, input)).answer).toEqual({ isAsked: true })
  const waiting = answered(await mine.act(profileCalls.one, {})).phoneChange!
  expect(waiting.phone).toBe(`137****${phone.slice(-4)}`)
  expect((await mine.act(profileCalls.cancelPhoneReview, { changeId: waiting.changeId })).code).toBe('ok')
  expect((await mine.act(profileCalls.cancelPhoneReview, { changeId: waiting.changeId })).code).toBe('not_found')
})

test('a notification method is chosen for each kind of message; mandatory SMS cannot be turned off', async () => {
  const { mine } = await person()
  const channelsOf = async (kind: string) =>
    firstOrThrow(answered(await mine.act(profileCalls.one, {})).notificationMethods.filter(one => one.kind === kind)).channels
  expect(await channelsOf('finance')).toEqual(['sms', 'email'])
  expect((await mine.act(profileCalls.setNotificationMethods, { kind: 'finance', channels: [] })).code).toBe('ok')
  expect((await mine.act(profileCalls.setNotificationMethods, { kind: 'security', channels: [] })).code).toBe('ok')
  expect([await channelsOf('finance'), await channelsOf('security'), await channelsOf('review')]).toEqual([[], ['sms'], ['email']])
})
