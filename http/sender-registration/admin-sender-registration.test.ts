import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Call } from '#contract/call.ts'
import { signatureCalls } from '#contract/content/signature.ts'
import { type StaffRole, staffRoles } from '#contract/identity/permission.ts'
import {
  adminSenderRegistrationCalls,
  pendingSenderRegistrationsRoute,
  senderRegistrationFileRoute,
} from '#contract/sender-registration/admin-sender-registration.ts'
import { adminSignInCalls } from '#contract/staff/admin-sign-in.ts'
import { asAccount, asPlatform } from '#db/connect.ts'
import { hashPassword } from '#domain/platform/password.ts'
import { startSenderRegistration } from '#domain/sender-registration/sender-registration.ts'
import { listStaffAuditLog } from '#domain/staff/audit-log-list.ts'
import { createStaff } from '#domain/staff/staff.ts'
import { createAdminApp } from '#http/server/admin.ts'
import type { App } from '#http/server/app.ts'
import { createCustomerApp } from '#http/server/customer.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { readRefusal } from '#test/support/answer.ts'
import { officeTime } from '#test/support/back-office.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { createSessionCookie } from '#test/support/session.ts'
import { encodeId, newId } from '#values/id.ts'
import { firstOrThrow, getOrThrow, takeOrThrow } from '#values/or-throw.ts'

const at = officeTime()
const password = 'Hongyan2026'
const database = prepareTestDatabase()
let carrier: App
let customer: App
let base: string
let customerBase: string
const cookies: Partial<Record<StaffRole, string>> = {}

beforeAll(async () => {
  carrier = await createAdminApp({ db: database.platformDb, secret: '-', now: () => at })
  customer = await createCustomerApp({ db: database.db, secret: 'x'.repeat(32), now: () => at })
  base = await carrier.listen({ host: '127.0.0.1', port: 0 })
  customerBase = await customer.listen({ host: '127.0.0.1', port: 0 })
  const passwordHash = await hashPassword(password)
  for (const role of ['reviewer', 'finance'] as const) {
    await asPlatform(database.platformDb, tx => createStaff(tx, { login: role, name: staffRoles[role].name, role, passwordHash, now: at }))
    const answer = await post(adminSignInCalls.byPassword, { login: role, password }, 'finance')
    cookies[role] = firstOrThrow(getOrThrow(answer.headers, 'set-cookie').split(';'))
  }
})
afterAll(() => Promise.all([carrier.close(), customer.close()]))

const post = (call: Call, body: unknown, role: StaffRole = 'reviewer') =>
  fetch(base + call.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: cookies[role] ?? '', 'idempotency-key': newId() },
    body: JSON.stringify(body),
  })
const list = async (query: Record<string, string>) => {
  const answer = await fetch(`${base}${adminSenderRegistrationCalls.list.path}?${new URLSearchParams(query)}`, {
    headers: { cookie: cookies.reviewer! },
  })
  expect(answer.status).toBe(200)
  return z
    .looseObject({
      rows: z.array(
        z.looseObject({
          text: z.string(),
          senderRegistrations: z.record(z.string(), z.looseObject({ state: z.string(), reason: z.string() })),
        }),
      ),
      counts: z.record(z.string(), z.number()),
    })
    .parse(await answer.json())
}
const read = (text: string, role: StaffRole = 'reviewer') =>
  fetch(base + senderRegistrationFileRoute.path, {
    method: 'POST',
    headers: {
      'content-type': 'application/octet-stream',
      cookie: cookies[role] ?? '',
      [senderRegistrationFileRoute.fileNameHeader]: encodeURIComponent('移动结果.csv'),
    },
    body: text,
  })
interface ReadRow {
  line: number
  change: Record<string, unknown> | null
  problem: string | null
  accountName: string | null
}
const rowsOf = async (answer: Response) => ((await answer.json()) as { rows: ReadRow[] }).rows

let made = 0
/** An approved signature without answers from all four carriers. */
async function approved(text: string, owner?: TestAccount) {
  made += 1
  const by = owner ?? (await createAccount(database.db, { name: `${text}有限公司${made}` }))
  const signatureId = newId()
  const row = { accountId: by.account, signatureId, text, kind: 'company', purpose: 'own', state: 'approved' }
  await asAccount(database.db, by.account, async tx => {
    await tx
      .insertInto('signature')
      .values({ ...row, extension: String(300_000 + made) })
      .execute()
    await startSenderRegistration(tx, by.account, { signatureId, staffId: null, now: at })
  })
  return { ...by, signatureId, accountId: encodeId('account', by.account), wireId: encodeId('signature', signatureId) }
}

async function customerSees(owner: TestAccount, signatureId: string) {
  const cookie = await createSessionCookie(database.db, owner.account, owner.memberId)
  const address = `${customerBase}${signatureCalls.one.path}?signatureId=${signatureId}`
  return z
    .looseObject({
      senderRegistration: z.record(z.string(), z.any()),
      senderRegistrations: z.array(z.looseObject({ carrier: z.string(), state: z.string(), reason: z.string() })),
      senderRegistrationHistory: z.array(z.unknown()),
    })
    .parse(await (await fetch(address, { headers: { cookie } })).json())
}

test('a file of carriers’ answers is previewed row by row, then applied at once; the customer sees the result', async () => {
  const pine = await approved('青松茶舍')
  const lake = await approved('镜湖书店')
  const answer = await read(
    [
      '签名,账户,运营商,结果,原因',
      '【青松茶舍】,,移动,成功,',
      '青松茶舍,,CMCC,失败,重复的一行',
      `青松茶舍,${pine.accountId},中国联通,不通过,授权书不清晰`,
      '镜湖书店,,广电,失败,',
      '镜湖书店,,铁通,成功,',
      '镜湖书店,,电信,大概成功,',
      '没有这个,,移动,成功,',
      '镜湖书店,别的公司,移动,成功,',
      '镜湖书店,,移动,报备中,',
      '镜湖书店,,电信,报备成功,',
    ].join('\n'),
  )
  expect(answer.status).toBe(200)
  const rows = await rowsOf(answer)
  expect(rows.map(row => row.problem)).toEqual([
    null,
    '与第2行是同一个签名和运营商',
    null,
    '失败须写明原因',
    '运营商须为移动、联通、电信或广电',
    '结果须为成功、失败、报备中或未报备',
    '没有使用中的这个签名',
    '这个账户没有使用中的这个签名',
    '已经是“报备中”，没有变化',
    null,
  ])
  const changes = rows.flatMap(row => (row.change ? [row.change] : [])).map(({ before: _, ...change }) => change)
  const applied = await post(adminSenderRegistrationCalls.apply, { fileName: '移动结果.csv', changes })
  expect(await applied.json()).toEqual({ changedCount: 3 })
  const seen = await customerSees(pine, pine.wireId)
  expect(seen.senderRegistration).toEqual({ mobile: 'filed', unicom: 'failed', telecom: 'pending', broadnet: 'pending' })
  expect(seen.senderRegistrations.find(one => one.carrier === 'unicom')).toMatchObject({ reason: '授权书不清晰' })
  expect(seen.senderRegistrationHistory).toHaveLength(6)
  expect((await customerSees(lake, lake.wireId)).senderRegistration).toMatchObject({ telecom: 'filed' })
})

test('a signature that two accounts have needs the account’s number or name in the file', async () => {
  const [one, other] = [await approved('双生'), await approved('双生')]
  const [unclear, byCode, byName] = takeOrThrow(
    await rowsOf(
      await read(`签名,企业名称,运营商,结果\n双生,,移动,成功\n双生,${one.accountId},移动,成功\n双生,双生有限公司${made},联通,成功`),
    ),
    3,
  )
  expect(unclear.problem).toBe('有2个账户在用这个签名，请写明账户编号')
  expect(byCode.change).toMatchObject({ accountId: one.accountId })
  expect(byName.change).toMatchObject({ accountId: other.accountId })
})

test('a file is applied as a whole or not at all: a signature that was disabled meanwhile is named', async () => {
  const [kept, gone] = [await approved('留下的'), await approved('停用的')]
  const change = { carrier: 'mobile', state: 'filed', reason: '' }
  const changes = [kept, gone].map(({ accountId, wireId }) => ({ ...change, accountId, signatureId: wireId }))
  await asAccount(database.db, gone.account, tx =>
    tx.updateTable('signature').set({ state: 'disabled' }).where('accountId', '=', gone.account).execute(),
  )
  const answer = await post(adminSenderRegistrationCalls.apply, { fileName: 'a.csv', changes })
  expect(answer.status).toBe(409)
  expect((await readRefusal(answer)).message).toBe('签名“停用的”已不在使用中，不能再改报备状态')
  expect((await customerSees(kept, kept.wireId)).senderRegistration).toMatchObject({ mobile: 'pending' })
})

test('answers of all carriers for one signature are recorded at once; a failure without a reason and a repeated carrier are refused', async () => {
  const { accountId, wireId, ...owner } = await approved('手改')
  const give = (answers: unknown[]) => post(adminSenderRegistrationCalls.change, { accountId, signatureId: wireId, answers })
  const passed = { carrier: 'mobile', state: 'filed', reason: '' }
  const refused = await give([passed, { carrier: 'broadnet', state: 'failed', reason: ' ' }])
  expect(refused.status).toBe(422)
  expect(Object.values((await readRefusal(refused)).fields ?? {})).toEqual(['报备失败须写明原因，客户会看到'])
  expect((await give([])).status).toBe(422)
  expect((await give([passed, { ...passed, state: 'pending' }])).status).toBe(422)
  expect((await give([passed, { carrier: 'broadnet', state: 'failed', reason: '资质过期' }])).status).toBe(200)
  const seen = await customerSees(owner, wireId)
  expect(seen.senderRegistration).toEqual({ mobile: 'filed', unicom: 'pending', telecom: 'pending', broadnet: 'failed' })
  expect(seen.senderRegistrations.find(one => one.carrier === 'broadnet')).toMatchObject({ reason: '资质过期' })
  const { rows } = await asPlatform(database.platformDb, tx =>
    listStaffAuditLog(tx, { action: 'sender-registrations/change', pageSize: 20 }),
  )
  expect(firstOrThrow(rows.filter(row => row.result === 'ok')).detail.items).toEqual([
    '中国移动报备中 → 报备成功',
    '中国广电报备中 → 报备失败，资质过期',
  ])
})

test('the list of registrations is filtered by state with one carrier or any, and its counts agree', async () => {
  const { accountId, wireId } = await approved('筛选用')
  const answers = [{ carrier: 'telecom', state: 'failed', reason: '材料不全' }]
  await post(adminSenderRegistrationCalls.change, { accountId, signatureId: wireId, answers })
  const failed = await list({ state: 'failed', carrier: 'telecom', search: '筛选' })
  expect(failed.rows.map(row => row.text)).toEqual(['筛选用'])
  expect(firstOrThrow(failed.rows).senderRegistrations.telecom).toMatchObject({ state: 'failed', reason: '材料不全' })
  expect((await list({ state: 'failed', carrier: 'mobile', search: '筛选' })).rows).toEqual([])
  const { counts } = await list({ carrier: 'telecom' })
  for (const state of Object.keys(counts))
    expect((await list({ state, carrier: 'telecom', pageSize: '100' })).rows, state).toHaveLength(counts[state]!)
  expect((await list({ state: 'pending', search: '筛选' })).rows).toHaveLength(1)
})

test('the exported registration file is read back after its results are filled in', async () => {
  const { accountId } = await approved('=公式')
  const answer = await fetch(`${base}${pendingSenderRegistrationsRoute.path}?carrier=unicom`, { headers: { cookie: cookies.reviewer! } })
  const text = await answer.text()
  const line = firstOrThrow(text.split('\r\n').filter(one => one.includes(accountId)))
  expect(line.startsWith("'=公式,")).toBe(true)
  const header = firstOrThrow(text.split('\r\n'))
  const [row] = await rowsOf(await read(`${header}\r\n${line.replace(',联通,,', ',联通,成功,')}`))
  expect(row).toMatchObject({ problem: null, change: { accountId, carrier: 'unicom', state: 'filed' } })
})

test('a file that is no table is refused, and staff without the permission get nothing', async () => {
  const refusalOf = async (answer: Response) => (await readRefusal(answer)).message
  expect(await refusalOf(await read('签名,结果\n某某,成功'))).toBe('表格缺少列：运营商，请按模板的列名填写')
  expect(await refusalOf(await read('PK\u0003\u0004 no workbook'))).toBe('无法识别该文件，请上传CSV、TXT或XLSX格式')
  expect((await read('签名,运营商,结果', 'finance')).status).toBe(403)
  expect((await post(adminSenderRegistrationCalls.apply, { fileName: 'a', changes: [] }, 'finance')).status).not.toBe(200)
  const long = Array.from({ length: 1_001 }, () => '某某,移动,成功').join('\n')
  expect(await refusalOf(await read(`签名,运营商,结果\n${long}`))).toBe('文件超过1,000行，请拆分后再上传')
})
