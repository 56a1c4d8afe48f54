import { z } from 'zod'
import { get, post, staff } from '#contract/call.ts'
import { textOf } from '#contract/rules.ts'
import { anyPhoneNumber, idOf, moment } from '#contract/scalars.ts'
import { historyCall } from '#contract/staff/admin-history.ts'
import { countries } from '#values/country.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { carriers } from '#values/phone.ts'
import { provinces } from '#values/province.ts'
import { channelLoad } from './channel-load.ts'
import { accountRules, type ChannelSettings, channelSettings } from './channel-settings.ts'
import { hostAndPort } from './http-channel.ts'
import { messageStates } from './message-state.ts'
import { type RoutePreference, routePreference, withdrawalRuleNames } from './route-preference.ts'

const count = z.number().int()
const kind = z.enum(['otp', 'transactional', 'marketing'])
const carrier = z.enum(carriers)
/** A province, or a country of numbers abroad. */
const region = z.enum([...provinces, ...countries])
const reason = textOf('原因', limits.remarkCharacters, 2)
const between = (name: string, least: number, most: number) =>
  z
    .number({ error: `请填写${name}` })
    .int('请填写整数')
    .min(least, `${name}不能小于${least}`)
    .max(most, `${name}不能大于${most}`)

/** Forms in which a carrier writes message ids: in its answer, then in its report. */
const upstreamIdForms = ['raw', 'decimal', 'hex', 'hex_then_decimal', 'decimal_then_hex'] as const
const idForm = z.enum(upstreamIdForms)

/** Settings of a channel by staff. An address has 20 digits in all protocols, of which six are the extension. */
export const channelFacts = z.object({
  name: textOf('通道名称', 30),
  host: z
    .string()
    .trim()
    .regex(/^(?=.{1,253}$)[A-Za-z0-9](?:[A-Za-z0-9.:-]*[A-Za-z0-9])?$/, '请填写域名或IP地址'),
  port: between('端口', 1, 65_535),
  systemId: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{1,64}$/, '账号为1-64位字母、数字或符号'),
  senderNumber: z
    .string()
    .trim()
    .regex(/^\d{3,14}$/, '接入号为3-14位数字'),
  kinds: z.array(kind).min(1, '至少选择一种短信类型'),
  carriers: z.array(carrier).min(1, '至少选择一个运营商'),
  windowSize: between('窗口', 1, 1_000),
  ratePerSecond: between('限速', 1, 10_000),
  bindCount: between('连接数', 1, 16),
  upstreamIdForm: idForm,
  settings: channelSettings,
})
/** Certificate and key in one text; empty: none. */
export const clientCertificateRule = z
  .string()
  .trim()
  .max(20_000, '证书最多20000个字符')
  .refine(
    text => text === '' || (/-----BEGIN CERTIFICATE-----/.test(text) && /-----BEGIN (?:RSA |EC )?PRIVATE KEY-----/.test(text)),
    '请粘贴PEM格式的证书和私钥（不带口令）',
  )
const secrets = { clientCertificate: clientCertificateRule.optional() }
const passwordRule = z.string().regex(/^[\x21-\x7e]{1,128}$/, '密码为1-128位字母、数字或符号')

/** Account and password have the lengths of their protocol; an address by HTTP says where its host is. */
function checkAccount(
  facts: { settings: ChannelSettings; systemId: string; password?: string | undefined; host: string; port: number },
  context: z.RefinementCtx,
): void {
  if (facts.settings.protocol === 'http') {
    const { host, port } = hostAndPort(facts.settings.url)
    if (host !== facts.host || port !== facts.port)
      context.addIssue({ code: 'custom', path: ['settings', 'url'], message: '地址与主机、端口不一致' })
    const { api, reports } = facts.settings
    if (api.dialect === 'template' && api.queryUrl === '' && reports !== 'callback')
      context.addIssue({ code: 'custom', path: ['settings', 'api', 'queryUrl'], message: '状态报告由我方查询时，请填写查询地址' })
  }
  const rules = accountRules[facts.settings.protocol]
  for (const name of ['systemId', 'password'] as const) {
    const value = facts[name]
    const problem = value === undefined ? undefined : rules[name].safeParse(value).error?.issues[0]
    if (problem) context.addIssue({ code: 'custom', path: [name], message: problem.message })
  }
}

const withdrawalRule = z.enum(keysOf(withdrawalRuleNames))
const quality = z.object({
  rate: z.number().nullable(),
  usualRate: z.number().nullable(),
  delaySeconds: z.number().nullable(),
  usualDelaySeconds: z.number().nullable(),
  reportedCount: count,
})

/** Each channel once; shares are one for each, and together the whole. */
function checkRoute({ channelIds, preference }: { channelIds: string[]; preference: RoutePreference }, context: z.RefinementCtx): void {
  const add = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  if (new Set(channelIds).size < channelIds.length) add('channelIds', '通道不能重复')
  if (preference.by !== 'share') return
  if (preference.shares.length !== channelIds.length) add('preference', '请填写每个通道的比例')
  else if (preference.shares.reduce((sum, share) => sum + share, 0) !== 100) add('preference', '比例合计须为100%')
}

const channel = channelFacts.extend({
  channelId: idOf('channel'),
  version: count,
  isEnabled: z.boolean(),
  hasClientCertificate: z.boolean(),
  /** Whether a dispatch program owns it now; without one the state is outdated. */
  isHeld: z.boolean(),
  state: z.enum(['up', 'down']),
  stateDetail: z.string().nullable(),
  stateAt: moment,
  /** Connections whose circuit breaker isn't closed: `open` sends nothing, `half_open` tries one message. */
  breakers: z.array(z.object({ link: count, state: z.enum(['open', 'half_open']), reason: z.string(), since: moment })),
  /** Reports "delivered" after one that said "failed"; they change no message. */
  lateDeliveryCount: count,
  /** Parts that came under an id which another part had: their reports are told apart by the phone. */
  doubledIdCount: count,
  /** Cost of a segment now, in 毫; null: not set. */
  unitCostHao: count.nullable(),
  /** Carriers and countries with a cost of their own. */
  particularCostCount: count,
  /** How it does now, and usually; null: not measured yet. */
  quality: quality.nullable(),
  /** Its connections and rate now; null: no dispatch program owns it. */
  load: channelLoad.nullable(),
  /** Other channels take its traffic, but for a probe share. */
  withdrawal: z.object({ since: z.string(), reason: z.string() }).nullable(),
  withdrawalRule,
  /** Where an upstream by HTTP calls us with reports and replies; null: it has no such address. */
  callbackUrl: z.string().nullable(),
})

const one = z.object({ channelId: idOf('channel') })
const routeFacts = z.object({
  kind,
  carrier,
  /** Null: every province. */
  province: region.nullable(),
  /** Null: every customer. */
  accountId: idOf('account').nullable(),
})

/** The rule that selects a channel, with the texts of the screens; `fitting`: none does. */
const routeSources = ['accountProvince', 'account', 'province', 'general', 'fitting'] as const
const sources = routeSources

export const adminChannelCalls = {
  list: get('/api/admin/channels', '通道列表', staff('channel.read'), { answer: z.object({ rows: z.array(channel) }) }),
  volume: get('/api/admin/channels/volume', '通道今日发送量', staff('channel.read'), {
    /** Messages accepted today in China, by their channel; `waiting`: queued now. */
    answer: z.object({
      rows: z.array(z.object({ channelId: idOf('channel'), submitted: count, delivered: count, ended: count, waiting: count })),
    }),
  }),
  create: post('/api/admin/channels/create', '新建通道', staff('channel.write'), {
    input: channelFacts.extend({ password: passwordRule, ...secrets, reason }).superRefine(checkAccount),
    answer: one,
    refusals: ['channel_name_taken'],
    once: true,
  }),
  change: post('/api/admin/channels/change', '修改通道', staff('channel.write'), {
    /** Without a password or certificate the old one stays. */
    input: channelFacts
      .extend({ channelId: idOf('channel'), version: count, password: passwordRule.optional(), ...secrets, reason })
      .superRefine(checkAccount),
    refusals: ['not_found', 'changed_meanwhile', 'channel_name_taken', 'channel_protocol_fixed'],
    once: true,
  }),
  enable: post('/api/admin/channels/enable', '启用通道', staff('channel.write'), {
    input: one.extend({ reason }),
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
  disable: post('/api/admin/channels/disable', '停用通道', staff('channel.write'), {
    input: one.extend({ reason }),
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
  setWithdrawalRule: post('/api/admin/channels/withdrawal', '设置通道撤量', staff('channel.write'), {
    input: one.extend({ rule: withdrawalRule, reason }),
    refusals: ['not_found'],
    once: true,
  }),
  traffic: get('/api/admin/channels/traffic', '通道近24小时的提交与回执', staff('channel.read'), {
    input: one,
    /** By hour, the latest first; parts, not messages. */
    answer: z.object({
      rows: z.array(
        z.object({
          at: moment,
          submittedCount: count,
          refusedCount: count,
          deliveredCount: count,
          failedCount: count,
          meanDelaySeconds: z.number().nullable(),
        }),
      ),
      reports: z.object({
        /** Of the parts that the carrier took on a day, as old as they are counted for, those reported in time. */
        shares: z.array(z.object({ withinSeconds: count, submittedCount: count, reportedCount: count })),
        medianSeconds: z.number().nullable(),
        /** Reports of no part that is known. */
        unmatchedCount: count,
      }),
    }),
  }),
  exchanges: get('/api/admin/channels/exchanges', '通道最近的测试和被拒绝的短信', staff('channel.write'), {
    input: one,
    /**
     * Test messages, and the last hundred refusals, of three days, the latest first; as hex, or as text by HTTP, without
     * secrets. `code`: why it was refused.
     */
    answer: z.object({
      rows: z.array(
        z.object({ messageId: idOf('message'), at: moment, code: z.string().nullable(), request: z.string(), answer: z.string() }),
      ),
    }),
  }),
  test: post('/api/admin/channels/test', '发送测试短信', staff('channel.write'), {
    input: one.extend({ phone: anyPhoneNumber }),
    /** `carrier`: that of the number, which the channel may not serve. */
    answer: z.object({ messageId: idOf('message'), carrier }),
    refusals: ['not_found', 'channel_down', 'balance_insufficient', 'account_in_arrears', 'spend_cap_reached'],
    once: true,
  }),
  testState: get('/api/admin/channels/test-state', '测试短信的结果', staff('channel.write'), {
    input: z.object({ messageId: idOf('message') }),
    answer: z.object({
      state: z.enum(keysOf(messageStates)),
      content: z.string(),
      acceptedAt: moment,
      submittedAt: moment.nullable(),
      finishedAt: moment.nullable(),
      /** The channel that took it: another one when it was rerouted. */
      channelName: z.string().nullable(),
      code: z.string().nullable(),
      meaning: z.string().nullable(),
      /** What was written to the carrier and what it answered, without secrets; null until then. `code`: it was refused. */
      exchange: z.object({ code: z.string().nullable(), request: z.string(), answer: z.string() }).nullable(),
    }),
    refusals: ['not_found'],
  }),
  history: historyCall('/api/admin/channels/history', '通道的修改记录', 'channel.read'),
}

export const adminRouteCalls = {
  list: get('/api/admin/routes', '路由列表', staff('channel.read'), {
    answer: z.object({
      rows: z.array(
        routeFacts.extend({
          routeId: idOf('route'),
          accountName: z.string().nullable(),
          channelIds: z.array(idOf('channel')),
          preference: routePreference,
        }),
      ),
    }),
  }),
  set: post('/api/admin/routes/set', '设置路由', staff('channel.write'), {
    input: routeFacts
      .extend({
        /** In order, which `preference` may change; with shares as many as those. */
        channelIds: z.array(idOf('channel')).min(1, '至少选择一个通道').max(10, '最多10个通道'),
        preference: routePreference,
        /** The value that the person saw; null when there was no such route. */
        seen: z.object({ channelIds: z.array(idOf('channel')), preference: routePreference }).nullable(),
        reason,
      })
      .superRefine(checkRoute),
    refusals: ['not_found', 'changed_meanwhile', 'channel_unfit'],
    once: true,
  }),
  remove: post('/api/admin/routes/remove', '删除路由', staff('channel.write'), {
    input: z.object({ routeId: idOf('route'), reason }),
    refusals: ['not_found'],
    once: true,
  }),
  trace: get('/api/admin/routes/trace', '路由试算', staff('channel.read'), {
    input: z.object({ phone: anyPhoneNumber, kind, accountId: idOf('account').optional() }),
    answer: z.object({
      /** Null: in no segment that takes messages. */
      carrier: carrier.nullable(),
      province: region.nullable(),
      /** Source of the carrier. */
      by: z.enum(['ported', 'segment', 'country']).nullable(),
      segment: z.string().nullable(),
      /** A number abroad in a country without a price: it would be refused. */
      isClosed: z.boolean(),
      accountName: z.string().nullable(),
      steps: z.array(
        z.object({
          channelId: idOf('channel'),
          name: z.string(),
          source: z.enum(sources),
          /** `down`: it fits, but is disconnected now; `withdrawn`: others take its traffic. */
          skip: z.enum(['disabled', 'unfit', 'down', 'withdrawn']).nullable(),
        }),
      ),
      chosenId: idOf('channel').nullable(),
    }),
    refusals: ['not_found'],
  }),
  history: historyCall('/api/admin/routes/history', '路由的修改记录', 'channel.read'),
}
