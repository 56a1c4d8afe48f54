import { z } from 'zod'
import { appKinds, scopes } from '#contract/apps/app-labels.ts'
import { messageKind } from '#contract/messages/delivery.ts'
import { failureCauses, measures, statisticsDimensions } from '#contract/messages/statistics.ts'
import { idOf, moment, phoneOrEnding } from '#contract/scalars.ts'
import { describeTerm, type TermKey, terms } from '#contract/terms.ts'
import { keysOf } from '#values/keys.ts'
import { openCall } from './call.ts'
import { listFields, nextCursor, timesOf } from './message.ts'

const count = z.number().int()
const day = z.iso.date()
const period = {
  from: day.describe('开始日期（北京时间），含当天'),
  to: day.describe('结束日期，含当天；最多397天'),
  kind: messageKind.optional().describe('短信类型'),
  of: z.enum(['app', 'account']).default('app').describe('app 本应用、account 整个账户'),
}
const today = { from: '2026-11-15', to: '2026-11-21' }
const described = (key: TermKey) => count.describe(describeTerm(key))
const milliseconds = (key: TermKey) => count.nullable().describe(`${describeTerm(key)}，单位毫秒；没有${terms.delivered}的为null`)
const figures = measures.extend({
  acceptedCount: described('accepted'),
  deliveredCount: described('delivered'),
  failedCount: described('failed'),
  unknownCount: described('unknown'),
  refusedCount: described('refused'),
  canceledCount: described('canceled'),
  waitingCount: described('waiting'),
  segmentCount: described('segments'),
  chargedSegmentCount: described('charged'),
  costHao: count.describe(`${describeTerm('balancePaid')}，单位毫`),
  p50Ms: milliseconds('latencyP50'),
  p95Ms: milliseconds('latencyP95'),
})

export const openQueryCalls = {
  app: openCall('getApp', 'GET', 'app', '查询当前应用', null, {
    about: ['适合用来试一试密钥和签名是否正确。'],
    answer: z.object({
      appId: idOf('app'),
      sdkAppId: z.string().describe('腾讯云SDK里填写的SmsSdkAppId'),
      name: z.string(),
      kind: z.enum(appKinds).describe('production 生产、test 测试（沙箱）'),
      accessKeyId: z.string(),
      scopes: z.array(z.enum(scopes)).describe('这个密钥的权限'),
      requestsPerSecond: count.describe('每秒请求数上限'),
    }),
  }),
  balance: openCall('getBalance', 'GET', 'balance', '余额与套餐余量', 'query', {
    answer: z.object({
      availableHao: count.describe(`${describeTerm('available')}，单位毫，1元=10000毫`),
      heldHao: count.describe(`${describeTerm('held')}，单位毫`),
      packages: z.array(
        z.object({
          kind: z.enum(['industry', 'marketing', 'general']).describe('industry 行业（验证码和通知）、marketing 推广、general 通用'),
          availableCount: count.describe(`剩余${terms.segments}`),
          firstExpiresAt: moment.nullable().describe('最早到期的时间'),
        }),
      ),
      whenEmpty: z.enum(['stop', 'balance']).describe('套餐用尽后：stop 停发、balance 改用余额'),
      linkUnitsLeft: count.describe('短链套餐剩余次数'),
    }),
  }),
  statistics: openCall('getStatistics', 'GET', 'statistics', '发送统计', 'query', {
    about: [`按${terms.accepted}时间统计。${terms.rate} = deliveredCount ÷（deliveredCount + failedCount + unknownCount）。`],
    input: z.object({
      ...period,
      by: z.enum(['hour', 'day', 'month']).default('day').describe('hour 按时（最多31天）、day 按日、month 按月'),
    }),
    answer: z.object({ totals: figures, buckets: z.array(z.object({ at: z.string(), ...figures.shape })) }),
    example: today,
  }),
  breakdown: openCall('getStatisticsBreakdown', 'GET', 'statistics/breakdown', '发送统计：按维度', 'query', {
    input: z.object({
      ...period,
      split: z.enum(keysOf(statisticsDimensions)).describe(
        Object.entries(statisticsDimensions)
          .map(([key, of]) => `${key} ${of}`)
          .join('、'),
      ),
    }),
    answer: z.object({ rows: z.array(z.object({ key: z.string(), name: z.string(), ...figures.shape })) }),
    example: { ...today, split: 'carrier' },
  }),
  failures: openCall('getFailureCauses', 'GET', 'statistics/failures', `发送统计：${terms.causes}`, 'query', {
    input: z.object(period),
    answer: z.object({ causes: failureCauses }),
    example: today,
  }),
  inbound: openCall('listInbound', 'GET', 'inbound', '收到的回复', 'query', {
    about: ['手机用户的回复（上行），最新的在前。不填时间时查最近7天。实时处理请用回调或拉取。'],
    input: z.object({
      phone: phoneOrEnding.optional().describe('11位手机号，或后4位'),
      ...timesOf('收到'),
      ...listFields,
    }),
    answer: z.object({
      rows: z.array(
        z.object({
          inboundId: idOf('inbound'),
          receivedAt: moment,
          phone: z.string(),
          text: z.string(),
          signature: z.string().nullable().describe('回复的是哪个签名的短信'),
          messageId: idOf('message').nullable().describe('回复的短信'),
          isOptOut: z.boolean().describe('是退订，号码已加入黑名单'),
        }),
      ),
      nextCursor,
    }),
    example: { phone: '13800138000' },
  }),
}
