import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useRef } from 'react'
import { z } from 'zod'
import type { Call, CallAnswerWire, CallInputWire, ErrorBody } from '#contract/call.ts'
import { limits } from '#values/limits.ts'

// The page's policy forbids code from strings, which zod would try at its first check.
z.config({ jitless: true })

/** The client's part of a call: method and path. The schemas serve only for types and forms. */
export type CallTarget = Pick<Call, 'method' | 'path'> & { once?: boolean | undefined }

/** Any answer that is not a success. `status` 0: no answer came (offline, server unavailable). */
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
  /** Whether the server may have done the work although no answer arrived. */
  get isUncertain(): boolean {
    return this.status === 0 || this.status >= 500
  }
}

/** No server answered, or a proxy found none behind it. */
export const isServerUnavailable = (error: unknown): boolean => error instanceof CallError && [0, 502, 504].includes(error.status)

/**
 * Worth one automatic retry: the server is unavailable, or says that it is for a moment. After a full timeout the user
 * decides.
 */
export const isRetryable = (error: unknown): boolean =>
  error instanceof CallError && error.code !== 'timeout' && (isServerUnavailable(error) || error.status === 503)

/** Listeners for an answer that nobody is signed in (any more). */
const endListeners = new Set<() => void>()
export function onSessionEnd(listener: () => void): () => void {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}

/**
 * Step-up: asks the signed-in person for a proof, for a purpose of contract/identity/step-up.ts; returns whether it
 * succeeded.
 */
type Prover = (purpose: string) => Promise<boolean>
let askProof: Prover | null = null
export function onStepUp(prover: Prover): () => void {
  askProof = prover
  return () => {
    if (askProof === prover) askProof = null
  }
}

/** Sends an act; if it needs step-up, asks for it and sends the act once more. */
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

/** Query string of a GET's input: empty values are omitted, lists repeat their name. */
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
  /** Time limit of the answer. */
  limitMs?: number
}

/** Makes a call and returns its answer, or throws a CallError. */
export async function send<C extends Call>(call: C, input: CallInputWire<C>, options?: SendOptions): Promise<CallAnswerWire<C>>
export async function send(call: CallTarget, input: Query, options?: SendOptions): Promise<unknown>
export async function send(call: CallTarget, input: Query, { signal, idempotencyKey, limitMs }: SendOptions = {}): Promise<unknown> {
  const waitMs = limitMs ?? (call.method === 'GET' ? limits.readAnswerMs : limits.actAnswerMs)
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(noAnswer(call, waitMs)), waitMs)
  try {
    return await sendWithin(AbortSignal.any([limit.signal, ...(signal ? [signal] : [])]), call, input, idempotencyKey)
  } finally {
    clearTimeout(timer)
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
    // A short act arrives although its page is closed meanwhile; browsers allow that for 64 kB at a time.
    keepalive: body !== null && body.length < keptAliveCharacters,
    signal,
  }).catch(() => {
    throw signal.aborted ? signal.reason : networkLost()
  })
  return readAnswer(response, signal)
}

/**
 * The error for a server that accepts a call and doesn't answer. The outcome of an act is unknown then: the user is
 * told how to check it, and nothing is retried.
 */
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

/** The answer of a response, for calls that can't use `send` (uploads). */
export async function readAnswer(response: Response, signal?: AbortSignal): Promise<unknown> {
  // The server ended, or the network broke, in the middle of an answer.
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

const isWireOf = <Schema extends z.ZodType>(schema: Schema, value: unknown): value is z.input<Schema> => schema.safeParse(value).success

/** The same in wire form, held against the contract; throws a CallError. */
export async function readAnswerOf<Answer extends z.ZodType>(route: { answer: Answer }, response: Response): Promise<z.input<Answer>> {
  const answer = await readAnswer(response)
  if (isWireOf(route.answer, answer)) return answer
  throw new CallError(response.status, { code: 'bug', message: '服务器没有正确应答，请稍后再试' })
}

/** An event of a stream in wire form. Throws where it isn't what the contract says. */
export function readEvent<Schema extends z.ZodType>(schema: Schema, { data }: MessageEvent<string>): z.input<Schema> {
  const event: unknown = JSON.parse(data)
  if (isWireOf(schema, event)) return event
  throw new TypeError('an event that the contract does not know')
}

function parse(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** An error that nothing is shown beside stays for so long before the next attempt, which takes its place. */
const errorShownMs = 20_000

const callKey = (call: CallTarget, input: unknown) => [call.path, input] as const

export interface UseCallOptions {
  enabled?: boolean
  refetchInterval?: number | false
  staleTimeMs?: number
}

export const callQuery = <C extends Call>(call: C, input: CallInputWire<C>, options: UseCallOptions) =>
  queryOptions<CallAnswerWire<C>, CallError>({
    queryKey: callKey(call, input),
    queryFn: ({ signal }) => send(call, input, { signal }),
    ...(options.enabled === undefined ? {} : { enabled: options.enabled }),
    refetchInterval: ({ state: { status, data } }) =>
      options.refetchInterval && status === 'error' && data === undefined
        ? Math.max(options.refetchInterval, errorShownMs)
        : (options.refetchInterval ?? false),
    ...(options.staleTimeMs === undefined ? {} : { staleTime: options.staleTimeMs }),
  })

/** A query whose first answer is drawn in pieces, between which a slow phone answers touches. */
function useDrawn<Query extends { isPending: boolean }>(query: Query): Query {
  const waiting = useRef(query)
  if (query.isPending) waiting.current = query
  return useDeferredValue(query.isPending) ? waiting.current : query
}

/** Runs a GET call and keeps its answer fresh. The data always belong to the given input. */
export const useCall = <C extends Call>(call: C, input: CallInputWire<C>, options: UseCallOptions = {}) =>
  useDrawn(useQuery(callQuery(call, input, options)))

/**
 * `useCall` for lists: while filters, search or page change, the previous answer stays on the screen
 * (`isPlaceholderData`).
 */
export const useListCall = <C extends Call>(call: C, input: CallInputWire<C>, options: UseCallOptions = {}) =>
  useDrawn(useQuery({ ...callQuery(call, input, options), placeholderData: keepPreviousData }))

export interface UseActOptions<C extends Call> {
  /** Calls whose cached answers this act outdates. */
  invalidates?: readonly CallTarget[]
  /** What follows; a promise, such as a navigation, is still part of the act, which can't be repeated meanwhile. */
  onDone?: (answer: CallAnswerWire<C>, input: CallInputWire<C>) => void | Promise<void>
  onError?: (error: CallError) => void
}

/**
 * Idempotent acts: makes a POST call. For `once` calls an attempt has one idempotency key: a second click, or a retry
 * of the same input after no clear answer, sends the same key again, so that it is done once.
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
  /** The second click of a double click comes before the first has rendered: it gets the first one's answer. */
  const sendOnce = (input: CallInputWire<C>): Promise<CallAnswerWire<C>> => {
    const text = JSON.stringify(input)
    const first = underWay.current.get(text)
    if (first) return first
    const sent = sendProven(call, input, { idempotencyKey: keyFor(input) }) as Promise<CallAnswerWire<C>>
    const answer = sent.finally(() => underWay.current.delete(text))
    underWay.current.set(text, answer)
    return answer
  }
  const act = useMutation<CallAnswerWire<C>, CallError, CallInputWire<C>>({
    mutationFn: sendOnce,
    onSuccess: (answer, input) => {
      attempt.current = null
      for (const { path } of options.invalidates ?? []) actCounts.set(path, (actCounts.get(path) ?? 0) + 1)
      invalidate(client, options.invalidates ?? [])
      return options.onDone?.(answer, input)
    },
    onError: error => {
      if (!error.isUncertain) attempt.current = null
      options.onError?.(error)
    },
  })
  // The dialog of the ended session says it; what was filled in stays, and can be sent once the person is back.
  return { ...act, error: act.error?.code === 'not_signed_in' ? null : act.error }
}

const actCounts = new Map<string, number>()
/** How many acts outdated the answers of a call, in this window. */
export const actsOn = ({ path }: CallTarget): number => actCounts.get(path) ?? 0

/** Invalidates the answers of these calls wherever they are shown. */
export function invalidate(client: QueryClient, calls: readonly CallTarget[]): void {
  for (const call of calls) void client.invalidateQueries({ queryKey: [call.path] })
}
