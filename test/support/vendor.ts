import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import http from 'node:http'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import type PopCore from '@alicloud/pop-core'
import type { sms } from 'tencentcloud-sdk-nodejs-sms'
import { asAccount } from '#db/connect.ts'
import { seedReference } from '#db/seed/reference.ts'
import { Files } from '#domain/platform/files.ts'
import { createOpenApp } from '#http/open/app.ts'
import { newId } from '#values/id.ts'
import { itemOrThrow, lastOrThrow, portOrThrow } from '#values/or-throw.ts'
import { createTestDatabase } from './database.ts'
import { createProgram, openSecret, type Program } from './open.ts'

// The SDKs are CommonJS; with require, as in their documentation, they have the shape of their typings.
const require = createRequire(import.meta.url)
const alibaba = require('@alicloud/dysmsapi20170525') as typeof import('@alicloud/dysmsapi20170525')
const { $OpenApiUtil } = require('@alicloud/openapi-core') as typeof import('@alicloud/openapi-core')
const Rpc = require('@alicloud/pop-core') as typeof PopCore
const tencent = require('tencentcloud-sdk-nodejs-sms') as typeof import('tencentcloud-sdk-nodejs-sms')

export const alibabaModels = alibaba
export type AlibabaClient = InstanceType<typeof alibaba.default>

/** The SDKs time out after three seconds; a busy machine may need more. */
const patienceMs = 60_000

interface Key {
  accessKeyId: string
  secret: string
}

/** Alibaba's current SDK, with the one line that a customer changes. `url`: of the open API. */
export function alibabaClient(
  url: string,
  { accessKeyId, secret }: Key,
  options: { path?: string; algorithm?: string } = {},
): AlibabaClient {
  const { path = '', algorithm } = options
  const config = new $OpenApiUtil.Config({
    accessKeyId,
    accessKeySecret: secret,
    endpoint: new URL(url).host + path,
    protocol: 'http',
    readTimeout: patienceMs,
    connectTimeout: patienceMs,
    ...(algorithm ? { signatureAlgorithm: algorithm } : {}),
  })
  return new alibaba.default(config)
}

/** Alibaba's older SDK, which signs with HMAC-SHA1. */
export const rpcClient = (url: string, { accessKeyId, secret }: Key, apiVersion = '2017-05-25'): PopCore =>
  new Rpc({ accessKeyId, accessKeySecret: secret, endpoint: url, apiVersion, opts: { timeout: patienceMs } })

export type TencentClient = InstanceType<typeof sms.v20210111.Client>
interface TencentOptions {
  signMethod?: 'TC3-HMAC-SHA256' | 'HmacSHA1' | 'HmacSHA256'
  reqMethod?: 'POST' | 'GET'
  path?: string
}

/** Tencent's SDK. */
export const tencentClient = (url: string, key: Key, options: TencentOptions = {}): TencentClient =>
  new tencent.sms.v20210111.Client(tencentConfig(url, key, options))

/** The same for programs of the previous version of the API. */
export const tencentClient2019 = (url: string, key: Key, options: TencentOptions = {}): InstanceType<typeof sms.v20190711.Client> =>
  new tencent.sms.v20190711.Client(tencentConfig(url, key, options))

function tencentConfig(url: string, { accessKeyId, secret }: Key, options: TencentOptions) {
  const { signMethod = 'TC3-HMAC-SHA256', reqMethod = 'POST', path = '' } = options
  return {
    credential: { secretId: accessKeyId, secretKey: secret },
    region: 'ap-guangzhou',
    profile: { signMethod, httpProfile: { endpoint: new URL(url).host + path, protocol: 'http://', reqMethod } },
  }
}

interface Recorded {
  method: string
  path: string
  headers: http.IncomingHttpHeaders
  rawHeaders: string[]
  body: Buffer
}

/** A proxy before the open API that passes on every request unchanged, and can replay one. */
async function startRecorder(url: string) {
  const target = new URL(url)
  const requests: Recorded[] = []
  const handOn = ({ method, path: asked, rawHeaders, body }: Recorded) =>
    new Promise<{ status: number; body: string }>((done, fail) => {
      const { hostname, port } = target
      const lengthOf = (name: string, value: string) => (/^content-length$/i.test(name) ? String(body.length) : value)
      const headers = rawHeaders.flatMap((name, index) =>
        index % 2 ? [] : [[name, lengthOf(name, itemOrThrow(rawHeaders, index + 1))] as const],
      )
      const request = http.request({ hostname, port, method, path: asked, headers: Object.fromEntries(headers) }, async answer => {
        const parts: Buffer[] = []
        for await (const part of answer) parts.push(part as Buffer)
        done({ status: answer.statusCode ?? 0, body: Buffer.concat(parts).toString() })
      })
      request.on('error', fail).end(body)
    })
  const server = http.createServer({ maxHeaderSize: 65_536 }, async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { method, url: asked, headers, rawHeaders } = request
    assert.ok(asked)
    assert.ok(method)
    const recorded = { method, path: asked, headers, rawHeaders, body: Buffer.concat(parts) }
    requests.push(recorded)
    const { status, body } = await handOn(recorded)
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${portOrThrow(server)}`,
    requests,
    /** Replays the last request byte by byte, except for `change`. */
    sendAgain: (change: (request: Recorded) => Partial<Recorded> = () => ({})) => {
      const last = lastOrThrow(requests)
      return handOn({ ...last, ...change(last) })
    },
    close: () => new Promise<void>(done => server.close(() => done())),
  }
}

/** The open API on a database of its own, with a recorder before it. */
export async function startVendorServer() {
  const database = await createTestDatabase()
  await seedReference(database.url, { secret: openSecret, upstream: { host: '127.0.0.1', port: 1 }, now: new Date() })
  // The SDKs sign with the machine's clock; the server's clock is ahead instead, or stops where a second matters.
  const clock: { aheadMs: number; stoppedAt: Date | null } = { aheadMs: 0, stoppedAt: null }
  const folder = path.join(os.tmpdir(), newId())
  // Two instances like two processes: they share only the database.
  const open = () =>
    createOpenApp({
      db: database.db,
      secret: openSecret,
      now: () => clock.stoppedAt ?? new Date(Date.now() + clock.aheadMs),
      files: new Files(folder, openSecret),
      shortLinkUrl: 'https://hy.example',
    })
  const apps = [await open(), await open()] as const
  const [url, otherUrl] = [await apps[0].listen({ host: '127.0.0.1', port: 0 }), await apps[1].listen({ host: '127.0.0.1', port: 0 })]
  const recorder = await startRecorder(url)
  return {
    ...database,
    url,
    otherUrl,
    recorder,
    clock,
    program: (facts: Partial<Parameters<typeof createProgram>[1]> = {}) => createProgram(database.db, { now: new Date(), ...facts }),
    rowsOf: ({ account }: Pick<Program, 'account'>) =>
      asAccount(database.db, account, tx =>
        tx.selectFrom('message').selectAll().where('accountId', '=', account).orderBy('messageId').execute(),
      ),
    set: ({ account }: Pick<Program, 'account'>, table: 'account' | 'app' | 'accessKey', values: object) =>
      asAccount(database.db, account, tx => tx.updateTable(table).set(values).where('accountId', '=', account).execute()),
    close: async () => {
      await recorder.close()
      for (const app of apps) await app.close()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type VendorServer = Awaited<ReturnType<typeof startVendorServer>>
