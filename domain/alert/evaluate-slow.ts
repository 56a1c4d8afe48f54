import { type RawBuilder, sql } from 'kysely'
import { codeDelays } from '#contract/alert/alert-rule.ts'
import { delayBoundsMs, delayColumns } from '#domain/delivery/index.ts'
import { encodeId } from '#values/id.ts'
import { type AlertRule, type EvaluationContext, type Finding, minuteOf, percentText, placeOf } from './finding.ts'
import { readFlow } from './flow.ts'

const calmShare = 0.9

/**
 * OTP latency: of the codes accepted since the last full hour, the share not delivered in time (late or still waiting).
 * A success rate knows only finished messages, so a carrier that answers late or never looks good by it.
 */
export async function evaluateSlowCodes(context: EvaluationContext, { appId, parameters }: AlertRule<'code_slow'>): Promise<Finding[]> {
  const { lateAfterSeconds, percent, leastCount } = parameters
  const seconds = Number(lateAfterSeconds)
  const { dueCount, lateCount } = await readLate(context, { appId, seconds, leastCount })
  const share = dueCount === 0 ? 0 : (lateCount / dueCount) * 100
  const isEnough = dueCount >= leastCount
  const [place, delay] = [placeOf(context, appId), codeDelays[lateAfterSeconds]]
  return [
    {
      subject: '',
      appId,
      isOver: isEnough && share >= percent,
      isRecovered: !isEnough || share < percent * calmShare,
      title: `${place}${percentText(share)}的验证码${delay}还没有送达`,
      body: `${place}最近提交的${dueCount.toLocaleString('en-US')}条验证码中，${lateCount.toLocaleString('en-US')}条${delay}还没有送达，占${percentText(share)}，达到${percent}%。`,
      advice: '运营商可能拥堵或中断。验证码请保留足够的有效期，并提供语音、邮件等其他方式；持续不恢复请联系客服。',
      link: `/sms/delivery${appId ? `?app=${encodeId('app', appId)}` : ''}`,
      valueText: isEnough ? percentText(share) : `提交的只有${dueCount.toLocaleString('en-US')}条`,
      thresholdText: `${delay}还没有送达的达到${percent}%（至少${leastCount.toLocaleString('en-US')}条）`,
    },
  ]
}

/**
 * Codes due for delivery by now, and those of them not delivered in time. Totals are by the hour of acceptance; of the
 * waiting ones, as many as came in the last minutes may still be in time.
 */
async function readLate(
  context: EvaluationContext,
  { appId, seconds, leastCount }: { appId: string | null; seconds: number; leastCount: number },
): Promise<{ dueCount: number; lateCount: number }> {
  const { acceptedCount: freshCount } = await readFlow(context, { appId, messageKind: 'otp' }, Math.ceil(seconds / 60) + 1)
  const hour = Math.floor(minuteOf(context.now) / 60)
  let [acceptedCount, endedCount, slowCount] = [0, 0, 0]
  for (const one of await readHours(context, { appId, seconds, hours: [hour, hour - 1] })) {
    if (acceptedCount - freshCount >= leastCount) break
    acceptedCount += one.acceptedCount
    endedCount += one.endedCount
    slowCount += one.slowCount
  }
  const waitingCount = Math.max(0, acceptedCount - endedCount - freshCount)
  return { dueCount: Math.max(slowCount + waitingCount, acceptedCount - freshCount), lateCount: slowCount + waitingCount }
}

interface Hour {
  acceptedCount: number
  endedCount: number
  slowCount: number
}

/** The latest first. */
async function readHours(
  { tx, account }: EvaluationContext,
  { appId, seconds, hours }: { appId: string | null; seconds: number; hours: number[] },
): Promise<Hour[]> {
  const slow: RawBuilder<unknown>[] = delayColumns
    .slice(delayBoundsMs.findIndex(boundMs => boundMs === seconds * 1000) + 1)
    .map(name => sql.ref(name))
  const { rows } = await sql<Hour>`
    select sum(accepted_count)::bigint as "acceptedCount",
      sum(delivered_count + failed_count + unknown_count + refused_count + canceled_count)::bigint as "endedCount",
      sum(${sql.join(slow, sql` + `)})::bigint as "slowCount"
    from statistics_hour where account_id = ${account} and hour = any(${hours}::integer[]) and kind = 'otp'
      ${appId === null ? sql`` : sql`and app_id = ${appId}`}
    group by hour order by hour desc`.execute(tx)
  return rows
}
