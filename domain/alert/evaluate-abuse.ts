import { sql } from 'kysely'
import { encodeId, idFloor } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { getOrThrow } from '#values/or-throw.ts'
import { maskPhone } from '#values/phone.ts'
import { type AlertRule, type EvaluationContext, type Finding, minuteOf, percentText, placeOf } from './finding.ts'
import { readCodes, readFlow } from './flow.ts'

const hourMs = 3_600_000
/** Longer than the interval between evaluations, so that no message falls between two. */
const freshMs = 150_000
const calmShare = 0.9

/**
 * OTP abuse (SMS pumping): high volume in an hour, low delivery rate, and far more than in the same hour of the day
 * before, all three together. While an app's codes are paused nothing is evaluated, afterwards only what came since.
 */
export async function evaluateCodes(context: EvaluationContext, { appId, parameters }: AlertRule<'code_abuse'>): Promise<Finding[]> {
  const { leastCount, percent, growthPercent, otpPauseMinutes } = parameters
  const findings: Finding[] = []
  for (const app of context.apps.values()) {
    if (appId !== null && app.appId !== appId) continue
    const isOtpPaused = app.otpPausedUntil !== null && app.otpPausedUntil > context.now
    const codes = await readCodes(context, app.appId, app.otpPausedUntil ? minuteOf(app.otpPausedUntil) : 0)
    const endedCount = codes.deliveredCount + codes.failedCount
    const rate = endedCount === 0 ? 100 : (codes.deliveredCount / endedCount) * 100
    const growth = codes.beforeCount === 0 ? Number.POSITIVE_INFINITY : (codes.acceptedCount / codes.beforeCount - 1) * 100
    const isOver = !isOtpPaused && codes.acceptedCount >= leastCount && rate < percent && growth > growthPercent
    const isRecovered = !isOtpPaused && (codes.acceptedCount < leastCount * calmShare || rate >= percent || growth <= growthPercent)
    const grown = codes.beforeCount === 0 ? '昨日同时段没有' : `比昨日同时段增长${percentText(growth)}`
    findings.push({
      subject: app.appId,
      appId: app.appId,
      isOver,
      isRecovered,
      action: otpPauseMinutes === null ? 'notify' : 'pause_otp',
      title: `应用“${app.name}”验证码疑似被盗刷${otpPauseMinutes === null ? '' : '，已暂停'}`,
      body: `应用“${app.name}”近1小时提交验证码${codes.acceptedCount.toLocaleString('en-US')}条，到达率只有${percentText(rate)}，${grown}。${otpPauseMinutes === null ? '' : `已自动暂停该应用的验证码${otpPauseMinutes}分钟，通知和推广照常。`}`,
      advice: '请在注册、登录等入口加图形验证码，并限制同一IP、同一号码的次数；确认正常后可解除暂停。',
      link: '/sms/app-warning',
      valueText: `${codes.acceptedCount.toLocaleString('en-US')}条，${endedCount === 0 ? '还没有结果' : `到达率${percentText(rate)}`}，${grown}`,
      thresholdText: `${leastCount.toLocaleString('en-US')}条以上，到达率低于${percent}%，增长超过${growthPercent}%`,
    })
  }
  return findings
}

/**
 * Numbers that got many codes within an hour. There are no counters per number, so the numbers of the last minutes are
 * counted through the index on phones, and only if the counters show OTP messages at all.
 */
export async function evaluatePhones(
  context: EvaluationContext,
  rule: AlertRule<'phone_anomaly'>,
  watched: readonly string[],
): Promise<Finding[]> {
  const { tx, account, now } = context
  const { count: most } = rule.parameters
  const { acceptedCount } = await readFlow(context, { appId: rule.appId, messageKind: 'otp' })
  const calmCount = Math.ceil(most * calmShare)
  if (acceptedCount < calmCount) return []
  const ofApp = rule.appId === null ? sql`` : sql`and app_id = ${rule.appId}`
  const { rows } = await sql<{ phone: string; count: number }>`
    with fresh as (
      select distinct phone from message
      where account_id = ${account} and message_id >= ${idFloor(now.getTime() - freshMs)}::uuid and kind = 'otp' ${ofApp}
      union
      select phone from unnest(${[...watched]}::text[]) as phone)
    select fresh.phone, sent.count from fresh
    cross join lateral (
      select count(*) from message where account_id = ${account} and message.phone = fresh.phone
        and message_id >= ${idFloor(now.getTime() - hourMs)}::uuid and kind = 'otp' ${ofApp}) as sent
    where sent.count >= ${calmCount} order by sent.count desc, fresh.phone limit ${limits.alertSubjects}`.execute(tx)
  return rows.map(({ phone, count }) => ({
    subject: phone,
    appId: rule.appId,
    isOver: count >= most,
    isRecovered: false,
    title: `号码${maskPhone(phone)}在1小时内收到${count}条验证码`,
    body: `${placeOf(context, rule.appId)}1小时内向号码${maskPhone(phone)}发送了${count}条验证码，达到设定的${most}条。`,
    advice: '请检查该号码的请求来源；可在应用配置中收紧单号码频率，或将其加入黑名单。',
    link: '/sms/delivery',
    valueText: `${count}条`,
    thresholdText: `1小时${most}条`,
  }))
}

/** Client addresses with very many requests in the current hour. */
export async function evaluateAddresses(
  context: EvaluationContext,
  { appId, parameters }: AlertRule<'address_anomaly'>,
): Promise<Finding[]> {
  const { tx, account, now } = context
  const { rows } = await sql<{ appId: string; address: string; count: number; refusedCount: number }>`
    select app_id, address, request_count as count, refused_count from address_use
    where account_id = ${account} and hour = ${Math.floor(now.getTime() / hourMs)} ${appId === null ? sql`` : sql`and app_id = ${appId}`}
      and request_count >= ${parameters.count}
    order by request_count desc, address limit ${limits.alertSubjects}`.execute(tx)
  return rows
    .filter(row => context.apps.has(row.appId))
    .map(({ appId: of, address, count, refusedCount }) => ({
      subject: `${of}:${address}`,
      appId: of,
      isOver: true,
      isRecovered: false,
      title: `应用“${getOrThrow(context.apps, of).name}”被IP ${address}请求${count.toLocaleString('en-US')}次`,
      body: `IP ${address}在这1小时内对应用“${getOrThrow(context.apps, of).name}”请求了${count.toLocaleString('en-US')}次，其中${refusedCount.toLocaleString('en-US')}次被拒绝，达到设定的${parameters.count.toLocaleString('en-US')}次。`,
      advice: '如不是您的服务器，请立即轮换密钥，并在应用配置中开启IP白名单。',
      link: `/sms/app-config?id=${encodeId('app', of)}`,
      valueText: `${count.toLocaleString('en-US')}次`,
      thresholdText: `1小时${parameters.count.toLocaleString('en-US')}次`,
    }))
}
