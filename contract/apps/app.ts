import { z } from 'zod'
import { get, member, post } from '#contract/call.ts'
import { textOf } from '#contract/rules.ts'
import { idOf, moment } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { mainlandCarriers } from '#values/phone.ts'
import { addressProblem } from './address-rule.ts'
import { appKinds, ingresses, scopes } from './app-labels.ts'
import { type AppSettings, appSettings } from './app-setting.ts'

/** States of an app, with the texts of the screens. A deleted one is not shown. */
export const appStates = { enabled: '已启用', disabled: '已停用' } as const
export type AppState = keyof typeof appStates

/** States of a key; `ending`: it was replaced and expires by itself. */
export const keyStates = { enabled: '已启用', ending: '即将停用', disabled: '已停用' } as const
export type KeyState = keyof typeof keyStates

const stateOf = <State extends string>(states: Record<State, unknown>) => z.enum(keysOf(states))
const kind = z.enum(appKinds)
const scopeList = z.array(z.enum(scopes)).min(1, '请至少选择一项权限').max(scopes.length)
const count = z.number().int()

export const appNameRule = textOf('名称', limits.appNameCharacters, limits.appNameMinCharacters)
export const appNoteRule = z.string().trim().max(limits.appNoteCharacters, `说明最多${limits.appNoteCharacters}个字`)
export const keyNoteRule = z.string().trim().max(limits.appNameCharacters, `用途最多${limits.appNameCharacters}个字`)

/** Hours for which a replaced key stays valid; null: until it is disabled. */
export const overlapHours = [1, 24, 168] as const

const appId = idOf('app')
const one = z.object({ appId })
const accessKeyId = z.string().min(1).max(64)

const row = z.object({
  appId,
  /** Its id in the Tencent SDK. */
  number: z.string(),
  name: z.string(),
  note: z.string(),
  kind,
  state: stateOf(appStates),
  disabledWhy: z.string().nullable(),
  createdAt: moment,
  liveKeyCount: count,
  lastUsedAt: moment.nullable(),
  allowlistMode: appSettings.shape.allowlist.unwrap().shape.mode.unwrap(),
  defaultSignature: z.string().nullable(),
  /** Since its one-time codes looked abused. */
  otpPausedUntil: moment.nullable(),
  /** Of today in China. `deliveredRate`: share of the final ones, 0 to 1; null: none is final. */
  today: z.object({ messageCount: count, segmentCount: count, deliveredRate: z.number().nullable() }),
  dailySegments: count.nullable(),
})

const key = z.object({
  accessKeyId,
  state: stateOf(keyStates),
  note: z.string(),
  scopes: z.array(z.enum(scopes)),
  /** False for a key from before request signatures: valid in `Authorization: Bearer` only. */
  canSign: z.boolean(),
  createdAt: moment,
  createdBy: z.string().nullable(),
  lastUsedAt: moment.nullable(),
  lastUsedAddress: z.string().nullable(),
  endsAt: moment.nullable(),
  disabledAt: moment.nullable(),
})

/** Settings on the wire: ids have their prefixes. */
const wireSettings = appSettings.extend({
  signatureIds: z.array(idOf('signature')).max(200).nullable(),
  templateIds: z.array(idOf('template')).max(1_000).nullable(),
})

/** The same as an answer: all fields are present. */
const toldSettings = wireSettings as unknown as z.ZodType<AppSettings, AppSettings>

const problems = (settings: Partial<AppSettings>, add: (path: string[], message: string) => void) => {
  const { allowlist, hours } = settings
  for (const line of allowlist?.lines ?? []) {
    const problem = addressProblem(line)
    if (problem) add(['settings', 'allowlist'], problem)
  }
  if (allowlist && allowlist.mode !== 'off' && allowlist.lines.length === 0)
    add(['settings', 'allowlist'], '名单是空的，请先填写地址，否则任何程序都不能调用')
  if (hours && hours.fromMinute >= hours.untilMinute) add(['settings', 'hours'], '开始时间须早于结束时间')
  if (settings.signatureIds?.length === 0) add(['settings', 'signatureIds'], '请至少选择一个签名，或改为“全部签名”')
  if (settings.templateIds?.length === 0) add(['settings', 'templateIds'], '请至少选择一个模板，或改为“全部模板”')
}

/** Settings that one section of the page saves. Without defaults, so that unsent ones stay as they are. */
const settingsPatch = z.strictObject(
  Object.fromEntries(
    Object.entries(wireSettings.shape).map(([name, rule]) => [
      name,
      ('unwrap' in rule && 'defaultValue' in rule.def ? rule.unwrap() : rule).optional(),
    ]),
  ),
) as unknown as z.ZodType<Partial<AppSettings>, Partial<AppSettings>>

const choice = <Id extends 'signature' | 'template'>(noun: Id) => z.object({ id: idOf(noun), name: z.string() })

/** Values for the code samples: texts that may be sent now, and a number of the reader's own. */
const sample = z.object({
  signature: z.string().nullable(),
  /**
   * Carriers without a registration of the signature, which may intercept its messages; none for a test app, which
   * sends nothing.
   */
  unregisteredCarriers: z.array(z.enum(mainlandCarriers)),
  template: z
    .object({ code: z.string(), text: z.string(), parameters: z.array(z.object({ name: z.string(), value: z.string() })) })
    .nullable(),
  phone: z.string(),
})
export type AppSample = z.output<typeof sample>

const detail = row
  .omit({ today: true, dailySegments: true, lastUsedAt: true, allowlistMode: true, liveKeyCount: true, defaultSignature: true })
  .extend({
    defaultSignatureId: idOf('signature').nullable(),
    settings: toldSettings,
    keys: z.array(key),
    /** Today and this month in China, as its limits count. */
    usage: z.object({ dailySegments: count, monthlySegments: count, dailySpentHao: count, monthlySpentHao: count }),
    /** Scheduled requests, which prevent deletion. */
    scheduledCount: count,
    sample,
    /** Prerequisites of a first message that wait for review by staff. */
    underReview: z.array(z.enum(['signature', 'template'])),
    /** All approved ones. */
    signatures: z.array(choice('signature')),
    templates: z.array(choice('template').extend({ code: z.string() })),
    /** Base URL of the open API, without a slash at the end. */
    openUrl: z.string(),
    /** The address of the reader's browser. */
    ownAddress: z.string(),
    /** Addresses of its last requests, and whether the allowlist contains them. */
    addresses: z.array(z.object({ address: z.string(), requestCount: count, lastAt: moment, isListed: z.boolean() })),
  })
export type AppDetail = z.input<typeof detail>
export type AccessKey = z.input<typeof key>
export type AppRow = z.input<typeof row>

const secret = z.object({ accessKeyId, accessKeySecret: z.string() })

const request = z.object({
  logId: z.string(),
  accessKeyId: accessKeyId.nullable(),
  requestId: z.string(),
  ingress: z.enum(ingresses),
  action: z.string(),
  httpStatus: count,
  code: z.string(),
  message: z.string(),
  isRefused: z.boolean(),
  address: z.string(),
  elapsedMs: count,
  at: moment,
  detail: z
    .object({
      stringToSign: z.string().optional(),
      canonicalRequest: z.string().optional(),
      isWatched: z.boolean().optional(),
      fields: z.record(z.string(), z.string()).optional(),
    })
    .nullable(),
})
export type LoggedRequest = z.input<typeof request>

export const appCalls = {
  list: get('/api/apps', '应用列表', member('app.read'), { answer: z.object({ rows: z.array(row), openUrl: z.string() }) }),
  find: get('/api/apps/find', '应用', member('app.read'), { input: one, answer: detail, refusals: ['not_found'] }),
  create: post('/api/apps/create', '创建应用', member('app.write'), {
    input: z.object({ name: appNameRule, note: appNoteRule, kind }),
    answer: secret.extend({ appId }),
    refusals: ['step_up_required', 'too_many', 'app_name_taken'],
  }),
  rename: post('/api/apps/rename', '修改应用名称', member('app.write'), {
    input: one.extend({ name: appNameRule, note: appNoteRule }),
    refusals: ['not_found', 'app_name_taken'],
  }),
  disable: post('/api/apps/disable', '停用应用', member('app.write'), { input: one, refusals: ['not_found'] }),
  enable: post('/api/apps/enable', '启用应用', member('app.write'), { input: one, refusals: ['not_found'] }),
  delete: post('/api/apps/delete', '删除应用', member('app.write'), {
    input: one,
    refusals: ['not_found', 'state_forbids', 'app_scheduled'],
  }),
  saveSettings: post('/api/apps/settings', '修改应用配置', member('app.write'), {
    input: one
      .extend({ settings: settingsPatch, defaultSignatureId: idOf('signature').nullable().optional() })
      .superRefine(({ settings }, context) => problems(settings, (path, message) => context.addIssue({ code: 'custom', path, message }))),
    refusals: ['not_found', 'signature_not_approved', 'template_not_approved'],
  }),
  createKey: post('/api/apps/keys/create', '创建访问密钥', member('app.write'), {
    input: one.extend({
      scopes: scopeList,
      note: keyNoteRule,
      /** The key that it replaces, and for how many hours that one stays valid; null: until it is disabled. */
      replaces: z.object({ accessKeyId, hours: count.min(0).max(168).nullable() }).optional(),
    }),
    answer: secret,
    refusals: ['step_up_required', 'not_found', 'too_many'],
  }),
  changeKey: post('/api/apps/keys/change', '修改密钥权限', member('app.write'), {
    input: one.extend({ accessKeyId, scopes: scopeList, note: keyNoteRule }),
    refusals: ['not_found'],
  }),
  disableKey: post('/api/apps/keys/disable', '停用密钥', member('app.write'), {
    input: one.extend({ accessKeyId }),
    refusals: ['not_found'],
  }),
  enableKey: post('/api/apps/keys/enable', '启用密钥', member('app.write'), {
    input: one.extend({ accessKeyId }),
    refusals: ['not_found', 'too_many'],
  }),
  deleteKey: post('/api/apps/keys/delete', '删除密钥', member('app.write'), {
    input: one.extend({ accessKeyId }),
    refusals: ['not_found', 'state_forbids'],
  }),
  requests: get('/api/apps/requests', '最近的请求', member('app.read'), {
    input: one.extend({ which: z.enum(['all', 'refused']).default('all') }),
    answer: z.object({ rows: z.array(request) }),
    refusals: ['not_found'],
  }),
}
