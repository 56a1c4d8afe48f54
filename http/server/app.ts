import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import fastifyCompress from '@fastify/compress'
import fastifyCookie from '@fastify/cookie'
import fastifyHelmet from '@fastify/helmet'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { hasZodFastifySchemaValidationErrors, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Logger } from 'pino'
import type { ErrorBody } from '#contract/call.ts'
import type { Role, StaffRole } from '#contract/identity/permission.ts'
import { Refusal, refusalStatus, refusals, refuse } from '#contract/refusals.ts'
import { isUnavailable } from '#db/unavailable.ts'
import { drainOnClose, readPending } from '#protocol/http/drain.ts'
import { isAmbiguous } from '#protocol/http/host.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { limitBodyTime } from './body-time.ts'
import { refuseForeignOrigin } from './origin.ts'
import { isStorable } from './storable.ts'
import { setChineseErrorMap } from './zod-words.ts'

// What a rule has no words of its own for is told in Chinese too.
setChineseErrorMap()

// biome-ignore lint/suspicious/noExplicitAny: Fastify's five type parameters say nothing that we use.
export type App = FastifyInstance<any, any, any, any>

/** A signed-in member, as the cookie proves. */
export interface Session {
  sessionId: string
  account: AccountId
  member: { memberId: string; login: string; name: string; phone: string; role: Role; masksNumbers: boolean }
  /** One of the staff who looks at the account and may change nothing, by name; null: the member. */
  staffName: string | null
}

/** A signed-in member of the platform's staff. */
export interface StaffSession {
  sessionId: string
  hasTotp: boolean
  /** The password was given by somebody else. */
  mustChangePassword: boolean
  staffId: string
  name: string
  login: string
  role: StaffRole
}

declare module 'fastify' {
  interface FastifyInstance {
    isPublicHttps: boolean
  }
}

/** What every server of ours is told about where it stands. */
export interface Standing {
  logger?: Logger | undefined
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  trustProxy?: string | undefined
  /** The address that people open. An https one makes cookies secure although a proxy ends TLS before us. */
  publicUrl?: string | undefined
}

export interface AppOptions extends Standing {
  /** Browsers call it: foreign origins are refused and pages get their headers. Programs' doors leave it off. */
  forBrowsers: boolean
  /** A door that tells errors in its own words. */
  errors?: DoorErrors
  /** Of the request's head, in bytes; Node's 16 KiB when unset. */
  maxHeaderSize?: number
}
export interface DoorErrors {
  answer: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void
  /** A method or path that isn't there. */
  missing: (request: FastifyRequest, reply: FastifyReply) => void
  /** What is no HTTP, or comes too slowly. */
  broken: (error: Error & { code?: string }, socket: Socket) => void
}

/** A Fastify instance with our error answers, request ids, header and body limits, and for browsers CSP and origin checks. */
export async function createApp(options: AppOptions): Promise<App> {
  const app: App = Fastify({
    ...(options.logger ? { loggerInstance: options.logger } : {}),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy ?? false,
    genReqId: () => randomUUID(),
    bodyLimit: 1024 * 1024,
    // The longest of any route; each is held to its own time by limitBodyTime.
    requestTimeout: limits.uploadMinutes * 60_000,
    routerOptions: { maxParamLength: 200 },
    // What came before the end is answered like any other request.
    return503OnClosing: false,
    http: {
      headersTimeout: 10_000,
      ...(options.maxHeaderSize ? { maxHeaderSize: options.maxHeaderSize } : {}),
      // Node would answer without a body: refuseNameless answers in the door's words.
      ...(options.errors ? { requireHostHeader: false } : {}),
    },
    // Whoever logs there names the request; of the loggers that would be made for thousands a second hardly one would write a line.
    ...(options.forBrowsers ? {} : { childLoggerFactory: logger => logger }),
    ...(options.errors ? { clientErrorHandler: options.errors.broken, frameworkErrors: options.errors.answer } : {}),
  }) as unknown as App
  drainOnClose(app.server, { graceMs: limits.drainGraceMs, limitMs: limits.drainMs })
  app.addHook('preClose', () => readPending(app.server))
  app.decorate('isPublicHttps', options.publicUrl?.startsWith('https:') ?? false)
  app.addHook('onRequest', refuseAmbiguous)
  app.get('/health', { schema: { hide: true } }, async () => 'ok')
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(options.errors?.answer ?? answerError)
  if (options.errors) {
    app.setNotFoundHandler(options.errors.missing)
    app.addHook('onRequest', refuseNameless)
    // What it expects beside 100-continue may be passed over (RFC 9110); Node would answer without a body.
    app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => app.server.emit('request', request, response))
  }
  app.addHook('onSend', (request: FastifyRequest, reply: FastifyReply, _payload: unknown, done: () => void) => {
    reply.header('X-Request-Id', request.id)
    // Of this host alone: names below it are others' business.
    if (app.isPublicHttps) reply.header('Strict-Transport-Security', `max-age=${limits.httpsOnlySeconds}`)
    if (options.forBrowsers && !reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store')
    done()
  })
  limitBodyTime(app)
  if (options.forBrowsers) {
    // Files of the build bring their compressed forms (static.ts). Event streams stay as they are: each event leaves at once.
    await app.register(fastifyCompress, {
      encodings: ['gzip'],
      globalDecompression: false,
      customTypes: /^(?:text\/(?!event-stream)|application\/(?:javascript|json|xml)|image\/svg)/,
    })
    await app.register(fastifyCookie)
    await app.register(fastifyHelmet, {
      contentSecurityPolicy: { useDefaults: false, directives: browserPolicy },
      strictTransportSecurity: false,
    })
    app.addHook('onRequest', refuseForeignOrigin)
    app.addHook('preValidation', refuseUnstorable)
  }
  return app
}

/** What came by the fast path has one Host and no whole address. */
function refuseAmbiguous({ raw }: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
  const isRefused = raw.rawHeaders !== undefined && isAmbiguous(raw)
  done(isRefused ? Object.assign(new Error('ambiguous request'), { statusCode: 400 }) : undefined)
}

/** HTTP/1.1 demands the header Host (RFC 9112). */
function refuseNameless({ raw }: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
  const isNameless = raw.httpVersion === '1.1' && raw.headers.host === undefined
  done(isNameless ? Object.assign(new Error('no Host'), { statusCode: 400 }) : undefined)
}

async function refuseUnstorable({ body }: FastifyRequest): Promise<void> {
  if (!isStorable(body)) refuse('input_invalid')
}

// antd writes style elements at run time; scripts come from our own files only.
const browserPolicy = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  workerSrc: ["'self'", 'blob:'],
  connectSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
}

/** Statuses of errors that Fastify itself raises about a request (too large, not JSON, …): the caller's fault, told as such. */
const isClientError = (error: FastifyError) => error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const requestId = request.id
  const send = (status: number, body: Omit<ErrorBody['error'], 'requestId'>) => {
    reply.status(status).send({ error: { ...body, requestId } } satisfies ErrorBody)
  }
  if (error instanceof Refusal) {
    const { code, message, fields } = error
    if (typeof error.facts.seconds === 'number') reply.header('Retry-After', Math.ceil(error.facts.seconds))
    send(refusalStatus[refusals[code].kind], { code, message, ...(fields ? { fields } : {}) })
  } else if (hasZodFastifySchemaValidationErrors(error)) {
    const fields = Object.fromEntries(
      error.validation.map(issue => [issue.instancePath.replace(/^\//, '').replaceAll('/', '.'), issue.message ?? '']),
    )
    send(422, { code: 'input_invalid', message: refusals.input_invalid.message, fields })
  } else if (isUnstorableText(error)) {
    send(422, { code: 'input_invalid', message: refusals.input_invalid.message })
  } else if (isClientError(error)) {
    send(error.statusCode!, { code: 'input_invalid', message: refusals.input_invalid.message })
  } else {
    const unavailable = isUnavailable(error)
    request.log.error({ err: error, requestId, path: request.url.split('?')[0] }, unavailable ? 'database unavailable' : 'bug')
    if (unavailable) send(503, { code: 'database_unavailable', message: refusals.database_unavailable.message })
    else send(500, { code: 'bug', message: '系统出错了，我们已记录，请稍后再试或联系客服' })
  }
}

/** PostgreSQL keeps no NUL character, in texts (22021) or in JSON (22P05); it can only have come from the caller. */
export const isUnstorableText = (error: FastifyError) => ['22021', '22P05'].includes(String(error.code))
