import { rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCalls } from '#contract/open/calls.ts'
import { type DemoAccounts, seedDemo } from '#db/seed/demo.ts'
import { seedReference } from '#db/seed/reference.ts'
import { Files } from '#domain/platform/files.ts'
import type { App } from '#http/server/app.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { openSecret } from '#test/support/open.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { createOpenApp } from './app.ts'

const now = new Date()
const shortLinkUrl = 'https://hy.example'
const folder = path.join(os.tmpdir(), `hongyan-document-${process.pid}`)
const files = new Files(folder, openSecret)
let database: TestDatabase
let app: App
let demo: DemoAccounts
let document: Document

interface Operation {
  operationId: string
  parameters: { name: string; in: string; required?: boolean; example?: unknown }[]
  requestBody?: { content: { 'application/json': { example: object; schema: { properties: Record<string, { examples: unknown[] }> } } } }
}
interface Document {
  servers: [{ url: string }]
  paths: Record<string, Record<string, Operation>>
}

beforeAll(async () => {
  database = await createTestDatabase()
  await seedReference(database.url, { secret: openSecret, upstream: { host: '127.0.0.1', port: 1 }, now })
  demo = (await seedDemo(database.url, { secret: openSecret, shortLinkUrl, files, now }))!
  app = await createOpenApp({ db: database.db, secret: openSecret, now: () => now, files, shortLinkUrl })
  const base = await app.listen({ host: '127.0.0.1', port: 0 })
  document = (await (await fetch(`${base}/openapi/v1/openapi.json`)).json()) as Document
})
afterAll(async () => {
  await app?.close()
  await database?.close()
  await rm(folder, { recursive: true, force: true })
})

const operations = () =>
  Object.entries(document.paths).flatMap(([at, methods]) => Object.entries(methods).map(([method, one]) => ({ at, method, one })))
type Asked = ReturnType<typeof operations>[number]

/** A request made from the document alone: required fields, and the given query parameters. */
async function ask({ at, method, one }: Asked, optional: readonly string[] = []): Promise<{ status: number; text: string }> {
  const exampleOf = (name: string) => String(firstOrThrow(one.parameters.filter(parameter => parameter.name === name)).example)
  const url = document.servers[0].url + at.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(exampleOf(name)))
  const query = one.parameters.filter(({ name, in: place, required }) => place === 'query' && (required || optional.includes(name)))
  const body = one.requestBody?.content['application/json'].example
  const answer = await fetch(`${url}?${new URLSearchParams(query.map(({ name }) => [name, exampleOf(name)]))}`, {
    method: method.toUpperCase(),
    headers: {
      authorization: `Bearer ${demo.app.accessKeyId}:${demo.app.accessKeySecret}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: answer.status, text: await answer.text() }
}

/** Calls whose example is an id that does not exist, as each installation makes its own ids. */
const ofUnknownIds = [
  ...['getMessage', 'getBatch', 'cancelBatch'],
  ...['updateWebhook', 'enableWebhook', 'disableWebhook', 'deleteWebhook', 'getWebhookSecret', 'renewWebhookSecret', 'testWebhook'],
  ...['listDeliveries', 'redeliverEvents', 'getSignature', 'resubmitSignature', 'deleteSignature'],
  ...['updateContactGroup', 'deleteContactGroup', 'putContacts', 'getContact', 'updateContact', 'removeContacts', 'removeFromBlacklist'],
  ...['getLink', 'updateLink', 'disableLink', 'enableLink', 'getLinkStatistics'],
]

test('every request made from the document alone is valid, and succeeds where its ids exist', async () => {
  const answers: Record<string, string> = {}
  for (const asked of operations()) {
    const { status, text } = await ask(asked)
    const expected = ofUnknownIds.includes(asked.one.operationId) ? 404 : 200
    if (status !== expected) answers[asked.one.operationId] = `${status} ${text}`
  }
  expect(answers).toEqual({})
})

test('every optional query parameter of the document is valid', async () => {
  const answers: Record<string, string> = {}
  for (const asked of operations())
    for (const { name, in: place, required } of asked.one.parameters) {
      if (place !== 'query' || required) continue
      const { status, text } = await ask(asked, [name])
      if (status !== 200 && status !== 404) answers[`${asked.one.operationId} ${name}`] = `${status} ${text}`
    }
  expect(answers).toEqual({})
})

test('every field of a body has an example that its call accepts', () => {
  const problems: Record<string, unknown> = {}
  for (const { one } of operations()) {
    const call = firstOrThrow(openCalls.filter(({ name }) => name === one.operationId))
    for (const [name, { examples }] of Object.entries(one.requestBody?.content['application/json'].schema.properties ?? {})) {
      const result = call.input.shape[name]!.safeDecode(examples[0] as never)
      if (!result.success) problems[`${call.name} ${name}`] = [examples[0], result.error.issues]
    }
  }
  expect(problems).toEqual({})
})
