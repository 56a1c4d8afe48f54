/** A request of HTTP/1.1 as it came in one piece. */
export interface PlainRequest {
  method: 'GET' | 'POST'
  url: string
  /** By their names in small letters. */
  headers: Record<string, string>
  /** A view of the bytes that were read; of a GET empty. */
  body: Buffer
}

const nothing = Buffer.alloc(0)
const maxHeadBytes = 8 * 1024
/** A line and at least one field, all of them RFC 9110's tokens and printable ASCII. */
const plainHead = /^(?:GET|POST) \/[\x21-\x7e]* HTTP\/1\.1\r\n(?:[!#$%&'*+.^_`|~\w-]+:[\t\x20-\x7e]*\r\n)+\r\n$/
const versionLength = ' HTTP/1.1'.length
/** What makes a request more than a line, its fields and so many bytes, or is another kind of field to Node. */
const special = new Set(['transfer-encoding', 'upgrade', 'expect', 'te', 'trailer', 'proxy-connection', 'set-cookie'])

/**
 * The request of bytes that are one whole GET without a body or one whole POST, on a connection that is kept; null for anything that is less, more or other than
 * that. It never decides that something is wrong: what it gives up is for Node's own parser to judge.
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
