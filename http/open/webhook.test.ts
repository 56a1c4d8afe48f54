import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { asAccount } from '#db/connect.ts'
import { Files } from '#domain/platform/files.ts'
import { addWebhook } from '#domain/push/webhook.ts'
import type { App } from '#http/server/app.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createProgram, openSecret } from '#test/support/open.ts'
import { startReceiver } from '#test/support/webhook.ts'
import { encodeId } from '#values/id.ts'
import { createOpenApp } from './app.ts'

let database: TestDatabase
let app: App
let base: string

beforeAll(async () => {
  database = await createTestDatabase()
  const options = { db: database.db, secret: openSecret, now: () => new Date(), files: new Files('/dev/null/files') }
  app = await createOpenApp({ ...options, allowsLoopback: true })
  base = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await app?.close()
  await database?.close()
})

test.each([
  [200, true],
  [500, false],
] as const)('a trial of a webhook that answers %i shows that status, and so does the log', async (httpStatus, isDelivered) => {
  const receiver = await startReceiver((_, response) => void response.writeHead(httpStatus).end())
  const { account, appId, bearer } = await createProgram(database.db, { now: new Date() })
  const choice = { url: `${receiver.url}/events`, format: 'hongyan' as const, kinds: ['report' as const] }
  const { webhookId } = await asAccount(database.db, account, tx => addWebhook(tx, account, openSecret, { appId, choice, now: new Date() }))
  const path = `/openapi/v1/webhooks/${encodeId('webhook', webhookId)}`
  const headers = { authorization: bearer, 'content-type': 'application/json' }
  const answer = await fetch(`${base}${path}/test`, { method: 'POST', headers, body: '{}' })
  const result = z.looseObject({ outcome: z.string(), elapsedMs: z.number() }).parse(await answer.json())
  expect(receiver.deliveries).toHaveLength(1)
  expect(result).toMatchObject({ httpStatus, request: { url: choice.url } })
  const log = z
    .looseObject({ rows: z.array(z.looseObject({})) })
    .parse(await (await fetch(`${base}${path}/deliveries`, { headers })).json())
  expect(log.rows[0]).toMatchObject({ httpStatus, outcome: result.outcome })
  expect(result.outcome === 'delivered').toBe(isDelivered)
  await receiver.close()
})
