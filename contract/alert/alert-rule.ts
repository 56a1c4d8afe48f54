import { z } from 'zod'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'

/** Severity of an alert; urgent ones are also sent in quiet hours. */
export const alertSeverities = ['urgent', 'warning', 'notice'] as const
export type AlertSeverity = (typeof alertSeverities)[number]

const alertGroups = ['money', 'sending', 'volume', 'abuse', 'event'] as const
type AlertGroup = (typeof alertGroups)[number]

const volumeWindows = ['ten_minutes', 'day', 'month'] as const
export type VolumeWindow = (typeof volumeWindows)[number]
export const alertMessageKinds = { all: '全部类型', otp: '验证码', transactional: '通知', marketing: '推广' } as const
/**
 * Seconds after which a one-time code counts as late: bounds of the steps in which statistics count
 * (domain/delivery/statistics/measure.ts).
 */
export const codeDelays = { '12': '12秒', '20': '20秒', '40': '40秒', '120': '2分钟' } as const
const reviewOutcomes = ['rejected', 'all'] as const
export const expiryDays = [30, 7, 1] as const

const whole = (min: number, max: number, error = `请填写${min.toLocaleString('en-US')}-${max.toLocaleString('en-US')}的整数`) =>
  z.number({ error }).int(error).min(min, error).max(max, error)
const percent = (most: number) => whole(1, most)
const segments = whole(1, limits.warnedSegments)
const leastCount = whole(1, limits.minAlertCount)
/** Hao that are whole fen, as the rule of amounts requires. */
const fenHao = whole(100, 99_999_999_000, '请输入0.01~9999999范围内的数字，最多两位小数').multipleOf(100, '最多两位小数')

/** Parameters of each kind of rule. The balance's three are those of 余额预警 in 财务总览, the same setting. */
export const alertParameters = {
  balance: z
    .object({ firstHao: fenHao, secondHao: fenHao.nullable(), segmentCount: segments.nullable() })
    .refine(({ firstHao, secondHao }) => secondHao === null || secondHao < firstHao, {
      error: '二级阈值要小于一级阈值',
      path: ['secondHao'],
    }),
  package_expiring: z.object({ days: z.array(z.union([z.literal(30), z.literal(7), z.literal(1)])).min(1, '请至少选择一个提前天数') }),
  success_low: z.object({ percent: percent(99), leastCount, messageKind: z.enum(keysOf(alertMessageKinds)) }),
  failure_cause: z.object({ percent: percent(100), leastCount }),
  code_slow: z.object({ lateAfterSeconds: z.enum(keysOf(codeDelays)), percent: percent(100), leastCount }),
  silence: z
    .object({ minutes: whole(5, 1_440), fromMinute: whole(0, 1_439), untilMinute: whole(1, 1_440) })
    .refine(({ fromMinute, untilMinute }) => fromMinute < untilMinute, { error: '结束时间要晚于开始时间', path: ['untilMinute'] }),
  volume: z.object({ window: z.enum(volumeWindows), segmentCount: whole(1, 1_000_000_000) }),
  limit_reached: z.object({}),
  code_abuse: z.object({
    leastCount,
    percent: percent(99),
    growthPercent: whole(1, 10_000),
    /** Minutes for which the app sends no one-time codes; null: notification only. */
    otpPauseMinutes: whole(10, 1_440).nullable(),
  }),
  phone_anomaly: z.object({ count: whole(3, 1_000) }),
  address_anomaly: z.object({ count: whole(10, 10_000_000) }),
  review_result: z.object({ outcomes: z.enum(reviewOutcomes) }),
  webhook_failing: z.object({ minutes: whole(1, 1_440) }),
} as const
export type AlertKind = keyof typeof alertParameters
export type AlertParameters<Kind extends AlertKind = AlertKind> = z.output<(typeof alertParameters)[Kind]>
export const alertKindNames = keysOf(alertParameters)

interface KindFacts<Kind extends AlertKind> {
  name: string
  group: AlertGroup
  severity: AlertSeverity
  /** What it watches, as a sentence. */
  about: string
  /** account: the whole account only; app: one app only; either; each: one or each app by itself. */
  scope: 'account' | 'app' | 'either' | 'each'
  /** Minutes for which its value must be calm before the alert ends. */
  calmMinutes: number
  /** When it ends, as text. */
  ends: string
  /** The message centre gets it from elsewhere. */
  isInCentre?: true
  /** Whether its end is also notified outside of the console. */
  notifiesRecovery: boolean
  repeatMinutes: number
  initial: AlertParameters<Kind>
}

export const alertKinds: { [Kind in AlertKind]: KindFacts<Kind> } = {
  balance: {
    name: '余额与套餐余量不足',
    group: 'money',
    severity: 'warning',
    about: '可用余额或可用套餐低于设定值，以及两者都用尽、短信停发时',
    scope: 'account',
    calmMinutes: 0,
    ends: '余额或套餐回到设定值以上',
    notifiesRecovery: true,
    repeatMinutes: 1_440,
    initial: { firstHao: 1_000_000, secondHao: 200_000, segmentCount: 1_000 },
  },
  package_expiring: {
    name: '套餐即将到期',
    group: 'money',
    severity: 'notice',
    about: '短信或短链套餐还有余量，将在30、7、1天内到期',
    scope: 'account',
    calmMinutes: 0,
    ends: '套餐用完、退款或到期',
    notifiesRecovery: false,
    repeatMinutes: 0,
    initial: { days: [30, 7, 1] },
  },
  success_low: {
    name: '到达率过低',
    group: 'sending',
    severity: 'warning',
    about: '近1小时有结果的短信中，送达的比例低于设定值',
    scope: 'either',
    calmMinutes: 10,
    ends: '到达率高出设定值2个百分点并保持10分钟，或没有足够的短信可算',
    notifiesRecovery: true,
    repeatMinutes: 60,
    initial: { percent: 80, leastCount: 100, messageKind: 'all' },
  },
  failure_cause: {
    name: '失败原因集中',
    group: 'sending',
    severity: 'warning',
    about: '近1小时有结果的短信中，因同一类原因失败的比例超过设定值',
    scope: 'either',
    calmMinutes: 10,
    ends: '该类失败降到设定值的九成以下并保持10分钟',
    notifiesRecovery: true,
    repeatMinutes: 240,
    initial: { percent: 20, leastCount: 100 },
  },
  code_slow: {
    name: '验证码送达变慢',
    group: 'sending',
    severity: 'warning',
    about: '上个整点以来（不够时再往前一小时）提交的验证码中，到设定的时间还没有送达的比例超过设定值；运营商迟迟没有回执也算',
    scope: 'either',
    calmMinutes: 10,
    ends: '迟到的比例降到设定值的九成以下并保持10分钟，或没有足够的验证码可算',
    notifiesRecovery: true,
    repeatMinutes: 60,
    initial: { lateAfterSeconds: '40', percent: 20, leastCount: 50 },
  },
  silence: {
    name: '无发送流量',
    group: 'sending',
    severity: 'warning',
    about: '在设定的时段内，连续多少分钟没有一条短信提交',
    scope: 'either',
    calmMinutes: 0,
    ends: '又有短信提交，或时段结束',
    notifiesRecovery: true,
    repeatMinutes: 60,
    initial: { minutes: 30, fromMinute: 540, untilMinute: 1_260 },
  },
  volume: {
    name: '发送量过大',
    group: 'volume',
    severity: 'warning',
    about: '10分钟、当日或当月提交的条数达到预警值',
    scope: 'either',
    calmMinutes: 5,
    ends: '10分钟的量降到预警值的九成以下；日、月预警到下一日、下一月结束',
    notifiesRecovery: false,
    repeatMinutes: 0,
    initial: { window: 'ten_minutes', segmentCount: 10_000 },
  },
  limit_reached: {
    name: '达到发送限额',
    group: 'volume',
    severity: 'urgent',
    about: '应用达到日或月发送限额，后面的短信停发',
    scope: 'each',
    calmMinutes: 0,
    ends: '提高限额，或到下一日、下一月',
    notifiesRecovery: false,
    repeatMinutes: 0,
    initial: {},
  },
  code_abuse: {
    name: '验证码疑似盗刷',
    group: 'abuse',
    severity: 'urgent',
    about: '近1小时验证码够多、到达率过低，又比昨日同时段猛增；可自动暂停该应用的验证码',
    scope: 'each',
    calmMinutes: 10,
    ends: '暂停结束后，指标恢复并保持10分钟',
    notifiesRecovery: true,
    repeatMinutes: 60,
    initial: { leastCount: 1_000, percent: 80, growthPercent: 50, otpPauseMinutes: 60 },
  },
  phone_anomaly: {
    name: '单号码异常',
    group: 'abuse',
    severity: 'warning',
    about: '同一个号码1小时内收到太多验证码',
    scope: 'either',
    calmMinutes: 0,
    ends: '该号码近1小时的验证码降到设定值的九成以下',
    notifiesRecovery: false,
    repeatMinutes: 0,
    initial: { count: 5 },
  },
  address_anomaly: {
    name: '单IP异常',
    group: 'abuse',
    severity: 'warning',
    about: '同一个IP地址1小时内请求太多',
    scope: 'each',
    calmMinutes: 0,
    ends: '该地址近1小时的请求降到设定值的九成以下',
    notifiesRecovery: false,
    repeatMinutes: 0,
    initial: { count: 10_000 },
  },
  review_result: {
    name: '签名与模板审核结果',
    group: 'event',
    severity: 'notice',
    about: '签名或模板有了审核结果',
    scope: 'account',
    calmMinutes: 0,
    ends: '未通过的重新提交或删除；通过的无需处理',
    isInCentre: true,
    notifiesRecovery: false,
    repeatMinutes: 0,
    initial: { outcomes: 'rejected' },
  },
  webhook_failing: {
    name: '回调推送失败',
    group: 'event',
    severity: 'warning',
    about: '回调地址连续失败，或事件等待推送，超过设定的时间',
    scope: 'each',
    calmMinutes: 0,
    ends: '回调地址又能收到推送',
    notifiesRecovery: true,
    repeatMinutes: 240,
    initial: { minutes: 10 },
  },
}

/** A rule's kind with its parameters. */
export type AlertSetting = { [Kind in AlertKind]: { kind: Kind; parameters: AlertParameters<Kind> } }[AlertKind]

/** Parameters in the wire form of their kind; refuses unknown ones. */
export const alertSetting = z
  .object({ kind: z.enum(alertKindNames), parameters: z.record(z.string(), z.unknown()) })
  .transform((given, context) => {
    const parsed = alertParameters[given.kind].safeParse(given.parameters)
    if (parsed.success) return { kind: given.kind, parameters: parsed.data } as AlertSetting
    for (const { message, path } of parsed.error.issues)
      context.issues.push({ code: 'custom', message, path: ['parameters', ...path], input: given })
    return z.NEVER
  })

/** Notification methods of alerts outside of the console. */
export const alertMethods = ['sms', 'email', 'webhook', 'robot'] as const
export type AlertMethod = (typeof alertMethods)[number]
