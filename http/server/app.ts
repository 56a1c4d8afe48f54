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
import { measureRequests, refusalsTotal, type ServerName } from './metrics.ts'
import { refuseForeignOrigin } from './origin.ts'
import { isStorable } from './storable.ts'
import { setChineseErrorMap } from './zod-words.ts'

// Chinese messages for validation rules without one of their own.
setChineseErrorMap()

// biome-ignore lint/suspicious/noExplicitAny: we use none of Fastify's five type parameters.
export type App = FastifyInstance<any, any, any, any>

/** A signed-in member, proven by the cookie. */
export interface Session {
  sessionId: string
  account: AccountId
  member: { memberId: string; login: string; name: string; phone: string; role: Role; masksNumbers: boolean }
  /** Impersonation: name of the member of staff who views the account read-only; null: the member. */
  staffName: string | null
}

/** A signed-in member of the platform's staff. */
export interface StaffSession {
  sessionId: string
  hasTotp: boolean
  /** The password was set by somebody else. */
  mustChangePassword: boolean
  staffId: string
  name: string
  login: string
  role: StaffRole
}

declare module 'fastify' {
  interface FastifyInstance {
    isPublicHttps: boolean
    serverName: ServerName
  }
}

/** How a server is reached. */
export interface AttestationStatus {
  logger?: Logger | undefined
  /** Addresses of proxies whose X-Forwarded-For is trusted. */
  trustProxy?: string | undefined
  /** The public address. With https, cookies are secure although a proxy terminates TLS. */
  publicUrl?: string | undefined
}

export interface AppOptions extends AttestationStatus {
  /** Its name in the metrics; the console when unset. */
  server?: ServerName
  /** Serves browsers: foreign origins are refused and pages get security headers. Programs' APIs turn it off. */
  forBrowsers: boolean
  /** Error answers in an API's own format. */
  errors?: ErrorStyle
  /** Maximum of a request's header block, in bytes; Node's 16 KiB when unset. */
  maxHeaderSize?: number
}
interface ErrorStyle {
  answer: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void
  /** Answers an unknown method or path. */
  missing: (request: FastifyRequest, reply: FastifyReply) => void
  /** Answers malformed or slow requests. */
  broken: (error: Error & { code?: string }, socket: Socket) => void
}

/**
 * A Fastify instance with our error answers, request ids, header and body limits, and for browsers CSP and origin
 * checks.
 */
export async function createApp(options: AppOptions): Promise<App> {
  const app: App = Fastify({
    ...(options.logger ? { loggerInstance: options.logger } : {}),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy ?? false,
    genReqId: () => randomUUID(),
    bodyLimit: 1024 * 1024,
    // The longest time of any route; limitBodyTime enforces the time of each.
    requestTimeout: limits.uploadMinutes * 60_000,
    routerOptions: { maxParamLength: 200 },
    // Requests that arrived before the shutdown are answered like any other.
    return503OnClosing: false,
    http: {
      headersTimeout: 10_000,
      ...(options.maxHeaderSize ? { maxHeaderSize: options.maxHeaderSize } : {}),
      // Node would answer without a body: refuseNameless answers in the API's format.
      ...(options.errors ? { requireHostHeader: false } : {}),
    },
    // Log calls name the request themselves; of the thousands of child loggers per second hardly one would write a
    // line.
    ...(options.forBrowsers ? {} : { childLoggerFactory: logger => logger }),
    ...(options.errors ? { clientErrorHandler: options.errors.broken, frameworkErrors: options.errors.answer } : {}),
  }) as unknown as App
  drainOnClose(app.server, { graceMs: limits.drainGraceMs, limitMs: limits.drainMs })
  app.addHook('preClose', () => readPending(app.server))
  app.decorate('isPublicHttps', options.publicUrl?.startsWith('https:') ?? false)
  const serverName = options.server ?? 'console'
  app.decorate('serverName', serverName)
  measureRequests(app, serverName)
  app.addHook('onRequest', refuseAmbiguous)
  app.get('/health', { schema: { hide: true } }, async () => 'ok')
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(options.errors?.answer ?? answerError)
  if (options.errors) {
    app.setNotFoundHandler(options.errors.missing)
    app.addHook('onRequest', refuseNameless)
    // Expectations other than 100-continue may be ignored (RFC 9110); Node would answer without a body.
    app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => app.server.emit('request', request, response))
  }
  app.addHook('onSend', (request: FastifyRequest, reply: FastifyReply, _payload: unknown, done: () => void) => {
    reply.header('X-Request-Id', request.id)
    // Without includeSubDomains: names below this host may belong to others.
    if (app.isPublicHttps) reply.header('Strict-Transport-Security', `max-age=${limits.httpsOnlySeconds}`)
    if (options.forBrowsers && !reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store')
    done()
  })
  limitBodyTime(app)
  if (options.forBrowsers) {
    // Files of the build have compressed forms already (static.ts). Event streams stay uncompressed, so that each event
    // leaves at once.
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

/** Requests of the fast path have one Host and no absolute URI. */
function refuseAmbiguous({ raw }: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
  const isRefused = raw.rawHeaders !== undefined && isAmbiguous(raw)
  done(isRefused ? Object.assign(new Error('ambiguous request'), { statusCode: 400 }) : undefined)
}

/** HTTP/1.1 requires the Host header (RFC 9112). */
function refuseNameless({ raw }: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
  const isNameless = raw.httpVersion === '1.1' && raw.headers.host === undefined
  done(isNameless ? Object.assign(new Error('no Host'), { statusCode: 400 }) : undefined)
}

async function refuseUnstorable({ body }: FastifyRequest): Promise<void> {
  if (!isStorable(body)) refuse('input_invalid')
}

// antd writes style elements at run time; scripts come from our own files only, but for one in the page (static.ts).
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

/** Statuses of Fastify's own errors about a request (too large, not JSON, …): the caller's error, answered as such. */
const isClientError = (error: FastifyError) => error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const requestId = request.id
  const send = (status: number, body: Omit<ErrorBody['error'], 'requestId'>) => {
    reply.status(status).send({ error: { ...body, requestId } } satisfies ErrorBody)
  }
  if (error instanceof Refusal) {
    const { code, message, fields } = error
    refusalsTotal.inc({ server: request.server.serverName, code })
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

/** PostgreSQL stores no NUL character, in text (22021) or in JSON (22P05); it can only come from the caller. */
export const isUnstorableText = (error: FastifyError) => ['22021', '22P05'].includes(String(error.code))
