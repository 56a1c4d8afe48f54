import { createHash, createHmac } from 'node:crypto'

/** AWS Signature Version 4, which S3 and what is compatible with it ask for. */
export interface AwsCredentials {
  accessKeyId: string
  secretAccessKey: string
  region: string
}

export interface AwsRequest {
  method: string
  url: URL
  headers: Record<string, string>
  body: Buffer
  now: Date
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Percent-encodes all but what RFC 3986 leaves as it is. */
export const encodeRfc3986 = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

/** The headers of a request with its signature over all of them, the address and the body. */
export function signAws(
  { method, url, headers, body, now }: AwsRequest,
  { accessKeyId, secretAccessKey, region }: AwsCredentials,
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`
  const bodyHash = sha256(body)
  const signed: Record<string, string> = { ...headers, host: url.host, 'x-amz-content-sha256': bodyHash, 'x-amz-date': time }
  const names = Object.keys(signed)
    .map(name => name.toLowerCase())
    .sort()
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeRfc3986(name)}=${encodeRfc3986(value)}`)
    .sort()
    .join('&')
  const headerLines = names.map(name => `${name}:${signed[name]?.trim()}\n`).join('')
  const canonical = [method, url.pathname, query, headerLines, names.join(';'), bodyHash].join('\n')
  const key = [time.slice(0, 8), region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`)
  const signature = hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')).toString('hex')
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`
  return { ...signed, authorization }
}
