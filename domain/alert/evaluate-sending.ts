import { alertMessageKinds } from '#contract/alert/alert-rule.ts'
import { explainCodes } from '#domain/numbering/index.ts'
import { chinaDayStart, chinaMinuteOfDay } from '#values/china-time.ts'
import { encodeId } from '#values/id.ts'
import { type AlertRule, type EvaluationContext, type Finding, minuteOf, percentText, placeOf } from './finding.ts'
import { dayMinutes, readFailures, readFlow, readLastMinute } from './flow.ts'

/** Hysteresis: points above the threshold at which a rate recovers. */
const calmPoints = 2
/** Hysteresis: the share of a threshold below which an excess recovers. */
const calmShare = 0.9

const deliveryOf = (appId: string | null) => `/sms/delivery${appId ? `?app=${encodeId('app', appId)}` : ''}`

/** The success rate: the share of results known in the last hour that were delivered. */
export async function evaluateSuccess(context: EvaluationContext, { appId, parameters }: AlertRule<'success_low'>): Promise<Finding[]> {
  const { percent, leastCount, messageKind } = parameters
  const { deliveredCount, failedCount } = await readFlow(context, { appId, messageKind })
  const endedCount = deliveredCount + failedCount
  const isEnough = endedCount >= leastCount
  const rate = endedCount === 0 ? 100 : (deliveredCount / endedCount) * 100
  const kind = messageKind === 'all' ? '短信' : alertMessageKinds[messageKind]
  return [
    {
      subject: '',
      appId,
      isOver: isEnough && rate < percent,
      isRecovered: !isEnough || rate >= percent + Math.min(calmPoints, (100 - percent) / 2),
      title: `${placeOf(context, appId)}近1小时${kind}到达率${percentText(rate)}`,
      body: `${placeOf(context, appId)}近1小时有结果的${endedCount.toLocaleString('en-US')}条${kind}中，${deliveredCount.toLocaleString('en-US')}条送达，到达率${percentText(rate)}，低于${percent}%。`,
      advice: '请到发送明细查看失败原因：号码质量、签名报备或内容拦截。',
      link: deliveryOf(appId),
      valueText: isEnough ? percentText(rate) : `有结果的只有${endedCount.toLocaleString('en-US')}条`,
      thresholdText: `低于${percent}%（至少${leastCount.toLocaleString('en-US')}条）`,
    },
  ]
}

/** The share of results known in the last hour that failed for one cause. */
export async function evaluateCauses(
  context: EvaluationContext,
  { appId, parameters }: AlertRule<'failure_cause'>,
  known: readonly string[],
): Promise<Finding[]> {
  const { percent, leastCount } = parameters
  const { deliveredCount, failedCount } = await readFlow(context, { appId, messageKind: 'all' })
  const endedCount = deliveredCount + failedCount
  const causes = await readCauses(context, appId)
  return [...new Set([...causes.keys(), ...known])].map(cause => {
    const { count, advice } = causes.get(cause) ?? { count: 0, advice: '' }
    const share = endedCount === 0 ? 0 : (count / endedCount) * 100
    const isEnough = endedCount >= leastCount
    return {
      subject: cause,
      appId,
      isOver: isEnough && share >= percent,
      isRecovered: !isEnough || share < percent * calmShare,
      title: `${placeOf(context, appId)}近1小时${percentText(share)}的短信因“${cause}”失败`,
      body: `${placeOf(context, appId)}近1小时有结果的${endedCount.toLocaleString('en-US')}条短信中，${count.toLocaleString('en-US')}条因“${cause}”失败，占${percentText(share)}，达到${percent}%。`,
      advice: advice || '请到发送明细查看具体的状态码。',
      link: deliveryOf(appId),
      valueText: percentText(share),
      thresholdText: `达到${percent}%（至少${leastCount.toLocaleString('en-US')}条）`,
    }
  })
}

/** Failed messages of the last hour, by the common cause of their codes. */
async function readCauses(context: EvaluationContext, appId: string | null): Promise<Map<string, { count: number; advice: string }>> {
  const failures = await readFailures(context, appId)
  const explained = await explainCodes(
    context.tx,
    failures.map(one => one.reason),
  )
  const causes = new Map<string, { count: number; advice: string }>()
  for (const { reason, count } of failures) {
    const { cause, advice } = explained.get(reason) ?? { cause: '其他', advice: '' }
    causes.set(cause, { count: (causes.get(cause)?.count ?? 0) + count, advice })
  }
  return causes
}

/** How long nothing was sent, within the hours of the day in which messages are expected. */
export async function evaluateSilence(
  context: EvaluationContext,
  { appId, parameters, changedAt }: AlertRule<'silence'>,
): Promise<Finding[]> {
  const { minutes, fromMinute, untilMinute } = parameters
  const ofDay = chinaMinuteOfDay(context.now)
  if (ofDay < fromMinute || ofDay >= untilMinute) return []
  const minute = minuteOf(context.now)
  const hoursBegan = minuteOf(chinaDayStart(context.now)) + fromMinute
  // Silence before the hours began, or before the rule was set, doesn't count.
  const last = (await readLastMinute(context, appId, dayMinutes)) ?? 0
  const silentMinutes = minute - Math.max(last, hoursBegan, minuteOf(changedAt))
  const isOver = silentMinutes >= minutes
  return [
    {
      subject: '',
      appId,
      isOver,
      isRecovered: !isOver,
      title: `${placeOf(context, appId)}已${silentMinutes}分钟没有发送`,
      body: `${placeOf(context, appId)}已连续${silentMinutes}分钟没有提交短信，达到设定的${minutes}分钟。`,
      advice: '请检查您的程序和网络，并在应用管理中查看最近的请求有没有被拒绝。',
      link: '/sms/app-manage',
      valueText: `${silentMinutes}分钟`,
      thresholdText: `连续${minutes}分钟`,
    },
  ]
}
