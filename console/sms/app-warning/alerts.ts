import { alertCalls } from '#contract/alert/alert.ts'
import { alertReceiverCalls } from '#contract/alert/alert-receiver.ts'
import { type AlertKind, alertKinds, alertMessageKinds, codeDelays } from '#contract/alert/alert-rule.ts'
import { appCalls } from '#contract/apps/app.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { useCall } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { optionsOf } from '#ui/form/options.ts'
import { formatYuan } from '#values/money.ts'
import { reviewOutcomeNames } from '../../shared/labels/alert.ts'

export type AlertRow = CallAnswerWire<typeof alertCalls.list>['rows'][number]
export type RuleRow = CallAnswerWire<typeof alertCalls.rules>['rows'][number]
export type LimitRow = CallAnswerWire<typeof alertCalls.limits>['rows'][number]
export type Contact = CallAnswerWire<typeof alertReceiverCalls.all>['contacts'][number]

/** Calls that an act on alerts, rules, limits or receivers outdates. */
export const alertAnswers = [alertCalls.list, alertCalls.figures, alertCalls.one]
export const ruleAnswers = [alertCalls.rules, alertCalls.limits, alertReceiverCalls.all, ...alertAnswers]
export const receiverAnswers = [alertReceiverCalls.all, alertCalls.rules]

export const kindOptions = optionsOf(alertKinds)

/** Apps that rules may refer to: those that send. */
export function useAppOptions(): { value: string; label: string }[] {
  const { data } = useCall(appCalls.list, {}, { staleTimeMs: 60_000 })
  return (data?.rows ?? []).filter(app => app.kind === 'production').map(app => ({ value: app.appId, label: app.name }))
}

/** `21:30` from a minute of the day. */
export const clockText = (minute: number) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

type Values = Record<string, unknown>
const count = (value: unknown) => thousands(Number(value))

const nameIn = (names: Record<string, string>, key: unknown) => names[String(key)] ?? String(key)

/** The condition of a rule as a sentence. */
const sentences: Record<AlertKind, (values: Values) => string> = {
  balance: ({ firstHao, secondHao, segmentCount }) =>
    [
      `余额低于${formatYuan(Number(firstHao))}`,
      secondHao === null ? '' : `${formatYuan(Number(secondHao))}`,
      segmentCount === null ? '' : `套餐少于${count(segmentCount)}条`,
      '用尽停发',
    ]
      .filter(part => part !== '')
      .join('、'),
  package_expiring: ({ days }) => `到期前${[days].flat().join('、')}天，还有余量`,
  success_low: ({ percent, leastCount, messageKind }) =>
    `近1小时${nameIn(alertMessageKinds, messageKind)}到达率低于${String(percent)}%，至少${count(leastCount)}条`,
  failure_cause: ({ percent, leastCount }) => `近1小时同一原因失败达到${String(percent)}%，至少${count(leastCount)}条`,
  code_slow: ({ lateAfterSeconds, percent, leastCount }) =>
    `验证码${nameIn(codeDelays, lateAfterSeconds)}还没有送达的达到${String(percent)}%，至少${count(leastCount)}条`,
  silence: ({ minutes, fromMinute, untilMinute }) =>
    `${clockText(Number(fromMinute))}-${clockText(Number(untilMinute))}连续${count(minutes)}分钟没有发送`,
  volume: ({ window, segmentCount }) =>
    `${window === 'ten_minutes' ? '10分钟' : window === 'day' ? '一天' : '一个月'}达到${count(segmentCount)}条`,
  limit_reached: () => '达到应用的日限额或月限额',
  code_abuse: ({ leastCount, percent, growthPercent, otpPauseMinutes }) =>
    `1小时验证码${count(leastCount)}条以上，到达率低于${String(percent)}%，比昨日同时段增长超过${count(growthPercent)}%；${otpPauseMinutes === null ? '只通知' : `自动暂停${count(otpPauseMinutes)}分钟`}`,
  phone_anomaly: ({ count: most }) => `同一号码1小时收到${count(most)}条验证码`,
  address_anomaly: ({ count: most }) => `同一IP 1小时请求${count(most)}次`,
  review_result: ({ outcomes }) => nameIn(reviewOutcomeNames, outcomes),
  webhook_failing: ({ minutes }) => `失败或积压${count(minutes)}分钟`,
}
export const ruleSentence = ({ kind, parameters }: Pick<RuleRow, 'kind' | 'parameters'>) => sentences[kind](parameters)

/** The scope of a rule. */
export const scopeText = ({ kind, appId, appName }: Pick<RuleRow, 'kind' | 'appId' | 'appName'>) =>
  appId ? (appName ?? '已删除的应用') : alertKinds[kind].scope === 'each' ? '每个应用' : '整个账户'
