import { sql } from 'kysely'
import { encodeId } from '#values/id.ts'
import type { AlertRule, EvaluationContext, Finding } from './finding.ts'

const hourMs = 3_600_000

interface Decided {
  object: 'signature' | 'template'
  objectId: string
  text: string
  state: 'approved' | 'rejected'
  reason: string | null
  reviewedAt: Date
}

/**
 * Reviews of signatures and templates decided since the rule was set: a rejection lasts until corrected, an approval is
 * over at once.
 */
export async function evaluateReviews(
  { tx, account, now }: EvaluationContext,
  { parameters, changedAt }: AlertRule<'review_result'>,
): Promise<Finding[]> {
  const hourAgo = new Date(now.getTime() - hourMs)
  const decided = (object: 'signature' | 'template', text: 'text' | 'name') => sql`
    select ${sql.lit(object)} as object, ${sql.ref(`${object}_id`)} as "objectId", ${sql.ref(text)} as text, state, reason, reviewed_at
    from ${sql.table(object)} where account_id = ${account} and reviewed_at > ${changedAt}
      and (state = 'rejected' or ${parameters.outcomes === 'all'} and state = 'approved' and reviewed_at > ${hourAgo})`
  const { rows } = await sql<Decided>`${decided('signature', 'text')} union all ${decided('template', 'name')}`.execute(tx)
  return rows.map(({ object, objectId, text, state, reason, reviewedAt }) => {
    const name = `${object === 'signature' ? '签名' : '模板'}“${text}”`
    const isRejected = state === 'rejected'
    return {
      subject: `${objectId}:${reviewedAt.getTime()}`,
      appId: null,
      isOver: true,
      isRecovered: false,
      isMoment: !isRejected,
      ...(isRejected ? { severity: 'warning' as const } : {}),
      title: `${name}${isRejected ? '未通过审核' : '已通过审核'}`,
      body: isRejected ? `${name}未通过审核，原因：${reason ?? '未说明'}。` : `${name}已通过审核，可以用于发送。`,
      advice: isRejected ? '请按原因修改后重新提交。' : '无需处理。',
      link: `/sms/${object}?id=${encodeId(object, objectId)}`,
      valueText: isRejected ? '未通过' : '已通过',
      thresholdText: '有审核结果',
    }
  })
}

/**
 * Webhooks that have been failing for some time, that were disabled for it, or whose events are overdue without an
 * attempt.
 */
export async function evaluateWebhooks(context: EvaluationContext, rule: AlertRule<'webhook_failing'>): Promise<Finding[]> {
  return [...(await evaluateFailing(context, rule)), ...(await evaluateWaiting(context, rule))]
}

interface TroubledWebhook {
  webhookId: string
  appId: string
  url: string
  since: Date
}

type Words = Pick<Finding, 'title' | 'body' | 'advice' | 'severity'> & { lasts: string }

/** The finding for a failing webhook, by how many minutes it has failed; none for a deleted app. */
function troubleOf(
  { apps, now }: EvaluationContext,
  { parameters }: AlertRule<'webhook_failing'>,
  { webhookId, appId, url, since }: TroubledWebhook,
  textOf: (target: { app: string; host: string; minutes: number }) => Words,
): Finding[] {
  const app = apps.get(appId)
  const minutes = Math.floor((now.getTime() - since.getTime()) / 60_000)
  if (!app) return []
  const { lasts, ...words } = textOf({ app: `应用“${app.name}”`, host: new URL(url).host, minutes })
  return [
    {
      subject: webhookId,
      appId,
      isOver: minutes >= parameters.minutes,
      isRecovered: false,
      ...words,
      link: `/sms/app-config?id=${encodeId('app', appId)}&tab=webhook`,
      valueText: `${minutes}分钟`,
      thresholdText: `${lasts}${parameters.minutes}分钟`,
    },
  ]
}

async function evaluateWaiting(context: EvaluationContext, rule: AlertRule<'webhook_failing'>): Promise<Finding[]> {
  const { tx, account, now } = context
  const { rows } = await sql<TroubledWebhook>`
    select webhook_id, app_id, url, due_at as since
    from app_webhook as webhook cross join lateral (
      select due_at from push_event as event where event.account_id = ${account} and event.sink = 'webhook'
        and event.queue_id = webhook.webhook_id and event.state = 'waiting' order by due_at limit 1) as oldest
    where account_id = ${account} and failing_since is null and state = 'enabled' and due_at <= ${now}
      ${rule.appId === null ? sql`` : sql`and app_id = ${rule.appId}`}`.execute(tx)
  return rows.flatMap(row =>
    troubleOf(context, rule, row, ({ app, host, minutes }) => ({
      lasts: '等待',
      title: `${app}的回调已积压${minutes}分钟`,
      body: `发往${app}的回调地址 ${host} 的事件已等待${minutes}分钟还没有推送，它们会为您保留并继续推送。`,
      advice: '如果您的服务器回答很慢，请先排查；否则请联系客服。',
    })),
  )
}

async function evaluateFailing(context: EvaluationContext, rule: AlertRule<'webhook_failing'>): Promise<Finding[]> {
  const { tx, account } = context
  const { rows } = await sql<TroubledWebhook & { failureCount: number; isOff: boolean }>`
    select webhook_id, app_id, url, failing_since as since, failure_count, state = 'disabled' as "isOff"
    from app_webhook where account_id = ${account} and failing_since is not null and (state = 'enabled' or disabled_why = 'failing')
      ${rule.appId === null ? sql`` : sql`and app_id = ${rule.appId}`}`.execute(tx)
  return rows.flatMap(row =>
    troubleOf(context, rule, row, ({ app, host, minutes }) => ({
      lasts: '连续',
      ...(row.isOff ? { severity: 'urgent' as const } : {}),
      title: `${app}的回调已失败${minutes}分钟${row.isOff ? '，已停用' : ''}`,
      body: `${app}的回调地址 ${host} 已连续${minutes}分钟、${row.failureCount}次推送失败${row.isOff ? '，已自动停用；事件会为您保留' : '，我们会继续重试'}。`,
      advice: '请检查服务器和证书，修复后在应用配置的回调页重新启用或重推。',
    })),
  )
}
