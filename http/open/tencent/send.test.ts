import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { serialNoOf } from '#contract/open/vendor-id.ts'
import { asAccount } from '#db/connect.ts'
import type { Program } from '#test/support/open.ts'
import { startVendorServer, tencentClient, type VendorServer } from '#test/support/vendor.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'

let server: VendorServer
beforeAll(async () => {
  server = await startVendorServer()
})
afterAll(() => server?.close())

type Options = Parameters<typeof tencentClient>[2]
type Facts = Parameters<VendorServer['program']>[0]

interface Sender extends Program {
  number: string
}
/** An account whose template 2 has two variables, with its app's number. */
async function program(facts: Facts = {}): Promise<Sender> {
  const sender = await server.program(facts)
  const variables = ['name', 'no'].map(name => ({ name, kind: 'text', maxLength: 20 }))
  const number = await asAccount(server.db, sender.account, async tx => {
    await tx
      .updateTable('template')
      .set({ text: '${name}，您的订单${no}已发货', variables: JSON.stringify(variables) })
      .where('accountId', '=', sender.account)
      .where('code', '=', 'SMS_2')
      .execute()
    return tx.selectFrom('app').select('number').where('accountId', '=', sender.account).executeTakeFirstOrThrow()
  })
  return { ...sender, ...number }
}

const order = { PhoneNumberSet: ['+8613900000001'], SignName: '云栈', TemplateId: '2', TemplateParamSet: ['王先生', 'A1'] }
const send = (sender: Sender, change: object = {}, options: Options = {}, to = server.url) =>
  tencentClient(to, sender, options).SendSms({ ...order, SmsSdkAppId: sender.number, ...change })
/** The codes of the answer, by phone number. */
const codes = async (sender: Sender, change: object = {}) => (await send(sender, change)).SendStatusSet!.map(one => one.Code)

test('values are assigned by position, and each number has an answer of its own', async () => {
  const sender = await program()
  const PhoneNumberSet = ['+8613900000001', '13900000002', '12345', '008613900000003', '13900000001']
  const { SendStatusSet, RequestId } = await send(sender, { PhoneNumberSet, SessionContext: 'ctx 1' })
  assert.exists(SendStatusSet)
  expect(RequestId).toEqual(expect.any(String))
  expect(SendStatusSet.map(one => [one.PhoneNumber, one.Code, one.Fee, one.IsoCode, one.SessionContext])).toEqual([
    ['+8613900000001', 'Ok', 1, 'CN', 'ctx 1'],
    ['+8613900000002', 'Ok', 1, 'CN', 'ctx 1'],
    ['12345', 'InvalidParameterValue.IncorrectPhoneNumber', 0, '', 'ctx 1'],
    ['+8613900000003', 'Ok', 1, 'CN', 'ctx 1'],
    // Named again: the message of the first, which is charged once.
    ['+8613900000001', 'Ok', 0, 'CN', 'ctx 1'],
  ])
  const rows = await server.rowsOf(sender)
  expect(rows.map(row => [row.content, row.ingress])).toEqual(Array(3).fill(['【云栈】王先生，您的订单A1已发货', 'tencent']))
  expect(firstOrThrow(SendStatusSet).SerialNo).toBe(serialNoOf(firstOrThrow(rows).messageId))
})

test.each<Options>([
  { reqMethod: 'POST' },
  { reqMethod: 'GET' },
  { signMethod: 'HmacSHA1', reqMethod: 'POST' },
  { signMethod: 'HmacSHA1', reqMethod: 'GET' },
  { signMethod: 'HmacSHA256', reqMethod: 'POST' },
  { signMethod: 'HmacSHA256', reqMethod: 'GET' },
  { path: '/tencent' },
  { path: '/tencent', signMethod: 'HmacSHA256' },
])('every signature is verified: %j', async options => {
  const sender = await program()
  const change = { PhoneNumberSet: ['+8613900000001', '+8613900000002'], TemplateParamSet: ['王 先生&=+*', 'A1'] }
  const { SendStatusSet } = await send(sender, change, options)
  assert.exists(SendStatusSet)
  expect(SendStatusSet.map(one => one.Code)).toEqual(['Ok', 'Ok'])
  expect(firstOrThrow(await server.rowsOf(sender)).content).toBe('【云栈】王 先生&=+*，您的订单A1已发货')
  await expect(send({ ...sender, secret: 'wrong-secret' }, change, options)).rejects.toMatchObject({
    code: 'AuthFailure.SignatureFailure',
    message: expect.stringContaining('server string to sign is:'),
    requestId: expect.any(String),
  })
})

test.each([
  ['an unknown signature', { SignName: '别家' }, 'FailedOperation.SignatureIncorrectOrUnapproved'],
  ['an unknown template', { TemplateId: '9' }, 'FailedOperation.TemplateIncorrectOrUnapproved'],
  ['too few values', { TemplateParamSet: ['王先生'] }, 'FailedOperation.TemplateParamSetNotMatchApprovedTemplate'],
  ['too many values', { TemplateParamSet: ['王先生', 'A1', 'B2'] }, 'FailedOperation.TemplateParamSetNotMatchApprovedTemplate'],
  ['a long value', { TemplateParamSet: ['王'.repeat(21), 'A1'] }, 'InvalidParameterValue.TemplateParameterLengthLimit'],
  ['a link', { TemplateParamSet: ['www.example.com', 'A1'] }, 'InvalidParameterValue.ProhibitedUseUrlInTemplateParameter'],
  ['a wrong value', { TemplateId: '1', TemplateParamSet: ['密码'] }, 'InvalidParameterValue.TemplateParameterFormatError'],
])('%s is reported for each number', async (_, change, expected) => {
  const sender = await program()
  expect(await codes(sender, { PhoneNumberSet: ['+8613900000001', '+8613900000002'], ...change })).toEqual([expected, expected])
  expect(await server.rowsOf(sender)).toEqual([])
})

test('limits, blacklist and balance are reported for each number', async () => {
  const sender = await program()
  const code = { TemplateId: '1', TemplateParamSet: ['204817'] }
  expect(await codes(sender, code)).toEqual(['Ok'])
  expect(await codes(sender, { ...code, PhoneNumberSet: ['+8613900000001', '+8613900000002'] })).toEqual([
    'LimitExceeded.PhoneNumberThirtySecondLimit',
    'Ok',
  ])
  await asAccount(server.db, sender.account, tx =>
    tx
      .insertInto('blacklist')
      .values({ accountId: sender.account, blacklistId: newId(), phone: '13900000021', level: 'account', source: 'manual' })
      .execute(),
  )
  const marketing = { TemplateId: '3', TemplateParamSet: [], PhoneNumberSet: ['+8613900000021'] }
  expect(await codes(sender, marketing)).toEqual(['FailedOperation.PhoneNumberInBlacklist'])
  expect(await codes(await program({ segmentCount: 0 }))).toEqual(['FailedOperation.InsufficientBalanceInSmsPackage'])
})

test.each<[string, object, Facts, string]>([
  ['no number', { PhoneNumberSet: [] }, {}, 'MissingParameter.EmptyPhoneNumberSet'],
  ['too many numbers', { PhoneNumberSet: Array(201).fill('+8613900000001') }, {}, 'LimitExceeded.PhoneNumberCountLimit'],
  [
    'domestic and foreign numbers',
    { PhoneNumberSet: ['+8613900000001', '+14155550100'] },
    {},
    'UnsupportedOperation.ContainDomesticAndInternationalPhoneNumber',
  ],
  ['the number of another app', { SmsSdkAppId: '1400006666' }, {}, 'UnauthorizedOperation.SmsSdkAppIdVerifyFail'],
  ['no template', { TemplateId: undefined }, {}, 'MissingParameter'],
  ['no signature', { SignName: undefined }, {}, 'MissingParameter'],
  ['a long context', { SessionContext: '文'.repeat(171) }, {}, 'InvalidParameterValue'],
  ['a key that may not send', {}, { scopes: ['query'] }, 'AuthFailure.UnauthorizedOperation'],
  [
    'an address outside of the allowlist',
    {},
    { settings: { allowlist: { mode: 'on', lines: ['203.0.113.0/24'] } } },
    'UnauthorizedOperation.RequestIpNotInWhitelist',
  ],
  [
    'a disabled interface',
    {},
    { settings: { ingresses: { alibaba: true, tencent: false, smpp: false, cmpp: false } } },
    'UnauthorizedOperation.RequestPermissionDeny',
  ],
])('%s is an error of the whole request', async (_, change, facts, code) => {
  await expect(send(await program(facts), change)).rejects.toMatchObject({ code, requestId: expect.any(String) })
})

test('wrong keys, wrong clocks and replays are refused', async () => {
  const sender = await program()
  await expect(send({ ...sender, accessKeyId: 'HYAKnobody000000' })).rejects.toMatchObject({ code: 'AuthFailure.SecretIdNotFound' })
  await expect(tencentClient(server.url, sender).DescribePhoneNumberInfo({ PhoneNumberSet: [] })).rejects.toMatchObject({
    code: 'InvalidAction',
  })
  await send(sender, {}, { signMethod: 'HmacSHA256' }, server.recorder.url)
  const again = await server.recorder.sendAgain()
  expect([again.status, JSON.parse(again.body).Response.Error.Code]).toEqual([200, 'AuthFailure.SignatureFailure'])
  for (const aheadMs of [6 * 60_000, -6 * 60_000]) {
    server.clock.aheadMs = aheadMs
    for (const signMethod of ['TC3-HMAC-SHA256', 'HmacSHA1'] as const)
      await expect(send(sender, {}, { signMethod })).rejects.toMatchObject({ code: 'AuthFailure.SignatureExpire' })
  }
  server.clock.aheadMs = 0
  expect((await server.rowsOf(sender)).length).toBe(1)
})

test('a request without a signature uses the default one of its app', async () => {
  const sender = await program()
  await server.set(sender, 'app', { defaultSignatureId: sender.signatureId })
  expect(await codes(sender, { SignName: undefined })).toEqual(['Ok'])
})

test('a call that is repeated within seconds is one for an app that suppresses duplicates', async () => {
  const sender = await program({ settings: { isRepeatGuarded: true } })
  server.clock.stoppedAt = new Date()
  const [first, twin] = [await send(sender), await send(sender)]
  server.clock.stoppedAt = null
  expect(firstOrThrow(twin.SendStatusSet!).SerialNo).toBe(firstOrThrow(first.SendStatusSet!).SerialNo)
  expect((await server.rowsOf(sender)).length).toBe(1)
})
