import { z } from 'zod'
import { get, member, post } from '#contract/call.ts'
import { idOf, moment, pageOf, pageSize } from '#contract/scalars.ts'
import { limits } from '#values/limits.ts'
import { eventKindNames, pushEvent, type WebhookFormat, webhookFormatNames, webhookFormats } from './push.ts'

/** Outcomes of requests to a webhook, for its owner. */
const outcomes = ['delivered', 'status', 'redirect', 'answer', 'timeout', 'connection', 'certificate', 'name', 'closed', 'offline'] as const
export type WebhookOutcome = (typeof outcomes)[number]
const outcomeNames = outcomes

/** Why a text is no URL of a webhook, or null. Whether it is public is checked at each request. */
export function webhookUrlProblem(text: string): string | null {
  if (!URL.canParse(text)) return '请输入完整的网址，以 http:// 或 https:// 开头'
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return '网址须以 http:// 或 https:// 开头'
  if (url.username !== '' || url.password !== '') return '网址里不能带用户名和密码，请用签名验证来源'
  if (url.hash !== '') return '网址里不能带 # 之后的部分'
  return null
}

/** The URL of a webhook. */
export const webhookUrlRule = z
  .string()
  .trim()
  .min(1, '请输入回调地址')
  .max(limits.webhookUrlCharacters, `回调地址最多${limits.webhookUrlCharacters}个字符`)
  .superRefine((text, context) => {
    const problem = text === '' ? null : webhookUrlProblem(text)
    if (problem) context.addIssue(problem)
  })

const choice = z.object({
  url: webhookUrlRule,
  format: z.enum(webhookFormatNames),
  kinds: z.array(z.enum(eventKindNames)).min(1, '请至少选择一种事件').max(eventKindNames.length),
})

const checkKinds = ({ format, kinds }: { format: WebhookFormat; kinds: readonly string[] }, context: z.core.$RefinementCtx) => {
  const known: readonly string[] = webhookFormats[format].kinds
  if (kinds.some(kind => !known.includes(kind)))
    context.addIssue({ code: 'custom', path: ['kinds'], message: `${webhookFormats[format].name}格式没有这种事件` })
}

const webhookId = idOf('webhook')
const one = z.object({ webhookId })
const count = z.number().int()

const webhook = choice.extend({
  webhookId,
  state: z.enum(['enabled', 'disabled']),
  /** Disabled by its owner, or by us after a day of failures. */
  disabledWhy: z.enum(['owner', 'failing']).nullable(),
  failingSince: moment.nullable(),
  nextTryAt: moment.nullable(),
  lastSuccessAt: moment.nullable(),
  previousUntil: moment.nullable(),
  waitingCount: count,
  parkedCount: count,
})
export type Webhook = z.input<typeof webhook>

export const pushAttempt = z.object({
  attemptId: idOf('pushAttempt'),
  at: moment,
  eventCount: count,
  outcome: z.enum(outcomeNames),
  httpStatus: count.nullable(),
  elapsedMs: count,
  isTest: z.boolean(),
})
export type PushAttempt = z.input<typeof pushAttempt>

const eventRow = z.object({
  eventId: idOf('event'),
  kind: z.enum(eventKindNames),
  /** Short description of its subject. */
  summary: z.string(),
  at: moment,
  attemptCount: count,
})
export type DeadLetter = z.input<typeof eventRow>

/** Details of a delivery: our request, and only the status of the answer. */
export const webhookExchange = z.object({
  outcome: z.enum(outcomeNames),
  httpStatus: count.nullable(),
  elapsedMs: count,
  request: z.object({ url: z.string(), headers: z.record(z.string(), z.string()), body: z.string() }),
})

const reading = member('app.read')
const writing = member('app.write')

export const webhookCalls = {
  list: get('/api/webhooks', '应用的回调地址', reading, {
    input: z.object({ appId: idOf('app') }),
    answer: z.object({ rows: z.array(webhook), pullCount: count }),
    refusals: ['not_found'],
  }),
  add: post('/api/webhooks/add', '添加回调地址', writing, {
    input: choice.extend({ appId: idOf('app') }).superRefine(checkKinds),
    answer: z.object({ webhookId, secret: z.string() }),
    refusals: ['not_found', 'webhook_limit', 'webhook_kind_taken', 'webhook_not_public', 'step_up_required'],
  }),
  change: post('/api/webhooks/change', '修改回调地址', writing, {
    input: choice.extend({ webhookId }).superRefine(checkKinds),
    refusals: ['not_found', 'webhook_kind_taken', 'webhook_not_public', 'step_up_required'],
  }),
  switch: post('/api/webhooks/switch', '启用或停用回调地址', writing, {
    input: one.extend({ isEnabled: z.boolean() }),
    refusals: ['not_found'],
  }),
  remove: post('/api/webhooks/remove', '删除回调地址', writing, { input: one, refusals: ['not_found', 'step_up_required'] }),
  secret: post('/api/webhooks/secret', '查看或更换回调的签名密钥', writing, {
    input: one.extend({ isRenewed: z.boolean() }),
    answer: z.object({ secret: z.string() }),
    refusals: ['not_found', 'step_up_required'],
  }),
  test: post('/api/webhooks/test', '向回调地址推送一个测试事件', writing, {
    input: one.extend({ kind: z.enum(eventKindNames) }),
    answer: webhookExchange,
    refusals: ['not_found', 'too_many_requests'],
  }),
  attempts: get('/api/webhooks/attempts', '推送日志', reading, {
    input: one.extend({ outcome: z.enum(['failed', 'delivered']).optional(), cursor: idOf('pushAttempt').optional(), limit: pageSize }),
    answer: pageOf(pushAttempt),
    refusals: ['not_found'],
  }),
  attempt: get('/api/webhooks/attempt', '一次推送的内容', reading, {
    input: z.object({ attemptId: idOf('pushAttempt') }),
    answer: pushAttempt.extend({ events: z.array(pushEvent) }),
    refusals: ['not_found'],
  }),
  parked: get('/api/webhooks/parked', '未能送达的事件', reading, {
    input: one.extend({ cursor: idOf('event').optional(), limit: pageSize }),
    answer: pageOf(eventRow),
    refusals: ['not_found'],
  }),
  redeliver: post('/api/webhooks/redeliver', '重新推送未能送达的事件', writing, {
    input: one.extend({ eventIds: z.array(idOf('event')).min(1).max(limits.webhookEvents).nullable() }),
    answer: z.object({ eventCount: count }),
    refusals: ['not_found', 'webhook_disabled'],
  }),
}
