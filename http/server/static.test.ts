import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, createApp } from './app.ts'
import { serveStatic } from './static.ts'

const script = 'console.log("鸿雁")\n'.repeat(200)
const page = `<!doctype html><title>鸿雁</title><script>early()</script>${'<p>鸿雁</p>'.repeat(200)}`
const ownPage = '<!doctype html><title>短信 - 鸿雁</title>'
const list = { rows: Array.from({ length: 100 }, (_, index) => ({ name: '签名', index })) }
const manifest = {
  'index.html': { file: 'assets/index.js', isEntry: true, css: ['assets/index.css'] },
  'known/own/Page.tsx': { file: 'assets/own.js', imports: ['index.html'] },
  'home/Page.tsx': { file: 'assets/home.js', imports: ['index.html'] },
  'known/Page.tsx': { file: 'assets/known.js', imports: ['index.html', '_frame.js'], css: ['assets/known.css'] },
  '_frame.js': { file: 'assets/frame.js', imports: ['index.html'] },
}
let folder: string
let app: App

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-static-'))
  await mkdir(path.join(folder, 'assets'))
  await writeFile(path.join(folder, 'index.html'), page)
  await writeFile(path.join(folder, 'index.html.br'), brotliCompressSync(page))
  await mkdir(path.join(folder, 'pages/known'), { recursive: true })
  await writeFile(path.join(folder, 'pages/known/own.html'), ownPage)
  await writeFile(path.join(folder, 'assets/a.js'), script)
  await writeFile(path.join(folder, 'assets/a.js.br'), brotliCompressSync(script))
  await writeFile(path.join(folder, 'assets/a.js.gz'), gzipSync(script))
  await mkdir(path.join(folder, '.vite'))
  await writeFile(path.join(folder, '.vite/manifest.json'), JSON.stringify(manifest))
  app = await createApp({ forBrowsers: true })
  app.get('/api/list', async () => list)
  app.get('/api/short', async () => ({ rows: [] }))
  app.post('/api/echo', async request => request.body)
  await serveStatic(app, {
    folder,
    sessionCall: '/api/me',
    firstCalls: { '/known/own': ['/api/list'] },
    sharedBy: 'share',
    isPage: address => address.startsWith('/known') && !address.endsWith('-unknown'),
  })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const get = (url: string, accepted?: string) =>
  app.inject({ method: 'GET', url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } })

test('a file of the build is sent in the compressed form that the browser accepts, and cached forever', async () => {
  const forms = { 'gzip, deflate, br, zstd': 'br', 'gzip, deflate': 'gzip', identity: undefined }
  for (const [accepted, encoding] of Object.entries(forms)) {
    const answer = await get('/assets/a.js', accepted)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/javascript; charset=utf-8',
      vary: expect.stringMatching(/accept-encoding/i),
    })
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(answer.rawPayload.length < script.length / 5).toBe(encoding !== undefined)
  }
})

test('the page is sent compressed and asked about each time; an unknown address answers 404 with it', async () => {
  for (const address of ['/', '/known']) {
    const answer = await get(address, 'gzip, br')
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'no-cache',
    })
    const headers = { 'accept-encoding': 'gzip, br', 'if-none-match': String(answer.headers.etag) }
    expect((await app.inject({ method: 'GET', url: address, headers })).statusCode).toBe(304)
    expect((await app.inject({ method: 'GET', url: `${address}-unknown`, headers })).statusCode).toBe(404)
  }
  const unknown = await get('/unknown', 'gzip')
  const hash = createHash('sha256').update('early()').digest('base64')
  for (const { headers } of [unknown, await get('/'), await get('/known/own')])
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`)
  expect((await get('/assets/a.js')).headers['content-security-policy']).toContain("script-src 'self';")
  expect(unknown).toMatchObject({ statusCode: 404, headers: { 'content-encoding': 'gzip', 'cache-control': 'no-cache' } })
  expect(gunzipSync(unknown.rawPayload).toString()).toBe(page)
})

test('a page with a head of its own is sent with it, and asks at once who is signed in', async () => {
  const answer = await get('/known/own')
  expect(answer.payload).toBe(ownPage)
  expect(answer.headers.link).toContain('</api/me>; rel=preload; as=fetch; crossorigin')
  expect(answer.headers.link).toContain('</api/list>; rel=preload; as=fetch; crossorigin')
  expect((await get('/known/own?share=1')).headers.link).not.toContain('/api/')
  expect((await get('/known')).payload).toBe(page)
})

test('the page names its own files in its header, but not those of the app', async () => {
  const script = (name: string) => `</assets/${name}.js>; rel=modulepreload; crossorigin`
  expect((await get('/')).headers.link).toBe(script('home'))
  expect((await get('/known/')).headers.link).toBe(
    [script('known'), '</assets/known.css>; rel=preload; as=style; crossorigin', script('frame')].join(', '),
  )
  expect((await get('/unknown')).headers.link).toBeUndefined()
})

test('API answers are compressed on the fly, but not small ones and not for clients without support', async () => {
  const answer = await get('/api/list', 'gzip, br')
  expect(answer.headers).toMatchObject({
    'content-encoding': 'gzip',
    'cache-control': 'no-store',
    vary: expect.stringMatching(/accept-encoding/i),
  })
  expect(JSON.parse(gunzipSync(answer.rawPayload).toString())).toEqual(list)
  expect((await get('/api/short', 'gzip')).headers['content-encoding']).toBeUndefined()
  expect((await get('/api/list')).headers['content-encoding']).toBeUndefined()
  expect((await get('/api/list')).json()).toEqual(list)
})

test('a compressed request is not decompressed, so that a small one cannot become a large one (zip bomb)', async () => {
  const payload = gzipSync(JSON.stringify({ text: 'x'.repeat(10_000) }))
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip', origin: 'http://localhost', host: 'localhost' }
  expect((await app.inject({ method: 'POST', url: '/api/echo', headers, payload })).statusCode).toBe(400)
})
