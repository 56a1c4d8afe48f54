import { z } from 'zod'
import { call, member } from '#contract/call.ts'
import { textOf } from '#contract/rules.ts'
import { idOf, moment, pageOf, pageSize } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { alertKindNames, alertMethodNames, alertMethods, alertSetting, alertSeverities } from './alert-rule.ts'

const count = z.number().int()

export const alertStates = {
  open: { name: '未处理', tone: 'bad' },
  confirmed: { name: '已确认', tone: 'waiting' },
  recovered: { name: '已恢复', tone: 'good' },
} as const
export type AlertState = keyof typeof alertStates

/** Actions besides notification: 限流 for abused one-time codes, 停发 where a limit or the balance ends sending. */
export const alertActions = { notify: '通知', pause_otp: '暂停验证码', stopped: '停发' } as const
export type AlertAction = keyof typeof alertActions

export const alertOccasions = { fired: '发生', repeated: '重复提醒', recovered: '恢复', test: '测试' } as const
export type AlertOccasion = keyof typeof alertOccasions
export const deliveryStates = {
  queued: { name: '等待发出', tone: 'progress' },
  sent: { name: '已发出', tone: 'good' },
  failed: { name: '失败', tone: 'bad' },
} as const
export type DeliveryState = keyof typeof deliveryStates
export const deliveryMethods = { console: '控制台消息', ...alertMethods } as const

export const confirmNoteRule = textOf('处理说明', limits.remarkCharacters, 0)

const alertRow = z.object({
  alertId: idOf('alert'),
  ruleId: idOf('alertRule'),
  kind: z.enum(alertKindNames),
  appId: idOf('app').nullable(),
  appName: z.string().nullable(),
  severity: z.enum(keysOf(alertSeverities)),
  title: z.string(),
  /** At its start, and now or at its end. */
  valueText: z.string(),
  lastValueText: z.string(),
  thresholdText: z.string(),
  action: z.enum(keysOf(alertActions)),
  state: z.enum(keysOf(alertStates)),
  isTest: z.boolean(),
  firedAt: moment,
  recoveredAt: moment.nullable(),
})

const delivery = z.object({
  deliveryId: z.string(),
  notificationMethod: z.enum(keysOf(deliveryMethods)),
  occasion: z.enum(keysOf(alertOccasions)),
  target: z.string(),
  state: z.enum(keysOf(deliveryStates)),
  detail: z.string().nullable(),
  at: moment,
})

const ruleRow = z.object({
  ruleId: idOf('alertRule'),
  kind: z.enum(alertKindNames),
  appId: idOf('app').nullable(),
  appName: z.string().nullable(),
  /** In the form of contract/alert/alert-rule.ts for the kind. */
  parameters: z.record(z.string(), z.unknown()),
  notificationMethods: z.array(z.enum(alertMethodNames)),
  contactIds: z.array(idOf('alertContact')),
  robotIds: z.array(idOf('alertRobot')),
  repeatMinutes: count,
  isOn: z.boolean(),
  /** Alerts of the rule that haven't ended. */
  activeCount: count,
  lastFiredAt: moment.nullable(),
})

const ruleInput = z.object({
  setting: alertSetting,
  /** Null: the whole account, or each app by itself. */
  appId: idOf('app').nullable(),
  notificationMethods: z.array(z.enum(alertMethodNames)).max(alertMethodNames.length),
  contactIds: z.array(idOf('alertContact')).max(limits.alertContacts),
  robotIds: z.array(idOf('alertRobot')).max(limits.alertRobots),
  repeatMinutes: z.number('请选择重复提醒的间隔').int().min(0).max(10_080),
  isOn: z.boolean(),
})

const limitValue = z
  .number({ error: '请填写1-1,000,000,000的整数' })
  .int('请填写1-1,000,000,000的整数')
  .min(1, '请填写1-1,000,000,000的整数')
  .max(1_000_000_000, '请填写1-1,000,000,000的整数')
  .nullable()
const appLimits = z.object({ dailyAlert: limitValue, dailyLimit: limitValue, monthlyAlert: limitValue, monthlyLimit: limitValue })
export type AppLimits = z.output<typeof appLimits>
const isWithin = (alert: number | null, limit: number | null) => alert === null || limit === null || alert <= limit

export const alertCalls = {
  list: call({
    method: 'GET',
    path: '/api/alerts',
    summary: '预警记录',
    audience: member('app.read'),
    input: z.object({
      state: z.enum(keysOf(alertStates)).optional(),
      kind: z.enum(alertKindNames).optional(),
      appId: idOf('app').optional(),
      ruleId: idOf('alertRule').optional(),
      from: moment.optional(),
      until: moment.optional(),
      cursor: z.uuid().optional(),
      pageSize,
    }),
    answer: pageOf(alertRow),
    refusals: [],
  }),
  figures: call({
    method: 'GET',
    path: '/api/alerts/figures',
    summary: '预警统计',
    audience: member('app.read'),
    input: z.object({}),
    answer: z.object({ openCount: count, confirmedCount: count, dayCount: count, ruleCount: count, otpPausedCount: count }),
    refusals: [],
  }),
  one: call({
    method: 'GET',
    path: '/api/alert',
    summary: '预警详情',
    audience: member('app.read'),
    input: z.object({ alertId: idOf('alert') }),
    answer: alertRow.extend({
      body: z.string(),
      advice: z.string(),
      link: z.string(),
      confirmedAt: moment.nullable(),
      confirmedBy: z.string().nullable(),
      confirmNote: z.string().nullable(),
      recoveryReason: z.string().nullable(),
      isHeld: z.boolean(),
      /** Until then the app sends no one-time codes; null: it does. */
      otpPausedUntil: moment.nullable(),
      deliveries: z.array(delivery),
    }),
    refusals: ['not_found'],
  }),
  confirm: call({
    method: 'POST',
    path: '/api/alerts/confirm',
    summary: '确认预警',
    audience: member('app.write'),
    input: z.object({ alertIds: z.array(idOf('alert')).min(1).max(100), note: confirmNoteRule }),
    answer: z.object({ confirmedCount: count }),
    refusals: [],
  }),
  release: call({
    method: 'POST',
    path: '/api/alert/release',
    summary: '解除验证码暂停',
    audience: member('app.write'),
    input: z.object({ alertId: idOf('alert') }),
    answer: z.object({}),
    refusals: ['not_found'],
  }),
  rules: call({
    method: 'GET',
    path: '/api/alert/rules',
    summary: '预警规则',
    audience: member('app.read'),
    input: z.object({}),
    answer: z.object({ rows: z.array(ruleRow) }),
    refusals: [],
  }),
  addRule: call({
    method: 'POST',
    path: '/api/alert/rules/add',
    summary: '新增预警规则',
    audience: member('app.write'),
    input: ruleInput,
    answer: z.object({ ruleId: idOf('alertRule') }),
    refusals: ['not_found', 'alert_rules_full', 'alert_rule_exists', 'input_invalid', 'not_allowed'],
  }),
  changeRule: call({
    method: 'POST',
    path: '/api/alert/rules/change',
    summary: '修改预警规则',
    audience: member('app.write'),
    input: ruleInput.extend({ ruleId: idOf('alertRule') }),
    answer: z.object({}),
    refusals: ['not_found', 'input_invalid', 'not_allowed'],
  }),
  addUsual: call({
    method: 'POST',
    path: '/api/alert/rules/usual',
    summary: '启用推荐规则',
    audience: member('app.write'),
    input: z.object({}),
    answer: z.object({ addedCount: count }),
    refusals: ['alert_rules_full'],
  }),
  switchRule: call({
    method: 'POST',
    path: '/api/alert/rules/switch',
    summary: '启用或停用预警规则',
    audience: member('app.write'),
    input: z.object({ ruleId: idOf('alertRule'), isOn: z.boolean() }),
    answer: z.object({}),
    refusals: ['not_found', 'not_allowed'],
  }),
  removeRule: call({
    method: 'POST',
    path: '/api/alert/rules/remove',
    summary: '删除预警规则',
    audience: member('app.write'),
    input: z.object({ ruleId: idOf('alertRule') }),
    answer: z.object({}),
    refusals: ['not_found', 'not_allowed'],
  }),
  testRule: call({
    method: 'POST',
    path: '/api/alert/rules/test',
    summary: '发送测试预警',
    audience: member('app.write'),
    input: z.object({ ruleId: idOf('alertRule') }),
    answer: z.object({ alertId: idOf('alert') }),
    refusals: ['not_found', 'too_many_requests'],
  }),
  limits: call({
    method: 'GET',
    path: '/api/alert/limits',
    summary: '发送限额',
    audience: member('app.read'),
    input: z.object({}),
    answer: z.object({
      rows: z.array(
        appLimits.extend({
          appId: idOf('app'),
          name: z.string(),
          isOn: z.boolean(),
          daySegments: count,
          monthSegments: count,
          otpPausedUntil: moment.nullable(),
        }),
      ),
    }),
    refusals: [],
  }),
  setLimits: call({
    method: 'POST',
    path: '/api/alert/limits/set',
    summary: '设置发送限额',
    audience: member('app.write'),
    input: appLimits
      .extend({ appId: idOf('app') })
      .refine(({ dailyAlert, dailyLimit }) => isWithin(dailyAlert, dailyLimit), { error: '预警值不能大于限额', path: ['dailyAlert'] })
      .refine(({ monthlyAlert, monthlyLimit }) => isWithin(monthlyAlert, monthlyLimit), {
        error: '预警值不能大于限额',
        path: ['monthlyAlert'],
      })
      .refine(({ dailyLimit, monthlyLimit }) => isWithin(dailyLimit, monthlyLimit), {
        error: '日限额不能大于月限额',
        path: ['dailyLimit'],
      }),
    answer: z.object({}),
    refusals: ['not_found', 'alert_rules_full'],
  }),
}
