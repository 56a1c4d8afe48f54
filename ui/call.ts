import { keepPreviousData, type QueryClient, type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Call, CallAnswerWire, CallInputWire, ErrorBody } from '#contract/call.ts'
import { limits } from '#values/limits.ts'

/** What the client needs of a call: where it goes and how. The schemas stay for types and forms. */
export type CallTarget = Pick<Call, 'method' | 'path'> & { once?: boolean | undefined }

/** Any answer that is not a success. `status` 0: no answer came (offline, server away). */
export class CallError extends Error {
  readonly code: string
  readonly fields: Record<string, string>
  readonly requestId: string
  readonly status: number
  constructor(status: number, error: { code: string; message: string; fields?: Record<string, string>; requestId?: string }) {
    super(error.message)
    this.name = 'CallError'
    this.status = status
    this.code = error.code
    this.fields = error.fields ?? {}
    this.requestId = error.requestId ?? ''
  }
  /** Whether the server may have done the work without our hearing of it. */
  get isUncertain(): boolean {
    return this.status === 0 || this.status >= 500
  }
}

/** No server answered, or a proxy found none behind it. */
export const isServerUnavailable = (error: unknown): boolean => error instanceof CallError && [0, 502, 504].includes(error.status)

/** Worth asking once more by itself: the server is away, or says that it is for a moment. Who waited a whole limit is asked first. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof CallError && error.code !== 'timeout' && (isServerUnavailable(error) || error.status === 503)

/** Told when an answer says that nobody is signed in (any more). */
const endListeners = new Set<() => void>()
export function onSessionEnd(listener: () => void): () => void {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}

/** Asks the person who is signed in to prove it again, for a purpose of contract/identity/step-up.ts; whether they did. */
type Prover = (purpose: string) => Promise<boolean>
let askProof: Prover | null = null
export function onStepUp(prover: Prover): () => void {
  askProof = prover
  return () => {
    if (askProof === prover) askProof = null
  }
}

/** Sends an act; when it wants to know first that it is really them, asks, and sends it once more. */
async function sendProven(call: CallTarget, input: Query, options: SendOptions): Promise<unknown> {
  try {
    return await send(call, input, options)
  } catch (error) {
    const purpose = error instanceof CallError && error.code === 'step_up_required' ? error.fields.stepUp : undefined
    if (!purpose || !askProof || !(await askProof(purpose))) throw error
    return send(call, input, options)
  }
}

const newIdempotencyKey = () =>
  crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint32Array(4)), n => n.toString(36)).join('-')

type Query = Record<string, unknown>

/** Query string of a GET's input: empty values are left out, lists repeat their name. */
export function queryString(input: Query): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== '') query.append(name, String(one))
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

export interface SendOptions {
  signal?: AbortSignal
  idempotencyKey?: string
  /** How long the answer is waited for. */
  limitMs?: number
}

/** Makes a call and gives its answer, or throws a CallError. */
export async function send<C extends Call>(call: C, input: CallInputWire<C>, options?: SendOptions): Promise<CallAnswerWire<C>>
export async function send(call: CallTarget, input: Query, options?: SendOptions): Promise<unknown>
export async function send(call: CallTarget, input: Query, { signal, idempotencyKey, limitMs }: SendOptions = {}): Promise<unknown> {
  const waitMs = limitMs ?? (call.method === 'GET' ? limits.readAnswerMs : limits.actAnswerMs)
  const limit = endingAfter(waitMs, () => noAnswer(call, waitMs), signal)
  try {
    return await sendWithin(limit.signal, call, input, idempotencyKey)
  } finally {
    limit.clear()
  }
}

const keptAliveCharacters = 4_000

async function sendWithin(signal: AbortSignal, call: CallTarget, input: Query, idempotencyKey: string | undefined): Promise<unknown> {
  const isGet = call.method === 'GET'
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (!isGet) headers['Content-Type'] = 'application/json'
  if (call.once) headers['Idempotency-Key'] = idempotencyKey ?? newIdempotencyKey()
  const body = isGet ? null : JSON.stringify(input)
  const response = await fetch(isGet ? call.path + queryString(input) : call.path, {
    method: call.method,
    headers,
    credentials: 'same-origin',
    body,
    // A short act gets there although its page is left meanwhile; browsers allow that for 64 kB at a time.
    keepalive: body !== null && body.length < keptAliveCharacters,
    signal,
  }).catch(() => {
    throw signal.aborted ? signal.reason : networkLost()
  })
  return readAnswer(response, signal)
}

/** Ends with another signal, or by itself with what is then told. */
function endingAfter(limitMs: number, told: () => CallError, other: AbortSignal | undefined) {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(told()), limitMs)
  const end = () => limit.abort(other?.reason)
  if (other?.aborted) end()
  other?.addEventListener('abort', end)
  const clear = () => {
    clearTimeout(timer)
    other?.removeEventListener('abort', end)
  }
  return { signal: limit.signal, clear }
}

/** A server that takes a call and doesn't answer. Of an act nobody knows then whether it was done: what to do is told, not done by ourselves. */
function noAnswer(call: CallTarget, waitMs: number): CallError {
  const waited = `等了 ${Math.ceil(waitMs / 1_000)} 秒没有收到应答`
  const message =
    call.method === 'GET'
      ? `${waited}，请稍后重试`
      : call.once
        ? `${waited}，不能确定是否已经完成。请先到列表中查看；内容不变再提交一次，也只会办理一次`
        : `${waited}，不能确定是否已经生效。请先刷新页面查看，再决定是否重新提交`
  return new CallError(0, { code: 'timeout', message })
}

const networkLost = () => new CallError(0, { code: 'network', message: '网络连接失败，请检查网络后重试' })

/** The answer of a response, for calls that can't go through `send` (uploads). */
export async function readAnswer(response: Response, signal?: AbortSignal): Promise<unknown> {
  // A server that ends, or a network that breaks, in the middle of an answer.
  const text = await response.text().catch(() => {
    throw signal?.aborted ? signal.reason : networkLost()
  })
  const body = parse(text)
  if (response.ok && body !== undefined) return body
  if (response.status === 401) for (const listener of endListeners) listener()
  const error = (body as ErrorBody | undefined)?.error
  const requestId = error?.requestId ?? response.headers.get('x-request-id') ?? ''
  throw new CallError(response.status, { ...(error ?? { code: 'bug', message: '服务器没有正确应答，请稍后再试' }), requestId })
}

function parse(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return undefined
  }
}

const callKey = (call: CallTarget, input: unknown) => [call.path, input] as const

export interface UseCallOptions {
  enabled?: boolean
  refetchInterval?: number | false
  staleTimeMs?: number
}

/** Asks a GET call and keeps its answer fresh; while the input changes, the previous answer stays on the screen. */
export function useCall<C extends Call>(
  call: C,
  input: CallInputWire<C>,
  options: UseCallOptions = {},
): UseQueryResult<CallAnswerWire<C>, CallError> {
  return useQuery<CallAnswerWire<C>, CallError>({
    queryKey: callKey(call, input),
    queryFn: ({ signal }) => send(call, input, { signal }),
    placeholderData: keepPreviousData,
    ...(options.enabled === undefined ? {} : { enabled: options.enabled }),
    ...(options.refetchInterval === undefined ? {} : { refetchInterval: options.refetchInterval }),
    ...(options.staleTimeMs === undefined ? {} : { staleTime: options.staleTimeMs }),
  })
}

export interface UseActOptions<C extends Call> {
  /** Calls whose answers are no longer true after this act. */
  invalidates?: readonly CallTarget[]
  /** What is to follow; a promise, as of the way to another page, is still part of the act, which can't be made again meanwhile. */
  onDone?: (answer: CallAnswerWire<C>, input: CallInputWire<C>) => void | Promise<void>
}

/**
 * Makes a POST call. For `once` calls an attempt has one idempotency key: a second click, or a retry of the same input after no clear answer, sends
 * the same key again, so that it is done once.
 */
export function useAct<C extends Call>(call: C, options: UseActOptions<C> = {}) {
  const client = useQueryClient()
  const attempt = useRef<{ input: string; key: string } | null>(null)
  const keyFor = (input: CallInputWire<C>) => {
    const text = JSON.stringify(input)
    if (attempt.current?.input !== text) attempt.current = { input: text, key: newIdempotencyKey() }
    return attempt.current.key
  }
  const underWay = useRef(new Map<string, Promise<CallAnswerWire<C>>>())
  /** The second click of a double one comes before the first has drawn anything: it has the first one's answer. */
  const sendOnce = (input: CallInputWire<C>): Promise<CallAnswerWire<C>> => {
    const text = JSON.stringify(input)
    const first = underWay.current.get(text)
    if (first) return first
    const sent = sendProven(call, input, { idempotencyKey: keyFor(input) }) as Promise<CallAnswerWire<C>>
    const answer = sent.finally(() => underWay.current.delete(text))
    underWay.current.set(text, answer)
    return answer
  }
  return useMutation<CallAnswerWire<C>, CallError, CallInputWire<C>>({
    mutationFn: sendOnce,
    onSuccess: (answer, input) => {
      attempt.current = null
      invalidate(client, options.invalidates ?? [])
      return options.onDone?.(answer, input)
    },
    onError: error => {
      if (!error.isUncertain) attempt.current = null
    },
  })
}

/** Has the answers of these calls asked anew wherever they are shown. */
export function invalidate(client: QueryClient, calls: readonly CallTarget[]): void {
  for (const call of calls) void client.invalidateQueries({ queryKey: [call.path] })
}
