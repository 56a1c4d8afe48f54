import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { adminCustomerCalls } from '#contract/account/admin-customer.ts'
import type { Call } from '#contract/call.ts'
import { adminCalls } from '#contract/calls.ts'
import { adminReviewCalls } from '#contract/content/admin-review.ts'
import { type StaffPermission, staffPermissionNames, staffRoles } from '#contract/identity/permission.ts'
import { adminApprovalCalls } from '#contract/staff/admin-approval.ts'
import { adminSignInCalls } from '#contract/staff/admin-sign-in.ts'
import { asAccount, asPlatform } from '#db/connect.ts'
import { createSignature } from '#domain/content/signature.ts'
import { openSession, readSession } from '#domain/identity/session.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { hashPassword } from '#domain/platform/password.ts'
import { createStaff } from '#domain/staff/staff.ts'
import { createAccount } from '#test/support/account.ts'
import { readAnswer, readRefusal } from '#test/support/answer.ts'
import { officeTime } from '#test/support/back-office.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type AccountId, encodeId, newAccountId, newId } from '#values/id.ts'
import { keysOf, tableOf } from '#values/keys.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { adminHandlers, createAdminApp } from './admin.ts'
import type { App } from './app.ts'
import { createCustomerApp } from './customer.ts'

const secret = 'a secret of at least thirty-two characters'
const password = 'Hongyan2026'
/** The members' passwords date from the database's now, and no session is older than that. */
const at = officeTime()
const now = () => at
const roleNames = keysOf(staffRoles)
const database = prepareTestDatabase()
let admin: App
let customer: App
let base: string
let customerBase: string
const cookies = tableOf(roleNames, () => '')

beforeAll(async () => {
  admin = await createAdminApp({ db: database.platformDb, secret, now })
  customer = await createCustomerApp({ db: database.db, secret, now })
  base = await admin.listen({ host: '127.0.0.1', port: 0 })
  customerBase = await customer.listen({ host: '127.0.0.1', port: 0 })
  const passwordHash = await hashPassword(password)
  for (const role of roleNames) {
    await asPlatform(database.platformDb, tx => createStaff(tx, { login: role, name: staffRoles[role].name, role, passwordHash, now: at }))
    cookies[role] = cookieOf(await post(adminSignInCalls.byPassword, { login: role, password }, ''))
  }
})
afterAll(() => Promise.all([admin.close(), customer.close()]))

const cookieOf = (answer: Response) => firstOrThrow((answer.headers.get('set-cookie') ?? '').split(';'))
const post = (call: Call, body: unknown, cookie: string, key = newId()) =>
  fetch(base + call.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, 'idempotency-key': key },
    body: JSON.stringify(body),
  })
const get = (call: Call, query: Record<string, string>, cookie: string) =>
  fetch(`${base}${call.path}?${new URLSearchParams(query)}`, { headers: { cookie } })
const codeOf = async (answer: Response) => (await readRefusal(answer)).code
async function signedInCustomer(): Promise<{ account: AccountId; token: string }> {
  const { account, memberId, phone } = await createAccount(database.db)
  const origin = { address: '127.0.0.1', agent: 'test', now: at }
  return { account, token: await openSession(database.db, { account, memberId, login: phone, isKnown: true }, 'password', origin) }
}
const wire = (account: AccountId) => encodeId('account', account)
const staffCalls = Object.values(adminCalls)
  .flatMap(calls => Object.values(calls))
  .filter(call => call.audience.kind === 'staff')
const permissionOf = (call: Call) => (call.audience.kind === 'staff' ? call.audience.permission : null)
const actsOn = (account: AccountId) =>
  database.platformDb
    .selectFrom('staffAuditLog')
    .select(['action', 'result', 'object', 'detail'])
    .where('accountId', '=', account)
    .orderBy('auditId')
    .execute()

test('every call of the back office has one handler and needs staff; only sign-in and set-up need nobody', () => {
  const listed = Object.values(adminCalls).flatMap(calls => Object.values(calls).map(call => `${call.method} ${call.path}`))
  expect(
    adminHandlers({ secret, shortLinkUrl: 'https://hy.example' })
      .map(({ call }) => `${call.method} ${call.path}`)
      .sort(),
  ).toEqual([...listed].sort())
  expect(staffCalls).toHaveLength(listed.length - 2)
  for (const call of staffCalls) expect(call.path).toMatch(/^\/api\/admin\//)
})

test('the table of roles separates duties: reviewers move no money, finance neither reviews nor attests, the administrator may do all', () => {
  expect(staffRoles.reviewer.may).toContain('review.decide')
  expect(staffRoles.reviewer.may).not.toContain('customer.credit')
  expect(staffRoles.finance.may).toContain('customer.credit')
  for (const other of ['review.decide', 'customer.attest'] as const) expect(staffRoles.finance.may).not.toContain(other)
  expect([...staffRoles.administrator.may].sort()).toEqual(Object.keys(staffPermissionNames).sort())
})

test.each(roleNames)('the role %s is admitted to the calls of its permissions and refused at every other', async role => {
  for (const call of staffCalls.filter(one => permissionOf(one) !== null)) {
    const may = staffRoles[role].may.includes(permissionOf(call) as StaffPermission)
    // Without input: a permitted role gets validation errors or the list, another learns nothing else.
    const answer = call.method === 'GET' ? await get(call, {}, cookies[role]) : await post(call, {}, cookies[role])
    if (answer.status === 422) continue
    expect(answer.status, call.path).toBe(may ? 200 : 403)
  }
})

test('a reviewer cannot grant a package and finance cannot decide a review; the attempts are in the audit log', async () => {
  const { account } = await createAccount(database.db)
  const grant = { accountId: wire(account), kind: 'general', segmentCount: 100, validityDays: 30, name: '体验包', reason: '新客户体验' }
  const refused = await post(adminCustomerCalls.grant, grant, cookies.reviewer)
  expect([refused.status, await codeOf(refused)]).toEqual([403, 'staff_not_allowed'])
  const review = { object: 'signature', objectId: encodeId('review', newId()), accountId: wire(account), submittedAt: at.toISOString() }
  expect((await post(adminReviewCalls.approve, review, cookies.finance)).status).toBe(403)
  const lines = await database.platformDb
    .selectFrom('staffAuditLog')
    .select(['action', 'result'])
    .where('result', '=', 'staff_not_allowed')
    .execute()
  expect(lines).toEqual(
    expect.arrayContaining([
      { action: 'customers/grant', result: 'staff_not_allowed' },
      { action: 'reviews/approve', result: 'staff_not_allowed' },
    ]),
  )
  expect((await balancesOf(database.platformDb, account)).grants).toEqual([])
})

test('a customer’s cookie is refused in the back office, and a staff cookie in the console', async () => {
  const { token } = await signedInCustomer()
  for (const cookie of [`hongyan=${token}`, `hongyan-staff=${token}`, `hongyan=${token}; hongyan-staff=${token}`, ''])
    for (const call of staffCalls.filter(one => one.method === 'GET' && permissionOf(one) === null))
      expect((await get(call, {}, cookie)).status, `${cookie.slice(0, 20)} ${call.path}`).toBe(401)
  const staffToken = itemOrThrow(cookies.administrator.split('='), 1)
  for (const cookie of [`hongyan-staff=${staffToken}`, `hongyan=${staffToken}`])
    expect((await fetch(`${customerBase}/api/me`, { headers: { cookie } })).status).toBe(401)
  expect((await fetch(`${customerBase}/api/me`, { headers: { cookie: `hongyan=${token}` } })).status).toBe(200)
  expect((await fetch(`${customerBase}/api/admin/home`, { headers: { cookie: cookies.administrator } })).status).toBe(404)
  expect((await fetch(`${base}/api/me`, { headers: { cookie: `hongyan=${token}` } })).status).toBe(404)
})

test('the staff cookie is SameSite and HttpOnly; signing out ends it', async () => {
  const answer = await post(adminSignInCalls.byPassword, { login: 'finance', password }, '')
  expect(answer.headers.get('set-cookie')).toMatch(/^hongyan-staff=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/)
  const cookie = cookieOf(answer)
  expect((await get(adminSignInCalls.me, {}, cookie)).status).toBe(200)
  expect((await post(adminSignInCalls.signOut, {}, cookie)).status).toBe(200)
  expect((await get(adminSignInCalls.me, {}, cookie)).status).toBe(401)
})

test('the staff cookie on https is bound to the host and secure, and a planted one is never adopted', async () => {
  const app = await createAdminApp({ db: database.platformDb, secret, now, publicUrl: 'https://admin.example' })
  const planted = `__Host-hongyan-staff=${'A'.repeat(43)}`
  const answer = await app.inject({
    method: 'POST',
    url: adminSignInCalls.byPassword.path,
    headers: { 'content-type': 'application/json', cookie: planted },
    payload: { login: 'finance', password },
  })
  expect(answer.headers['set-cookie']).toMatch(
    /^__Host-hongyan-staff=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  )
  const cookie = firstOrThrow(String(answer.headers['set-cookie']).split(';'))
  const me = (withCookie: string) => app.inject({ url: adminSignInCalls.me.path, headers: { cookie: withCookie } })
  expect(cookie).not.toBe(planted)
  expect((await me(cookie)).statusCode).toBe(200)
  expect((await me(planted)).statusCode).toBe(401)
  // Plain http can set the name without the prefix: it is not accepted here.
  expect((await me(cookie.replace('__Host-', ''))).statusCode).toBe(401)
  await app.close()
})

test('a review is decided once under a key; another key is refused as decided; both are in the audit log', async () => {
  const { account, memberId } = await createAccount(database.db)
  const { signatureId } = await asAccount(database.db, account, tx =>
    createSignature(tx, account, {
      text: '山野茶',
      kind: 'company',
      purpose: 'own',
      remark: '',
      proofs: [],
      isSubmitted: true,
      memberId,
      now: at,
    }),
  )
  const queue = z
    .looseObject({
      rows: z.array(z.looseObject({ objectId: z.string(), accountId: z.string(), submittedAt: z.string(), text: z.string() })),
    })
    .parse(await (await get(adminReviewCalls.queue, { object: 'signature' }, cookies.reviewer)).json())
  const row = firstOrThrow(queue.rows.filter(one => one.text === '山野茶'))
  expect(row.objectId).toBe(encodeId('review', signatureId))
  const { objectId, accountId, submittedAt } = row
  const target = { object: 'signature', objectId, accountId, submittedAt }
  const key = newId()
  const twice = await Promise.all([1, 2].map(() => post(adminReviewCalls.approve, target, cookies.reviewer, key)))
  expect(twice.map(answer => answer.status)).toEqual([200, 200])
  const late = await post(adminReviewCalls.reject, { ...target, reason: '与主体无关' }, cookies.administrator)
  expect([late.status, await codeOf(late)]).toEqual([409, 'review_decided'])
  expect((await actsOn(account)).map(line => [line.action, line.result, line.object])).toEqual([
    ['reviews/approve', 'ok', '签名：山野茶'],
    ['reviews/reject', 'review_decided', '签名'],
  ])
})

test('a changed staff password ends every other session, keeps this one, and replaces the old one', async () => {
  const passwordHash = await hashPassword(password)
  await asPlatform(database.platformDb, tx => createStaff(tx, { login: 'chen', name: '陈审核', role: 'reviewer', passwordHash, now: at }))
  const sign = (word: string) => post(adminSignInCalls.byPassword, { login: 'chen', password: word }, '')
  const [here, elsewhere] = [cookieOf(await sign(password)), cookieOf(await sign(password))]
  const change = (current: string, next: string) => post(adminSignInCalls.changePassword, { current, password: next }, here)
  expect(await codeOf(await change('Wrong12345', 'Wild4goose'))).toBe('password_wrong')
  expect(await codeOf(await change(password, 'Chen2026abc'))).toBe('password_common')
  const changed = await change(password, 'Wild4goose')
  expect(changed.status).toBe(200)
  expect((await get(adminSignInCalls.me, {}, cookieOf(changed))).status).toBe(200)
  for (const cookie of [here, elsewhere]) expect((await get(adminSignInCalls.me, {}, cookie)).status).toBe(401)
  expect((await sign(password)).status).toBe(422)
  expect((await sign('Wild4goose')).status).toBe(200)
})

test('another site can make no browser act here (CSRF)', async () => {
  const acting = (headers: Record<string, string>) =>
    fetch(base + adminSignInCalls.signOut.path, { method: 'POST', headers: { cookie: cookies.finance, ...headers }, body: '{}' })
  expect((await acting({ 'content-type': 'text/plain' })).status).toBe(403)
  expect((await acting({ 'content-type': 'application/json', origin: 'https://elsewhere.example' })).status).toBe(403)
  expect((await get(adminSignInCalls.me, {}, cookies.finance)).status).toBe(200)
})

test('a gift is requested once however often the button is pressed, logged, and granted after a second person’s approval', async () => {
  const { account } = await createAccount(database.db)
  const body = {
    accountId: wire(account),
    kind: 'industry',
    segmentCount: 1_000,
    validityDays: 365,
    name: '行业体验包',
    reason: '签约赠送',
  }
  const key = newId()
  const answers = await Promise.all(Array.from({ length: 5 }, () => post(adminCustomerCalls.grant, body, cookies.finance, key)))
  expect(answers.map(answer => answer.status)).toEqual(Array(5).fill(200))
  expect(new Set(await Promise.all(answers.map(answer => answer.text()))).size).toBe(1)
  expect((await balancesOf(database.platformDb, account)).grants).toEqual([])
  const list = async (cookie: string) =>
    (await readAnswer(adminApprovalCalls.list, await get(adminApprovalCalls.list, { state: 'waiting' }, cookie))).rows
  const asked = firstOrThrow(await list(cookies.administrator))
  expect(asked).toMatchObject({ kind: 'gift', accountId: wire(account), maker: staffRoles.finance.name, reason: '签约赠送', isOwn: false })
  const decision = { approvalId: asked.approvalId, payloadHash: asked.payloadHash, decision: 'approved', answer: '' }
  expect(await codeOf(await post(adminApprovalCalls.decide, decision, cookies.finance))).toBe('approval_own')
  expect((await post(adminApprovalCalls.decide, decision, cookies.reviewer)).status).toBe(403)
  expect((await post(adminApprovalCalls.decide, decision, cookies.administrator)).status).toBe(200)
  const { grants } = await balancesOf(database.platformDb, account)
  expect(grants).toMatchObject([
    { kind: 'industry', name: '行业体验包', source: 'gift', availableCount: 1_000, expiresAt: new Date(at.getTime() + 365 * 86_400_000) },
  ])
  expect(await verifyLedger(database.platformDb, account)).toEqual([])
  expect(await actsOn(account)).toEqual([
    {
      action: 'customers/grant',
      result: 'ok',
      object: '行业体验包',
      detail: { kind: '行业', segmentCount: 1_000, validityDays: 365, reason: '签约赠送' },
    },
    { action: 'approvals/decide', result: 'ok', object: '赠送套餐', detail: { outcome: '通过', reason: '' } },
  ])
  const other = await post(adminCustomerCalls.grant, { ...body, segmentCount: 2_000 }, cookies.finance, key)
  expect(await codeOf(other)).toBe('idempotency_mismatch')
})

test('a balance correction is requested to the 毫; an invalid amount is refused at its field', async () => {
  const { account } = await createAccount(database.db)
  const adjust = (amount: string, reason = '系统故障补偿') =>
    post(adminCustomerCalls.adjust, { accountId: wire(account), direction: 'in', amount, reason }, cookies.finance)
  expect((await adjust('1234.56')).status).toBe(200)
  for (const amount of ['0', '-5', '1.234', '10000000', '1e3', '']) expect((await adjust(amount)).status, amount).toBe(422)
  expect((await adjust('5', '')).status).toBe(422)
  const asked = await database.platformDb
    .selectFrom('approval')
    .select(['kind', 'amountHao', 'state'])
    .where('accountId', '=', account)
    .execute()
  expect(asked).toEqual([{ kind: 'adjust', amountHao: 12_345_600, state: 'waiting' }])
  expect((await balancesOf(database.platformDb, account)).availableHao).toBe(0)
})

test('an account is attested under a name and loses the attestation again; repeating either is refused', async () => {
  const { account } = await createAccount(database.db, { attested: false })
  const grant = () =>
    post(
      adminCustomerCalls.grantAttestation,
      { accountId: wire(account), name: '江南茶业有限公司', reason: '核对营业执照原件' },
      cookies.reviewer,
    )
  const revoke = () => post(adminCustomerCalls.revokeAttestation, { accountId: wire(account), reason: '执照已注销' }, cookies.reviewer)
  expect(await codeOf(await revoke())).toBe('state_forbids')
  expect((await grant()).status).toBe(200)
  expect(await codeOf(await grant())).toBe('state_forbids')
  const read = async () =>
    z
      .record(z.string(), z.unknown())
      .parse(await (await get(adminCustomerCalls.one, { accountId: wire(account) }, cookies.reviewer)).json())
  expect(await read()).toMatchObject({ attestedName: '江南茶业有限公司', attestedAt: at.toISOString() })
  expect((await revoke()).status).toBe(200)
  expect(await read()).toMatchObject({ attestedName: null, attestedAt: null })
  expect((await actsOn(account)).map(line => `${line.action} ${line.result}`)).toEqual([
    'customers/unattest state_forbids',
    'customers/attest ok',
    'customers/attest state_forbids',
    'customers/unattest ok',
  ])
})

test('freezing ends the sessions of the account and unfreezing admits it again', async () => {
  const { account, token } = await signedInCustomer()
  const body = { accountId: wire(account), reason: '投诉核实中' }
  expect(await readSession(database.db, token, at)).not.toBeNull()
  expect((await post(adminCustomerCalls.freeze, body, cookies.operations)).status).toBe(200)
  expect(await codeOf(await post(adminCustomerCalls.freeze, body, cookies.operations))).toBe('state_forbids')
  expect(await readSession(database.db, token, at)).toBeNull()
  expect((await post(adminCustomerCalls.unfreeze, body, cookies.operations)).status).toBe(200)
  expect(await readSession(database.db, token, at), 'the old session stays ended').toBeNull()
})

test('the platform’s own account is no customer: it is neither listed nor changed', async () => {
  const account = newAccountId()
  await asAccount(database.db, account, tx =>
    tx.insertInto('account').values({ accountId: account, kind: 'platform', name: '平台自用' }).execute(),
  )
  const rows = z
    .looseObject({ rows: z.array(z.unknown()) })
    .parse(await (await get(adminCustomerCalls.list, { search: '平台自用' }, cookies.administrator)).json())
  expect(rows.rows).toEqual([])
  const freezing = await post(adminCustomerCalls.freeze, { accountId: wire(account), reason: '试一试' }, cookies.administrator)
  expect(freezing.status).toBe(404)
})

test('customers are found by a part of the name, a whole phone or the attested name, and not by LIKE patterns', async () => {
  const { account, phone } = await createAccount(database.db, { name: '青山_物流100%' })
  await database.platformDb.insertInto('loginName').values({ login: phone, accountId: account, memberId: newId() }).execute()
  const found = async (search: string) => {
    const answer = await get(adminCustomerCalls.list, { search }, cookies.finance)
    return z
      .looseObject({ rows: z.array(z.looseObject({ accountId: z.string() })) })
      .parse(await answer.json())
      .rows.map(row => row.accountId)
  }
  for (const search of ['青山', '_物流100%', phone, phone.slice(-4), `${phone.slice(0, 3)} ${phone.slice(3, 7)}-${phone.slice(7)}`])
    expect(await found(search), search).toEqual([wire(account)])
  expect(await found(phone.slice(0, 8))).toEqual([])
  expect(await found('青_物')).toEqual([])
})

test('the list of customers is paged without a gap and never shows a whole phone', async () => {
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const text: string = await (
      await get(adminCustomerCalls.list, { pageSize: '3', ...(cursor ? { cursor } : {}) }, cookies.finance)
    ).text()
    expect(text).not.toMatch(/139\d{8}/)
    const page = z
      .looseObject({ rows: z.array(z.looseObject({ accountId: z.string() })), nextCursor: z.string().nullable() })
      .parse(JSON.parse(text))
    seen.push(...page.rows.map(row => row.accountId))
    cursor = page.nextCursor
  }
  const { rows } = await sql<{ count: number }>`
    -- across accounts: only in this test
    select count(*) as count from account where kind = 'customer'`.execute(database.platformDb)
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen).toHaveLength(firstOrThrow(rows).count)
})
