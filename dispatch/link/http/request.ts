import { wholeOf } from '#values/bytes.ts'
import { errorCode, toError } from '#values/error.ts'
import type { ApiAnswer, ApiRequest } from './upstream-api.ts'

const mostAnswerBytes = 1024 * 1024

/**
 * `invalid`: it can't be a request, such as a header with Chinese in it. `unsent`: nothing has reached the upstream.
 * `unanswered`: it may have the request. `reason` is for staff.
 */
export type Reply = ({ kind: 'answered' } & ApiAnswer) | { kind: 'invalid' | 'unsent' | 'unanswered'; reason: string }

/** Codes of errors that come before a request is written. */
const unsentCodes =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_.*|CERT_.*|.*_CERT.*|UNABLE_TO_.*)$/

/** Requests of one link, which end together. */
export class Requests {
  readonly #open = new Set<AbortController>()

  async send(request: ApiRequest, timeoutMs: number): Promise<Reply> {
    const controller = new AbortController()
    this.#open.add(controller)
    const timer = setTimeout(() => controller.abort(new DOMException('no answer in time', 'TimeoutError')), timeoutMs)
    try {
      return await exchange(request, controller.signal)
    } finally {
      clearTimeout(timer)
      this.#open.delete(controller)
    }
  }

  abort(): void {
    for (const controller of this.#open) controller.abort()
  }
}

/** Sends a request by HTTP, without following redirects: they could take secrets elsewhere. */
async function exchange({ url, ...rest }: ApiRequest, signal: AbortSignal): Promise<Reply> {
  let request: Request
  try {
    request = new Request(url, { ...rest, signal, redirect: 'manual' })
  } catch (error) {
    return { kind: 'invalid', reason: toError(error).message }
  }
  try {
    const response = await fetch(request)
    const bytes = response.body ? await wholeOf(bytesOf(response.body), mostAnswerBytes) : Buffer.alloc(0)
    if (bytes === null) return { kind: 'unanswered', reason: '应答过长' }
    return { kind: 'answered', status: response.status, body: bytes.toString() }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : toError(error)
    const code = errorCode(cause) ?? ''
    const reason = cause.name === 'TimeoutError' ? '超时没有应答' : code || cause.message
    // A port that browsers may not call either has no code.
    const isUnsent = unsentCodes.test(code) || cause.message === 'bad port'
    return { kind: isUnsent ? 'unsent' : 'unanswered', reason }
  }
}

async function* bytesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of stream) yield Buffer.from(chunk)
}
