import { createHash, createHmac } from 'node:crypto'
import type { Parameters, SignedRequest, WireRequest } from './wire-request.ts'

export type TencentProblem = 'key_missing' | 'algorithm_unknown' | 'header_unsigned'

const algorithm = 'TC3-HMAC-SHA256'
const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/**
 * Tencent Cloud signature V3 (TC3-HMAC-SHA256). The service is taken from the credential, because SDKs use the first
 * label of the endpoint. They also sign the host without its port, which the header on the wire has.
 * https://cloud.tencent.com/document/api/382/52072
 */
export function readTencentV3({ method, path, query, headers, body }: WireRequest): SignedRequest | TencentProblem {
  const authorization = headers.authorization ?? ''
  if (!authorization) return 'key_missing'
  const [, accessKeyId, date, service, names, signature] =
    /^TC3-HMAC-SHA256\s+Credential=([^/,]+)\/(\d{4}-\d\d-\d\d)\/([^/,]+)\/tc3_request,\s*SignedHeaders=([^,]+),\s*Signature=([\da-f]+)$/.exec(
      authorization,
    ) ?? []
  if (!accessKeyId || !date || !service || !names || !signature) return 'algorithm_unknown'
  const signed = names.split(';')
  if (!signed.includes('host') || !signed.includes('content-type')) return 'header_unsigned'
  const timestamp = headers['x-tc-timestamp'] ?? ''
  const host = headers.host ?? ''
  const bodyHash = sha256(body)
  const canonicalFor = (host: string) => {
    const values = signed.map(name => `${name}:${(name === 'host' ? host : (headers[name] ?? '')).trim()}\n`).join('')
    return `${method}\n${path}\n${query}\n${values}\n${names}\n${bodyHash}`
  }
  const stringFor = (canonical: string) => `${algorithm}\n${timestamp}\n${date}/${service}/tc3_request\n${sha256(canonical)}`
  const canonical = canonicalFor(host)
  const at = secondOf(timestamp)
  return {
    accessKeyId,
    signature,
    stringsToSign: [stringFor(canonical), stringFor(canonicalFor(host.replace(/:\d+$/, '')))],
    canonicalRequest: canonical,
    signatureOf: (text, secret) => hmac(hmac(hmac(hmac(`TC3${secret}`, date), service), 'tc3_request'), text).toString('hex'),
    // The signing key is derived for one day.
    at: at && at.toISOString().slice(0, 10) === date ? at : null,
    nonce: null,
  }
}

/**
 * Tencent Cloud signature V1 (HmacSHA1 or HmacSHA256) over all parameters, unencoded. Its nonce is too small to be
 * unique, so the signature itself identifies the request.
 */
export function readTencentV1(
  request: WireRequest,
  { Signature: signature = '', ...parameters }: Parameters,
): SignedRequest | TencentProblem {
  if (!parameters.SecretId) return 'key_missing'
  const hash = { HmacSHA1: 'sha1', HmacSHA256: 'sha256' }[parameters.SignatureMethod ?? 'HmacSHA1']
  if (!hash) return 'algorithm_unknown'
  const query = Object.keys(parameters)
    .sort()
    .map(name => `${name}=${parameters[name]}`)
    .join('&')
  const path = request.path.replace(/\/?$/, '/')
  return {
    accessKeyId: parameters.SecretId,
    signature,
    stringsToSign: [`${request.method}${request.headers.host ?? ''}${path}?${query}`],
    canonicalRequest: null,
    signatureOf: (text, secret) => createHmac(hash, secret).update(text).digest('base64'),
    at: secondOf(parameters.Timestamp ?? ''),
    nonce: signature,
  }
}

const secondOf = (text: string): Date | null => (/^\d{1,12}$/.test(text) ? new Date(Number(text) * 1000) : null)
