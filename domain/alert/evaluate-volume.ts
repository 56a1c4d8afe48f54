import { type RawBuilder, sql } from 'kysely'
import { chinaDay, chinaMonth } from '#values/china-time.ts'
import { encodeId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { type AlertRule, type EvaluationContext, type Finding, placeOf, segmentsText } from './finding.ts'
import { readSegments } from './flow.ts'

const windowMinutes = 10
const calmShare = 0.9

/** Segments sent in ten minutes, or so far on this day or in this month (China time). */
export async function evaluateVolume(context: EvaluationContext, { appId, parameters }: AlertRule<'volume'>): Promise<Finding[]> {
  const { window, segmentCount } = parameters
  const place = placeOf(context, appId)
  const statistics = `/sms/smsTotal${appId ? `?app=${encodeId('app', appId)}` : ''}`
  const found = (subject: string, count: number, when: string): Finding => ({
    subject,
    appId,
    isOver: count >= segmentCount,
    isRecovered: window === 'ten_minutes' && count < segmentCount * calmShare,
    title: `${place}${when}已发送${segmentsText(count)}`,
    body: `${place}${when}提交的条数为${segmentsText(count)}，达到预警值${segmentsText(segmentCount)}。`,
    advice: '请核对是否为正常业务。如不是，请停用应用的密钥或设置限额。',
    link: statistics,
    valueText: segmentsText(count),
    thresholdText: `达到${segmentsText(segmentCount)}`,
  })
  if (window === 'ten_minutes') return [found('', await readSegments(context, appId, windowMinutes), '近10分钟')]
  const { day, month } = await sentSegments(context, appId)
  return window === 'day'
    ? [found(`day:${chinaDay(context.now)}`, day, '今天')]
    : [found(`month:${chinaMonth(context.now)}`, month, '本月')]
}

/** Apps that have reached one of their limits: further messages are refused. */
export async function evaluateLimits(context: EvaluationContext, { appId }: AlertRule<'limit_reached'>): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const app of context.apps.values()) {
    if ((appId !== null && app.appId !== appId) || (app.dailySegments === null && app.monthlySegments === null)) continue
    const { day, month } = await sentSegments(context, app.appId)
    const limited = [
      { subject: `day:${chinaDay(context.now)}`, count: day, limit: app.dailySegments, name: '日', when: '今天', next: '明天' },
      { subject: `month:${chinaMonth(context.now)}`, count: month, limit: app.monthlySegments, name: '月', when: '本月', next: '下月1日' },
    ]
    for (const { subject, count, limit, name, when, next } of limited)
      if (limit !== null && count >= limit)
        findings.push({
          subject: `${app.appId}:${subject}`,
          appId: app.appId,
          isOver: true,
          isRecovered: false,
          action: 'stopped',
          title: `应用“${app.name}”达到${name}限额，已停发`,
          body: `应用“${app.name}”${when}已发送${segmentsText(count)}，达到${name}限额${segmentsText(limit)}，之后的请求会被拒绝。`,
          advice: `如需继续发送，请提高限额；否则${next}自动恢复。`,
          link: '/sms/app-warning?tab=limits',
          valueText: segmentsText(count),
          thresholdText: `${name}限额${segmentsText(limit)}`,
        })
  }
  return findings
}

/** Segments of this day and month (China time): an app's from its own limits, an account's from its statistics. */
export async function sentSegments({ tx, account, now }: EvaluationContext, appId: string | null): Promise<{ day: number; month: number }> {
  const [today, monthBegan] = [chinaDay(now), `${chinaMonth(now)}-01`]
  const source: RawBuilder<unknown> = appId
    ? sql`select day, segment_count from app_usage where account_id = ${account} and app_id = ${appId} and day between ${monthBegan} and ${today}`
    : sql`select (date '1970-01-01' + day)::text as day, segment_count from statistics_day
        where account_id = ${account} and day between ${monthBegan}::date - date '1970-01-01' and ${today}::date - date '1970-01-01'`
  const { rows } = await sql<{ day: number; month: number }>`
    select coalesce(sum(segment_count) filter (where day = ${today}), 0)::bigint as day, coalesce(sum(segment_count), 0)::bigint as month
    from (${source}) as sent`.execute(tx)
  return firstOrThrow(rows)
}
