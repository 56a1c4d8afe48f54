import { createHash, createHmac } from 'node:crypto'
import { canonicalQuery, type Parameters, parametersOf, percentEncode, type SignedRequest, type WireRequest } from './wire-request.ts'

/** Why the signature of a request can't be verified: none, or it doesn't cover the required parts. */
export type AlibabaProblem = 'key_missing' | 'algorithm_unknown' | 'header_unsigned' | 'body_changed'

const algorithm = 'ACS3-HMAC-SHA256'
const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')

/**
 * Alibaba Cloud request signature V3 (ACS3-HMAC-SHA256): over method, the path `/` (always, since SDKs omit a suffix of
 * their endpoint), query, the headers that it names and the body's SHA-256.
 * https://help.aliyun.com/zh/sdk/product-overview/v3-request-structure-and-signature
 */
export function readAlibabaV3(request: WireRequest): SignedRequest | AlibabaProblem {
  const { method, query, headers, body } = request
  const authorization = headers.authorization ?? ''
  if (!authorization.startsWith(`${algorithm} `)) return authorization ? 'algorithm_unknown' : 'key_missing'
  const part = (name: string) => new RegExp(`[ ,]${name}=([^,]+)`).exec(authorization)?.[1]?.trim() ?? ''
  const accessKeyId = part('Credential')
  if (!accessKeyId) return 'key_missing'
  const signed = part('SignedHeaders').split(';')
  const needed = ['host', ...Object.keys(headers).filter(name => name.startsWith('x-acs-'))]
  if (!needed.every(name => signed.includes(name))) return 'header_unsigned'
  const bodyHash = headers['x-acs-content-sha256'] ?? ''
  if (bodyHash !== sha256(body)) return 'body_changed'
  const canonical = [
    method,
    '/',
    canonicalQuery(parametersOf(query)),
    ...signed.map(name => `${name}:${(headers[name] ?? '').trim()}`),
    '',
    signed.join(';'),
    bodyHash,
  ].join('\n')
  return {
    accessKeyId,
    signature: part('Signature'),
    stringsToSign: [`${algorithm}\n${sha256(canonical)}`],
    canonicalRequest: canonical,
    signatureOf: (text, secret) => createHmac('sha256', secret).update(text).digest('hex'),
    at: momentOf(headers['x-acs-date']),
    nonce: headers['x-acs-signature-nonce'] || null,
  }
}

/**
 * Alibaba Cloud RPC signature (HMAC-SHA1, version 1.0), over all parameters of query and form. Some clients write `~`
 * as `%7E`. https://help.aliyun.com/zh/sdk/product-overview/rpc-mechanism
 */
export function readAlibabaRpc(method: string, { Signature: signature = '', ...parameters }: Parameters): SignedRequest | AlibabaProblem {
  if (!parameters.AccessKeyId) return 'key_missing'
  if ((parameters.SignatureMethod ?? 'HMAC-SHA1') !== 'HMAC-SHA1') return 'algorithm_unknown'
  const query = canonicalQuery(parameters)
  const of = (canonical: string) => `${method}&${percentEncode('/')}&${percentEncode(canonical)}`
  return {
    accessKeyId: parameters.AccessKeyId,
    signature,
    stringsToSign: [of(query), ...(query.includes('~') ? [of(query.replaceAll('~', '%7E'))] : [])],
    canonicalRequest: null,
    signatureOf: (text, secret) => createHmac('sha1', `${secret}&`).update(text).digest('base64'),
    at: momentOf(parameters.Timestamp),
    nonce: parameters.SignatureNonce || null,
  }
}

/** `2026-11-21T03:03:21Z`, with optional fractions of a second. */
function momentOf(text: string | undefined): Date | null {
  if (text === undefined || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text)) return null
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? null : at
}
