import type { CarrierReport, Inbound, OutgoingPart, PartOutcome } from '#dispatch/link/upstream-link.ts'

export interface ApiRequest {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body: string | null
}

export interface ApiAnswer {
  status: number
  body: string
}

/** What an upstream tells us, by a call to our address or as the answer to a question. */
export interface UpstreamEvents {
  reports: CarrierReport[]
  inbound: Inbound[]
}

/** A message that the upstream has taken and not reported. */
export interface UnreportedPart {
  upstreamId: string
  phone: string
  submittedAt: Date
}

export interface Question {
  request: ApiRequest
  read: (answer: ApiAnswer) => CarrierReport[]
}

/** Our account at an upstream, and what its requests need of the channel. */
export interface UpstreamAccount {
  url: string
  account: string
  password: string
  senderNumber: string
  /** The digits behind the access number. */
  extensionOf: (source: string) => string
  now: () => Date
}

/** The API of another platform: requests and answers as values, without network access. */
export interface UpstreamApi {
  /** The upstream takes a message of one id once: a request without an answer may be repeated. */
  readonly isIdempotent: boolean
  /** What requests contain and nobody may read. */
  readonly secrets: readonly string[]
  /** A request that fails when the credentials are wrong and does nothing; null: the API has none. */
  probe(): ApiRequest | null
  /** The request that sends a text, or what becomes of one that can't be sent. */
  submit(part: OutgoingPart): ApiRequest | PartOutcome
  outcomeOf(answer: ApiAnswer): PartOutcome
  /** Requests that ask for these reports; none: the API can't be asked. */
  ask(parts: readonly UnreportedPart[]): Question[]
  /** Reads a call to our address; throws when it can't be read. */
  readCallback(call: { query: string; body: string }): UpstreamEvents
  /** What the upstream wants to read when its call was stored. */
  readonly callbackReply: string
}

/** What an HTTP status alone says about a request; null: its answer says more. */
export function outcomeOfStatus(status: number, isIdempotent: boolean): PartOutcome | null {
  const code = `HTTP:${status}`
  if (status === 429) return { kind: 'throttled', code }
  // Nothing behind a proxy that says so has seen the request.
  if (status === 503) return { kind: 'temporary', code }
  if (status >= 500) return isIdempotent ? { kind: 'temporary', code } : { kind: 'doubtful' }
  return null
}

/** The value at `data.0.id` as text, or at the first of `MessageSid|sid` that has one; else empty. */
export function textAt(value: unknown, paths: string): string {
  for (const path of paths.split('|')) {
    const found = path === '' ? undefined : valueAt(value, path)
    if ((typeof found === 'string' && found !== '') || typeof found === 'number' || typeof found === 'boolean') return String(found)
  }
  return ''
}

export function valueAt(value: unknown, path: string): unknown {
  if (path === '') return value
  return path
    .split('.')
    .reduce<unknown>(
      (found, name) => (typeof found === 'object' && found !== null ? Object.entries(found).find(([key]) => key === name)?.[1] : undefined),
      value,
    )
}

/**
 * An answer or a call as a value: JSON, else the fields of a form, else the fields of a line (`0,20261127`) by their
 * positions.
 */
export function parseAnswer(text: string): unknown {
  const trimmed = text.trim()
  try {
    return JSON.parse(trimmed)
  } catch {
    if (/^[\w.%-]+=/.test(trimmed)) return Object.fromEntries(new URLSearchParams(trimmed))
    return trimmed.split(/[,|\n]/).map(field => field.trim())
  }
}

/** Of a list, else one. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value])

/** A report of a platform that says whether it was delivered, and the carrier's code when it was not. */
export function carrierReport(
  isDelivered: boolean,
  { code, ...facts }: { upstreamId: string; code: string; phone: string; doneAt: Date | null },
): CarrierReport {
  if (isDelivered) return { ...facts, state: 'DELIVRD', code: 'DELIVRD' }
  const known = code.trim() || 'UNDELIV'
  return { ...facts, state: /^[A-Z]{2}:/.test(known) ? known : 'UNDELIV', code: known }
}

/** `2026-11-27 09:30:00` in China; null for anything else. */
export function chinaTime(text: string | undefined): Date | null {
  if (text === undefined || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return null
  const at = new Date(`${text.replace(' ', 'T')}+08:00`)
  return Number.isNaN(at.getTime()) ? null : at
}
