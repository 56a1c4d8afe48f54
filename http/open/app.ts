import { isUtf8 } from 'node:buffer'
import type { FastifyRequest } from 'fastify'
import type { Db } from '#db/connect.ts'
import { AccessGuard, AdmissionControl, type AdmissionLimits, type AppCaller, KeyRing, RequestLog } from '#domain/apps/index.ts'
import { createSender } from '#domain/messages/index.ts'
import type { Files } from '#domain/platform/index.ts'
import { type App, createApp, type Standing } from '#http/server/app.ts'
import { isStorable } from '#http/server/storable.ts'
import { limits } from '#values/limits.ts'
import { serveDocs } from './docs.ts'
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

export interface OpenOptions extends Standing {
  db: Db
  /** The platform's master secret, which keys' secrets are sealed with. */
  secret: string
  now: () => Date
  files: Files
  /** What the platform's own short links begin with. */
  shortLinkUrl?: string | undefined
  /** How many requests are in flight at once. */
  admission?: AdmissionLimits
  /** Webhooks may lead to this machine's own addresses: in development. */
  allowsLoopback?: boolean
  /** Plain requests are read without Node's HTTP server. */
  hasFastPath?: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose proven key the request bears, once the gate has let it in. */
    caller: AppCaller | null
    /** Whose it is although it may not have got in: in that app's log it stands. */
    failedCaller: AppCaller | null
    /** Method and path of the call, as the document has them. */
    action: string
    /** The allowlist only watches, and would have refused it. */
    isWatched: boolean
    /** The body as it came: signatures are made of its very bytes. */
    rawBody: Buffer | null
    openFailure: OpenFailure | null
  }
}
export interface OpenFailure {
  code: string
  message: string
  fields?: Record<string, string> | undefined
  stringToSign?: string | undefined
}

const ofProcess: AdmissionLimits = {
  maxInFlight: limits.openRequestsInFlight,
  maxInFlightPerApp: limits.openRequestsInFlightPerApp,
  maxQueueMs: limits.openQueueMs,
}

/** The doors for customers' programs, with the document and the page that describe ours. */
export async function createOpenApp(options: OpenOptions): Promise<App> {
  const {
    db,
    secret,
    now,
    files,
    shortLinkUrl = 'http://short.invalid',
    allowsLoopback = false,
    hasFastPath = true,
    admission = ofProcess,
    ...standing
  } = options
  const errors = { answer: answerOpenError, missing: answerOpenMissing, broken: answerBrokenRequest }
  const app = await createApp({ ...standing, forBrowsers: false, errors, maxHeaderSize: limits.openHeadBytes })
  for (const name of ['caller', 'failedCaller', 'rawBody', 'openFailure']) app.decorateRequest(name, null)
  app.decorateRequest('action', '')
  app.decorateRequest('isWatched', false)
  const onError = (error: unknown) => app.log.warn({ err: error }, 'a request could not be noted')
  const ring = new KeyRing(db, secret, now, onError)
  const log = new RequestLog(db, onError)
  const sender = createSender(db, now)
  const guard = { ring, gate: new AccessGuard(), nonces: new Nonces(db), now }
  app.addHook('onClose', async () => {
    await ring.flush()
    await log.flush()
  })
  const services = { db, guard, admission: new AdmissionControl(admission), files, shortLinkUrl }
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
  if (hasFastPath) answerPlainRequests(app, { graceMs: limits.drainGraceMs })
  await app.ready()
  return app
}

/** Keeps the bytes of a body beside what they say; one that is empty says nothing. */
function readBodies(app: App): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer, done: Done) => {
    request.rawBody = body
    if (body.length === 0) return done(null, undefined)
    try {
      done(null, readJson(body))
    } catch (error) {
      done(Object.assign(error as Error, { statusCode: 400 }))
    }
  })
}

/** Bytes of another encoding would reach phones as question marks; what cannot be kept, JSON can only write as an escape. */
function readJson(body: Buffer): unknown {
  if (!isUtf8(body)) throw new SyntaxError('not UTF-8')
  const text = body.toString('utf8')
  const value: unknown = JSON.parse(text)
  if (/\\u(?:0000|[dD][89a-fA-F])/.test(text) && !isStorable(value)) throw new SyntaxError('half a character, or none')
  return value
}
type Done = (error: Error | null, body?: unknown) => void
