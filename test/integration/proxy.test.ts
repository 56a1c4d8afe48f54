import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Platform, startPlatform } from '#test/support/platform.ts'
import { itemOrThrow, matchOrThrow, portOrThrow } from '#values/or-throw.ts'

const searched = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }
const hasNginx = await promisify(execFile)('nginx', ['-v'], { env: searched }).then(
  () => true,
  () => false,
)
if (!hasNginx) console.log('没有 nginx，不试文档里的代理配置：apt-get install nginx-light')

const names = { console: 'console.example.com', admin: 'admin.example.com', openapi: 'sms.example.com' }
let platform: Platform
let nginx: ChildProcess
let folder: string
let port: number

/** The documented configuration, on a free port, without TLS and with the addresses of this start. */
async function configOf(listening: Record<string, string>): Promise<string> {
  const page = await readFile(path.join(import.meta.dirname, '../../docs/operating/proxy.md'), 'utf8')
  const portOf = (ingress: string) => new URL(listening[ingress]!).port
  return itemOrThrow(matchOrThrow(/```nginx\n(.*?)```/s, page), 1)
    .replace(/^ssl_.*$/gm, '')
    .replace(/listen 443 ssl/g, `listen 127.0.0.1:${port}`)
    .replace(/^ {2}listen 80 default_server;$/m, '')
    .replace(/^server \{\n {2}listen 80;.*?^\}$/ms, '')
    .replaceAll('$scheme', 'https')
    .replaceAll(':4000', `:${portOf('console')}`)
    .replaceAll(':4001', `:${portOf('admin')}`)
    .replaceAll(':4002', `:${portOf('openapi')}`)
    .replaceAll(':4004', `:${portOf('redirect')}`)
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const port = portOrThrow(server)
  await new Promise(done => server.close(done))
  return port
}

beforeAll(async () => {
  if (!hasNginx) return
  platform = await startPlatform({
    env: {
      PUBLIC_URL: `https://${names.console}`,
      ADMIN_PUBLIC_URL: `https://${names.admin}`,
      OPENAPI_URL: `https://${names.openapi}`,
      SHORT_LINK_URL: 'https://s.example.com',
      TRUST_PROXY: '127.0.0.1',
    },
  })
  folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-proxy-'))
  port = await freePort()
  const { listening } = platform.addresses as unknown as { listening: Record<string, string> }
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(name => `${name}_temp_path ${folder}/${name};`).join('\n')
  const main = `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/errors;\nevents {}\n`
  await writeFile(path.join(folder, 'nginx.conf'), `${main}http {\naccess_log off;\n${places}\n${await configOf(listening)}\n}\n`)
  nginx = spawn('nginx', ['-p', folder, '-c', path.join(folder, 'nginx.conf'), '-e', `${folder}/errors`], {
    env: searched,
    stdio: 'inherit',
  })
  while ((await ask('console', '/health').catch(() => null))?.status !== 200) await new Promise(resolve => setTimeout(resolve, 50))
})
afterAll(async () => {
  nginx?.kill()
  await platform?.stop()
  if (folder) await rm(folder, { recursive: true, force: true })
})

interface Asked {
  method?: string
  headers?: Record<string, string>
  body?: Buffer
}
/** Sends a request to a server by its public name. */
const ask = (ingress: keyof typeof names | null, at: string, { method = 'GET', headers = {}, body }: Asked = {}) =>
  new Promise<{ status: number; headers: http.IncomingHttpHeaders; body: string }>((done, fail) => {
    const host = ingress ? names[ingress] : 's.example.com'
    const request = http.request(`http://127.0.0.1:${port}${at}`, { method, headers: { host, ...headers } }, async answer => {
      const parts: Buffer[] = []
      for await (const part of answer) parts.push(part as Buffer)
      done({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(parts).toString() })
    })
    // Has no effect when an answer arrived before the body was sent.
    request.on('error', fail)
    request.end(body)
  })

test.runIf(hasNginx)('the start and its banner show the public addresses', () => {
  expect(platform.addresses).toMatchObject({ console: 'https://console.example.com', openapi: 'https://sms.example.com' })
  expect(platform.output()).toContain('控制台  https://console.example.com（监听 http://127.0.0.1:')
})

test.runIf(hasNginx)('each name leads to its server, which knows that clients use https', async () => {
  const page = await ask('console', '/user/login')
  expect([page.status, page.headers['strict-transport-security']]).toEqual([200, expect.stringContaining('max-age')])
  expect((await ask('admin', '/')).status).toBe(200)
  expect((await ask('openapi', '/openapi/v1/docs')).body).toContain('https://sms.example.com/openapi/v1/messages')
  expect((await ask(null, '/nothing')).status).toBe(404)
})

test.runIf(hasNginx)('large bodies and headers pass the proxy, and are refused in the server’s own format', async () => {
  const file = await ask('console', '/api/uploads', {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', origin: 'https://console.example.com' },
    body: Buffer.alloc(8 * 1024 * 1024, '13800138000\n'),
  })
  expect([file.status, JSON.parse(file.body).error.code]).toEqual([401, 'not_signed_in'])
  const head = await ask('openapi', `/openapi/v1/app?x=${'x'.repeat(40_000)}`)
  expect([head.status, JSON.parse(head.body).error.code]).toEqual([401, 'key_invalid'])
  const larger = { method: 'POST', headers: { 'content-type': 'application/json' }, body: Buffer.alloc(21 * 1024 * 1024, ' ') }
  const body = await ask('openapi', '/openapi/v1/messages', larger)
  expect([body.status, JSON.parse(body.body).error.code, JSON.parse(body.body).Code]).toEqual([
    413,
    'body_too_large',
    'RequestEntityTooLarge',
  ])
  const long = await ask('openapi', '/openapi/v1/app', { headers: { 'x-long': 'x'.repeat(70_000) } })
  expect([long.status, JSON.parse(long.body).error.code]).toEqual([431, 'headers_too_large'])
})

test.runIf(hasNginx)('programs get JSON while the server is down', async () => {
  await platform.stop()
  const answer = await ask('openapi', '/openapi/v1/app')
  expect([answer.status, JSON.parse(answer.body).Code, answer.headers['retry-after']]).toEqual([503, 'ServiceUnavailable', '5'])
})
