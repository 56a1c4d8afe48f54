import { z } from 'zod'
import { isOnce, isRead, type OpenCall, openBase, pathFields, wholeAnswer } from '#contract/open/call.ts'
import { openSections } from '#contract/open/calls.ts'
import { everywhere, type OpenErrorCode, openErrorFacts, openErrors, type ProtocolError, protocolErrors } from '#contract/open/error.ts'
import { pushEvent } from '#contract/push/push.ts'
import { keysOf } from '#values/keys.ts'
import { exampleOf, sampleOf } from './sample.ts'

type Json = Record<string, unknown>

/** JSON schema of the wire form: codecs as they are encoded. */
export const wireSchema = (schema: z.ZodType): Json => {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json
  return rest
}

const signingHeaders = [
  { name: 'X-Hongyan-Timestamp', in: 'header', schema: { type: 'integer' }, description: '签名时的秒数；使用签名时必填' },
  { name: 'X-Hongyan-Nonce', in: 'header', schema: { type: 'string', minLength: 8, maxLength: 64 }, description: '随机数；使用签名时必填' },
]
const idempotencyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', minLength: 8, maxLength: 100 },
  description: '同一个键72小时内只执行一次，重试得到第一次的应答',
}
const rateHeaders = Object.fromEntries(
  [
    ['RateLimit-Limit', '每秒请求数上限'],
    ['RateLimit-Remaining', '这一秒还可以请求的次数'],
    ['RateLimit-Reset', '多少秒后恢复到上限'],
    ['X-Request-Id', '请求编号'],
  ].map(([name, description]) => [name, { description, schema: { type: name === 'X-Request-Id' ? 'string' : 'integer' } }]),
)

const retryHeader = { 'Retry-After': { description: '多少秒后再试', schema: { type: 'integer' } } }

/** The OpenAPI 3.1 document of all calls, generated from the contract. `address`: public address of this API. */
export function openDocument(address: string, now = new Date()): Json {
  const paths: Record<string, Json> = {}
  for (const { name: tag, calls } of openSections)
    for (const call of calls) {
      paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(call, tag, now) }
    }
  return {
    openapi: '3.1.0',
    info: {
      title: '鸿雁开放接口',
      version: '1',
      description: `发送短信、查询结果、管理签名模板与短链接。阅读版：${address}${openBase}/docs`,
    },
    servers: [{ url: address }],
    tags: openSections.map(({ name }) => ({ name })),
    security: [{ bearer: [] }, { signature: [] }],
    paths,
    webhooks: { event: { post: webhook } },
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'Authorization: Bearer <密钥ID>:<密钥>' },
        signature: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'HONGYAN-HMAC-SHA256 Credential=<密钥ID>, Signature=<签名>',
        },
      },
      responses: Object.fromEntries(keysOf(protocolErrors).map(code => [code, failure([code])])),
      schemas: { Error: errorSchema, Event: wireSchema(pushEvent) },
    },
  }
}

const webhook = {
  operationId: 'receiveEvents',
  summary: '事件回调：我们请求您设置的地址',
  parameters: [
    {
      name: 'X-Hongyan-Signature',
      in: 'header',
      required: true,
      schema: { type: 'string' },
      description: 't=<秒数>,v1=<签名>：以回调的密钥对“秒数.请求体”做HMAC-SHA256，十六进制',
    },
  ],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Event' }, maxItems: 100 } } },
  },
  responses: { '2XX': { description: '收到；其他状态会重试' } },
}

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'requestId'],
      properties: {
        code: { enum: Object.keys(openErrors) },
        message: { type: 'string' },
        fields: { type: 'object', additionalProperties: { type: 'string' }, description: '哪个参数有什么问题' },
        stringToSign: { type: 'string', description: '签名不正确时：服务器的待签名字符串' },
        requestId: { type: 'string' },
      },
    },
  },
}

function operationOf(call: OpenCall, tag: string, now: Date): Json {
  const { properties = {}, required = [] } = wireSchema(call.input) as { properties?: Record<string, Json>; required?: string[] }
  const inPath = pathFields(call)
  const inQuery = call.method === 'GET' || call.method === 'DELETE'
  const rest = Object.entries(properties).filter(([name]) => !inPath.includes(name))
  const parameterOf = (name: string, place: 'path' | 'query') => {
    const { description, ...schema } = properties[name] ?? {}
    const isRequired = place === 'path' || required.includes(name)
    const example = exampleOf(call, name, schema, now)
    return { name, in: place, required: isRequired, schema, example, ...(description ? { description } : {}) }
  }
  const body = {
    type: 'object',
    properties: Object.fromEntries(rest.map(([name, schema]) => [name, { ...schema, examples: [exampleOf(call, name, schema, now)] }])),
    required: required.filter(name => !inPath.includes(name)),
    additionalProperties: false,
  }
  return {
    operationId: call.name,
    summary: call.summary,
    ...(call.about ? { description: call.about.join('\n\n') } : {}),
    tags: [tag],
    'x-scope': call.scope,
    parameters: [
      ...inPath.map(name => parameterOf(name, 'path')),
      ...(inQuery ? rest.map(([name]) => parameterOf(name, 'query')) : []),
      ...(isOnce(call) ? [idempotencyHeader] : []),
      ...signingHeaders,
    ],
    ...(inQuery || rest.length === 0
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: body, example: bodyOf(call) } } } }),
    responses: { 200: answerOf(call), ...failuresOf(call) },
  }
}

/** The example of a call without its path parameters. */
export function bodyOf(call: OpenCall): Json {
  const inPath = pathFields(call)
  return Object.fromEntries(Object.entries(call.example).filter(([name]) => !inPath.includes(name)))
}

function answerOf(call: OpenCall): Json {
  const schema = wireSchema(wholeAnswer(call))
  const headers = !isOnce(call)
    ? rateHeaders
    : { ...rateHeaders, 'Idempotent-Replayed': { description: '是重试：这是第一次的应答', schema: { const: 'true' } } }
  return { description: '成功', headers, content: { 'application/json': { schema, example: sampleOf(schema) } } }
}

/** Error codes of a call by status; those of every call come last. */
function failuresOf(call: OpenCall): Json {
  const codes = [...new Set<string>([...call.refusals, ...everywhere])].filter((code): code is OpenErrorCode => code in openErrors)
  const byStatus = Map.groupBy(codes, code => openErrorFacts(code).status)
  const ofCall = Object.fromEntries([...byStatus].map(([status, of]) => [status, failure(of, status === 429 || status === 503)]))
  return {
    ...Object.fromEntries(outsideOf(call).map(code => [protocolErrors[code].status, { $ref: `#/components/responses/${code}` }])),
    ...ofCall,
  }
}

/** Protocol errors that a request of a call may get outside of its own rules. */
function outsideOf(call: OpenCall): ProtocolError[] {
  // The body of a DELETE has no meaning, but is read.
  const ofBody = ['body_too_large', 'media_type_unsupported'] as const
  return ['request_malformed', 'request_timeout', ...(isRead(call) ? [] : ofBody), 'headers_too_large', 'bug']
}

const failure = (codes: readonly string[], isLater = false): Json => ({
  description: codes.join('、'),
  ...(isLater ? { headers: retryHeader } : {}),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})
