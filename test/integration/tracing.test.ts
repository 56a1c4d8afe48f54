import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { asAccount } from '#db/connect.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Engine, engineSecret, Program, startEngine } from '#test/support/engine.ts'
import { createSender } from '#test/support/sending.ts'
import { createWebhook, startReceiver, webhookTestSecret } from '#test/support/webhook.ts'
import { newId } from '#values/id.ts'
import { portOrThrow } from '#values/or-throw.ts'

const attributes = z.array(z.object({ key: z.string(), value: z.looseObject({ stringValue: z.string().optional() }) }))
const exported = z.object({
  resourceSpans: z.array(
    z.looseObject({
      resource: z.looseObject({ attributes }),
      scopeSpans: z.array(
        z.looseObject({
          spans: z.array(
            z.looseObject({ traceId: z.string(), spanId: z.string(), parentSpanId: z.string().optional(), name: z.string(), attributes }),
          ),
        }),
      ),
    }),
  ),
})

interface Span {
  program: string
  name: string
  traceId: string
  parent: string | undefined
  facts: Record<string, string | undefined>
}
const spans: Span[] = []
const factsOf = (list: z.output<typeof attributes>) => Object.fromEntries(list.map(({ key, value }) => [key, value.stringValue]))

function take(body: Buffer): void {
  for (const { resource, scopeSpans } of exported.parse(JSON.parse(body.toString('utf8'))).resourceSpans) {
    const program = factsOf(resource.attributes)['service.name'] ?? ''
    for (const span of scopeSpans.flatMap(scope => scope.spans))
      spans.push({ program, name: span.name, traceId: span.traceId, parent: span.parentSpanId, facts: factsOf(span.attributes) })
  }
}

let collector: Server
let database: TestDatabase
let engine: Engine
const programs: Program[] = []
beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const body = Buffer.concat(parts)
    take(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body)
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>(resolve => collector.listen(0, '127.0.0.1', resolve))
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${portOrThrow(collector)}`
  process.env.OTEL_BSP_SCHEDULE_DELAY = '100'
  database = await createTestDatabase()
  await database.platformDb.insertInto('numberSegment').values({ prefix: '192', carrier: 'broadnet' }).execute()
  engine = await startEngine({ url: database.url, db: database.platformDb, windowSize: 10 })
})
afterAll(async () => {
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT
  delete process.env.OTEL_BSP_SCHEDULE_DELAY
  for (const program of programs) await program.stop()
  await engine?.close()
  await database?.close()
  collector.closeAllConnections()
  collector.close()
})

async function start(name: string, env: Record<string, string>) {
  const program = new Program(name, { DATABASE_URL: database.url, ...env })
  programs.push(program)
  return program.start()
}

test('one trace goes from a request to its callback, through all programs', async () => {
  const { account } = await createSender(database.db)
  const receiver = await startReceiver()
  const { appId } = await createWebhook(database.db, account, { url: receiver.url })
  const [accessKeyId, secret] = [`ak${newId().replaceAll('-', '')}`, 's'.repeat(32)]
  const template = { code: 'SMS_1', name: '通知', kind: 'transactional', text: '您的包裹已到', variables: '[]', state: 'approved' }
  await asAccount(database.db, account, async tx => {
    await tx
      .insertInto('template')
      .values({ ...template, accountId: account, templateId: newId() })
      .execute()
    await tx
      .insertInto('accessKey')
      .values({ accessKeyId, accountId: account, appId, secretHash: createHash('sha256').update(secret).digest() })
      .execute()
  })
  const { openapi } = await start('http', { HONGYAN_SECRET: engineSecret, PORT: '0', ADMIN_PORT: '0', OPENAPI_PORT: '0' })
  await start('jobs', { HONGYAN_SECRET: webhookTestSecret, WEBHOOK_LOOPBACK: '1' })
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const send = (phone: string, headers: Record<string, string>) =>
    fetch(`${openapi}/openapi/v1/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessKeyId}:${secret}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ signature: '鸿雁', templateCode: 'SMS_1', phones: [phone] }),
    })
  // The caller's sampler left this one out.
  expect((await send('19200002001', { traceparent: `00-${'1'.repeat(32)}-00f067aa0ba902b7-00` })).status).toBe(200)
  expect((await send('19200002002', { traceparent: `00-${traceId}-00f067aa0ba902b7-01` })).status).toBe(200)

  const ours = () => spans.filter(span => span.traceId === traceId)
  await expect.poll(() => ours().length, { timeout: 20_000 }).toBe(4)
  expect(new Map(ours().map(span => [span.name, span.program]))).toEqual(
    new Map([
      ['accept', 'hongyan-http'],
      ['submit', 'hongyan-dispatch'],
      ['report', 'hongyan-dispatch'],
      ['callback', 'hongyan-jobs'],
    ]),
  )
  const accept = ours().find(span => span.name === 'accept')
  expect(accept?.parent).toBe('00f067aa0ba902b7')
  expect(new Set(ours().map(span => span.parent)).size).toBe(2)
  const called = receiver.deliveries.map(({ headers }) => String(headers.traceparent))
  expect(called.filter(header => header.startsWith(`00-${traceId}-`))).toHaveLength(1)
  expect(spans.filter(span => span.traceId !== traceId)).toEqual([])
  const messageId = ours().find(span => span.name === 'submit')?.facts['hongyan.message_id']
  expect(messageId).toBeDefined()
  expect(
    new Set(['submit', 'report', 'callback'].map(name => ours().find(span => span.name === name)?.facts['hongyan.message_id'])),
  ).toEqual(new Set([messageId]))
  await receiver.close()
})
