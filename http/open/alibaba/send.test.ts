import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchIdOf } from '#contract/open/vendor-id.ts'
import { asAccount } from '#db/connect.ts'
import { findBatch } from '#domain/messages/send-batch.ts'
import type { Program } from '#test/support/open.ts'
import { alibabaClient, alibabaModels as models, rpcClient, startVendorServer, type VendorServer } from '#test/support/vendor.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { newId } from '#values/id.ts'
import { lastOrThrow } from '#values/or-throw.ts'

let server: VendorServer
beforeAll(async () => {
  server = await startVendorServer()
})
afterAll(() => server?.close())

type Facts = Parameters<VendorServer['program']>[0]
const order = { phoneNumbers: '13900000001', signName: '云栈', templateCode: 'SMS_2', templateParam: '{"no":"A1"}' }
const code = { ...order, templateCode: 'SMS_1', templateParam: '{"code":"204817"}' }
const send = async (sender: Program, change: object = {}, to = server.url) =>
  (await alibabaClient(to, sender).sendSms(new models.SendSmsRequest({ ...order, ...change }))).body!

test('one text to several numbers, its parameters in the query, is accepted when the answer arrives', async () => {
  const sender = await server.program()
  const outId = "~订单*(1)! '+%"
  const body = await send(sender, { phoneNumbers: '13900000001,+8613900000002,0086 139-0000-0003', outId }, server.recorder.url)
  expect(body).toMatchObject({ code: 'OK', message: 'OK', bizId: expect.stringMatching(/\^0$/), requestId: expect.any(String) })
  const { headers, path: asked } = lastOrThrow(server.recorder.requests)
  expect([headers.authorization?.slice(0, 16), asked.startsWith('/?')]).toEqual(['ACS3-HMAC-SHA256', true])
  const batch = await asAccount(server.db, sender.account, tx => findBatch(tx, sender.account, batchIdOf(body.bizId!)!, sender.appId))
  expect([batch.outId, batch.messages.map(message => message.phone)]).toEqual([outId, ['13900000001', '13900000002', '13900000003']])
  expect((await server.rowsOf(sender)).map(row => [row.content, row.ingress])).toEqual(
    Array(3).fill(['【云栈】您的订单A1已发货', 'alibaba']),
  )
})

test('one text for each number, in a chunked form beside the query', async () => {
  const sender = await server.program()
  const request = {
    templateCode: 'SMS_2',
    phoneNumberJson: JSON.stringify(['13900000001', '13900000002']),
    signNameJson: JSON.stringify(['云栈', '云栈']),
    templateParamJson: JSON.stringify([{ no: 'A1' }, { no: 'B2' }]),
  }
  const { body } = await alibabaClient(server.recorder.url, sender).sendBatchSms(new models.SendBatchSmsRequest(request))
  expect(body).toMatchObject({ code: 'OK' })
  const { headers, path: asked } = lastOrThrow(server.recorder.requests)
  expect([headers['transfer-encoding'], headers['content-type'], asked]).toEqual([
    'chunked',
    'application/x-www-form-urlencoded',
    '/?TemplateCode=SMS_2',
  ])
  expect((await server.rowsOf(sender)).map(row => row.content)).toEqual(['【云栈】您的订单A1已发货', '【云栈】您的订单B2已发货'])
  const uneven = new models.SendBatchSmsRequest({ ...request, signNameJson: '["云栈"]' })
  expect((await alibabaClient(server.url, sender).sendBatchSms(uneven)).body).toMatchObject({ code: 'isv.INVALID_PARAMETERS' })
})

test.each(['GET', 'POST'])('the older SDK sends by %s', async method => {
  const sender = await server.program()
  const parameters = { PhoneNumbers: '13900000001', SignName: '云栈', TemplateCode: '2', TemplateParam: '{"no":"A1"}', OutId: "~'()*!" }
  const answer = await rpcClient(server.url, sender).request('SendSms', parameters, { method })
  expect(answer).toMatchObject({ Code: 'OK', Message: 'OK', BizId: expect.stringMatching(/\^0$/) })
  const wrong = rpcClient(server.url, sender).request('SendSms', { ...parameters, SignName: '别家' }, { method })
  await expect(wrong).rejects.toMatchObject({ code: 'isv.SMS_SIGNATURE_ILLEGAL', data: { RequestId: expect.any(String) } })
  expect((await server.rowsOf(sender)).length).toBe(1)
})

test('a request for XML is answered with XML', async () => {
  const sender = await server.program()
  await rpcClient(server.recorder.url, sender)
    .request('QuerySmsSignList', { Format: 'xml' })
    .catch(() => undefined)
  expect((await server.recorder.sendAgain()).body).toMatch(
    /^<\?xml version="1.0" encoding="UTF-8"\?><Error><Code>SignatureNonceUsed<\/Code>/,
  )
})

test('a thousand numbers with a country code and a long value are accepted', async () => {
  const sender = await server.program({ segmentCount: 5_000 })
  await asAccount(server.db, sender.account, tx =>
    tx
      .updateTable('template')
      .set({ text: '您好${name}', variables: JSON.stringify([{ name: 'name', kind: 'text', maxLength: 35 }]) })
      .where('accountId', '=', sender.account)
      .where('code', '=', 'SMS_2')
      .execute(),
  )
  const phoneNumbers = Array.from({ length: 1_000 }, (_, index) => `+86139${String(10_000_000 + index)}`).join(',')
  const body = await send(sender, { phoneNumbers, templateParam: JSON.stringify({ name: '名'.repeat(35) }) }, server.recorder.url)
  expect([body.code, lastOrThrow(server.recorder.requests).path.length > 16_384]).toEqual(['OK', true])
  expect((await server.rowsOf(sender)).length).toBe(1_000)
  const tooLong = await send(sender, { phoneNumbers, templateParam: JSON.stringify({ name: '名'.repeat(3_000) }) })
  expect(tooLong.code).toBe('isv.PARAM_LENGTH_LIMIT')
  expect((await send(sender, { phoneNumbers: `${phoneNumbers},13900000001` })).code).toBe('isv.MOBILE_COUNT_OVER_LIMIT')
})

test.each([
  ['an unknown signature', { signName: '别家' }, 'isv.SMS_SIGNATURE_ILLEGAL'],
  ['an unknown template', { templateCode: 'SMS_9' }, 'isv.SMS_TEMPLATE_ILLEGAL'],
  ['a template that is not approved', { templateCode: 'SMS_4' }, 'isv.SMS_TEMPLATE_ILLEGAL'],
  ['a missing value', { templateParam: '{}' }, 'isv.TEMPLATE_MISSING_PARAMETERS'],
  ['a value of the wrong kind', { templateParam: '{"no":"订单"}' }, 'isv.TEMPLATE_PARAMS_ILLEGAL'],
  ['a long value', { templateParam: JSON.stringify({ no: 'A'.repeat(21) }) }, 'isv.PARAM_LENGTH_LIMIT'],
  ['a number for a value', { templateParam: '{"no":1}' }, 'isv.INVALID_JSON_PARAM'],
  ['broken JSON', { templateParam: '{"no":' }, 'isv.INVALID_JSON_PARAM'],
  ['an invalid number', { phoneNumbers: '13900000001,12345' }, 'isv.MOBILE_NUMBER_ILLEGAL'],
  ['an unassigned number', { phoneNumbers: '14000000000' }, 'isv.MOBILE_NUMBER_ILLEGAL'],
  ['an invalid extension', { smsUpExtendCode: 'x1' }, 'isv.CODE_ERROR'],
  ['a long OutId', { outId: 'x'.repeat(256) }, 'isv.INVALID_PARAMETERS'],
])('%s is refused with status 200, and nothing is sent', async (_, change, expected) => {
  const sender = await server.program()
  expect(await send(sender, change)).toMatchObject({ code: expected, requestId: expect.any(String) })
  expect(await server.rowsOf(sender)).toEqual([])
})

test.each<[string, Facts, (sender: Program) => Promise<unknown>, string]>([
  ['without balance', { segmentCount: 0 }, async () => undefined, 'isv.AMOUNT_NOT_ENOUGH'],
  ['without attestation', {}, sender => server.set(sender, 'account', { attestedAt: null }), 'isv.ACCOUNT_ABNORMAL'],
  ['that is frozen', {}, sender => server.set(sender, 'account', { state: 'frozen' }), 'isv.ACCOUNT_ABNORMAL'],
  ['whose app is disabled', {}, sender => server.set(sender, 'app', { state: 'disabled' }), 'isv.OUT_OF_SERVICE'],
  ['whose key may not send', { scopes: ['query'] }, async () => undefined, 'isp.RAM_PERMISSION_DENY'],
  [
    'whose address is not on the allowlist',
    { settings: { allowlist: { mode: 'on', lines: ['203.0.113.0/24'] } } },
    async () => undefined,
    'isv.DENY_IP_RANGE',
  ],
  [
    'that disabled this interface',
    { settings: { ingresses: { alibaba: false, tencent: true, smpp: false, cmpp: false } } },
    async () => undefined,
    'isv.PRODUCT_UN_SUBSCRIPT',
  ],
  ['over its daily limit', { settings: { dailySegments: 1 } }, sender => send(sender), 'isv.DAY_LIMIT_CONTROL'],
])('an account %s is refused with status 200', async (_, facts, prepare, expected) => {
  const sender = await server.program(facts)
  await prepare(sender)
  expect((await send(sender, { phoneNumbers: '13900000009' })).code).toBe(expected)
})

test('a number over its frequency limit, and one on the blacklist, are refused with Alibaba’s codes', async () => {
  const sender = await server.program()
  expect((await send(sender, code)).code).toBe('OK')
  expect(await send(sender, code)).toMatchObject({ code: 'isv.BUSINESS_LIMIT_CONTROL', message: '触发分钟级流控Permits:1' })
  await asAccount(server.db, sender.account, tx =>
    tx
      .insertInto('blacklist')
      .values({ accountId: sender.account, blacklistId: newId(), phone: '13900000021', level: 'account', source: 'manual' })
      .execute(),
  )
  const marketing = { templateCode: 'SMS_3', phoneNumbers: '13900000021', templateParam: undefined }
  expect((await send(sender, marketing)).code).toBe('isv.BLACK_KEY_CONTROL_LIMIT')
  expect((await send(sender, { ...marketing, phoneNumbers: '13900000021,13900000022' })).code).toBe('OK')
})

test('a gateway error is thrown by the SDK with its code and status', async () => {
  const sender = await server.program()
  const thrown = (change: object, by: Partial<Program> = {}) => expect(send({ ...sender, ...by }, change)).rejects
  await thrown({}, { accessKeyId: 'HYAKnobody000000' }).toMatchObject({ code: 'InvalidAccessKeyId.NotFound', statusCode: 404 })
  await thrown({}, { secret: 'wrong-secret' }).toMatchObject({
    code: 'SignatureDoesNotMatch',
    statusCode: 400,
    message: expect.stringMatching(/server string to sign is:ACS3-HMAC-SHA256\n[\da-f]{64}/),
  })
  await thrown({ phoneNumbers: '' }).toMatchObject({ code: 'MissingPhoneNumbers', statusCode: 400 })
  await thrown({ signName: undefined }).toMatchObject({ code: 'MissingSignName', statusCode: 400 })
  await thrown({ templateCode: undefined }).toMatchObject({ code: 'MissingTemplateCode', statusCode: 400 })
  await expect(
    alibabaClient(server.url, sender).querySmsQualificationRecord(new models.QuerySmsQualificationRecordRequest({})),
  ).rejects.toMatchObject({
    code: 'InvalidAction.NotFound',
    statusCode: 404,
  })
  await expect(rpcClient(server.url, sender, '2016-09-27').request('SendSms', {})).rejects.toMatchObject({ code: 'InvalidVersion' })
  await server.set(sender, 'accessKey', { state: 'disabled' })
  server.clock.aheadMs += 1_000
  await thrown({}).toMatchObject({ code: 'InvalidAccessKeyId.Inactive', statusCode: 403 })
})

test('a wrong secret is answered with the string to sign, the same that the older SDK signed', async () => {
  const sender = await server.program()
  const failed = await rpcClient(server.recorder.url, { ...sender, secret: 'wrong-secret' })
    .request<never>('SendSms', { OutId: '~ *' })
    .catch((error: { code: string; data: { RequestId: string; Message: string } }) => error)
  expect(failed).toMatchObject({ code: 'SignatureDoesNotMatch' })
  const query = lastOrThrow(server.recorder.requests)
    .path.replace(/^\/\?/, '')
    .replace(/&Signature=.*$/, '')
  expect(failed.data.Message).toContain(`server string to sign is:GET&%2F&${encodeURIComponent(query).replaceAll('*', '%2A')}`)
})

test('a request is accepted once, unaltered, and for a quarter of an hour', async () => {
  const sender = await server.program()
  await send(sender, {}, server.recorder.url)
  const again = await Promise.all([server.recorder.sendAgain(), server.recorder.sendAgain()])
  expect(again.map(({ status, body }) => [status, JSON.parse(body).Code])).toEqual(Array(2).fill([400, 'SignatureNonceUsed']))
  const altered = await server.recorder.sendAgain(({ path: asked }) => ({ path: asked.replace('13900000001', '13900000002') }))
  expect(JSON.parse(altered.body).Code).toBe('SignatureDoesNotMatch')
  const filled = await server.recorder.sendAgain(() => ({ body: Buffer.from('OutId=1') }))
  expect(JSON.parse(filled.body).Code).toBe('SignatureDoesNotMatch')
  server.clock.aheadMs += 16 * 60_000
  await expect(send(sender)).rejects.toMatchObject({ code: 'InvalidTimeStamp.Expired', statusCode: 400 })
  server.clock.aheadMs -= 32 * 60_000
  await expect(rpcClient(server.url, sender).request('SendSms', {})).rejects.toMatchObject({ code: 'InvalidTimeStamp.Expired' })
  server.clock.aheadMs += 16 * 60_000
  expect((await server.rowsOf(sender)).length).toBe(1)
})

test('one of many identical concurrent requests is accepted, whichever process gets it', async () => {
  const sender = await server.program()
  const parameters = {
    PhoneNumbers: '13900000001',
    SignName: '云栈',
    TemplateCode: 'SMS_2',
    TemplateParam: '{"no":"A1"}',
    SignatureNonce: newId(),
  }
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      rpcClient(index % 2 ? server.url : server.otherUrl, sender)
        .request('SendSms', parameters)
        .then(
          () => 'OK',
          error => error.code,
        ),
    ),
  )
  expect(answers.toSorted()).toEqual(['OK', ...Array(19).fill('SignatureNonceUsed')])
})

test('a rate-limited program is told when to retry', async () => {
  const sender = await server.program({ settings: { requestsPerSecond: 1 } })
  server.clock.stoppedAt = new Date()
  const failures = (await Promise.allSettled(Array.from({ length: 4 }, () => send(sender)))).flatMap(one =>
    one.status === 'rejected' ? [one.reason] : [],
  )
  server.clock.stoppedAt = null
  expect(failures.length).toBe(3)
  expect(failures[0]).toMatchObject({ name: 'ThrottlingError', code: 'Throttling.User', statusCode: 400, retryAfter: expect.any(Number) })
})

test('signatures of other kinds are refused with a clear message', async () => {
  const sender = await server.program()
  const client = alibabaClient(server.url, sender, { algorithm: 'ACS3-HMAC-SM3' })
  await expect(client.sendSms(new models.SendSmsRequest(order))).rejects.toMatchObject({ code: 'InvalidParameter.SignatureMethod' })
})

test('an endpoint with a path works, although the SDK signs the root', async () => {
  const sender = await server.program()
  const client = alibabaClient(server.url, sender, { path: '/aliyun' })
  expect((await client.sendSms(new models.SendSmsRequest(order))).body).toMatchObject({ code: 'OK' })
})

test('a repeated call is one under an idempotency key, and for an app that suppresses duplicates', async () => {
  const sender = await server.program()
  const parameters = { PhoneNumbers: '13900000001', SignName: '云栈', TemplateCode: 'SMS_2', TemplateParam: '{"no":"A1"}' }
  const keyed = (changed: object = {}) =>
    rpcClient(server.url, sender).request<{ BizId: string }>(
      'SendSms',
      { ...parameters, ...changed },
      { headers: { 'x-idempotency-key': 'k1' } },
    )
  const [first, second] = [await keyed(), await keyed()]
  expect(second.BizId).toBe(first.BizId)
  await expect(keyed({ OutId: 'another' })).rejects.toMatchObject({ code: 'IdempotentParameterMismatch' })
  const guarded = await server.program({ settings: { isRepeatGuarded: true } })
  server.clock.stoppedAt = new Date()
  const [one, twin] = [await send(guarded), await send(guarded)]
  server.clock.stoppedAt = null
  expect(twin.bizId).toBe(one.bizId)
  expect([(await server.rowsOf(sender)).length, (await server.rowsOf(guarded)).length]).toEqual([1, 1])
})

test('a test app tries sending and changes nothing that all apps share', async () => {
  const sender = await server.program({ kind: 'test', segmentCount: 0 })
  expect((await send(sender)).code).toBe('OK')
  expect(await server.rowsOf(sender)).toEqual([])
  const { bizId } = await send(sender, { signName: '鸿雁测试', templateCode: 'SMS_199002', outId: 'trial' })
  const day = formatChinaTime(new Date()).slice(0, 10).replaceAll('-', '')
  const query = { phoneNumber: order.phoneNumbers, sendDate: day, pageSize: 10, currentPage: 1, bizId }
  const details = await alibabaClient(server.url, sender).querySendDetails(new models.QuerySendDetailsRequest(query))
  expect(details.body?.smsSendDetailDTOs?.smsSendDetailDTO).toMatchObject([{ templateCode: 'SMS_199002', outId: 'trial', sendStatus: 1 }])
  const removing = alibabaClient(server.url, sender).deleteSmsTemplate(new models.DeleteSmsTemplateRequest({ templateCode: 'SMS_2' }))
  expect((await removing).body).toMatchObject({ code: 'isp.RAM_PERMISSION_DENY' })
})
