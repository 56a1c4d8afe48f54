import { createHash, createHmac } from 'node:crypto'
import { canonicalQuery, parametersOf, type SignedRequest, type WireRequest } from './wire-request.ts'

/** The scheme of the Authorization header for our own request signature. */
export const openSignatureAlgorithm = 'HONGYAN-HMAC-SHA256'

export type OpenSignatureProblem = 'key_missing' | 'algorithm_unknown'

/**
 * Request signature of the open API (HMAC-SHA256) over time (seconds since 1970), nonce, method, path, query and the
 * SHA-256 of the body. The API docs explain it by an example that tests verify.
 */
export function readOpenSignature({ method, path, query, headers, body }: WireRequest): SignedRequest | OpenSignatureProblem {
  const authorization = headers.authorization ?? ''
  if (!authorization) return 'key_missing'
  const [, accessKeyId, signature] =
    /^HONGYAN-HMAC-SHA256 +Credential=([\w-]{8,64}), *Signature=([\da-fA-F]{1,128})$/.exec(authorization) ?? []
  if (!accessKeyId || !signature) return 'algorithm_unknown'
  const timestamp = headers['x-hongyan-timestamp'] ?? ''
  const nonce = headers['x-hongyan-nonce'] ?? ''
  return {
    accessKeyId,
    signature: signature.toLowerCase(),
    stringsToSign: [openStringToSign({ timestamp, nonce, method, path, query, body })],
    canonicalRequest: null,
    signatureOf: (text, secret) => createHmac('sha256', secret).update(text).digest('hex'),
    at: /^\d{1,12}$/.test(timestamp) ? new Date(Number(timestamp) * 1000) : null,
    nonce: /^[\x21-\x7e]{8,64}$/.test(nonce) ? nonce : null,
  }
}

/**
 * The string to sign: seven lines. Query parameters are decoded, sorted by name and encoded again, so that their
 * encoding on the wire doesn't matter.
 */
export const openStringToSign = (request: {
  timestamp: string
  nonce: string
  method: string
  path: string
  query: string
  body: string | Buffer
}): string =>
  [
    openSignatureAlgorithm,
    request.timestamp,
    request.nonce,
    request.method,
    request.path,
    canonicalQuery(parametersOf(request.query)),
    createHash('sha256').update(request.body).digest('hex'),
  ].join('\n')
