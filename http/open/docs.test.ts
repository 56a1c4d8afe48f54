import { createHash, createHmac } from 'node:crypto'
import { afterAll, assert, beforeAll, expect, test, vi } from 'vitest'
import { sandboxTemplates } from '#contract/messages/sandbox.ts'
import { wholeAnswer } from '#contract/open/call.ts'
import { openCalls } from '#contract/open/calls.ts'
import { openErrors } from '#contract/open/error.ts'
import { asAccount } from '#db/connect.ts'
import { seedReference } from '#db/seed/reference.ts'
import { createKey } from '#domain/apps/key.ts'
import { Files } from '#domain/platform/files.ts'
import type { App } from '#http/server/app.ts'
import { readRefusal } from '#test/support/answer.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { addProgram, createProgram, openSecret, type Program } from '#test/support/open.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { createOpenApp } from './app.ts'
import { firstCall, signedExample, signedResult, webhookExample, webhookResult } from './docs/example.ts'
import { checkingCode, sampleCode, signingCode } from './docs/sample-code.ts'
import { type openDocument, wireSchema } from './document.ts'
import { sampleOf } from './sample.ts'

// The time of the worked example.
const now = new Date(Number(signedExample.timestamp) * 1000)
let database: TestDatabase
let app: App
let base: string
let program: Program

beforeAll(async () => {
  database = await createTestDatabase()
  await seedReference(database.url, { secret: openSecret, upstream: { host: '127.0.0.1', port: 1 }, now })
  app = await createOpenApp({ db: database.db, secret: openSecret, now: () => now, files: new Files('/dev/null/files') })
  base = await app.listen({ host: '127.0.0.1', port: 0 })
  program = await createProgram(database.db, { now })
  const { accessKeyId, secret } = signedExample
  const key = { appId: program.appId, scopes: ['send'] as const, master: openSecret, memberId: null, now, given: { accessKeyId, secret } }
  await asAccount(database.db, program.account, tx => createKey(tx, program.account, key))
})
afterAll(async () => {
  await app?.close()
  await database?.close()
})

test('the page of docs is self-contained: its own style and script, and nothing inline', async () => {
  const answer = await fetch(`${base}/openapi/v1/docs`)
  const page = await answer.text()
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(page).not.toMatch(
    /<script(?! src="docs\/page\.js">)|<style|\sstyle=|\son\w+=|https?:\/\/(?!127\.0\.0\.1|example\.com|hy\.example)[\w.]+[^<]*"\s*(?:rel|src)/,
  )
  for (const file of ['page.css', 'page.js', 'logo.svg']) expect((await fetch(`${base}/openapi/v1/docs/${file}`)).status).toBe(200)
  expect(page).toContain(`curl &#39;${base}/openapi/v1/messages&#39;`)
  for (const { name } of openCalls) expect(page).toContain(`id="${name}"`)
  for (const code of Object.keys(openErrors)) expect(page).toContain(`id="error-${code}"`)
  const links = [...page.matchAll(/href="#([\w-]+)"/g)].map(([, id]) => id!)
  for (const id of new Set(links)) expect(page, id).toContain(`id="${id}"`)
})

test('an invalid host name is not repeated in the page', async () => {
  const { request } = await import('node:http')
  const page = await new Promise<string>(resolve => {
    request(`${base}/openapi/v1/docs`, { headers: { host: '"><script>alert(1)</script>' } }, answer => {
      let text = ''
      answer.on('data', chunk => {
        text += chunk
      })
      answer.on('end', () => resolve(text))
    }).end()
  })
  expect(page).not.toContain('alert(1)')
})

test('the worked example of signing matches an independent computation, and the API accepts it', async () => {
  const { timestamp, nonce, method, path, body, secret } = signedExample
  const hash = createHash('sha256').update(body).digest('hex')
  const text = `HONGYAN-HMAC-SHA256\n${timestamp}\n${nonce}\n${method}\n${path}\n\n${hash}`
  const { stringToSign, signature, authorization } = signedResult()
  expect(stringToSign).toBe(text)
  expect(signature).toBe(createHmac('sha256', secret).update(text).digest('hex'))
  const headers = { authorization, 'x-hongyan-timestamp': timestamp, 'x-hongyan-nonce': nonce, 'content-type': 'application/json' }
  const answer = await fetch(base + path, { method, headers, body })
  // Authenticated: only the template is not this account's.
  expect([answer.status, (await readRefusal(answer)).code]).toEqual([422, 'template_unknown'])
})

const moduleOf = (samples: readonly (readonly [string, string])[]) =>
  import(`data:text/javascript,${encodeURIComponent(firstOrThrow(samples.filter(([name]) => name === 'Node'))[1])}`)

test('the code samples of the page sign requests and verify our signature', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now })
  const { sign } = await moduleOf(signingCode)
  const query = { customId: "a b~*'中", pageSize: 5 }
  const path = '/openapi/v1/messages'
  const headers = sign({ ...program, method: 'GET', path, query })
  vi.useRealTimers()
  const answer = await fetch(`${base}${path}?${new URLSearchParams({ customId: query.customId, pageSize: '5' })}`, { headers })
  expect(answer.status).toBe(200)

  vi.useFakeTimers({ toFake: ['Date'], now: webhookExample.at })
  const { isOurs } = await moduleOf(checkingCode)
  const { body, signature } = webhookResult('report')
  expect(isOurs(signature, Buffer.from(body), webhookExample.secret)).toBe(true)
  expect(isOurs(signature, Buffer.from(`${body} `), webhookExample.secret)).toBe(false)
  vi.setSystemTime(webhookExample.at.getTime() + 600_000)
  expect(isOurs(signature, Buffer.from(body), webhookExample.secret)).toBe(false)
  vi.useRealTimers()
})

test('the first program in the docs runs as shown, with the key of a test app', async () => {
  const { accessKeyId, secret } = await addProgram(database.db, program, { now, kind: 'test' })
  const shown = await (await fetch(`${base}/openapi/v1/docs`)).text()
  expect(shown).toContain(firstOrThrow(sandboxTemplates).code)
  const samples = sampleCode(firstCall, base).map(
    ([name, code]) => [name, code.replace('<密钥ID>', accessKeyId).replace('<密钥>', secret)] as const,
  )
  const log = vi.spyOn(console, 'log').mockReturnValue()
  await moduleOf(samples)
  expect(log.mock.calls).toMatchObject([[{ messages: [{ messageId: expect.any(String), segmentCount: 1 }] }]])
  log.mockRestore()
})

test('sample answers match the schemas of their calls', () => {
  for (const call of openCalls) {
    const sample = sampleOf(wireSchema(wholeAnswer(call)))
    expect([call.name, wholeAnswer(call).safeDecode(sample as never).error?.issues]).toEqual([call.name, undefined])
  }
})

test('the document is OpenAPI 3.1 with every call, its error codes and no dangling reference', async () => {
  const answer = await fetch(`${base}/openapi/v1/openapi.json`)
  const document = (await answer.json()) as ReturnType<typeof openDocument> & {
    paths: Record<string, Record<string, { operationId: string }>>
  }
  expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: base }] })
  const operations = Object.values(document.paths).flatMap(methods => Object.values(methods).map(one => one.operationId))
  expect(operations.sort()).toEqual(openCalls.map(call => call.name).sort())
  const text = JSON.stringify(document)
  for (const [, reference] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    assert.exists(reference)
    const found = reference.split('/').reduce<unknown>((at, name) => (at as Record<string, unknown>)?.[name], document)
    expect(found, reference).toBeDefined()
  }
})
