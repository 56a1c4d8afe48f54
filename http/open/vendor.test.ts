import { readFile } from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { vendorActions, vendorVersions } from '#contract/open/vendor-guide.ts'
import { seeded } from '#test/support/engine.ts'
import {
  alibabaClient,
  alibabaModels as models,
  rpcClient,
  startVendorServer,
  tencentClient,
  type VendorServer,
} from '#test/support/vendor.ts'
import { itemOrThrow } from '#values/or-throw.ts'
import { alibabaAdapter } from './alibaba/adapter.ts'
import { tencentAdapter } from './tencent/adapter.ts'
import { nested } from './vendor-action.ts'

let server: VendorServer
beforeAll(async () => {
  server = await startVendorServer()
})
afterAll(() => server?.close())

interface Answer {
  status: number
  headers: http.IncomingHttpHeaders
  body: Record<string, unknown>
}
const ask = (method: string, path: string, headers: Record<string, string> = {}, body: string | Buffer = ''): Promise<Answer> =>
  new Promise((done, fail) => {
    const { hostname, port } = new URL(server.url)
    const request = http.request({ hostname, port, method, path, headers }, async answer => {
      const parts: Buffer[] = []
      for await (const part of answer) parts.push(part as Buffer)
      done({ status: answer.statusCode ?? 0, headers: answer.headers, body: JSON.parse(Buffer.concat(parts).toString()) as Answer['body'] })
    })
    request.on('error', fail).end(body)
  })

test.each([
  ['Alibaba’s headers', 'POST', '/', { 'x-acs-action': 'SendSms' }, 400, { Code: 'MissingAccessKeyId' }],
  ['Alibaba’s parameters', 'GET', '/?Action=SendSms', {}, 400, { Code: 'MissingAccessKeyId' }],
  ['an unknown key of Alibaba’s', 'GET', '/?AccessKeyId=x&Action=SendSms', {}, 404, { Code: 'InvalidAccessKeyId.NotFound' }],
  ['a suffix', 'GET', '/alibaba?AccessKeyId=x&Action=SendSms', {}, 404, { Code: 'InvalidAccessKeyId.NotFound' }],
  [
    'Tencent’s headers',
    'POST',
    '/',
    { 'x-tc-action': 'SendSms' },
    200,
    { Response: { Error: { Code: 'AuthFailure.InvalidAuthorization' } } },
  ],
  [
    'Tencent’s parameters',
    'GET',
    '/?SecretId=x&Action=SendSms',
    {},
    200,
    { Response: { Error: { Code: 'AuthFailure.SecretIdNotFound' } } },
  ],
  ['no sign of a vendor', 'GET', '/', {}, 404, { error: { code: expect.any(String) } }],
  ['another method', 'PUT', '/?AccessKeyId=x', {}, 405, { error: { code: 'method_not_allowed' }, Code: 'method_not_allowed' }],
])('a request with %s is answered in that language, as JSON', async (_, method, path, headers, status, body) => {
  const answer = await ask(method, path, headers)
  expect([answer.status, answer.headers['content-type']]).toEqual([status, expect.stringMatching(/^application\/json/)])
  expect(answer.body).toMatchObject(body)
  expect(answer.headers['x-request-id']).toEqual(expect.any(String))
})

test('too large a body, too large a header block and malformed HTTP are answered as JSON too', async () => {
  const large = Buffer.alloc(1024 * 1024 + 1, 'a')
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  expect(await ask('POST', '/', { ...form, 'x-acs-action': 'SendSms' }, large)).toMatchObject({
    status: 413,
    body: { Code: 'RequestEntityTooLarge' },
  })
  const tencent = await ask('POST', '/', { 'content-type': 'application/json', 'x-tc-action': 'SendSms' }, large)
  expect(tencent).toMatchObject({ status: 200, body: { Response: { Error: { Code: 'RequestSizeLimitExceeded' } } } })
  const head = await ask('GET', `/?AccessKeyId=x&OutId=${'a'.repeat(70_000)}`)
  expect(head).toMatchObject({
    status: 431,
    body: { Code: expect.any(String), Message: expect.any(String), RequestId: expect.any(String) },
  })
})

test('a request that was signed for one action runs no other, and inherited property names are no actions', async () => {
  const sender = await server.program()
  const client = alibabaClient(server.recorder.url, sender)
  await client.sendSms(
    new models.SendSmsRequest({ phoneNumbers: '13900000001', signName: '云栈', templateCode: 'SMS_2', templateParam: '{"no":"A"}' }),
  )
  const foreign = await server.recorder.sendAgain(({ rawHeaders }) => ({
    rawHeaders: rawHeaders.map(value => (value === 'SendSms' ? 'SendBatchSms' : value)),
  }))
  expect(JSON.parse(foreign.body).Code).toBe('SignatureDoesNotMatch')
  for (const action of ['constructor', '__proto__', 'toString'])
    await expect(rpcClient(server.url, sender).request(action, {}, { formatAction: false })).rejects.toMatchObject({
      code: 'InvalidAction.NotFound',
    })
})

test('a request that was altered in transit is refused, never with a server error', async () => {
  const sender = await server.program({ settings: { requestsPerSecond: 5_000 } })
  const client = alibabaClient(server.recorder.url, sender)
  const random = seeded(20_261_121)
  const spoil = (text: string) => {
    const at = Math.floor(random() * text.length)
    const other = String.fromCharCode(33 + Math.floor(random() * 94))
    return random() < 0.3 ? text.slice(0, at) : `${text.slice(0, at)}${other}${text.slice(at + 1)}`
  }
  await client.sendSms(
    new models.SendSmsRequest({ phoneNumbers: '13900000001', signName: '云栈', templateCode: 'SMS_2', templateParam: '{"no":"A"}' }),
  )
  for (let round = 0; round < 150; round += 1) {
    const answer = await server.recorder.sendAgain(({ path, rawHeaders }) => {
      if (random() < 0.4) return { path: `/?${spoil(path.slice(2))}` }
      // Headers that HTTP itself needs stay intact.
      const values = rawHeaders.flatMap((name, index) => (index % 2 === 0 && /^(x-acs|authorization)/i.test(name) ? [index + 1] : []))
      const spoilt = itemOrThrow(values, Math.floor(random() * values.length))
      return { rawHeaders: rawHeaders.map((value, index) => (index === spoilt ? spoil(value) || '-' : value)) }
    })
    expect(answer.status).toBeLessThan(500)
    const { Code } = z.looseObject({ Code: z.string().optional() }).parse(JSON.parse(answer.body))
    // A request that differs only in spelling is the same request, and counts as a replay.
    expect(Code).toMatch(/^(SignatureDoesNotMatch|SignatureNonceUsed|MissingAccessKeyId|Invalid[A-Za-z.]+)$/)
  }
  expect((await server.rowsOf(sender)).length).toBe(1)
})

test('unstorable text is the caller’s error', async () => {
  const sender = await server.program()
  const order = { PhoneNumbers: '13900000001', SignName: '云栈', TemplateCode: 'SMS_2', TemplateParam: '{"no":"A1"}' }
  for (const change of [{ OutId: 'a\u0000b' }, { SignName: '\u0000' }, { TemplateCode: 'SMS_\u0000' }])
    await expect(rpcClient(server.url, sender).request('SendSms', { ...order, ...change })).rejects.toMatchObject({
      code: 'InvalidRequest',
    })
  // JSON can contain NUL and half of a surrogate pair as escapes.
  for (const value of ['\\ud800', 'a\\u0000'])
    await expect(rpcClient(server.url, sender).request('SendSms', { ...order, TemplateParam: `{"no":"${value}"}` })).rejects.toMatchObject({
      code: 'isv.INVALID_JSON_PARAM',
    })
  const halved = { SmsSdkAppId: '1', SignName: '云栈', TemplateId: '2', TemplateParamSet: ['a\u0000'], PhoneNumberSet: ['+8613900000002'] }
  await expect(tencentClient(server.url, sender).SendSms(halved)).rejects.toMatchObject({ code: 'InvalidRequest' })
  expect(await server.rowsOf(sender)).toEqual([])
})

test('the owner finds each request in the log, with its error and our string to sign', async () => {
  const sender = await server.program()
  const parameters = { PhoneNumbers: '13900000001', SignName: '云栈', TemplateCode: 'SMS_2', TemplateParam: '{"no":"A1"}' }
  await rpcClient(server.url, sender).request('SendSms', parameters)
  const failed = await rpcClient(server.url, { ...sender, secret: 'wrong' })
    .request<never>('SendSms', parameters)
    .catch((error: { code: string; data: { RequestId: string; Message: string } }) => error)
  const { number } = await server.platformDb
    .selectFrom('app')
    .select('number')
    .where('accountId', '=', sender.account)
    .executeTakeFirstOrThrow()
  const PhoneNumberSet = ['+8613900000002', '12345']
  const order = { SmsSdkAppId: number, SignName: '云栈', TemplateId: '2', TemplateParamSet: ['A1'] }
  await tencentClient(server.url, sender).SendSms({ ...order, PhoneNumberSet })
  const rows = await eventually(() =>
    server.platformDb.selectFrom('requestLog').selectAll().where('accountId', '=', sender.account).orderBy('at').execute(),
  )
  expect(rows.map(row => [row.ingress, row.action, row.code, row.httpStatus])).toEqual([
    ['alibaba', 'SendSms', 'OK', 200],
    ['alibaba', 'SendSms', 'SignatureDoesNotMatch', 400],
    ['tencent', 'SendSms', 'InvalidParameterValue.IncorrectPhoneNumber', 200],
  ])
  expect(itemOrThrow(rows, 2).message).toMatch(/^2个号码中1个没有发送：/)
  expect(itemOrThrow(rows, 1).requestId).toBe(failed.data.RequestId)
  expect(JSON.stringify(itemOrThrow(rows, 1).detail)).toContain('GET&%2F&AccessKeyId')
  expect(JSON.stringify(rows)).not.toContain('13900000001')
})

/** The log is written shortly after the answer. */
async function eventually<T>(read: () => Promise<T[]>): Promise<T[]> {
  for (;;) {
    const rows = await read()
    if (rows.length === 3) return rows
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

test('flat parameters become lists and objects', () => {
  expect(
    nested({ 'Set.0': 'a', 'Set.1': 'b', 'Files.1.Name': 'x', 'Files.2.Name': 'y', Plain: '1', 'Many.10': 'k', 'Many.9': 'j' }),
  ).toEqual({
    Set: ['a', 'b'],
    Files: [{ Name: 'x' }, { Name: 'y' }],
    Plain: '1',
    Many: ['j', 'k'],
  })
  expect(nested({ '__proto__.polluted': '1' })).not.toHaveProperty('polluted')
  expect(({} as { polluted?: string }).polluted).toBeUndefined()
})

test('the guide lists every supported action', () => {
  for (const [vendor, { versions }] of [['alibaba', alibabaAdapter] as const, ['tencent', tencentAdapter] as const]) {
    expect(Object.keys(versions)).toEqual(vendorVersions[vendor])
    for (const actions of Object.values(versions)) expect(Object.keys(actions).toSorted()).toEqual(vendorActions[vendor].toSorted())
  }
})

test('the docs describe every action and the codes that a program may get', async () => {
  const page = (await (await fetch(`${server.url}/openapi/v1/docs`)).text()).replaceAll('<wbr>', '')
  for (const one of [
    ...vendorActions.alibaba,
    ...vendorActions.tencent,
    ...Object.values(vendorVersions).flat(),
    'isv.BUSINESS_LIMIT_CONTROL',
    '触发天级流控Permits:10',
    'AuthFailure.SignatureExpire',
  ])
    expect(page).toContain(one)
  const moving = await readFile(path.join(import.meta.dirname, '../../docs/api/moving.md'), 'utf8')
  for (const version of Object.values(vendorVersions).flat()) expect(moving).toContain(version)
})

test('the root shows other clients where the documentation is', async () => {
  const answer = await fetch(server.url)
  expect([answer.status, answer.headers.get('link')]).toEqual([404, '</openapi/v1/docs>; rel="help"'])
})
