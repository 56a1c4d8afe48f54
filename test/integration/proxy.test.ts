import { type ChildProcess, execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#bin/run/free-port.ts'
import { type Platform, startPlatform } from '#test/support/platform.ts'
import { hasCaddy, hasNginx, localCaddy, readRecipe, startCaddy, startNginx, withoutTls } from '#test/support/proxy.ts'

const run = promisify(execFile)
const missing = [!hasNginx && 'nginx-light', !hasCaddy && 'caddy'].filter(name => name !== false)
if (missing.length > 0) console.log(`没有安装，不试 deploy/proxy 里它们的配置：apt-get install ${missing.join(' ')}`)
test.runIf(process.env.HONGYAN_PROOF === 'long')('both proxies are installed', () => expect(missing).toEqual([]))

const names = { console: 'console.example.com', admin: 'admin.example.com', openapi: 'sms.example.com', callback: 'callback.example.com' }
let platform: Platform
let nginx: ChildProcess
let caddy: ChildProcess
let folder: string
let port: number
/** Ports of http and https for customers' own domains. */
let ownPorts: { nginx: [http: number, https: number]; caddy: [http: number, https: number] }

/** A configuration of `deploy/proxy`, with the addresses of this start. */
function recipe(name: string): Promise<string> {
  const { listening } = platform.addresses as unknown as { listening: Record<string, string> }
  return readRecipe(name, server => new URL(listening[server]!).port)
}

/** Customers' own domains, with a certificate of our own for the short domain. */
async function nginxOwnDomains(): Promise<string> {
  const place = `${folder}/letsencrypt/live/s.example.com`
  await mkdir(place, { recursive: true })
  await mkdir(`${folder}/acme/.well-known/acme-challenge`, { recursive: true })
  await writeFile(`${folder}/acme/.well-known/acme-challenge/token`, 'proof')
  const names = ['-subj', '/CN=s.example.com', '-keyout', `${place}/privkey.pem`, '-out', `${place}/fullchain.pem`]
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...names])
  // nginx reads the certificates as another user, when it is started by root.
  await run('chmod', ['-R', 'a+rX', folder])
  return (await recipe('own-domains.nginx.conf'))
    .replaceAll('/etc/letsencrypt', `${folder}/letsencrypt`)
    .replaceAll('/var/www/acme', `${folder}/acme`)
    .replace('listen 80 ', `listen 127.0.0.1:${ownPorts.nginx[0]} `)
    .replace('listen 443 ', `listen 127.0.0.1:${ownPorts.nginx[1]} `)
}

/** Both configurations of Caddy, with a certificate authority of its own. */
async function caddyConfig(): Promise<string> {
  const own = (await recipe('own-domains.Caddyfile')).replace('{\n', `{\n${localCaddy(folder, ownPorts.caddy)}`)
  return `${own}\n${await recipe('Caddyfile')}`
}

beforeAll(async () => {
  if (!hasNginx) return
  platform = await startPlatform({
    env: {
      PUBLIC_URL: `https://${names.console}`,
      ADMIN_PUBLIC_URL: `https://${names.admin}`,
      OPENAPI_URL: `https://${names.openapi}`,
      SHORT_LINK_URL: 'https://s.example.com',
      UPSTREAM_CALLBACK_URL: `https://${names.callback}`,
      TRUST_PROXY: '127.0.0.1',
    },
  })
  folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-proxy-'))
  port = await freePort()
  ownPorts = { nginx: [await freePort(), await freePort()], caddy: [await freePort(), await freePort()] }
  nginx = await startNginx(folder, `${withoutTls(await recipe('hongyan.nginx.conf'), port)}\n${await nginxOwnDomains()}`)
  while ((await ask('console', '/health').catch(() => null))?.status !== 200) await new Promise(resolve => setTimeout(resolve, 50))
  if (!hasCaddy) return
  caddy = await startCaddy(folder, await caddyConfig())
  const isUp = () => over('http', ownPorts.caddy[0], 's.example.com', '/health').catch(() => null)
  while ((await isUp())?.status !== 200) await new Promise(resolve => setTimeout(resolve, 50))
})
afterAll(async () => {
  nginx?.kill()
  caddy?.kill()
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
    // A connection of its own: nginx answers a refused upload with keep-alive, and closes while it is still being sent.
    const options = { method, headers: { host, ...headers }, agent: false }
    const request = http.request(`http://127.0.0.1:${port}${at}`, options, async answer => {
      const parts: Buffer[] = []
      for await (const part of answer) parts.push(part as Buffer)
      done({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts).toString() })
    })
    // Has no effect when an answer arrived before the body was sent.
    request.on('error', fail)
    request.end(body)
  })

/** Asks one of the proxies for a page of a host, by http or by https with that name. */
const over = (scheme: 'http' | 'https', at: number, host: string, target: string) =>
  new Promise<{ status: number | undefined; body: string }>((done, fail) => {
    const options = { host: '127.0.0.1', port: at, path: target, headers: { host }, agent: false }
    const request = scheme === 'http' ? http.request(options) : https.request({ ...options, servername: host, rejectUnauthorized: false })
    request.on('response', async answer => {
      let body = ''
      for await (const part of answer.setEncoding('utf8')) body += part
      done({ status: answer.statusCode, body })
    })
    request.on('error', fail)
    request.end()
  })

test.runIf(hasNginx)('nginx: own domains by http and, once they have a certificate, by https', async () => {
  const [plain, secure] = ownPorts.nginx
  expect((await over('http', plain, 'go.shop.cn', '/health')).status).toBe(200)
  expect(await over('http', plain, 'go.shop.cn', '/.well-known/acme-challenge/token')).toEqual({ status: 200, body: 'proof' })
  expect((await over('https', secure, 's.example.com', '/health')).status).toBe(200)
  await expect(over('https', secure, 'go.shop.cn', '/health')).rejects.toThrow()
})

test.runIf(hasNginx && hasCaddy)('Caddy: its servers by https, own domains too; strangers’ names get no certificate', async () => {
  const [plain, secure] = ownPorts.caddy
  expect((await over('https', secure, names.console, '/user/login')).status).toBe(200)
  expect((await over('https', secure, names.openapi, '/openapi/v1/docs')).body).toContain('https://sms.example.com/openapi/v1/messages')
  expect((await over('https', secure, 's.example.com', '/health')).status).toBe(200)
  expect((await over('http', plain, 's.example.com', '/nothing')).status).toBe(404)
  await expect(over('https', secure, 'stranger.cn', '/health')).rejects.toThrow()
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
  expect((await ask('callback', '/health')).body).toBe('ok')
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
  if (!hasCaddy) return
  const { status, body } = await over('https', ownPorts.caddy[1], names.openapi, '/openapi/v1/app')
  expect([status, JSON.parse(body).Code]).toEqual([503, 'ServiceUnavailable'])
})
