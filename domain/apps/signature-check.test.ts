import { createHash, createHmac } from 'node:crypto'
import { assert, beforeAll, expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { createAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import type { AccountId } from '#values/id.ts'
import { itemOrThrow, matchOrThrow } from '#values/or-throw.ts'
import { createApp } from './app.ts'
import { createKey } from './key.ts'
import { openStringToSign } from './open-signature.ts'
import { readPastedRequest } from './pasted-request.ts'
import { checkSignature } from './signature-check.ts'
import { firstDifference } from './text-difference.ts'
import { canonicalQuery } from './wire-request.ts'

const master = 'a master secret of thirty-two letters'
const now = new Date('2026-11-21T03:03:21Z')
const timestamp = String(now.getTime() / 1000)
const database = prepareTestDatabase()
let account: AccountId
let appId: string
let key: { accessKeyId: string; secret: string }
beforeAll(async () => {
  account = (await createAccount(database.db)).account
  await asAccount(database.db, account, async tx => {
    appId = (await createApp(tx, account, { name: '订单系统', kind: 'production', memberId: null, now })).appId
    key = await createKey(tx, account, { appId, scopes: ['send'], master, memberId: null, now })
  })
})

const check = (request: string, own = '', at = now) =>
  asAccount(database.db, account, tx => checkSignature(tx, account, { appId, request, own, master, now: at }))

const body = '{"signature":"云栈","phones":["13900000001"]}'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** A request with our own signature, as a program would write it. */
function openRequest(facts: { secret?: string; body?: string; id?: string } = {}) {
  const signed = openStringToSign({ timestamp, nonce: 'nonce-0001', method: 'POST', path: '/openapi/v1/messages', query: '', body })
  const signature = createHmac('sha256', facts.secret ?? key.secret)
    .update(signed)
    .digest('hex')
  const request = `POST /openapi/v1/messages HTTP/1.1
Host: open.example.com
Authorization: HONGYAN-HMAC-SHA256 Credential=${facts.id ?? key.accessKeyId}, Signature=${signature}
X-Hongyan-Timestamp: ${timestamp}
X-Hongyan-Nonce: nonce-0001
Content-Type: application/json

${facts.body ?? body}
`
  return { request, signed }
}

test('correct signature: reported as correct, and never shown', async () => {
  const { request } = openRequest()
  expect(await check(request)).toMatchObject({ algorithm: 'open', isSame: true, problem: null, accessKeyId: key.accessKeyId })
  const wrong = await check(openRequest({ secret: 'another-secret' }).request)
  expect(wrong.isSame).toBe(false)
  const right = itemOrThrow(matchOrThrow(/Signature=(\w+)/, request), 1)
  expect(JSON.stringify(wrong)).not.toContain(right)
  expect(JSON.stringify(wrong)).not.toContain(key.secret)
})

test('pasted output of curl -v is parsed', async () => {
  const { request } = openRequest()
  const [head = '', ...rest] = request.split('\n\n')
  expect(await check(`${head.replace(/^/gm, '> ')}\n>\n${rest.join('\n\n')}`)).toMatchObject({ isSame: true })
})

test.each([
  ['the wrong secret', () => ({ ...openRequest({ secret: 'another' }), own: true }), '请核对AccessKeySecret'],
  ['a body that changed afterwards', () => ({ ...openRequest({ body: `${body} ` }), own: true }), '签名不一致'],
  ['another key', () => ({ ...openRequest({ id: 'HYAKsomebodyelses' }), own: false }), '没有密钥HYAKsomebodyelses'],
])('signature problem: %s', async (_, make, problem) => {
  const { request, signed, own } = make()
  expect((await check(request, own ? signed : '')).problem).toContain(problem)
})

test('stale timestamp: reported although the signature is correct', async () => {
  const late = await check(openRequest().request, '', new Date(now.getTime() + 6 * 60_000))
  expect(late).toMatchObject({ isSame: true, problem: expect.stringContaining('超过5分钟') })
})

test('changed body: found by the line of its digest', async () => {
  const { request, signed } = openRequest({ body: body.replace('1"', '2"') })
  const { difference } = await check(request, signed)
  assert.exists(difference)
  expect(difference).toMatchObject({ line: 7, column: 1, hint: expect.stringContaining('摘要不同') })
  expect(difference.theirs).toBe(sha256(body).slice(0, 24))
})

/** An RPC request of Alibaba's, with parameters encoded by `encode`. */
function rpcRequest(encode: (text: string) => string) {
  const parameters: Record<string, string> = {
    AccessKeyId: key.accessKeyId,
    Action: 'SendSms',
    SignatureMethod: 'HMAC-SHA1',
    SignatureNonce: 'f00d',
    Timestamp: '2026-11-21T03:03:21Z',
    TemplateParam: '{"name":"张 三*"}',
  }
  const canonical = Object.keys(parameters)
    .sort()
    .map(name => `${encode(name)}=${encode(parameters[name]!)}`)
    .join('&')
  const signed = `POST&%2F&${encode(canonical)}`
  const signature = createHmac('sha1', `${key.secret}&`).update(signed).digest('base64')
  const form = `${canonicalQuery(parameters)}&Signature=${encodeURIComponent(signature)}`
  return { signed, request: `POST / HTTP/1.1\nHost: 127.0.0.1:4002\nContent-Type: application/x-www-form-urlencoded\n\n${form}` }
}
const right = (text: string) => encodeURIComponent(text).replace(/[!'()*]/g, one => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

test('wrong encoding: explained at the place of the difference', async () => {
  expect(await check(rpcRequest(right).request)).toMatchObject({ algorithm: 'alibabaRpc', isSame: true, problem: null })
  const star = rpcRequest(encodeURIComponent)
  expect(await check(star.request, star.signed)).toMatchObject({
    isSame: false,
    difference: { hint: expect.stringContaining('编码的次数') },
  })
  const plus = rpcRequest(text => right(text).replaceAll('%20', '+'))
  expect((await check(plus.request, plus.signed)).difference?.hint).not.toBeNull()
})

test.each([
  ['a=%20', 'a=+', '%20，不是+'],
  ['a=%2A', 'a=*', '%2A'],
  ['a=%2A', 'a=%2a', '大写'],
  ['a=~', 'a=%7E', '%7E换回~'],
  ['a\nb', 'a\r\nb', '只用\\n'],
  ['a\nb', 'a\nb\n', '末尾多了'],
  ['host:a.example.com:80', 'host:a.example.com', 'Host一致'],
])('difference between %j and %j', (ours, theirs, hint) => {
  expect(firstDifference(ours, theirs)?.hint).toContain(hint)
})

test('difference between two texts: given by line and column', () => {
  expect(firstDifference('one\ntwo three', 'one\ntwo there')).toMatchObject({
    line: 2,
    column: 7,
    lead: 'one\ntwo th',
    ours: 'ree',
    theirs: 'ere',
  })
  expect(firstDifference('same', 'same')).toBeNull()
})

test.each(['', 'hello', 'GET', '{"a":1}', '> ', '\n\n\n'])('%j is not a request', async text => {
  expect(readPastedRequest(text)).toBeNull()
})

test('request without a signature: reported as such', async () => {
  expect((await check('GET /openapi/v1/balance HTTP/1.1\nHost: a')).problem).toContain('没有签名')
  expect((await check('GET / HTTP/1.1\nAuthorization: Bearer a:b')).problem).toContain('不需要签名')
  expect((await check('GET / HTTP/1.1\nAuthorization: ACS3-HMAC-SM3 x')).problem).toContain('Authorization的格式')
  expect((await check('nothing')).problem).toContain('没有读懂')
})
