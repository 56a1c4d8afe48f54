import fastifySwagger from '@fastify/swagger'
import { jsonSchemaTransform, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { findInput, foundMessage, openPaths, sendAnswer, sendInput } from '#contract/open.ts'
import { Refusal, refuse } from '#contract/refusals.ts'
import { asAccount, type Db } from '#db/connect.ts'
import { findMessage } from '#domain/sms/message.ts'
import { type App, createApp, type Standing } from '#http/app.ts'
import { type KeyOwner, keyReader } from './keys.ts'
import { createSender } from './send.ts'

export interface OpenOptions extends Standing {
  db: Db
  now: () => Date
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose key the request bears; set before any handler of the open API runs. */
    keyOwner: KeyOwner | null
  }
}

const idempotencyKey = /^[\x21-\x7e]{8,100}$/

/** The door for customers' programs, with the document that describes it. */
export async function createOpenApp({ db, now, ...standing }: OpenOptions): Promise<App> {
  const app = await createApp({ ...standing, forBrowsers: false })
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: '鸿雁开放接口',
        version: '1',
        description: '发送短信、查询结果。密钥在请求头 `Authorization: Bearer <访问密钥ID>:<密钥>` 中。',
      },
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
      security: [{ key: [] }],
    },
    transform: jsonSchemaTransform,
  })
  const ownerOf = keyReader(db, now)
  const sender = createSender(db, now)
  app.decorateRequest('keyOwner', null)
  app.get(openPaths.document, { schema: { hide: true } }, () => app.swagger())
  await app.register(async keyed => {
    keyed.addHook('onRequest', async request => {
      request.keyOwner = await ownerOf(request.headers.authorization)
    })
    const typed = keyed.withTypeProvider<ZodTypeProvider>()
    typed.post(
      openPaths.send,
      { schema: { summary: '发送短信', body: sendInput, response: { 200: sendAnswer } } },
      async (request, reply) => {
        const { account, appId } = request.keyOwner!
        const key = request.headers['idempotency-key']
        if (key !== undefined && !(typeof key === 'string' && idempotencyKey.test(key))) refuse('idempotency_key_required')
        const { templateParam: parameters, ...rest } = request.body
        const item = { requestId: request.id, request: { ...rest, parameters, appId }, key: key ?? null }
        const result = await sender.submit(account, item)
        if (result instanceof Refusal) throw result
        if (result.isReplayed) reply.header('Idempotent-Replayed', 'true')
        return result.answer
      },
    )
    typed.get(
      openPaths.find,
      { schema: { summary: '查询一条短信', querystring: findInput, response: { 200: foundMessage } } },
      async request => {
        const { account } = request.keyOwner!
        const message = await asAccount(db, account, tx => findMessage(tx, account, request.query.messageId))
        return { requestId: request.id, message }
      },
    )
  })
  await app.ready()
  return app
}
