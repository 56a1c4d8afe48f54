import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { chunksOf } from '#values/bytes.ts'
import { matchOrThrow } from '#values/or-throw.ts'
import { type AwsCredentials, type AwsRequest, encodeRfc3986, signAws } from './aws-signature.ts'
import type { ByteRange, ObjectStore } from './object-store.ts'

export interface S3Settings extends AwsCredentials {
  /** Unset: Amazon's of the region. */
  endpoint: string | undefined
  /** The bucket is a part of the path instead of the host name, as MinIO has it on an address. */
  isPathStyle: boolean
}

export function readS3Settings(env: NodeJS.ProcessEnv): S3Settings {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey, S3_REGION: region = 'us-east-1' } = env
  if (!accessKeyId || !secretAccessKey) throw new Error('使用 S3 须设置环境变量 S3_ACCESS_KEY_ID 和 S3_SECRET_ACCESS_KEY')
  return { accessKeyId, secretAccessKey, region, endpoint: env.S3_ENDPOINT || undefined, isPathStyle: env.S3_PATH_STYLE === '1' }
}

/** A part of a large object, kept in memory until it is sent: ten thousand of growing sizes are 880 GB. */
const partBytes = (index: number) => 16 * 1024 * 1024 * (1 + Math.trunc(index / 1000))
const mostTries = 5

class S3Failure extends Error {
  readonly status: number
  /** As of a missing file. */
  readonly code: 'ENOENT' | undefined

  constructor(status: number, message: string, isMissing = false) {
    super(message)
    this.status = status
    this.code = isMissing ? 'ENOENT' : undefined
  }
}

/** Objects in a bucket of Amazon S3, MinIO, Alibaba Cloud OSS, Tencent Cloud COS or another with the same interface. */
export class S3Store implements ObjectStore {
  readonly place: string
  readonly #base: string
  readonly #prefix: string
  readonly #settings: S3Settings

  constructor(place: string, settings: S3Settings) {
    const [, bucket = '', prefix = ''] = matchOrThrow(/^s3:\/\/([^/]+)\/?(.*?)\/?$/, place)
    this.place = place
    this.#settings = settings
    this.#prefix = prefix === '' ? '' : `${prefix}/`
    const endpoint = new URL(settings.endpoint ?? `https://s3.${settings.region}.amazonaws.com`)
    this.#base = settings.isPathStyle ? `${endpoint.origin}/${bucket}/` : `${endpoint.protocol}//${bucket}.${endpoint.host}/`
  }

  async put(name: string, source: Readable): Promise<void> {
    const parts = partsOf(source)
    const first = await parts.next()
    const second = await parts.next()
    if (second.done) return void (await this.#request('PUT', name, { body: first.value }))
    const begun = await (await this.#request('POST', name, { query: { uploads: '' } })).text()
    const uploadId = textOf(begun, 'UploadId')
    if (first.done || uploadId === null) throw new Error('the bucket began no upload')
    try {
      const tags: string[] = []
      const send = async (part: Buffer) => {
        const { headers } = await this.#request('PUT', name, { query: { partNumber: String(tags.length + 1), uploadId }, body: part })
        tags.push(headers.get('etag') ?? '')
      }
      await send(first.value)
      await send(second.value)
      for await (const part of parts) await send(part)
      const list = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
      const body = Buffer.from(`<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`)
      const completed = await (await this.#request('POST', name, { query: { uploadId }, body })).text()
      // The answer begins before the parts are joined, so that its status can't say whether they were.
      if (completed.includes('<Error>')) throw new S3Failure(500, `${this.place}：${textOf(completed, 'Message')}`)
    } catch (error) {
      await this.#request('DELETE', name, { query: { uploadId } })
      throw error
    }
  }

  async open(name: string, range?: ByteRange): Promise<Readable> {
    if (range?.byteCount === 0) return Readable.from([])
    const headers: Record<string, string> = range ? { range: `bytes=${range.from}-${range.from + range.byteCount - 1}` } : {}
    try {
      const { body } = await this.#request('GET', name, { headers })
      return Readable.from(bytesOf(body), { objectMode: false })
    } catch (error) {
      // The object ends before the range.
      if (error instanceof S3Failure && error.status === 416) return Readable.from([])
      throw error
    }
  }

  async sizeOf(name: string): Promise<number> {
    return Number((await this.#request('HEAD', name)).headers.get('content-length'))
  }

  async freeBytes(): Promise<number> {
    return Number.POSITIVE_INFINITY
  }

  async list(prefix: string): Promise<string[]> {
    const names: string[] = []
    for (let token: string | null = ''; token !== null; ) {
      const query = {
        'list-type': '2',
        prefix: this.#prefix + prefix,
        'encoding-type': 'url',
        ...(token ? { 'continuation-token': token } : {}),
      }
      const text = await (await this.#request('GET', null, { query })).text()
      for (const [, key = ''] of text.matchAll(/<Key>([^<]*)<\/Key>/g))
        names.push(decodeURIComponent(key.replaceAll('+', ' ')).slice(this.#prefix.length))
      token = textOf(text, 'NextContinuationToken')
    }
    return names.sort()
  }

  async remove(name: string): Promise<void> {
    await this.#request('DELETE', name)
  }

  /** Parts of uploads that were never completed are no objects: a rule of the bucket removes them. */
  async removeUnfinished(): Promise<void> {}

  /** `name` null: the bucket itself. */
  async #request(method: string, name: string | null, { query = {}, headers = {}, body = noBytes }: RequestFacts = {}): Promise<Response> {
    const url = new URL(this.#base + (name === null ? '' : (this.#prefix + name).split('/').map(encodeRfc3986).join('/')))
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
    for (let tries = 1; ; tries += 1)
      try {
        return await this.#try({ method, url, headers, body })
      } catch (error) {
        const isFinal = error instanceof S3Failure && error.status < 500 && error.status !== 429
        if (isFinal || tries === mostTries) throw error
        await pause(200 * 2 ** tries)
      }
  }

  async #try({ method, url, headers, body }: Omit<AwsRequest, 'now'>): Promise<Response> {
    const response = await fetch(url, {
      method,
      headers: signAws({ method, url, headers, body, now: new Date() }, this.#settings),
      ...(method === 'PUT' || method === 'POST' ? { body: new Uint8Array(body) } : {}),
    })
    if (response.ok) return response
    const text = await response.text()
    const code = textOf(text, 'Code') ?? ''
    // An answer to HEAD has no body.
    const isMissing = response.status === 404 && (code === 'NoSuchKey' || method === 'HEAD')
    throw new S3Failure(response.status, `${this.place}：${response.status} ${code} ${textOf(text, 'Message') ?? ''}`.trim(), isMissing)
  }
}

interface RequestFacts {
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Buffer | undefined
}
const noBytes = Buffer.alloc(0)

const textOf = (xml: string, element: string): string | null => {
  const text = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1]
  return text === undefined ? null : text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

/** A reader that stops early ends the transfer. */
async function* bytesOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Buffer> {
  const reader = body?.getReader()
  try {
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) yield Buffer.from(next.value)
  } finally {
    await reader?.cancel()
  }
}

async function* partsOf(source: Readable): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  let [bytes, index] = [0, 0]
  for await (const chunk of chunksOf(source)) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes < partBytes(index)) continue
    yield Buffer.concat(chunks)
    chunks = []
    bytes = 0
    index += 1
  }
  if (bytes > 0 || index === 0) yield Buffer.concat(chunks)
}
