import { exampleId, type OpenCall } from '#contract/open/call.ts'
import { chinaDayStart } from '#values/china-time.ts'
import { firstOrThrow } from '#values/or-throw.ts'

interface Schema {
  type?: string | string[]
  enum?: readonly unknown[]
  const?: unknown
  format?: string
  pattern?: string
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  propertyNames?: Schema
  additionalProperties?: Schema | boolean
  required?: string[]
}

/** Sample values in answers, by the name of the field, as a programmer would see them. */
const known: Record<string, unknown> = {
  requestId: '5f0c1c1e-3c1d-4b0a-9a59-0d7c9f3f6b21',
  phone: '13800138000',
  messageId: exampleId('message'),
  batchId: exampleId('batch'),
  signatureId: exampleId('signature'),
  groupId: exampleId('group'),
  parentId: null,
  contactId: exampleId('contact'),
  blacklistId: exampleId('blacklist'),
  linkId: exampleId('link'),
  visitId: exampleId('visit'),
  inboundId: exampleId('inbound'),
  templateId: exampleId('template'),
  appId: exampleId('app'),
  id: exampleId('event'),
  webhookId: exampleId('webhook'),
  attemptId: exampleId('pushAttempt'),
  sdkAppId: '1400200001',
  accessKeyId: 'LTAIexample0001',
  templateCode: 'SMS_200101',
  signature: '云栈集市',
  customId: 'login-7781',
  code: 'DELIVRD',
  meaning: '接收成功',
  shortUrl: 'https://hy.example/Ab3dE7x',
  target: 'https://example.com/autumn',
  content: '【云栈集市】您的验证码为482913，5分钟内有效，请勿告诉他人。',
  text: '收到',
  name: '登录验证码',
  variables: [{ name: 'code', kind: 'code', maxLength: 6 }],
  reason: null,
  refused: undefined,
  nextCursor: null,
  cursor: '0193a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b',
  segmentCount: 1,
  availableHao: 1_286_000,
  heldHao: 350,
  requestsPerSecond: 5_000,
  province: '浙江省',
  city: '杭州市',
  address: '113.87.160.*',
  url: 'https://example.com/hongyan',
}
const moments: Record<string, string> = {
  acceptedAt: '2026-11-21T04:00:00.000Z',
  submittedAt: '2026-11-21T04:00:00.412Z',
  finishedAt: '2026-11-21T04:00:03.000Z',
}

/** Sample values that a call's own example leaves out, as a program may send them. */
const given: Record<string, unknown> = {
  recipients: [{ phone: '13800138000', templateParam: { code: '482913' }, customId: 'login-7781' }],
  link: { variable: 'link', linkId: exampleId('link') },
  extension: '01',
  eventIds: [exampleId('event')],
  cursor: '0193a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b',
  search: '云栈',
  tag: '秋季活动',
  tags: ['秋季活动'],
  title: '秋季活动',
  remark: '用户登录',
  authorizedUntil: '2027-12-31',
  endsAt: '2027-12-31T16:00:00.000Z',
  expiresAt: '2027-12-31T16:00:00.000Z',
  visitLimit: 10_000,
  password: '2468',
  domain: '',
  code: 'autumn26',
  parentId: null,
  proofs: [],
}

/** Times that a call accepts only near the present, in days from today. */
const daysFromNow: Record<string, number> = { from: -1, to: 0, sendAt: 1 }
const hourMs = 3_600_000

/** An example for a field of a call's input: the call's own, else a usual one. */
export function exampleOf(call: OpenCall, name: string, schema: object, now: Date): unknown {
  const example = (call.example as Record<string, unknown>)[name]
  if (example !== undefined) return example
  const days = daysFromNow[name]
  if (days !== undefined) return new Date(chinaDayStart(now, days).getTime() + hourMs * 10).toISOString()
  if (Object.hasOwn(given, name)) return given[name]
  const { default: usual } = schema as { default?: unknown }
  return usual ?? sampleOf(schema, name)
}

/** An example for a JSON schema: known names have their own, the others follow from their type. */
export function sampleOf(schema: object, name = ''): unknown {
  const of = schema as Schema
  if (of.const !== undefined) return of.const
  if (Object.hasOwn(known, name) && fits(of, known[name])) return known[name]
  if (of.enum) return of.enum[0]
  const choices = of.anyOf ?? of.oneOf
  if (choices) return sampleOf(choices.find(choice => choice.type !== 'null') ?? firstOrThrow(choices), name)
  if (of.properties) return sampleOfProperties(of.properties)
  switch (of.type) {
    case 'array':
      return [sampleOf(of.items ?? {}, name)]
    case 'object':
      return sampleOfRecord(of)
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return false
    case 'string':
      return of.format === 'date-time' ? (moments[name] ?? '2026-11-21T04:00:00.000Z') : of.format === 'date' ? '2026-11-21' : '…'
    default:
      return null
  }
}

function sampleOfProperties(properties: Record<string, Schema>): object {
  const entries = Object.entries(properties).map(([key, inner]) => [key, sampleOf(inner, key)] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** A record shows its required keys, else the first optional one. */
function sampleOfRecord({ propertyNames, additionalProperties, required }: Schema): object {
  const inner = typeof additionalProperties === 'object' ? additionalProperties : {}
  const keys = required ?? [String(propertyNames?.enum?.[0] ?? 'name')]
  return Object.fromEntries(keys.map(key => [key, sampleOf(inner)]))
}

/** One name can mean several things: its sample is used only if it has the field's type. */
function fits(schema: Schema, value: unknown): boolean {
  const types = [schema, ...(schema.anyOf ?? schema.oneOf ?? [])].flatMap(one => one.type ?? [])
  if (value === undefined) return true
  if (value === null) return types.includes('null')
  if (schema.enum) return schema.enum.includes(value)
  return types.includes(Array.isArray(value) ? 'array' : typeof value === 'number' ? 'integer' : typeof value)
}
