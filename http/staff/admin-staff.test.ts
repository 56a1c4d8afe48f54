import { Secret, TOTP } from 'otpauth'
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { accountCalls } from '#contract/account/account.ts'
import { adminPersonCalls } from '#contract/account/admin-person.ts'
import { profileCalls } from '#contract/account/profile.ts'
import type { Call, CallAnswerWire, CallInputWire } from '#contract/call.ts'
import { customerCalls } from '#contract/calls.ts'
import { signInCalls } from '#contract/identity/sign-in.ts'
import { adminStatisticsCalls } from '#contract/messages/admin-statistics.ts'
import { adminAuditLogCalls } from '#contract/staff/admin-audit-log.ts'
import { adminSignInCalls } from '#contract/staff/admin-sign-in.ts'
import { adminSelfCalls, adminStaffCalls } from '#contract/staff/admin-staff.ts'
import { asAccount, asPlatform } from '#db/connect.ts'
import { hashPassword } from '#domain/platform/password.ts'
import { createStaff } from '#domain/staff/staff.ts'
import { createAdminApp } from '#http/server/admin.ts'
import type { App } from '#http/server/app.ts'
import { answered, readRefusal, sendCall } from '#test/support/answer.ts'
import { type Browser, consolePassword, startConsole } from '#test/support/console.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { lastCodeTo } from '#test/support/sign-in.ts'
import { encodeId } from '#values/id.ts'
import { firstOrThrow, getOrThrow } from '#values/or-throw.ts'

const secret = 'a secret of at least thirty-two characters'
let nowMs = new Date('2026-11-02T01:00:00Z').getTime()
const now = () => new Date(nowMs)
let database: TestDatabase
let console: Awaited<ReturnType<typeof startConsole>>
/** One office that requires authenticators, and one that doesn't. */
let strict: App
let mild: App
const bases = { strict: '', mild: '' }
beforeAll(async () => {
  database = await createTestDatabase()
  console = await startConsole(database, now)
  const options = { db: database.platformDb, secret, now, consoleUrl: console.base }
  strict = await createAdminApp({ ...options, isStaffTotpRequired: true })
  mild = await createAdminApp(options)
  bases.strict = await strict.listen({ host: '127.0.0.1', port: 0 })
  bases.mild = await mild.listen({ host: '127.0.0.1', port: 0 })
  const passwordHash = await hashPassword(consolePassword)
  await asPlatform(database.platformDb, async tx => {
    for (const login of ['chief', 'second'] as const)
      await createStaff(tx, { login, name: login, role: 'administrator', passwordHash, now: now() })
  })
})
afterAll(async () => {
  await strict?.close()
  await mild?.close()
  await console?.close()
  await database?.close()
})

/** A browser at one of the offices. */
function desk(where: keyof typeof bases = 'mild') {
  let cookie = ''
  return async <C extends Call>(call: C, input: CallInputWire<C>): Promise<{ code: string; answer: CallAnswerWire<C> | null }> => {
    const response = await sendCall(bases[where], call, input, { cookie })
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    if (response.ok) return { code: 'ok', answer: (await response.json()) as never }
    return { code: (await readRefusal(response)).code, answer: null }
  }
}
async function chief(login = 'chief') {
  const at = desk()
  expect((await at(adminSignInCalls.byPassword, { login, password: consolePassword })).code).toBe('ok')
  return at
}
const idOf = async (at: ReturnType<typeof desk>, login: string) =>
  firstOrThrow(answered(await at(adminStaffCalls.list, {})).rows.filter(row => row.login === login)).staffId
const reason = '岗位调整'

test('new staff choose a password and bind an authenticator before anything else is served', async () => {
  const boss = await chief()
  const made = await boss(adminStaffCalls.create, { login: 'newcomer', name: '小林', role: 'administrator', reason })
  expect((await boss(adminStaffCalls.create, { login: 'NewComer', name: '小林', role: 'reviewer', reason })).code).toBe('login_taken')
  const at = desk('strict')
  const password = 'Lantern$29x'
  expect((await at(adminSignInCalls.byPassword, { login: 'newcomer', password: answered(made).password })).code).toBe('ok')
  expect((await at(adminSignInCalls.me, {})).answer).toMatchObject({ owes: 'password' })
  expect((await at(adminAuditLogCalls.list, {})).code).toBe('staff_proof_owed')
  expect((await at(adminSignInCalls.changePassword, { current: answered(made).password, password })).code).toBe('ok')
  expect((await at(adminSignInCalls.me, {})).answer).toMatchObject({ owes: 'totp' })
  expect((await at(adminAuditLogCalls.list, {})).code).toBe('staff_proof_owed')
  expect((await at(adminSelfCalls.beginTotp, { password: 'Wrong12345' })).code).toBe('password_wrong')
  const begun = await at(adminSelfCalls.beginTotp, { password })
  const totp = new TOTP({ secret: Secret.fromBase32(answered(begun).secret) })
  const code = () => totp.generate({ timestamp: nowMs })
  expect((await at(adminSelfCalls.finishTotp, { code: code() === '000000' ? '000001' : '000000' })).answer).toEqual({ isBound: false })
  expect((await at(adminSelfCalls.finishTotp, { code: code() })).answer).toEqual({ isBound: true })
  expect((await at(adminSignInCalls.me, {})).answer).toMatchObject({ owes: null })
  expect((await at(adminAuditLogCalls.list, {})).code).toBe('ok')

  // From now on the password alone is not enough, and no code works twice.
  nowMs += 60_000
  const next = desk('strict')
  const enter = (given: string) => next(adminSignInCalls.byPassword, { login: 'newcomer', password, code: given })
  expect((await enter('')).code).toBe('staff_code_required')
  expect((await enter('000000')).code).toBe('second_factor_wrong')
  const used = code()
  expect((await enter(used)).code).toBe('ok')
  expect((await enter(used)).code).toBe('second_factor_wrong')
  expect((await desk('strict')(adminSignInCalls.byPassword, { login: 'newcomer', password: 'Wrong12345', code: code() })).code).toBe(
    'sign_in_failed',
  )
})

test('changed roles, freezing and new passwords take effect at once; nobody changes themselves, and one administrator remains', async () => {
  const boss = await chief()
  const { answer } = await boss(adminStaffCalls.create, { login: 'worker1', name: '小周', role: 'reviewer', reason })
  assert.exists(answer)
  const worker = desk()
  await worker(adminSignInCalls.byPassword, { login: 'worker1', password: answer.password })
  await worker(adminSignInCalls.changePassword, { current: answer.password, password: 'Harbour%30y' })
  const staffId = await idOf(boss, 'worker1')
  expect((await worker(adminStaffCalls.list, {})).code).toBe('staff_not_allowed')
  expect((await boss(adminStaffCalls.changeRole, { staffId, role: 'finance', reason })).code).toBe('ok')
  expect((await worker(adminSignInCalls.me, {})).code).toBe('not_signed_in')
  expect((await boss(adminStaffCalls.freeze, { staffId, reason })).code).toBe('ok')
  expect((await worker(adminSignInCalls.byPassword, { login: 'worker1', password: 'Harbour%30y' })).code).toBe('account_frozen')
  expect((await boss(adminStaffCalls.unfreeze, { staffId, reason })).code).toBe('ok')
  const reset = await boss(adminStaffCalls.resetPassword, { staffId, reason })
  expect((await worker(adminSignInCalls.byPassword, { login: 'worker1', password: 'Harbour%30y' })).code).toBe('sign_in_failed')
  expect((await worker(adminSignInCalls.byPassword, { login: 'worker1', password: answered(reset).password })).code).toBe('ok')
  const own = await idOf(boss, 'chief')
  for (const call of [adminStaffCalls.freeze, adminStaffCalls.resetPassword, adminStaffCalls.resetTotp])
    expect((await boss(call, { staffId: own, reason })).code).toBe('member_is_self')
  for (const login of ['newcomer', 'second'])
    expect((await boss(adminStaffCalls.freeze, { staffId: await idOf(boss, login), reason })).code).toBe('ok')
  await boss(adminStaffCalls.unfreeze, { staffId: await idOf(boss, 'second'), reason })
  const lines = await boss(adminAuditLogCalls.list, { action: 'staff/role', pageSize: '1' })
  expect(lines.answer?.rows[0]).toMatchObject({
    staffName: 'chief',
    object: '小周',
    result: 'ok',
    detail: { before: '审核', after: '财务' },
  })
  // No initial password is in the audit log or among the stored answers.
  const kept = await database.platformDb.selectFrom('staffAuditLog').select('detail').execute()
  expect(JSON.stringify(kept)).not.toContain(reset.answer?.password)
  expect(await database.platformDb.selectFrom('staffIdempotency').select('key').execute()).toEqual([])
})

test('the last administrator who may approve is warned', async () => {
  const boss = await chief()
  const me = async () => answered(await boss(adminSignInCalls.me, {})).hasChecker
  const { rows } = answered(await boss(adminStaffCalls.list, {}))
  const others = rows.filter(row => row.login !== 'chief' && row.role !== 'reviewer' && row.state === 'active')
  expect(others.length > 0).toBe(await me())
  for (const { staffId } of others) await boss(adminStaffCalls.freeze, { staffId, reason })
  expect(await me()).toBe(false)
  await boss(adminStaffCalls.unfreeze, { staffId: await idOf(boss, 'second'), reason })
  expect(await me()).toBe(true)
})

async function customer() {
  const owner = await console.newAccount('江南茶业')
  const mine = console.browser()
  await mine.act(signInCalls.byPassword, { login: owner.phone, password: consolePassword })
  return { ...owner, mine, accountId: encodeId('account', owner.account) }
}

test('impersonation opens a console once by a one-time link, masked and read-only for every call; the customer is notified', async () => {
  const { account, accountId, mine } = await customer()
  const boss = await chief()
  const url = answered(await boss(adminPersonCalls.enter, { accountId, reason: '客户反馈打不开账单' })).url
  const token = getOrThrow(new URL(url).searchParams, 'enter')
  const guest = console.browser()
  expect((await guest.act(signInCalls.redeemImpersonation, { token })).code).toBe('ok')
  expect((await console.browser().act(signInCalls.redeemImpersonation, { token })).code).toBe('entry_invalid')
  expect((await guest.act(accountCalls.me, {})).answer).toMatchObject({ staffName: '平台客服chief', member: { role: 'viewer' } })
  const acts = Object.values(customerCalls)
    .flatMap(group => Object.values(group))
    .filter(call => call.method === 'POST' && call.audience.kind === 'member' && call.path !== signInCalls.signOut.path)
  expect(acts.length).toBeGreaterThan(80)
  const codes = new Set<string>()
  for (const call of acts) codes.add((await guest.act({ ...call, once: false }, {})).code)
  expect([...codes]).toEqual(['read_only'])
  expect((await guest.act(profileCalls.setMasking, { masksNumbers: false })).code).toBe('read_only')
  const ingress = await fetch(`${console.base}/api/uploads`, {
    method: 'POST',
    headers: { cookie: `hongyan=${guest.cookies.get('hongyan')}`, 'content-type': 'application/octet-stream', 'x-file-name': 'a.csv' },
    body: '13800138000',
  })
  expect([403, 404]).toContain(ingress.status)
  const recorded = await asAccount(database.db, account, async tx => ({
    messages: await tx.selectFrom('notification').select(['title', 'body']).where('accountId', '=', account).execute(),
    lines: await tx
      .selectFrom('auditLog')
      .select(['actor', 'action'])
      .where('accountId', '=', account)
      .where('actor', 'like', '平台客服%')
      .execute(),
  }))
  expect(recorded.messages).toMatchObject([{ title: '平台客服查看了您的控制台', body: expect.stringContaining('客户反馈打不开账单') }])
  expect(recorded.lines).toEqual([{ actor: '平台客服chief', action: 'sign_in' }])
  // The customer's own session continues, lists the impersonation, and may end it.
  const rows = answered(await mine.act(profileCalls.sessions, {})).rows
  expect(rows.map(row => row.proof).sort()).toEqual(['password', 'staff'])
  expect(rows.find(row => row.proof === 'staff')).toMatchObject({ address: '' })
  expect(
    (await mine.act(profileCalls.endSession, { sessionId: firstOrThrow(rows.filter(row => row.proof === 'staff')).sessionId })).code,
  ).toBe('ok')
  expect((await guest.act(accountCalls.me, {})).code).toBe('not_signed_in')
  expect((await mine.act(accountCalls.me, {})).answer).toMatchObject({ staffName: null })
})

test('an impersonation link expires after a minute, and its session after half an hour', async () => {
  const { accountId } = await customer()
  const boss = await chief()
  const ingressOf = async () =>
    getOrThrow(new URL(answered(await boss(adminPersonCalls.enter, { accountId, reason })).url).searchParams, 'enter')
  const late = await ingressOf()
  nowMs += 61_000
  expect((await console.browser().act(signInCalls.redeemImpersonation, { token: late })).code).toBe('entry_invalid')
  const guest: Browser = console.browser()
  await guest.act(signInCalls.redeemImpersonation, { token: await ingressOf() })
  nowMs += 20 * 60_000
  expect((await guest.act(accountCalls.me, {})).code).toBe('ok')
  nowMs += 11 * 60_000
  expect((await guest.act(accountCalls.me, {})).code).toBe('not_signed_in')
})

test('a lost phone is changed by staff once; the member signs in with the new one and is notified', async () => {
  const { account, accountId, phone, mine } = await customer()
  const next = `1370018${phone.slice(-4)}`
  await mine.act(profileCalls.sendPhoneCode, { phone: next })
  await mine.act(profileCalls.requestPhoneReview, { phone: next, code: await lastCodeTo(database, next, now()), reason: '原号码已经注销' })
  const boss = await chief('second')
  const waiting = answered(await boss(adminPersonCalls.phoneChanges, {}))
  expect(waiting).toMatchObject({
    waitingCount: 1,
    rows: [{ accountName: '江南茶业', newPhone: next, oldPhone: `138****${phone.slice(-4)}` }],
  })
  const decide = { accountId, changeId: firstOrThrow(waiting.rows).changeId, isApproved: true, reason: '核对了营业执照和近期账单' }
  expect((await boss(adminPersonCalls.decidePhoneChange, decide)).code).toBe('ok')
  expect((await boss(adminPersonCalls.decidePhoneChange, { ...decide, isApproved: false })).code).toBe('review_decided')
  expect((await mine.act(accountCalls.me, {})).code).toBe('not_signed_in')
  expect((await console.browser().act(signInCalls.byPassword, { login: next, password: consolePassword })).code).toBe('ok')
  expect((await console.browser().act(signInCalls.byPassword, { login: phone, password: consolePassword })).code).toBe('sign_in_failed')
  const titles = await asAccount(database.db, account, tx =>
    tx.selectFrom('notification').select('title').where('accountId', '=', account).orderBy('messageId').execute(),
  )
  expect(titles.map(row => row.title)).toEqual(['已申请更换手机号', '登录手机号已更换'])
})

test('notes are internal to staff: visible to all of them, deleted by their author', async () => {
  const { accountId } = await customer()
  const [boss, other] = [await chief(), await chief('second')]
  expect((await boss(adminPersonCalls.addNote, { accountId, text: '月底续费' })).code).toBe('ok')
  const note = firstOrThrow(answered(await other(adminPersonCalls.notes, { accountId })).rows)
  expect(note).toMatchObject({ text: '月底续费', by: 'chief', isOwn: false })
  expect((await other(adminPersonCalls.removeNote, { accountId, noteId: note.noteId })).code).toBe('not_found')
  expect((await boss(adminPersonCalls.removeNote, { accountId, noteId: note.noteId })).code).toBe('ok')
  expect((await other(adminPersonCalls.notes, { accountId })).answer?.rows).toEqual([])
})

test('statistics of the platform have a row for each day, and refuse too many days at once', async () => {
  const boss = await chief()
  const { answer } = await boss(adminStatisticsCalls.read, { from: '2026-11-01', to: '2026-11-03' })
  assert.exists(answer)
  expect(answer.days.map(row => row.day)).toEqual(['2026-11-01', '2026-11-02', '2026-11-03'])
  expect(answer.totals.acceptedCount).toBe(0)
  expect((await boss(adminStatisticsCalls.read, { from: '2026-09-01', to: '2026-11-03' })).code).toBe('input_invalid')
  expect((await boss(adminStatisticsCalls.read, { from: '2026-11-03', to: '2026-11-01' })).code).toBe('input_invalid')
})
