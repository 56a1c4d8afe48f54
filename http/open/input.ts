import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type OpenCall, pathFields } from '#contract/open/call.ts'
import { refuse } from '#contract/refusals.ts'
import { isStorable } from '#http/server/storable.ts'

/** Parses the input of a call from path, query and body. Refuses `input_invalid` with the errors of each field. */
export function inputReader<Input extends z.ZodObject>(call: OpenCall<Input>): (request: FastifyRequest) => z.output<Input> {
  const inPath = pathFields(call)
  return request => inputOf(call, inPath, request)
}

function inputOf<Input extends z.ZodObject>(call: OpenCall<Input>, inPath: readonly string[], request: FastifyRequest): z.output<Input> {
  const inQuery = call.method === 'GET' || call.method === 'DELETE'
  const inAddress = { ...Object(request.query), ...Object(request.params) }
  // A body was checked when it was parsed.
  if (!isStorable(inAddress)) throw Object.assign(new SyntaxError('no text that can be kept'), { statusCode: 400 })
  const given: unknown = (inQuery ? request.query : request.body) ?? {}
  if (typeof given !== 'object' || given === null || Array.isArray(given)) refuse('input_invalid', {}, { body: '须为JSON对象' })
  const twice = inPath.filter(field => Object.hasOwn(given, field))
  if (twice.length > 0) refuse('input_invalid', {}, Object.fromEntries(twice.map(field => [field, '已写在路径中，请勿重复填写'])))
  const parsed = call.input.safeParse({ ...given, ...Object(request.params) })
  if (!parsed.success) refuse('input_invalid', {}, fieldsOf(parsed.error.issues))
  return parsed.data
}

/** The W3C trace context that a caller sends. */
export function traceparentOf({ headers }: FastifyRequest): string | undefined {
  const { traceparent } = headers
  return typeof traceparent === 'string' ? traceparent : undefined
}

/** Maximum of reported fields: a thousand recipients may all be wrong. */
const maxFields = 50

function fieldsOf(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of issues.slice(0, maxFields)) {
    const at = issue.path.join('.')
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) fields[at ? `${at}.${key}` : key] = '没有这个参数，请检查拼写'
    else fields[at || 'body'] ??= issue.message
  }
  return fields
}
