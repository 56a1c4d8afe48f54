import { z } from 'zod'
import { eventKindNames, eventKinds, pulledKinds, pushEvent, webhookFormatNames, webhookFormats } from '#contract/push/push.ts'
import { pushAttempt, webhookExchange, webhookUrlRule } from '#contract/push/webhook.ts'
import { idOf, moment } from '#contract/scalars.ts'
import { limits } from '#values/limits.ts'
import { exampleId, openCall } from './call.ts'
import { listFields, nextCursor } from './message.ts'

const maxPulledEvents = 200
const cursor = z.uuid().describe('拉取时返回的cursor')

export const openEventCalls = {
  pull: openCall('pullEvents', 'POST', 'events/pull', '拉取状态报告和回复', 'callback', {
    about: [
      '没有设置回调的事件在这里等待，保留72小时。拉取后1分钟内没有确认的会再次给出，所以每个事件至少得到一次，请按事件的id去重。',
      '处理完请调用确认接口。可以有多个程序同时拉取，它们不会得到同一个事件。',
    ],
    input: z.object({
      kinds: z
        .array(z.enum(pulledKinds))
        .min(1)
        .default([...pulledKinds])
        .describe('report 状态报告、inbound 上行回复；默认两者都要'),
      pageSize: z.int().min(1).max(maxPulledEvents).default(100).describe(`最多取多少个，1-${maxPulledEvents}，默认100`),
    }),
    answer: z.object({ cursor: cursor.nullable().describe('确认时使用；没有事件时为null'), events: z.array(pushEvent) }),
    example: { kinds: ['report'], pageSize: 100 },
  }),
  acknowledge: openCall('acknowledgeEvents', 'POST', 'events/acknowledge', '确认已处理的事件', 'callback', {
    about: ['确认后不再给出。超过1分钟才确认的，可能已经给了别的程序，这时acknowledgedCount为0，不必理会。'],
    input: z.object({
      cursor,
      eventIds: z.array(idOf('event')).min(1).max(maxPulledEvents).optional().describe('只确认其中的一些；不填为全部'),
    }),
    answer: z.object({ acknowledgedCount: z.number().int() }),
    example: { cursor: '0193a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b' },
  }),
}

const webhookId = idOf('webhook').describe('回调的编号')
const exampleWebhook = exampleId('webhook')
const kinds = z
  .array(z.enum(eventKindNames))
  .min(1)
  .max(eventKindNames.length)
  .describe(
    `推送哪些事件：${Object.entries(eventKinds)
      .map(([key, name]) => `${key} ${name}`)
      .join('、')}。一种事件只能推送到一个地址`,
  )
const choice = {
  url: webhookUrlRule.describe('公网的http或https网址，端口为80、443或1024以上；不跟随跳转'),
  format: z
    .enum(webhookFormatNames)
    .default('hongyan')
    .describe(
      `内容的格式：${Object.entries(webhookFormats)
        .map(([key, { name }]) => `${key} ${name}`)
        .join('、')}`,
    ),
  kinds,
}
const one = z.object({ webhookId })
const act = { input: one, example: { webhookId: exampleWebhook } } as const

export const openWebhookCalls = {
  list: openCall('listWebhooks', 'GET', 'webhooks', '应用的回调地址', 'callback', {
    answer: z.object({
      rows: z.array(
        z.object({
          webhookId,
          ...choice,
          format: choice.format.unwrap(),
          url: z.string(),
          state: z.enum(['enabled', 'disabled']),
          disabledWhy: z.enum(['owner', 'failing']).nullable().describe('owner 您停用、failing 连续失败24小时被停用'),
          lastSuccessAt: moment.nullable(),
          failingSince: moment.nullable(),
          waitingCount: z.number().int().describe('等待推送的事件数'),
          parkedCount: z.number().int().describe('没有送达、等待您处理的事件数'),
        }),
      ),
    }),
  }),
  create: openCall('createWebhook', 'POST', 'webhooks', '添加回调地址', 'callback', {
    input: z.object(choice),
    answer: z.object({ webhookId }),
    refusals: ['webhook_limit', 'webhook_kind_taken', 'webhook_not_public'],
    example: { url: 'https://example.com/hongyan', kinds: ['report', 'inbound'] },
  }),
  update: openCall('updateWebhook', 'PUT', 'webhooks/{webhookId}', '修改回调地址', 'callback', {
    ...act,
    input: one.extend(choice),
    refusals: ['not_found', 'webhook_kind_taken', 'webhook_not_public'],
    example: { webhookId: exampleWebhook, url: 'https://example.com/hongyan', kinds: ['report', 'inbound'] },
  }),
  enable: openCall('enableWebhook', 'POST', 'webhooks/{webhookId}/enable', '启用回调地址', 'callback', { ...act, refusals: ['not_found'] }),
  disable: openCall('disableWebhook', 'POST', 'webhooks/{webhookId}/disable', '停用回调地址', 'callback', {
    ...act,
    about: ['停用后，新的状态报告和回复等待拉取。'],
    refusals: ['not_found'],
  }),
  delete: openCall('deleteWebhook', 'DELETE', 'webhooks/{webhookId}', '删除回调地址', 'callback', { ...act, refusals: ['not_found'] }),
  secret: openCall('getWebhookSecret', 'GET', 'webhooks/{webhookId}/secret', '查看回调的签名密钥', 'callback', {
    ...act,
    answer: z.object({ secret: z.string().describe('验证X-Hongyan-Signature时使用') }),
    refusals: ['not_found'],
  }),
  renewSecret: openCall('renewWebhookSecret', 'POST', 'webhooks/{webhookId}/secret/renew', '更换回调的签名密钥', 'callback', {
    ...act,
    about: ['之后24小时内，每个推送同时带新旧两个密钥的签名，您可以从容切换。'],
    refusals: ['not_found'],
  }),
  test: openCall('testWebhook', 'POST', 'webhooks/{webhookId}/test', '推送一个测试事件', 'callback', {
    ...act,
    about: ['立即向您的地址推送一个示例事件，应答里是我们发出的请求和您的程序返回的状态码。'],
    isRepeatable: true,
    input: one.extend({ kind: z.enum(eventKindNames).default('report').describe('事件的种类') }),
    answer: webhookExchange,
    refusals: ['not_found', 'too_many_requests'],
    example: { webhookId: exampleWebhook, kind: 'report' },
  }),
  deliveries: openCall('listDeliveries', 'GET', 'webhooks/{webhookId}/deliveries', '推送日志', 'callback', {
    ...act,
    input: one.extend({ outcome: z.enum(['delivered', 'failed']).optional().describe('只看成功或失败的'), ...listFields }),
    answer: z.object({ rows: z.array(pushAttempt), nextCursor }),
    refusals: ['not_found'],
  }),
  redeliver: openCall('redeliverEvents', 'POST', 'webhooks/{webhookId}/redeliver', '重新推送没有送达的事件', 'callback', {
    ...act,
    input: one.extend({
      eventIds: z.array(idOf('event')).min(1).max(limits.webhookEvents).nullable().default(null).describe('哪些事件；不填为全部'),
    }),
    answer: z.object({ eventCount: z.number().int().describe('重新推送的事件数') }),
    refusals: ['not_found', 'webhook_disabled'],
  }),
}
