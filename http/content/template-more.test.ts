import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call, CallAnswerWire, ErrorBody } from '#contract/call.ts'
import { signatureCalls } from '#contract/content/signature.ts'
import { templateCalls, templateFileRoute } from '#contract/content/template.ts'
import { asAccount } from '#db/connect.ts'
import { recharge } from '#domain/ledger/credit.ts'
import type { App } from '#http/server/app.ts'
import { createCustomerApp } from '#http/server/customer.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { readAnswer } from '#test/support/answer.ts'
import { createChannel } from '#test/support/channel.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createSessionCookie } from '#test/support/session.ts'
import { encodeId, newId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'

/** 10:00 in China, when marketing may be sent. */
const now = new Date('2026-11-21T02:00:00Z')
let database: TestDatabase
let app: App
let base: string
let owner: TestAccount
let cookie: string

beforeAll(async () => {
  database = await createTestDatabase()
  await createChannel(database.platformDb)
  await database.platformDb
    .insertInto('numberSegment')
    .values({ prefix: '139', carrier: 'mobile' })
    .onConflict(one => one.doNothing())
    .execute()
  app = await createCustomerApp({ db: database.db, secret: 'x'.repeat(32), now: () => now })
  base = await app.listen({ host: '127.0.0.1', port: 0 })
  owner = await createAccount(database.db, { name: '云溪书店有限公司' })
  cookie = await createSessionCookie(database.db, owner.account, owner.memberId)
  await asAccount(database.db, owner.account, tx => recharge(tx, owner.account, { transferId: newId(), amountHao: 100_000 }))
})
afterAll(async () => {
  await app?.close()
  await database?.close()
})

const post = async <Answer>(call: Call, body: unknown, key = newId()) => {
  const headers = { 'content-type': 'application/json', cookie, 'idempotency-key': key }
  const answer = await fetch(base + call.path, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await answer.json()) as Answer & ErrorBody
}
const importFile = async (text: string) => {
  const headers = { 'content-type': 'application/octet-stream', cookie, [templateFileRoute.fileNameHeader]: encodeURIComponent('模板.csv') }
  const answer = await fetch(base + templateFileRoute.path, { method: 'POST', headers, body: text })
  return (await answer.json()) as {
    rows: { line: number; templateId: string | null; problem: string | null; refusedCount: number }[]
  } & ErrorBody
}
const one = async (templateId: string) =>
  await readAnswer(templateCalls.one, await fetch(`${base}${templateCalls.one.path}?templateId=${templateId}`, { headers: { cookie } }))

test('a table of templates becomes drafts, row by row; other platforms’ variable syntax is converted to ours', async () => {
  const { rows } = await importFile(
    [
      '模板名称,模板类型,模板内容,备注',
      '登录,验证码,您的登录验证码为{1}，{2}分钟内有效。,来自旧平台',
      '取件,通知,@var(name)您好，包裹已到{$place}。,',
      '缺验证码,验证码,您的验证码已发送,',
      '取件二,通知,${name}您好，包裹已到${place}。,',
      '看不懂,语音,您好,',
      `${'长'.repeat(31)},通知,您好，已发货。,`,
      '没有内容,通知,,',
    ].join('\n'),
  )
  expect(rows.map(({ problem, refusedCount }) => problem ?? refusedCount)).toEqual([
    0,
    0,
    1,
    '已有相同内容的模板“取件”',
    '类型须为验证码、通知、推广',
    '模板名称不能超过30个字',
    '请填写模板内容',
  ])
  const first = await one(firstOrThrow(rows).templateId!)
  expect(first).toMatchObject({ state: 'draft', text: '您的登录验证码为${p1}，${p2}分钟内有效。', remark: '来自旧平台' })
  expect((await one(itemOrThrow(rows, 1).templateId!)).variables.map(variable => variable.name)).toEqual(['name', 'place'])
  expect((await importFile('名称,类型\n登录,验证码')).error.message).toBe('表格缺少列：内容，请按模板的列名填写')
})

test('an example that its variable does not accept is refused at its field', async () => {
  const content = { name: '付款', kind: 'transactional', text: '已付款${amount}元', remark: '', isSubmitted: false }
  const variable = { name: 'amount', kind: 'amount', maxLength: 13 }
  const refused = await post(templateCalls.create, { ...content, variables: [{ ...variable, example: '一百' }] })
  expect(refused.error.fields).toEqual({ 'variables.0.example': '变量“amount”的示例须为最多两位小数的金额' })
  const made = await post<{ templateId: string }>(templateCalls.create, { ...content, variables: [{ ...variable, example: '100.00' }] })
  expect((await one(made.templateId)).variables).toEqual([{ ...variable, example: '100.00' }])
})

async function sendable(kind: 'transactional' | 'marketing' = 'transactional') {
  const [signatureId, templateId] = [newId(), newId()]
  const common = { accountId: owner.account, state: 'approved' }
  await asAccount(database.db, owner.account, async tx => {
    await tx
      .insertInto('signature')
      .values({
        ...common,
        signatureId,
        text: `云溪${signatureId.slice(-4)}`,
        kind: 'company',
        purpose: 'own',
        extension: signatureId.slice(-6),
      })
      .execute()
    const variables = JSON.stringify([{ name: 'order', kind: 'digits', maxLength: 8 }])
    await tx
      .insertInto('template')
      .values({ ...common, templateId, code: `SMS_${templateId.slice(-6)}`, name: '发货', kind, text: '订单${order}已发货', variables })
      .execute()
  })
  return { signatureId: encodeId('signature', signatureId), templateId: encodeId('template', templateId), rawTemplateId: templateId }
}

test('a template is tried on the member’s own phone, once by two clicks, charged like any message', async () => {
  const { rawTemplateId, ...texts } = await sendable()
  const wrong = await post(templateCalls.tryOut, { ...texts, values: ['甲乙'] })
  expect(wrong.error.message).toBe('模板变量“order”不符合要求：只能是数字')
  const click = () =>
    post<CallAnswerWire<typeof templateCalls.tryOut>>(templateCalls.tryOut, { ...texts, values: ['2026'] }, 'one-click-on-try')
  const [first, second] = [await click(), await click()]
  expect(first).toEqual({ phone: `${owner.phone.slice(0, 3)}****${owner.phone.slice(-4)}`, segmentCount: 1, heldUntil: null })
  expect(second).toEqual(first)
  const sent = await asAccount(database.db, owner.account, tx =>
    tx
      .selectFrom('message')
      .select(['phone', 'content', 'segmentCount'])
      .where('accountId', '=', owner.account)
      .where('templateId', '=', rawTemplateId)
      .execute(),
  )
  expect(sent).toEqual([{ phone: owner.phone, content: expect.stringMatching(/】订单2026已发货$/), segmentCount: 1 }])
})

test('a pending review can be expedited and a disabled template enabled by their calls', async () => {
  const { templateId } = await sendable()
  expect(await post(templateCalls.disable, { templateId })).toMatchObject({ state: 'disabled' })
  expect(await post(templateCalls.enable, { templateId })).toMatchObject({ state: 'approved' })
  const content = { text: '云溪书店', kind: 'company', purpose: 'own', remark: '', isSubmitted: true }
  const { signatureId } = await post<{ signatureId: string }>(signatureCalls.create, content)
  expect((await post(signatureCalls.expedite, { signatureId })).error.message).toBe('提交满30分钟才能催审，请30分钟后再试')
})
