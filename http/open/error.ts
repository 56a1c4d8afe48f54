import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { openBase } from '#contract/open/call.ts'
import { openCalls } from '#contract/open/calls.ts'
import { type ProtocolError, protocolErrors } from '#contract/open/error.ts'
import { Refusal, refusalStatus, refusals } from '#contract/refusals.ts'
import { isUnavailable } from '#db/unavailable.ts'
import { isUnstorableText } from '#http/server/app.ts'
import { newId } from '#values/id.ts'

/** The error answer of a failed call. */
interface Failure {
  status: number
  code: string
  message: string
  fields?: Record<string, string> | undefined
  /** The string to sign that we computed, where a signature is wrong. */
  stringToSign?: string | undefined
}

/** A refusal with details that help a program's author to fix the request. */
export class SignatureRefusal extends Refusal {
  readonly stringToSign: string
  constructor(stringToSign: string) {
    super('signature_mismatch')
    this.stringToSign = stringToSign
  }
}

const ofProtocol = (code: ProtocolError, fields?: Record<string, string>): Failure => {
  const { status, message } = protocolErrors[code]
  return { status, code, message, fields }
}

/** Errors of Fastify and of the HTTP parser, by their status. */
const byStatus: Record<number, ProtocolError> = {
  400: 'request_malformed',
  404: 'path_unknown',
  405: 'method_not_allowed',
  408: 'request_timeout',
  413: 'body_too_large',
  414: 'headers_too_large',
  415: 'media_type_unsupported',
  431: 'headers_too_large',
}

/** Maps a thrown error to the caller's error. An unexpected one is a bug, and logged. */
function failureOf(error: FastifyError, request: FastifyRequest): Failure {
  if (error instanceof Refusal) {
    const { code, message, fields } = error
    const stringToSign = error instanceof SignatureRefusal ? error.stringToSign : undefined
    return { status: refusalStatus[refusals[code].kind], code, message, fields, stringToSign }
  }
  if (isUnstorableText(error)) return ofProtocol('request_malformed')
  const { statusCode = 500 } = error
  if (statusCode >= 400 && statusCode < 500) return ofProtocol(byStatus[statusCode] ?? 'request_malformed')
  const isAway = isUnavailable(error)
  request.log.error({ err: error, requestId: request.id, path: request.url.split('?')[0] }, isAway ? 'database unavailable' : 'bug')
  return isAway ? { status: 503, code: 'database_unavailable', message: refusals.database_unavailable.message } : ofProtocol('bug')
}

/** Answers an error as JSON, and records it for the request log. */
export function answerOpenError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const { status, ...failure } = failureOf(error, request)
  if (error instanceof Refusal) {
    const { seconds, limit } = error.facts
    if (typeof seconds === 'number') reply.header('Retry-After', Math.max(1, Math.ceil(seconds)))
    if (error.code === 'rate_exceeded')
      reply.headers({
        'RateLimit-Limit': limit ?? 0,
        'RateLimit-Remaining': 0,
        'RateLimit-Reset': typeof seconds === 'number' ? Math.max(1, Math.ceil(seconds)) : 1,
      })
  }
  if (status === 503 && !reply.hasHeader('Retry-After')) reply.header('Retry-After', 5)
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer realm="hongyan"')
  request.openFailure = failure
  void reply
    .status(status)
    .header('X-Request-Id', request.id)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(bodyOf(failure, request.id, (request.routeOptions.url ?? request.url).startsWith(openBase))))
}

/** Made once: an error's stack costs more than the rest of the answer. */
const busy = new Refusal('busy', { seconds: 1 })

/** The whole answer to a request of ours that is shed by its head alone. */
export function shedAnswer(): { status: number; headers: Record<string, string | number>; body: string } {
  const { kind } = refusals.busy
  const requestId = newId()
  const body = JSON.stringify(bodyOf({ code: busy.code, message: busy.message }, requestId, true))
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
    'retry-after': 1,
  }
  return { status: refusalStatus[kind], headers, body }
}

/** Where the vendor is not known yet, Alibaba's SDK reads the second half. */
function bodyOf(failure: Omit<Failure, 'status'>, requestId: string, isOurs: boolean): object {
  const error = { ...failure, requestId }
  return isOurs ? { error } : { error, Code: failure.code, Message: failure.message, RequestId: requestId }
}

const patterns = [
  ...openCalls.map(({ method, path }) => ({ methods: [method], pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) })),
  { methods: ['GET'], pattern: new RegExp(`^${openBase}/(docs|openapi\\.json)$`) },
  { methods: ['GET', 'POST'], pattern: /^\/((aliyun|alibaba|tencent)\/?)?$/ },
]

/** Answers an unknown path, or an unknown method of a known path. */
export function answerOpenMissing(request: FastifyRequest, reply: FastifyReply): void {
  const [path = ''] = request.url.split('?')
  const methods: string[] = [...new Set(patterns.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods))]
  // A request at the root may belong to no vendor although it has the vendors' method.
  const isOther = methods.length > 0 && !methods.includes(request.method)
  const { status, ...failure } = ofProtocol(isOther ? 'method_not_allowed' : 'path_unknown')
  if (isOther) reply.header('Allow', methods.join(', '))
  void reply.status(status).send(bodyOf(failure, request.id, path.startsWith(openBase)))
}

/**
 * A client that still sends would lose the answer to a reset if the connection closed with it; one that never stops may
 * not keep it open.
 */
const lingerMs = 1_000

/** Answers malformed HTTP, too large a header block, and slow requests: Node itself would answer without a body. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const code: ProtocolError =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'headers_too_large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'request_timeout'
        : 'request_malformed'
  const { status, message } = protocolErrors[code]
  const requestId = newId()
  const body = JSON.stringify(bodyOf({ code, message }, requestId, false))
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
  setTimeout(() => socket.destroy(), lingerMs).unref()
}
