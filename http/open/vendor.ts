import { timingSafeEqual } from 'node:crypto'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { openBase } from '#contract/open/call.ts'
import { fault, VendorFault } from '#contract/open/vendor-error.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Db } from '#db/connect.ts'
import type { RequestDetail } from '#db/json.ts'
import { isUnavailable } from '#db/unavailable.ts'
import type { AccessGuard, AdmissionControl, AppCaller, KeyCache, RequestLog, SignedRequest, WireRequest } from '#domain/apps/index.ts'
import type { Sender } from '#domain/messages/index.ts'
import type { Files } from '#domain/platform/index.ts'
import { type App, isUnstorableText } from '#http/server/app.ts'
import { alibabaAdapter } from './alibaba/adapter.ts'
import { answerOpenMissing } from './error.ts'
import type { Nonces } from './nonce.ts'
import { tencentAdapter } from './tencent/adapter.ts'
import { parseInput, type VendorAction } from './vendor-action.ts'
import { readCall, type VendorCall } from './vendor-call.ts'
import { contextOf } from './vendor-context.ts'

export interface VendorOptions {
  db: Db
  now: () => Date
  keys: KeyCache
  gate: AccessGuard
  admission: AdmissionControl
  nonces: Nonces
  log: RequestLog
  sender: Sender
  files: Files
  /** Base of the platform's own short links. */
  shortLinkUrl: string
}

/** How a vendor's API names and answers actions. */
export interface VendorAdapter {
  /** Actions by version of the API. */
  versions: Readonly<Record<string, Readonly<Record<string, VendorAction>>>>
  answer: (call: VendorCall, requestId: string, answer: object) => VendorAnswer
  refuse: (call: VendorCall, requestId: string, refusal: Refusal | VendorFault) => VendorAnswer
}
/** An answer on the wire, with its code for the log. */
export interface VendorAnswer {
  status: number
  code: string
  message: string
  body: string
  contentType?: string
  headers?: Record<string, string>
}

const services: Record<VendorCall['ingress'], VendorAdapter> = { alibaba: alibabaAdapter, tencent: tencentAdapter }

/** Addresses for SDKs of other vendors: the root, and suffixes for installations with one host name for all. */
const vendorPaths = ['/', '/aliyun', '/aliyun/', '/alibaba', '/alibaba/', '/tencent', '/tencent/'] as const

/**
 * Serves existing programs of Alibaba's and Tencent's SDKs, told apart by their requests. Bodies stay raw, as they were
 * signed.
 */
export async function registerVendors(app: App, options: VendorOptions): Promise<void> {
  await app.register(async root => {
    root.removeAllContentTypeParsers()
    root.addContentTypeParser('*', { parseAs: 'buffer' }, (_request: FastifyRequest, body: Buffer, done: (e: null, b: Buffer) => void) =>
      done(null, body),
    )
    root.setErrorHandler((error: FastifyError, request, reply) => {
      const call = readCall(wireOf(request))
      if (!call) throw error
      return send(reply, services[call.ingress].refuse(call, request.id, refusalOf(error, request)))
    })
    for (const url of vendorPaths)
      root.route({
        method: ['GET', 'POST'],
        url,
        schema: { hide: true },
        handler: (request, reply) => {
          const call = readCall(wireOf(request))
          return call ? serve(options, call, request, reply) : answerNobody(request, reply)
        },
      })
  })
}

/**
 * Numbers of a request that were not sent to, and the first refusal: recorded in the log although the answer is a
 * success.
 */
export interface Unsent {
  refusal: Refusal
  count: number
  of: number
}
interface Noted {
  caller: AppCaller | null
  detail: RequestDetail
  unsent: Unsent | null
}

function unsentWords(adapter: VendorAdapter, { refusal, count, of }: Unsent, call: VendorCall): Pick<VendorAnswer, 'code' | 'message'> {
  const { code, message } = adapter.refuse(call, '', refusal)
  return { code, message: count === of ? message : `${of}个号码中${count}个没有发送：${message}` }
}

async function serve(options: VendorOptions, call: VendorCall, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const adapter = services[call.ingress]
  const startedAt = options.now()
  const startedMs = performance.now()
  const noted: Noted = { caller: null, detail: {}, unsent: null }
  const result = await answer()
    .then(answer => adapter.answer(call, request.id, answer))
    .catch((error: FastifyError) => refused(adapter, call, request, error))
  if (noted.caller) {
    const { account, appId, accessKeyId } = noted.caller
    const { status: httpStatus, code, message } = noted.unsent ? { ...result, ...unsentWords(adapter, noted.unsent, call) } : result
    const facts = {
      requestId: request.id,
      ingress: call.ingress,
      action: call.action,
      httpStatus,
      code,
      message,
      ip: request.ip,
      at: startedAt,
    }
    options.log.note({ account, appId, accessKeyId, ...facts, elapsedMs: performance.now() - startedMs, detail: noted.detail })
  }
  return send(reply, result)

  async function answer(): Promise<object> {
    const signed = signatureOf(call)
    const known = (await options.keys.find(signed.accessKeyId)) ?? fault('key_unknown', { id: signed.accessKeyId })
    const { caller } = known
    noted.caller = caller
    if (known.secret === null) fault('key_without_secret', { id: signed.accessKeyId })
    if (!isSignedWith(signed, known.secret)) {
      const [stringToSign] = signed.stringsToSign
      noted.detail = { stringToSign, ...(signed.canonicalRequest === null ? {} : { canonicalRequest: signed.canonicalRequest }) }
      fault('signature_wrong', { stringToSign })
    }
    const at = requireFresh(call, signed, startedAt)
    const action = actionOf(adapter, call)
    const isHttps = request.protocol === 'https'
    const { isWatched } = options.gate.admit(caller, {
      ingress: call.ingress,
      scope: action.scope,
      ip: request.ip,
      isHttps,
      now: startedAt,
    })
    if (isWatched) noted.detail = { isWatched }
    if (call.needsNonce && !signed.nonce) fault('nonce_missing')
    if (signed.nonce) {
      const expiresAt = new Date(at.getTime() + 2 * call.windowMinutes * 60_000)
      if (!(await options.nonces.claim(signed.accessKeyId, signed.nonce, expiresAt))) fault('nonce_used')
    }
    options.keys.recordUse(caller, request.ip)
    // Without what differs between a request and its repetition: time, nonce, signature.
    const input = parseInput(action, call.readInput())
    const noteUnsent = (unsent: Unsent) => {
      noted.unsent = unsent
    }
    const context = contextOf(options, { call, caller, request, reply, input, now: startedAt, noteUnsent })
    return options.admission.run(caller, () => action.run(context, input))
  }
}

/** A refusal in the vendor's format, with Retry-After. */
function refused(adapter: VendorAdapter, call: VendorCall, request: FastifyRequest, error: FastifyError): VendorAnswer {
  const refusal = refusalOf(error, request)
  const refusalAnswer = adapter.refuse(call, request.id, refusal)
  const { seconds } = refusal.facts
  return typeof seconds === 'number'
    ? { ...refusalAnswer, headers: { ...refusalAnswer.headers, 'Retry-After': String(Math.ceil(seconds)) } }
    : refusalAnswer
}

/** Not a vendor's program: a person who opens the address, or a program that left out the path. */
function answerNobody(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.method === 'GET' && request.headers.accept?.includes('text/html')) return reply.redirect(`${openBase}/docs`)
  reply.header('Link', `<${openBase}/docs>; rel="help"`)
  answerOpenMissing(request, reply)
  return reply
}

function actionOf({ versions }: VendorAdapter, { version, action }: VendorCall): VendorAction {
  if (!Object.hasOwn(versions, version)) fault('version_unknown', { version: Object.keys(versions).join('或') })
  const actions = versions[version] ?? {}
  return (Object.hasOwn(actions, action) && actions[action]) || fault('action_unknown', { action })
}

function signatureOf(call: VendorCall): SignedRequest {
  const signed = call.readSignature()
  if (typeof signed === 'string') throw new VendorFault(signed)
  return signed
}

const isSignedWith = ({ stringsToSign, signatureOf, signature }: SignedRequest, secret: string): boolean =>
  stringsToSign.some(text => {
    const [ours, theirs] = [Buffer.from(signatureOf(text, secret)), Buffer.from(signature)]
    return ours.length === theirs.length && timingSafeEqual(ours, theirs)
  })

function requireFresh({ windowMinutes: minutes }: VendorCall, { at }: SignedRequest, now: Date): Date {
  if (!at) fault('time_unreadable')
  if (Math.abs(now.getTime() - at.getTime()) > minutes * 60_000) fault('time_expired', { minutes })
  return at
}

function wireOf(request: FastifyRequest): WireRequest {
  const { url = '/' } = request.raw
  const at = url.indexOf('?')
  const [path, query] = at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)]
  const headers = request.headers as WireRequest['headers']
  return { method: request.method, path, query, headers, body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0) }
}

/** A thrown error as a refusal that has a vendor code. An unexpected error is a bug. */
function refusalOf(error: FastifyError, request: FastifyRequest): Refusal | VendorFault {
  if (error instanceof Refusal || error instanceof VendorFault) return error
  if (error.statusCode === 413) return new VendorFault('too_large')
  if (isUnstorableText(error) || (error.statusCode !== undefined && error.statusCode < 500)) return new VendorFault('unreadable')
  const unavailable = isUnavailable(error)
  request.log.error({ err: error, requestId: request.id, path: '/' }, unavailable ? 'database unavailable' : 'bug')
  return unavailable ? new Refusal('database_unavailable') : new VendorFault('bug')
}

const send = (
  reply: FastifyReply,
  { status, body, contentType = 'application/json; charset=utf-8', headers = {} }: VendorAnswer,
): FastifyReply => reply.status(status).headers(headers).type(contentType).send(body)
