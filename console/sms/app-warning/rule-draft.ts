import { type AlertKind, type AlertMethod, alertKinds, alertMessageKinds, alertParameters, codeDelays } from '#contract/alert/alert-rule.ts'
import { formatYuan, parseYuan } from '#values/money.ts'
import { reviewOutcomeNames, volumeWindowNames } from '../../shared/labels/alert.ts'
import { clockText, type RuleRow } from './alerts.ts'

/**
 * A field of a kind's form. `whole`: a number; `yuan`: a sum; `time`: of the day; `choice`: one of some; `days`: some
 * of the days before an end.
 */
export interface RuleField {
  name: string
  label: string
  kind: 'whole' | 'yuan' | 'time' | 'choice' | 'days'
  unit?: string
  hint?: string
  isOptional?: boolean
  options?: Record<string, string>
}

const least: RuleField = {
  name: 'leastCount',
  label: '至少',
  kind: 'whole',
  unit: '条',
  hint: '有结果的短信不到这么多时不判断，避免小样本误报',
}

/** Fields of each kind's form, in order. */
export const ruleFields: Record<AlertKind, RuleField[]> = {
  balance: [
    { name: 'firstHao', label: '余额低于（一级）', kind: 'yuan', hint: '与财务总览的“余额预警”是同一个设置' },
    { name: 'secondHao', label: '余额低于（二级）', kind: 'yuan', isOptional: true, hint: '比一级小，到这里按紧急通知' },
    { name: 'segmentCount', label: '可用套餐少于', kind: 'whole', unit: '条', isOptional: true },
  ],
  package_expiring: [{ name: 'days', label: '提前几天', kind: 'days' }],
  success_low: [
    { name: 'percent', label: '到达率低于', kind: 'whole', unit: '%', hint: '成功÷（成功＋失败＋未知），只看近1小时有结果的短信' },
    least,
    { name: 'messageKind', label: '短信类型', kind: 'choice', options: alertMessageKinds },
  ],
  failure_cause: [{ name: 'percent', label: '同一原因的失败达到', kind: 'whole', unit: '%', hint: '占近1小时有结果的短信' }, least],
  code_slow: [
    { name: 'lateAfterSeconds', label: '超过多久算迟到', kind: 'choice', options: codeDelays, hint: '从提交到手机收到' },
    { name: 'percent', label: '迟到的达到', kind: 'whole', unit: '%' },
    { ...least, hint: '提交的验证码不到这么多时不判断，避免小样本误报' },
  ],
  silence: [
    { name: 'minutes', label: '连续多久没有发送', kind: 'whole', unit: '分钟' },
    { name: 'fromMinute', label: '每天从', kind: 'time' },
    { name: 'untilMinute', label: '到', kind: 'time', hint: '只在这个时段检查，夜间不误报' },
  ],
  volume: [
    { name: 'window', label: '统计时段', kind: 'choice', options: volumeWindowNames },
    { name: 'segmentCount', label: '达到', kind: 'whole', unit: '条', hint: '按条数；只通知，不停发。要停发请设发送限额' },
  ],
  limit_reached: [],
  code_abuse: [
    { name: 'leastCount', label: '近1小时验证码达到', kind: 'whole', unit: '条' },
    { name: 'percent', label: '且到达率低于', kind: 'whole', unit: '%' },
    { name: 'growthPercent', label: '且比昨日同时段增长超过', kind: 'whole', unit: '%' },
    {
      name: 'otpPauseMinutes',
      label: '自动暂停验证码',
      kind: 'whole',
      unit: '分钟',
      isOptional: true,
      hint: '三项同时满足时暂停该应用的验证码，通知和推广照常；留空则只通知',
    },
  ],
  phone_anomaly: [{ name: 'count', label: '同一号码1小时验证码达到', kind: 'whole', unit: '条' }],
  address_anomaly: [{ name: 'count', label: '同一IP 1小时请求达到', kind: 'whole', unit: '次', hint: '按整点小时计' }],
  review_result: [{ name: 'outcomes', label: '提醒', kind: 'choice', options: reviewOutcomeNames }],
  webhook_failing: [{ name: 'minutes', label: '连续失败或积压', kind: 'whole', unit: '分钟' }],
}

/** A rule in the form: numbers as typed text. */
export interface RuleDraft {
  kind: AlertKind
  appId: string | null
  values: Record<string, string>
  notificationMethods: AlertMethod[]
  contactIds: string[]
  robotIds: string[]
  repeatMinutes: number
  isOn: boolean
}

const textOf = ({ kind }: RuleField, value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (kind === 'yuan') return formatYuan(Number(value)).replace(/[¥,]/g, '')
  if (kind === 'time') return clockText(Number(value) % 1_440)
  return Array.isArray(value) ? value.join(',') : String(value)
}

function parsedOf({ kind, name }: RuleField, text: string): unknown {
  const trimmed = text.trim()
  if (kind === 'choice') return trimmed
  if (kind === 'days') return trimmed === '' ? [] : trimmed.split(',').map(Number)
  if (trimmed === '') return null
  if (kind === 'yuan') return parseYuan(trimmed) ?? Number.NaN
  if (kind === 'time') {
    const [hour = Number.NaN, minute = Number.NaN] = trimmed.split(':').map(Number)
    // Midnight at the end of a day is minute 1,440.
    return name === 'untilMinute' && hour === 0 && minute === 0 ? 1_440 : hour * 60 + minute
  }
  return /^\d+$/.test(trimmed) ? Number(trimmed) : Number.NaN
}

const valuesOf = (kind: AlertKind, parameters: Record<string, unknown>) =>
  Object.fromEntries(ruleFields[kind].map(field => [field.name, textOf(field, parameters[field.name])]))

/** A new rule of a kind with its default values. */
export const newDraft = (kind: AlertKind): RuleDraft => ({
  kind,
  appId: null,
  values: valuesOf(kind, { ...alertKinds[kind].initial }),
  notificationMethods: [],
  contactIds: [],
  robotIds: [],
  repeatMinutes: alertKinds[kind].repeatMinutes,
  isOn: true,
})

export const draftOf = (rule: RuleRow): RuleDraft => ({
  kind: rule.kind,
  appId: rule.appId,
  values: valuesOf(rule.kind, rule.parameters),
  notificationMethods: rule.notificationMethods,
  contactIds: rule.contactIds,
  robotIds: rule.robotIds,
  repeatMinutes: rule.repeatMinutes,
  isOn: rule.isOn,
})

/** Errors by field name. */
export function draftProblems(draft: RuleDraft): Record<string, string> {
  const parsed = alertParameters[draft.kind].safeParse(parametersOf(draft))
  const problems: Record<string, string> = {}
  for (const { path, message } of parsed.error?.issues ?? []) problems[String(path[0])] ??= message
  if ((draft.notificationMethods.includes('sms') || draft.notificationMethods.includes('email')) && draft.contactIds.length === 0)
    problems.contactIds = '请选择至少一个联系人'
  if (draft.notificationMethods.includes('robot') && draft.robotIds.length === 0) problems.robotIds = '请选择至少一个群机器人'
  return problems
}

const parametersOf = ({ kind, values }: RuleDraft): Record<string, unknown> =>
  Object.fromEntries(ruleFields[kind].map(field => [field.name, parsedOf(field, values[field.name] ?? '')]))

/** Input of the calls from a valid draft. Receivers of disabled notification methods are omitted. */
export function ruleInput(draft: RuleDraft) {
  const { kind, appId, notificationMethods, contactIds, robotIds, repeatMinutes, isOn } = draft
  return {
    setting: { kind, parameters: parametersOf(draft) },
    appId: alertKinds[kind].scope === 'account' ? null : appId,
    notificationMethods,
    contactIds: notificationMethods.includes('sms') || notificationMethods.includes('email') ? contactIds : [],
    robotIds: notificationMethods.includes('robot') ? robotIds : [],
    repeatMinutes,
    isOn,
  }
}
