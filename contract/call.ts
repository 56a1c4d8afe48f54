import { z } from 'zod'
import type { Capability } from './account/capability.ts'
import type { Permission, StaffPermission } from './identity/permission.ts'
import type { RefusalCode } from './refusals.ts'

/**
 * Audience of a call: anyone (`visitor`), a signed-in member of an account with a permission (`member`), or a member of
 * staff whose role has a permission (`staff`).
 */
export type Audience =
  | { kind: 'visitor' }
  | { kind: 'member'; permission: Permission | null }
  | { kind: 'staff'; permission: StaffPermission | null }

/**
 * A call as data, with zod schemas. The browser sends it (`ui/call.ts`), Fastify serves it (`http/server/serve.ts`),
 * tests iterate over all calls (`contract/calls.ts`). A GET's input is in the query string, a POST's in a JSON body.
 * `once`: the caller must send an `Idempotency-Key`.
 */
export interface Call<Input extends z.ZodObject = z.ZodObject, Answer extends z.ZodType = z.ZodType, Who extends Audience = Audience> {
  method: 'GET' | 'POST'
  path: `/api/${string}`
  summary: string
  audience: Who
  input: Input
  answer: Answer
  refusals: readonly RefusalCode[]
  once?: boolean
  /** Capability that the account's attestation must have (contract/account/capability.ts). */
  needs?: Capability
}

const nothing = z.object({})
type Nothing = typeof nothing

type Rest<C extends Call> = Partial<Omit<C, 'method' | 'path' | 'summary' | 'audience'>>

/** Declares a call of this method. By default, input and answer are empty and there are no refusals of its own. */
function declare(method: Call['method']) {
  function one<Who extends Audience, Input extends z.ZodObject = Nothing, Answer extends z.ZodType = Nothing>(
    path: Call['path'],
    summary: string,
    audience: Who,
    rest?: Rest<Call<Input, Answer>>,
  ): Call<Input, Answer, Who>
  function one(path: Call['path'], summary: string, audience: Audience, rest: Rest<Call> = {}): Call {
    return { method, path, summary, audience, input: nothing, answer: nothing, refusals: [], ...rest }
  }
  return one
}

export const get = declare('GET')
export const post = declare('POST')

/** What a program sends and receives: the wire form of both schemas. */
export type CallInputWire<C> = C extends Call<infer Input, z.ZodType, Audience> ? z.input<Input> : never
export type CallAnswerWire<C> = C extends Call<z.ZodObject, infer Answer, Audience> ? z.input<Answer> : never
/** What a handler gets and returns: the parsed form of both schemas. */
export type CallInput<C> = C extends Call<infer Input, z.ZodType, Audience> ? z.output<Input> : never
export type CallAnswer<C> = C extends Call<z.ZodObject, infer Answer, Audience> ? z.output<Answer> : never

export const visitor = { kind: 'visitor' } as const
export const member = (permission: Permission | null) => ({ kind: 'member', permission }) as const
export const staff = (permission: StaffPermission | null) => ({ kind: 'staff', permission }) as const

/** The body of every answer that is not a success. */
export interface ErrorBody {
  error: { code: RefusalCode | 'bug'; message: string; fields?: Record<string, string>; requestId: string }
}
