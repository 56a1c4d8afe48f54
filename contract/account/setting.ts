import { z } from 'zod'
import { get, visitor } from '#contract/call.ts'
import { keysOf, tableOf } from '#values/keys.ts'
import { frequencyLimits, limits } from '#values/limits.ts'

/** A limit that staff may change: a whole number within bounds. */
export interface SettingRule {
  name: string
  /** `minute`: of the day in China, shown as a time. */
  unit: '字' | '个' | '条' | '次' | '秒' | 'minute'
  least: number
  most: number
  initial: number
  /** The stricter direction: an account's own value may only go there. */
  stricter: 'less' | 'more'
  /** Effect, as staff read it. */
  effect: string
}

const [codesPerMinute, codesPerHour, codesPerDay] = frequencyLimits.otp
const frequency = (name: string, initial: number, most: number, effect: string): SettingRule => ({
  name,
  unit: '条',
  least: 1,
  most,
  initial,
  stricter: 'less',
  effect,
})

/** The limits that staff may change; all others change only with a release. */
export const settingRules = {
  messageUnits: {
    name: '单条短信最长字数',
    unit: '字',
    least: limits.singleSegmentUnits,
    most: limits.messageUnitsAtMost,
    initial: limits.messageUnits,
    stricter: 'less',
    effect: '连同签名和退订说明。超过的短信被拒绝，群发中超长的号码不发送。',
  },
  marketingFromMinute: {
    name: '推广短信开始时间',
    unit: 'minute',
    least: limits.marketingHardFromMinute,
    most: limits.marketingHardUntilMinute - limits.marketingLeastMinutes,
    initial: limits.marketingFromMinute,
    stricter: 'more',
    effect: '早于此时间的推广短信等到此时自动发送。',
  },
  marketingUntilMinute: {
    name: '推广短信结束时间',
    unit: 'minute',
    least: limits.marketingHardFromMinute + limits.marketingLeastMinutes,
    most: limits.marketingHardUntilMinute,
    initial: limits.marketingUntilMinute,
    stricter: 'less',
    effect: '到时没有发完的推广短信停下，次日自动继续；最晚22:00。',
  },
  broadcastConfirmPhones: {
    name: '群发须验证码确认的号码数',
    unit: '个',
    least: 0,
    most: limits.broadcastConfirmPhonesAtMost,
    initial: limits.broadcastConfirmPhones,
    stricter: 'less',
    effect: '号码超过此数的群发，提交前要输入短信验证码；0表示每次都要。',
  },
  broadcastRecallSeconds: {
    name: '群发可撤回的时间',
    unit: '秒',
    least: 0,
    most: 60,
    initial: limits.broadcastRecallSeconds,
    stricter: 'more',
    effect: '立即发送的群发提交后先等待这么久，期间可以撤回；0表示不等待。',
  },
  codePerMinute: frequency('验证码每分钟', codesPerMinute.most, 10, '同一签名对同一号码，任意60秒内最多的验证码条数。'),
  codePerHour: frequency('验证码每小时', codesPerHour.most, 60, '同一签名对同一号码，任意60分钟内最多的验证码条数。'),
  codePerDay: frequency('验证码每天', codesPerDay.most, 100, '同一签名对同一号码，任意24小时内最多的验证码条数。'),
  transactionalPerDay: frequency(
    '通知每天',
    frequencyLimits.transactional[0].most,
    200,
    '同一模板对同一号码，任意24小时内最多的通知条数。',
  ),
  requestsPerSecond: {
    name: '应用每秒请求数',
    unit: '次',
    least: 1,
    most: limits.appRequestsPerSecondAtMost,
    initial: limits.appRequestsPerSecond,
    stricter: 'less',
    effect: '一个应用的全部密钥和接口合计，超过的请求被拒绝，并告诉程序多久后再试。',
  },
  attestedAccounts: {
    name: '同一主体可认证的账户数',
    unit: '个',
    least: 1,
    most: 100,
    initial: 5,
    stricter: 'less',
    effect: '同一证件号或统一社会信用代码，已认证和审核中的账户合计超过此数时，不能再提交认证。',
  },
  marketingPerDay: frequency('推广每天', frequencyLimits.marketing[0].most, 200, '同一模板对同一号码，任意24小时内最多的推广条数。'),
} as const satisfies Record<string, SettingRule>

export type SettingName = keyof typeof settingRules
export const settingNames = keysOf(settingRules)

/** Every limit that staff may change, with its current value. */
export type Settings = Record<SettingName, number>

export const initialSettings = tableOf(settingNames, name => settingRules[name].initial)

/** `480` as 08:00, a count with its unit. */
export function settingText(name: SettingName, value: number): string {
  const { unit }: SettingRule = settingRules[name]
  return unit === 'minute' ? clockText(value) : `${value.toLocaleString('en-US')}${unit}`
}

/** A minute of the day as a time: 08:00. */
export const clockText = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** `08:00–21:00`. */
export const hoursText = ({ marketingFromMinute, marketingUntilMinute }: Settings): string =>
  `${clockText(marketingFromMinute)}–${clockText(marketingUntilMinute)}`

const settings = z.object(tableOf(settingNames, () => z.number().int()))

export const settingCalls = {
  /** Of the signed-in member's account; of the platform for anyone else. */
  effective: get('/api/settings', '发送限制', visitor, { answer: settings }),
}
