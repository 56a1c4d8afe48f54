import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isOnce, type OpenCall, type OpenCallAnswer, wholeAnswer } from '#contract/open/call.ts'
import { refuse } from '#contract/refusals.ts'
import { asAccount, type Db, type Tx } from '#db/connect.ts'
import { type AdmissionControl, type AppCaller, actorOf } from '#domain/apps/index.ts'
import type { Files } from '#domain/platform/index.ts'
import type { App } from '#http/server/app.ts'
import { answerOnce, answersOfAccount } from '#http/server/idempotency.ts'
import { isUnfinished, type Outcome } from '#http/server/serve.ts'
import type { AccountId } from '#values/id.ts'
import { type Guard, proveBearer, proveSignature } from './auth.ts'
import { inputReader } from './input.ts'

/** The context of every handler of the open API; all but sending run in one transaction of the account. */
export interface OpenContext {
  tx: Tx
  account: AccountId
  caller: AppCaller
  now: Date
  files: Files
  /** Base of the platform's own short links. */
  shortLinkUrl: string
  /** The member who is responsible for the program's acts. */
  actor: () => Promise<string>
  /** Registers work for when the transaction fails. */
  undo: (work: () => Promise<void>) => void
}
type DirectContext = Pick<OpenContext, 'account' | 'caller' | 'now' | 'shortLinkUrl'> & {
  requestId: string
  key: string | null
  reply: FastifyReply
}

type Answered = Record<string, unknown>

/**
 * What answers one request, with its parsed input: in a transaction, or by itself, which then handles idempotency too.
 */
type Asked =
  | { input: unknown; run: (context: OpenContext) => Promise<Outcome<Answered>> }
  | { direct: (context: DirectContext) => Promise<Answered> }

/** A call with its handler. */
export interface OpenHandler {
  call: OpenCall
  ask: (request: FastifyRequest) => Asked
}
/** Pairs a call with its handler; input and answer are in parsed form (UUIDs, Dates). */
export function answering<Input extends z.ZodObject, Answer extends z.ZodObject>(
  call: OpenCall<Input, Answer>,
  run: (context: OpenContext, input: z.output<Input>) => Promise<Outcome<OpenCallAnswer<typeof call>>>,
): OpenHandler {
  const inputOf = inputReader(call)
  const ask = (request: FastifyRequest) => {
    const input = inputOf(request)
    return { input, run: (context: OpenContext) => run(context, input) }
  }
  return { call, ask }
}

export function answeringDirectly<Input extends z.ZodObject, Answer extends z.ZodObject>(
  call: OpenCall<Input, Answer>,
  direct: (context: DirectContext, input: z.output<Input>) => Promise<OpenCallAnswer<typeof call> & { requestId: string }>,
): OpenHandler {
  const inputOf = inputReader(call)
  const ask = (request: FastifyRequest) => {
    const input = inputOf(request)
    return { direct: (context: DirectContext) => direct(context, input) }
  }
  return { call, ask }
}

export interface OpenServices {
  db: Db
  guard: Guard
  admission: AdmissionControl
  files: Files
  shortLinkUrl: string
}

const idempotencyKey = /^[\x21-\x7e]{8,100}$/

/** Serves each handler at its call's method and path. */
export function serveOpen(app: App, services: OpenServices, handlers: readonly OpenHandler[]): void {
  for (const handler of handlers) {
    const { call } = handler
    const answerSchema = wholeAnswer(call)
    const served = { handler, answerSchema }
    const action = `${call.method} ${call.path}`
    app.route({
      method: call.method,
      url: call.path.replace(/\{(\w+)\}/g, ':$1'),
      ...(call.maxBytes ? { bodyLimit: call.maxBytes } : {}),
      onRequest: (request: FastifyRequest, reply: FastifyReply) => {
        request.action = action
        return proveBearer(services.guard, request, reply, call.scope)
      },
      preHandler: (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
        if (request.caller) done()
        else proveSignature(services.guard, request, reply, call.scope).then(() => done(), done)
      },
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const answer = await services.admission.run(request.caller!, () => answerOf(served, services, request, reply))
        return reply.type('application/json; charset=utf-8').send(JSON.stringify(z.encode(answerSchema, answer)))
      },
    })
  }
}

interface Served {
  handler: OpenHandler
  answerSchema: z.ZodObject
}

function answerOf(
  { handler, answerSchema }: Served,
  services: OpenServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Answered> {
  const caller = request.caller!
  if (handler.call.isShared && caller.kind === 'test') refuse('test_app_refused')
  const { account } = caller
  const asking = handler.ask(request)
  const key = keyOf(request)
  const now = services.guard.now()
  const { shortLinkUrl } = services
  const context = { account, caller, now, shortLinkUrl, requestId: request.id, key, reply }
  return 'direct' in asking ? asking.direct(context) : answerInTransaction(handler.call, answerSchema, { ...context, ...asking }, services)
}

async function answerInTransaction(
  call: OpenCall,
  answerSchema: z.ZodObject,
  { account, caller, now, shortLinkUrl, requestId, key, reply, input, run }: DirectContext & Extract<Asked, { input: unknown }>,
  { db, files }: OpenServices,
): Promise<Answered> {
  const undoing: (() => Promise<void>)[] = []
  const undo: OpenContext['undo'] = work => void undoing.push(work)
  const answered = asAccount(db, account, async tx => {
    const act = async () => {
      if (call.isShared) await requireActive(tx, account)
      const actor = () => actorOf(tx, account, caller.accessKeyId)
      const outcome = await run({ tx, account, caller, now, files, shortLinkUrl, actor, undo })
      return isUnfinished(outcome) ? outcome : { requestId, ...outcome }
    }
    if (!isOnce(call) || key === null) return act()
    const once = { key, call: `${call.method} ${call.path}`, body: input, answerSchema, reply }
    return answerOnce(answersOfAccount(tx, account), once, act)
  })
  const outcome = await answered.catch(async error => {
    for (const work of undoing) await work()
    throw error
  })
  return isUnfinished(outcome) ? { requestId, ...(await outcome(db)) } : outcome
}

/** The optional idempotency key of a request. */
function keyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !idempotencyKey.test(key)) refuse('idempotency_key_required')
  return key
}

/** Acts that cost money or are reviewed need an active account. */
export async function requireActive(tx: Tx, account: AccountId): Promise<void> {
  const row = await tx.selectFrom('account').select('state').where('accountId', '=', account).executeTakeFirstOrThrow()
  if (row.state !== 'active') refuse('account_frozen')
}
