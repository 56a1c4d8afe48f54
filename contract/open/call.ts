import { z } from 'zod'
import type { Scope } from '#contract/apps/app-labels.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { encodeId, type IdNoun } from '#values/id.ts'

/**
 * A call of the open API as data (contract/open/calls.ts lists all): routes, the OpenAPI document, the docs page and
 * the tests of repetition, tenants and malformed input are made from it. Braces in the path are a field of the input;
 * other fields are in the query of GET and DELETE, else in a JSON body. Everything but GET may have an
 * `Idempotency-Key`.
 */
export interface OpenCall<Input extends z.ZodObject = z.ZodObject, Answer extends z.ZodObject = z.ZodObject> {
  /** Its name in the document and the docs: `sendMessages`. */
  name: string
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  path: `${typeof openBase}/${string}`
  summary: string
  /** Further documentation in Chinese; a paragraph each. */
  about?: readonly string[]
  scope: Scope | null
  input: Input
  /** Without `requestId`, which every answer has. */
  answer: Answer
  refusals: readonly RefusalCode[]
  example: z.input<Input>
  /** It costs money, is reviewed or belongs to all apps: a test app may read it but not change it. */
  isShared?: boolean
  /** Idempotent by itself: it takes no key. */
  isRepeatable?: boolean
  /** Of the body, when a megabyte isn't enough. */
  maxBytes?: number
}

export const openBase = '/openapi/v1'

const nothing = z.object({})
type Rest<C extends OpenCall> = Partial<Omit<C, 'name' | 'method' | 'path' | 'summary' | 'scope'>>

/**
 * Declares a call; by default, input and answer are empty and there are no refusals. Unknown fields are refused: a
 * misspelt one must not go unnoticed.
 */
export function openCall<Input extends z.ZodObject = typeof nothing, Answer extends z.ZodObject = typeof nothing>(
  name: string,
  method: OpenCall['method'],
  path: string,
  summary: string,
  scope: Scope | null,
  rest: Rest<OpenCall<Input, Answer>>,
): OpenCall<Input, Answer>
export function openCall(
  name: string,
  method: OpenCall['method'],
  path: string,
  summary: string,
  scope: Scope | null,
  { input = nothing, ...rest }: Rest<OpenCall>,
): OpenCall {
  const call = { name, method, path: `${openBase}/${path}` as const, summary, scope, input: input.strict() }
  return { answer: nothing, refusals: [], example: {}, ...rest, ...call }
}

/** An id for examples. */
export const exampleId = (noun: IdNoun): string => encodeId(noun, '0193a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b')

/** What a handler gets and returns: the parsed form of both schemas. */
export type OpenCallInput<C> = C extends OpenCall<infer Input, z.ZodObject> ? z.output<Input> : never
export type OpenCallAnswer<C> = C extends OpenCall<z.ZodObject, infer Answer> ? z.output<Answer> : never

/** Fields of a call's input that are in its path. */
export const pathFields = (call: Pick<OpenCall, 'path'>): string[] => [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

export const isRead = (call: OpenCall): boolean => call.method === 'GET'
/** Whether an `Idempotency-Key` applies to a call. */
export const isOnce = (call: OpenCall): boolean => !isRead(call) && !call.isRepeatable

const requestIdField = z.string().describe('请求编号，与响应头X-Request-Id相同；联系客服时请提供')
/** An answer in its wire form. */
export const wholeAnswer = (call: OpenCall): z.ZodObject => z.object({ requestId: requestIdField, ...call.answer.shape })
