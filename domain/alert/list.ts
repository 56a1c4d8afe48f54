import { type RawBuilder, sql } from 'kysely'
import type { AlertOccasion, AlertState, DeliveryState } from '#contract/alert/alert.ts'
import type { AlertKind, AlertMethod } from '#contract/alert/alert-rule.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { type AccountId, idFloor } from '#values/id.ts'
import { firstOrThrow, lastOrThrow } from '#values/or-throw.ts'
import { type Alert, alertOf } from './alert-row.ts'
import { readRules } from './rule.ts'

export interface AlertFilter {
  state?: AlertState | undefined
  kind?: AlertKind | undefined
  appId?: string | undefined
  ruleId?: string | undefined
  from?: Date | undefined
  until?: Date | undefined
}

const dayMs = 86_400_000
/** After a pause of codes is lifted by hand, the rule doesn't pause again until the evaluated hour is over. */
const mutedMs = 3_600_000

/** Alerts, the newest first. */
export async function listAlerts(
  executor: Executor,
  account: AccountId,
  filter: AlertFilter,
  { cursor, pageSize }: { cursor?: string | undefined; pageSize: number },
): Promise<{ rows: (Alert & { appName: string | null })[]; nextCursor: string | null }> {
  const { state, kind, appId, ruleId, from, until } = filter
  let query = executor
    .selectFrom('alert')
    .leftJoin('app', join => join.onRef('app.accountId', '=', 'alert.accountId').onRef('app.appId', '=', 'alert.appId'))
    .selectAll('alert')
    .select('app.name as appName')
    .where('alert.accountId', '=', account)
  if (state) query = query.where('alert.state', '=', state)
  if (kind) query = query.where('alert.kind', '=', kind)
  if (appId) query = query.where('alert.appId', '=', appId)
  if (ruleId) query = query.where('alert.ruleId', '=', ruleId)
  if (from) query = query.where('alert.alertId', '>=', idFloor(from))
  if (until) query = query.where('alert.alertId', '<=', idFloor(until.getTime() + 1))
  if (cursor) query = query.where('alert.alertId', '<', cursor)
  const rows = await query
    .orderBy('alert.alertId', 'desc')
    .limit(pageSize + 1)
    .execute()
  const page = rows.slice(0, pageSize)
  return {
    rows: page.map(row => ({ ...alertOf(row), appName: row.appName })),
    nextCursor: rows.length > pageSize ? lastOrThrow(page).alertId : null,
  }
}

/** The number of alerts that need attention. */
export async function getAlertCounts(executor: Executor, account: AccountId, now: Date) {
  const { rows } = await sql<{ openCount: number; confirmedCount: number; dayCount: number; ruleCount: number; otpPausedCount: number }>`
    select count(*) filter (where state = 'open') as "openCount", count(*) filter (where state = 'confirmed') as "confirmedCount",
      (select count(*) from alert where account_id = ${account} and alert_id >= ${idFloor(now.getTime() - dayMs)}::uuid and not is_test) as "dayCount",
      (select count(*) from alert_rule where account_id = ${account} and is_on) as "ruleCount",
      (select count(*) from app where account_id = ${account} and otp_paused_until > ${now}) as "otpPausedCount"
    from alert where account_id = ${account} and state <> 'recovered'`.execute(executor)
  return firstOrThrow(rows)
}

/** One alert with its deliveries. Refuses `not_found`. */
export async function readAlert(executor: Executor, account: AccountId, alertId: string, now: Date) {
  const row = await executor
    .selectFrom('alert')
    .leftJoin('app', join => join.onRef('app.accountId', '=', 'alert.accountId').onRef('app.appId', '=', 'alert.appId'))
    .leftJoin('member', join => join.onRef('member.accountId', '=', 'alert.accountId').onRef('member.memberId', '=', 'alert.confirmedBy'))
    .selectAll('alert')
    .select(['app.name as appName', 'app.otpPausedUntil', 'member.name as confirmer'])
    .where('alert.accountId', '=', account)
    .where('alert.alertId', '=', alertId)
    .executeTakeFirst()
  if (!row) refuse('not_found')
  const isOtpPaused = row.action === 'pause_otp' && row.otpPausedUntil !== null && row.otpPausedUntil > now
  return {
    ...alertOf(row),
    appName: row.appName,
    confirmedBy: row.confirmer,
    otpPausedUntil: isOtpPaused ? row.otpPausedUntil : null,
    deliveries: await deliveriesOf(executor, account, alertId),
  }
}

interface Delivery {
  deliveryId: string
  notificationMethod: 'console' | AlertMethod
  occasion: AlertOccasion
  target: string
  state: DeliveryState
  detail: string | null
  at: Date
}

/** Notifications sent for an alert; for mails with the server's answer. */
async function deliveriesOf(executor: Executor, account: AccountId, alertId: string): Promise<Delivery[]> {
  const ofMail: RawBuilder<unknown> = sql`case when mail.state = 'failed' then 'failed' when mail.state = 'queued' then 'queued' else delivery.state end`
  const { rows } = await sql<Delivery>`
    select delivery_id, notification_method, occasion, target_name as target, ${ofMail} as state, coalesce(mail.failure, delivery.detail) as detail,
      coalesce(mail.ended_at, delivery.ended_at, delivery.created_at) as at
    from alert_delivery as delivery
    left join mail on mail.account_id = ${account} and mail.mail_id = delivery.mail_id
    where delivery.account_id = ${account} and alert_id = ${alertId} order by delivery_id`.execute(executor)
  return rows
}

/** Confirms alerts: they are not notified again while they last. Returns the number that were active. */
export async function confirmAlerts(
  tx: Tx,
  account: AccountId,
  { alertIds, note, memberId, now }: { alertIds: readonly string[]; note: string; memberId: string; now: Date },
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('alert')
    .set({ state: 'confirmed', confirmedAt: now, confirmedBy: memberId, confirmNote: note === '' ? null : note, isHeld: false })
    .where('accountId', '=', account)
    .where('alertId', 'in', [...alertIds])
    .where('state', '=', 'open')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/**
 * Lifts the pause of an app's OTP messages; traffic evaluated so far causes no new pause. Returns the app's name.
 * Refuses `not_found`.
 */
export async function resumeOtp(
  tx: Tx,
  account: AccountId,
  { alertId, memberId, now }: { alertId: string; memberId: string; now: Date },
): Promise<string> {
  const alert = await tx
    .updateTable('alert')
    .set({
      state: 'recovered',
      recoveredAt: now,
      recoveryReason: '已手动解除暂停',
      confirmedAt: now,
      confirmedBy: memberId,
      mutedUntil: new Date(now.getTime() + mutedMs),
    })
    .where('accountId', '=', account)
    .where('alertId', '=', alertId)
    .where('action', '=', 'pause_otp')
    .returning('appId')
    .executeTakeFirst()
  if (!alert?.appId) refuse('not_found')
  const app = await tx
    .updateTable('app')
    .set({ otpPausedUntil: null, otpPausedReason: null })
    .where('accountId', '=', account)
    .where('appId', '=', alert.appId)
    .returning('name')
    .executeTakeFirstOrThrow()
  return app.name
}

/** Rules with the state of their alerts. */
export async function listRules(tx: Tx, account: AccountId) {
  const rules = await readRules(tx, account)
  const { rows } = await sql<{ ruleId: string; activeCount: number; lastFiredAt: Date | null }>`
    select rule_id, count(*) filter (where state <> 'recovered') as "activeCount", max(fired_at) as "lastFiredAt"
    from alert where account_id = ${account} and not is_test and rule_id = any(${rules.map(rule => rule.ruleId)}::uuid[]) group by 1`.execute(
    tx,
  )
  const apps = await tx.selectFrom('app').select(['appId', 'name']).where('accountId', '=', account).execute()
  const lately = new Map(rows.map(row => [row.ruleId, row]))
  const names = new Map(apps.map(app => [app.appId, app.name]))
  return rules.map(rule => ({
    ...rule,
    parameters: rule.parameters,
    appName: rule.appId ? (names.get(rule.appId) ?? null) : null,
    activeCount: lately.get(rule.ruleId)?.activeCount ?? 0,
    lastFiredAt: lately.get(rule.ruleId)?.lastFiredAt ?? null,
  }))
}
