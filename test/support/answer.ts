import { z } from 'zod'
import type { Call, CallAnswerWire } from '#contract/call.ts'
import { decodeId, type IdNoun, type IdOf, newId } from '#values/id.ts'

interface Answering<Answer extends z.ZodType> {
  answer: Answer
}
interface Body {
  // biome-ignore lint/suspicious/noExplicitAny: what a body holds is known when a schema has seen it.
  json: () => any
}

/** A body as it is on the wire, held against its schema. */
export async function readBody<Schema extends z.ZodType>(schema: Schema, response: Body): Promise<z.input<Schema>> {
  const body = await response.json()
  schema.parse(body)
  return body
}

/** The answer of a call as it is on the wire, held against the contract. */
export async function readAnswer<C extends Call>(call: C, response: Body): Promise<CallAnswerWire<C>> {
  const body = await response.json()
  call.answer.parse(body)
  return body
}

/** The same of a body that was read already. */
export const parseAnswer = <Answer extends z.ZodType>(call: Answering<Answer>, body: unknown): z.input<Answer> =>
  z.encode(call.answer, call.answer.parse(body))

const refusal = z.looseObject({
  error: z.object({ code: z.string(), message: z.string(), fields: z.record(z.string(), z.string()).optional(), requestId: z.string() }),
})

/** Why a call was refused. */
export const readRefusal = async (response: Body) => refusal.parse(await response.json()).error
export const parseRefusal = (body: unknown) => refusal.parse(body).error

/** Sends a call as the pages do. */
export function sendCall(
  base: string,
  call: { method: string; path: string; once?: boolean },
  input: object,
  headers: Record<string, string>,
): Promise<Response> {
  const isRead = call.method === 'GET'
  return fetch(`${base}${call.path}${isRead ? `?${queryOf(input)}` : ''}`, {
    method: call.method,
    headers: {
      ...headers,
      ...(isRead ? {} : { 'content-type': 'application/json' }),
      ...(call.once ? { 'idempotency-key': newId() } : {}),
    },
    ...(isRead ? {} : { body: JSON.stringify(input) }),
  })
}

/** The query of a GET. */
export const queryOf = (input: NonNullable<unknown>): URLSearchParams =>
  new URLSearchParams(Object.entries(input).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))

/** The answer of a call that must not be refused. */
export function answered<Answer>({ code, answer }: { code: string; answer: Answer | null }): Answer {
  if (answer === null) throw new Error(`refused: ${code}`)
  return answer
}

/** What an id of an answer stands for in the database. */
export function uuidOf<Noun extends IdNoun>(noun: Noun, text: string): IdOf<Noun> {
  const uuid = decodeId(noun, text)
  if (uuid === null) throw new Error(`no id of a ${noun}: ${text}`)
  return uuid
}
