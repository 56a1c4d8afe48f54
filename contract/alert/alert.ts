import { z } from 'zod'
import { get, member, post } from '#contract/call.ts'
import { textOf } from '#contract/rules.ts'
import { idOf, moment, pageOf, pageSize } from '#contract/scalars.ts'
import { limits } from '#values/limits.ts'
import { alertKindNames, alertMethods, alertSetting, alertSeverities } from './alert-rule.ts'

const count = z.number().int()

const alertStates = ['open', 'confirmed', 'recovered'] as const
export type AlertState = (typeof alertStates)[number]

/** Actions besides notification: 限流 for abused one-time codes, 停发 where a limit or the balance ends sending. */
const alertActions = ['notify', 'pause_otp', 'stopped'] as const
export type AlertAction = (typeof alertActions)[number]

const alertOccasions = ['fired', 'repeated', 'recovered', 'test'] as const
export type AlertOccasion = (typeof alertOccasions)[number]
const deliveryStates = ['queued', 'sent', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const confirmNoteRule = textOf('处理说明', limits.remarkCharacters, 0)

const alertRow = z.object({
  alertId: idOf('alert'),
  kind: z.enum(alertKindNames),
  appId: idOf('app').nullable(),
  appName: z.string().nullable(),
  severity: z.enum(alertSeverities),
  title: z.string(),
  /** At its start, and now or at its end. */
  valueText: z.string(),
  lastValueText: z.string(),
  thresholdText: z.string(),
  action: z.enum(alertActions),
  state: z.enum(alertStates),
  isTest: z.boolean(),
  firedAt: moment,
  recoveredAt: moment.nullable(),
})

const delivery = z.object({
  deliveryId: z.string(),
  notificationMethod: z.enum(['console', ...alertMethods]),
  occasion: z.enum(alertOccasions),
  target: z.string(),
  state: z.enum(deliveryStates),
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
  notificationMethods: z.array(z.enum(alertMethods)),
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
  notificationMethods: z.array(z.enum(alertMethods)).max(alertMethods.length),
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
  list: get('/api/alerts', '预警记录', member('app.read'), {
    input: z.object({
      state: z.enum(alertStates).optional(),
      kind: z.enum(alertKindNames).optional(),
      appId: idOf('app').optional(),
      ruleId: idOf('alertRule').optional(),
      from: moment.optional(),
      until: moment.optional(),
      cursor: z.uuid().optional(),
      pageSize,
    }),
    answer: pageOf(alertRow),
  }),
  figures: get('/api/alerts/figures', '预警统计', member('app.read'), {
    answer: z.object({ openCount: count, confirmedCount: count, dayCount: count, ruleCount: count, otpPausedCount: count }),
  }),
  one: get('/api/alert', '预警详情', member('app.read'), {
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
  confirm: post('/api/alerts/confirm', '确认预警', member('app.write'), {
    input: z.object({ alertIds: z.array(idOf('alert')).min(1).max(100), note: confirmNoteRule }),
    answer: z.object({ confirmedCount: count }),
  }),
  release: post('/api/alert/release', '解除验证码暂停', member('app.write'), {
    input: z.object({ alertId: idOf('alert') }),
    refusals: ['not_found'],
  }),
  rules: get('/api/alert/rules', '预警规则', member('app.read'), { answer: z.object({ rows: z.array(ruleRow) }) }),
  addRule: post('/api/alert/rules/add', '新增预警规则', member('app.write'), {
    input: ruleInput,
    answer: z.object({ ruleId: idOf('alertRule') }),
    refusals: ['not_found', 'alert_rules_full', 'alert_rule_exists', 'input_invalid', 'not_allowed'],
  }),
  changeRule: post('/api/alert/rules/change', '修改预警规则', member('app.write'), {
    input: ruleInput.extend({ ruleId: idOf('alertRule') }),
    refusals: ['not_found', 'input_invalid', 'not_allowed'],
  }),
  addUsual: post('/api/alert/rules/usual', '启用推荐规则', member('app.write'), {
    answer: z.object({ addedCount: count }),
    refusals: ['alert_rules_full'],
  }),
  switchRule: post('/api/alert/rules/switch', '启用或停用预警规则', member('app.write'), {
    input: z.object({ ruleId: idOf('alertRule'), isOn: z.boolean() }),
    refusals: ['not_found', 'not_allowed'],
  }),
  removeRule: post('/api/alert/rules/remove', '删除预警规则', member('app.write'), {
    input: z.object({ ruleId: idOf('alertRule') }),
    refusals: ['not_found', 'not_allowed'],
  }),
  testRule: post('/api/alert/rules/test', '发送测试预警', member('app.write'), {
    input: z.object({ ruleId: idOf('alertRule') }),
    answer: z.object({ alertId: idOf('alert') }),
    refusals: ['not_found', 'too_many_requests'],
  }),
  limits: get('/api/alert/limits', '发送限额', member('app.read'), {
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
  }),
  setLimits: post('/api/alert/limits/set', '设置发送限额', member('app.write'), {
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
    refusals: ['not_found', 'alert_rules_full'],
  }),
}
