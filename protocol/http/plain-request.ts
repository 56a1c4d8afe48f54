/** A request of HTTP/1.1 that arrived in one piece. */
export interface PlainRequest {
  method: 'GET' | 'POST'
  url: string
  /** By their names in lower case. */
  headers: Record<string, string>
  /** A view on the received bytes; empty for a GET. */
  body: Buffer
}

const nothing = Buffer.alloc(0)
const maxHeadBytes = 8 * 1024
/** A request line and at least one field, with RFC 9110's tokens and printable ASCII only. */
const plainHead = /^(?:GET|POST) \/[\x21-\x7e]* HTTP\/1\.1\r\n(?:[!#$%&'*+.^_`|~\w-]+:[\t\x20-\x7e]*\r\n)+\r\n$/
const versionLength = ' HTTP/1.1'.length
/** Fields that change how a request is framed, or that Node treats specially. */
const special = new Set(['transfer-encoding', 'upgrade', 'expect', 'te', 'trailer', 'proxy-connection', 'set-cookie'])

/**
 * Parses bytes that are one whole GET without a body or one whole POST, on a persistent connection; null for anything
 * less, more or else. It never judges errors: those requests go to Node's own parser.
 */
export function readPlainRequest(bytes: Buffer): PlainRequest | null {
  const text = bytes.toString('latin1', 0, maxHeadBytes)
  const headEnd = text.indexOf('\r\n\r\n') + 4
  const head = text.slice(0, headEnd)
  if (headEnd < 4 || !plainHead.test(head)) return null
  const headers: Record<string, string> = {}
  const lineEnd = head.indexOf('\r\n')
  for (let at = lineEnd + 2; at < headEnd - 2; ) {
    const colon = head.indexOf(':', at)
    const end = head.indexOf('\r\n', colon)
    const name = head.slice(at, colon).toLowerCase()
    if (special.has(name) || name in headers) return null
    headers[name] = head.slice(colon + 1, end).trim()
    at = end + 2
  }
  const { host, connection = 'keep-alive', 'content-length': length } = headers
  if (host === undefined || connection.toLowerCase() !== 'keep-alive') return null
  const method = head.startsWith('GET') ? 'GET' : 'POST'
  if (method === 'GET' ? length !== undefined : !/^\d{1,9}$/.test(length ?? '')) return null
  if (bytes.length - headEnd !== Number(length ?? 0)) return null
  return {
    method,
    url: head.slice(method.length + 1, lineEnd - versionLength),
    headers,
    body: method === 'GET' ? nothing : bytes.subarray(headEnd),
  }
}
