import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { readAlibabaRpc, readAlibabaV3 } from './alibaba-signature.ts'
import { readTencentV1, readTencentV3 } from './tencent-signature.ts'
import { canonicalQuery, parametersOf, type WireRequest } from './wire-request.ts'

const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const v3: WireRequest = {
  method: 'POST',
  path: '/aliyun/',
  query: 'PhoneNumbers=139*0~&OutId=a%20b',
  headers: {
    host: 'sms.example.com',
    'x-acs-action': 'SendSms',
    'x-acs-content-sha256': emptyHash,
    'x-acs-date': '2026-11-21T03:03:21Z',
    'x-acs-signature-nonce': 'n1',
    authorization:
      'ACS3-HMAC-SHA256 Credential=AK1,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce,Signature=ab12',
  },
  body: Buffer.alloc(0),
}
const changed = (headers: Record<string, string>) => readAlibabaV3({ ...v3, headers: { ...v3.headers, ...headers } })

test('V3 signature: covers the path `/`, the re-encoded parameters and the headers that it names', () => {
  const signed = readAlibabaV3(v3)
  expect(signed).toMatchObject({ accessKeyId: 'AK1', signature: 'ab12', nonce: 'n1', at: new Date('2026-11-21T03:03:21Z') })
  expect(typeof signed === 'object' && signed.canonicalRequest).toBe(
    [
      'POST',
      '/',
      'OutId=a%20b&PhoneNumbers=139%2A0~',
      'host:sms.example.com',
      'x-acs-action:SendSms',
      `x-acs-content-sha256:${emptyHash}`,
      'x-acs-date:2026-11-21T03:03:21Z',
      'x-acs-signature-nonce:n1',
      '',
      'host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce',
      emptyHash,
    ].join('\n'),
  )
})

test.each([
  ['without a signature', { authorization: '' }, 'key_missing'],
  ['of another kind', { authorization: 'ACS3-HMAC-SM3 Credential=AK1,SignedHeaders=host,Signature=ab' }, 'algorithm_unknown'],
  ['without a key', { authorization: 'ACS3-HMAC-SHA256 SignedHeaders=host,Signature=ab' }, 'key_missing'],
  ['with a header that nobody signed', { 'x-acs-security-token': 'token' }, 'header_unsigned'],
  ['with another body', { 'x-acs-content-sha256': '00' }, 'body_changed'],
])('V3 request %s: reports the problem', (_, headers, problem) => {
  expect(changed(headers)).toBe(problem)
})

test.each([
  ['2026-11-21T03:03:21.973Z', '2026-11-21T03:03:21.973Z'],
  ['2026-11-21 03:03:21', null],
  ['2026-13-41T03:03:21Z', null],
])('timestamp %s is read as %s', (text, at) => {
  expect(changed({ 'x-acs-date': text })).toMatchObject({ at: at && new Date(at) })
})

const query = (parameters: Record<string, string>) => readAlibabaRpc('GET', { AccessKeyId: 'AK1', SignatureNonce: 'n', ...parameters })
test('Alibaba RPC signature: verified with `~` unencoded and as %7E', () => {
  const signed = query({ OutId: '~', Signature: 'x' })
  expect(typeof signed === 'object' && signed.stringsToSign).toEqual([
    'GET&%2F&AccessKeyId%3DAK1%26OutId%3D~%26SignatureNonce%3Dn',
    'GET&%2F&AccessKeyId%3DAK1%26OutId%3D%257E%26SignatureNonce%3Dn',
  ])
  expect(query({ SignatureMethod: 'HMAC-SHA256' })).toBe('algorithm_unknown')
  expect(readAlibabaRpc('GET', {})).toBe('key_missing')
})

const tc3: WireRequest = {
  method: 'POST',
  path: '/',
  query: '',
  headers: {
    host: '127.0.0.1:9000',
    'content-type': 'application/json',
    'x-tc-timestamp': '1795230201',
    authorization: 'TC3-HMAC-SHA256 Credential=AK1/2026-11-21/127/tc3_request, SignedHeaders=content-type;host, Signature=0123456789abcdef',
  },
  body: Buffer.from('{}'),
}

test('Tencent V3: tries the host with and without port, takes the service from the credential', () => {
  const signed = readTencentV3(tc3)
  if (typeof signed !== 'object') throw new Error(signed)
  expect(signed.canonicalRequest).toContain('host:127.0.0.1:9000\n')
  expect(new Set(signed.stringsToSign).size).toBe(2)
  expect(signed.stringsToSign[0]).toMatch(/^TC3-HMAC-SHA256\n1795230201\n2026-11-21\/127\/tc3_request\n[\da-f]{64}$/)
  expect(signed.at).toEqual(new Date(1795230201000))
})

test('Tencent V3: a key is derived for one day; a credential of another day has no time', () => {
  const headers = { ...tc3.headers, authorization: tc3.headers.authorization!.replace('2026-11-21', '2026-11-20') }
  expect(readTencentV3({ ...tc3, headers })).toMatchObject({ at: null })
  const hostless = { ...tc3.headers, authorization: tc3.headers.authorization!.replace('content-type;host', 'content-type') }
  expect(readTencentV3({ ...tc3, headers: hostless })).toBe('header_unsigned')
})

test('Tencent V1: takes parameters unencoded, sorted', () => {
  const signed = readTencentV1(
    { ...tc3, method: 'GET' },
    { SecretId: 'AK1', Action: 'SendSms', 'PhoneNumberSet.0': '+86', Signature: 's', Timestamp: '1' },
  )
  if (typeof signed !== 'object') throw new Error(signed)
  expect(signed.stringsToSign).toEqual(['GET127.0.0.1:9000/?Action=SendSms&PhoneNumberSet.0=+86&SecretId=AK1&Timestamp=1'])
  expect(signed.signatureOf('text', 'secret')).toBe(createHmac('sha1', 'secret').update('text').digest('base64'))
})

test('re-encoding: preserves parameters with any characters', () => {
  const parameters = { a: "~!*'() +%&=\u{1f600}名", 'b.1': '', c: '\u0000\n' }
  expect(parametersOf(canonicalQuery(parameters))).toEqual(parameters)
})
