import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { portOrThrow } from '#values/or-throw.ts'

/** A bucket `shop` in memory, with as much of S3 as our client uses; keys are listed two at a time. */
export interface S3Server {
  url: string
  objects: Map<string, Buffer>
  /** Answers the next requests with these statuses. */
  failures: number[]
  close: () => Promise<void>
}

const listed = 2

/** The settings for its bucket. */
export const s3Environment = ({ url }: S3Server) => ({
  S3_ENDPOINT: url,
  S3_REGION: 'cn-north-1',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
  S3_PATH_STYLE: '1',
})

export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Map<number, Buffer>>()
  const failures: number[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '', 'http://s3')
    const key = decodeURIComponent(url.pathname.replace(/^\/shop\//, ''))
    const body = await buffer(request)
    const failure = failures.shift()
    const isSigned = /^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/cn-north-1\/s3\/aws4_request, /.test(request.headers.authorization ?? '')
    if (failure !== undefined || !isSigned) return response.writeHead(failure ?? 403).end('<Error><Code>SlowDown</Code></Error>')
    const uploadId = url.searchParams.get('uploadId')
    if (request.method === 'GET' && url.searchParams.has('list-type')) return response.end(list(objects, url.searchParams))
    if (request.method === 'GET' || request.method === 'HEAD') return found(response, objects.get(key), request.headers.range)
    if (request.method === 'PUT' && uploadId !== null) {
      uploads.get(uploadId)?.set(Number(url.searchParams.get('partNumber')), body)
      return response.setHeader('etag', `"${body.length}"`).end()
    }
    if (request.method === 'PUT') objects.set(key, body)
    if (request.method === 'POST' && uploadId === null) {
      uploads.set(key, new Map())
      return response.end(`<R><UploadId>${key}</UploadId></R>`)
    }
    if (request.method === 'POST') {
      const parts = [...(uploads.get(uploadId ?? '') ?? [])].sort(([a], [b]) => a - b)
      objects.set(key, Buffer.concat(parts.map(([, part]) => part)))
    }
    if (request.method === 'DELETE') objects.delete(key)
    response.end()
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${portOrThrow(server)}`,
    objects,
    failures,
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}

function found(response: ServerResponse, object: Buffer | undefined, range: string | undefined) {
  if (!object) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code><Message>none</Message></Error>')
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
  if (from === undefined) return response.setHeader('content-length', object.length).end(object)
  if (Number(from) >= object.length) return response.writeHead(416).end('<Error><Code>InvalidRange</Code></Error>')
  return response.writeHead(206).end(object.subarray(Number(from), Number(to) + 1))
}

function list(objects: ReadonlyMap<string, Buffer>, query: URLSearchParams): string {
  const after = query.get('continuation-token') ?? ''
  const keys = [...objects.keys()].filter(key => key.startsWith(query.get('prefix') ?? '') && key > after).sort()
  const page = keys.slice(0, listed)
  const token = keys.length > listed ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  return `<R>${page.map(key => `<Contents><Key>${encodeURIComponent(key)}</Key></Contents>`).join('')}${token}</R>`
}
