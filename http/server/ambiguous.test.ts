import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDataFolder } from '#test/support/folder.ts'
import { sendRaw } from '#test/support/raw-http.ts'
import { type App, createApp } from './app.ts'
import { serveStatic } from './static.ts'

let app: App
let base: string
let folder: string
beforeAll(async () => {
  folder = await makeDataFolder('hongyan-static-')
  await mkdir(path.join(folder, 'assets'))
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>鸿雁</title>')
  await mkdir(path.join(folder, '.vite'))
  await writeFile(path.join(folder, '.vite/manifest.json'), '{}')
  app = await createApp({ forBrowsers: true })
  await serveStatic(app, { folder, sessionCall: '/api/me', isPage: place => place === '/sms/delivery' })
  base = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await app?.close()
  await rm(folder, { recursive: true })
})

const ask = (line: string, ...fields: string[]) => sendRaw(base, [`${[line, ...fields, 'Connection: close'].join('\r\n')}\r\n\r\n`])

test.each([
  ['two hosts', 'GET /health HTTP/1.1', ['Host: a.cn', 'Host: b.cn']],
  ['the same host twice', 'GET /health HTTP/1.1', ['Host: a.cn', 'host: a.cn']],
  ['a host that differs from the address', 'GET http://b.cn/health HTTP/1.1', ['Host: a.cn']],
  ['another version', 'GET /health HTTP/2.0', ['Host: a.cn']],
  ['two addresses', 'GET /health /health HTTP/1.1', ['Host: a.cn']],
])('a request with %s is refused', async (_, line, fields) => expect((await ask(line, ...fields)).status).toBe(400))

test.each(['GET  /health HTTP/1.1', 'GET /health  HTTP/1.1'])('two blanks in %j are read as one (RFC 9112 §3)', async line =>
  expect((await ask(line, 'Host: a.cn')).status).toBe(200),
)

test('an absolute URI that names the host is treated like a path', async () =>
  expect((await ask('GET http://a.cn/health HTTP/1.1', 'Host: a.cn')).status).toBe(200))

test.each([
  ['/sms/delivery', 200],
  ['/', 200],
  ['/nowhere', 404],
])('HEAD of %s is answered as GET, without the body', async (place, status) => {
  const head = await fetch(base + place, { method: 'HEAD' })
  const got = await fetch(base + place)
  expect([head.status, got.status]).toEqual([status, status])
  expect(head.headers.get('content-type')).toBe(got.headers.get('content-type'))
  expect(await head.text()).toBe('')
  expect(await got.text()).toContain('鸿雁')
})
