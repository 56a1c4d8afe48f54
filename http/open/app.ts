import { isUtf8 } from 'node:buffer'
import type { FastifyRequest } from 'fastify'
import type { Db } from '#db/connect.ts'
import { AccessGuard, AdmissionControl, type AdmissionLimits, type AppCaller, KeyCache, RequestLog } from '#domain/apps/index.ts'
import { createSender } from '#domain/messages/index.ts'
import type { Files } from '#domain/platform/index.ts'
import { type App, type AttestationStatus, createApp } from '#http/server/app.ts'
import { isStorable } from '#http/server/storable.ts'
import { toError } from '#values/error.ts'
import { limits } from '#values/limits.ts'
import { serveDocs } from './docs.ts'
import { EarlyShedding } from './early-shedding.ts'
import { answerBrokenRequest, answerOpenError, answerOpenMissing } from './error.ts'
import { answerPlainRequests } from './fast-path-exchange.ts'
import { blacklistHandlers, contactHandlers } from './handlers/contact.ts'
import { linkHandlers } from './handlers/link.ts'
import { messageHandlers } from './handlers/message.ts'
import { eventHandlers, queryHandlers } from './handlers/query.ts'
import { signatureHandlers, templateHandlers } from './handlers/text.ts'
import { webhookHandlers } from './handlers/webhook.ts'
import { logRequests } from './log.ts'
import { Nonces } from './nonce.ts'
import { serveOpen } from './serve.ts'
import { registerVendors } from './vendor.ts'

export interface OpenOptions extends AttestationStatus {
  db: Db
  /** The platform's master secret, which encrypts the keys' secrets. */
  secret: string
  now: () => Date
  files: Files
  /** Base of the platform's own short links. */
  shortLinkUrl?: string | undefined
  /** Limits of concurrent requests (admission control). */
  admission?: AdmissionLimits
  /** Allows webhooks to loopback addresses, for development. */
  allowsLoopback?: boolean
  /** Plain requests bypass Node's HTTP server (HTTP fast path). */
  hasFastPath?: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated caller, once the access guard has passed the request. */
    caller: AppCaller | null
    /** The caller by its key, even if access was refused: the request is logged for that app. */
    failedCaller: AppCaller | null
    /** Method and path of the call, as in the OpenAPI document. */
    action: string
    /** The allowlist is in watch mode, and would have refused the request. */
    isWatched: boolean
    /** The raw body: signatures cover its exact bytes. */
    rawBody: Buffer | null
    openFailure: OpenFailure | null
  }
}
interface OpenFailure {
  code: string
  message: string
  fields?: Record<string, string> | undefined
  stringToSign?: string | undefined
}

/** The APIs for customers' programs (ours and the vendors'), with the OpenAPI document and the page of docs. */
export async function createOpenApp(options: OpenOptions): Promise<App> {
  const {
    db,
    secret,
    now,
    files,
    shortLinkUrl = 'http://short.invalid',
    allowsLoopback = false,
    hasFastPath = true,
    admission,
    ...common
  } = options
  const errors = { answer: answerOpenError, missing: answerOpenMissing, broken: answerBrokenRequest }
  const app = await createApp({ ...common, server: 'openapi', forBrowsers: false, errors, maxHeaderSize: limits.openHeadBytes })
  for (const name of ['caller', 'failedCaller', 'rawBody', 'openFailure']) app.decorateRequest(name, null)
  app.decorateRequest('action', '')
  app.decorateRequest('isWatched', false)
  const onError = (error: unknown) => app.log.warn({ err: error }, 'a request could not be noted')
  const ring = new KeyCache(db, secret, now, onError)
  const log = new RequestLog(db, onError)
  const sender = createSender(db, now)
  const control = new AdmissionControl(admission)
  const shedding = new EarlyShedding(control)
  const guard = { ring, gate: new AccessGuard(), nonces: new Nonces(db), shedding, now }
  app.addHook('onClose', async () => {
    await ring.flush()
    await log.flush()
  })
  const services = { db, guard, admission: control, files, shortLinkUrl }
  await serveDocs(app)
  await app.register(async open => {
    readBodies(open)
    logRequests(open, log, now)
    serveOpen(open, services, [
      ...messageHandlers(sender),
      ...eventHandlers,
      ...webhookHandlers({ master: secret, allowsLoopback }),
      ...queryHandlers,
      ...signatureHandlers,
      ...templateHandlers,
      ...contactHandlers,
      ...blacklistHandlers,
      ...linkHandlers,
    ])
  })
  await registerVendors(app, { ...services, keys: ring, gate: guard.gate, nonces: guard.nonces, log, sender, now })
  if (hasFastPath) answerPlainRequests(app, { graceMs: limits.drainGraceMs, shedding })
  await app.ready()
  return app
}

/** Keeps the raw bytes beside the parsed body; an empty body is undefined. */
function readBodies(app: App): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer, done: Done) => {
    request.rawBody = body
    if (body.length === 0) return done(null, undefined)
    try {
      done(null, readJson(body))
    } catch (error) {
      done(Object.assign(toError(error), { statusCode: 400 }))
    }
  })
}

/**
 * Decodes strict UTF-8: bytes of another encoding would reach phones as question marks. Text that can't be stored
 * appears in JSON only as an escape.
 */
function readJson(body: Buffer): unknown {
  if (!isUtf8(body)) throw new SyntaxError('not UTF-8')
  const text = body.toString('utf8')
  const value: unknown = JSON.parse(text)
  if (/\\u(?:0000|[dD][89a-fA-F])/.test(text) && !isStorable(value)) throw new SyntaxError('half a character, or none')
  return value
}
type Done = (error: Error | null, body?: unknown) => void
