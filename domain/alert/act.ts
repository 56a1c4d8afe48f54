import { type AlertSeverity, alertKinds } from '#contract/alert/alert-rule.ts'
import { newId } from '#values/id.ts'
import { type Alert, alertOf } from './alert-row.ts'
import type { AlertRule, EvaluationContext, Finding } from './finding.ts'
import { notifyConsole, notifyReceivers } from './notify.ts'

/**
 * Fires an alert. Urgent alerts and those without external receivers ignore quiet hours. A `moment` fires and recovers
 * at once.
 */
export async function fire(
  context: EvaluationContext,
  rule: AlertRule,
  finding: Finding,
  { isQuiet, isMoment }: { isQuiet: boolean; isMoment: boolean },
): Promise<void> {
  const { tx, account, now } = context
  const kind = alertKinds[rule.kind]
  const severity: AlertSeverity = finding.severity ?? kind.severity
  const isHeld = isQuiet && severity !== 'urgent' && rule.notificationMethods.length > 0 && !isMoment
  const isNotified = finding.isSuppressed !== true
  const { appId, title, body, advice, link, valueText, thresholdText, subject } = finding
  const row = await tx
    .insertInto('alert')
    .values({
      accountId: account,
      alertId: newId(now.getTime()),
      ruleId: rule.ruleId,
      kind: rule.kind,
      appId,
      subject,
      severity,
      title,
      body,
      advice,
      link,
      valueText,
      lastValueText: valueText,
      thresholdText,
      action: finding.action ?? 'notify',
      state: isMoment ? 'recovered' : 'open',
      firedAt: now,
      ...(isMoment ? { recoveredAt: now, recoveryReason: '无需处理' } : {}),
      notifiedCount: isNotified && !isHeld ? 1 : 0,
      lastNotifiedAt: isNotified && !isHeld ? now : null,
      isHeld: isNotified && isHeld,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const alert = alertOf(row)
  if (alert.action === 'pause_otp') await pauseOtp(context, rule as AlertRule<'code_abuse'>, alert)
  if (!isNotified) return
  const notification = { alert, receivers: rule, occasion: 'fired' as const, now }
  await notifyConsole(tx, account, notification)
  if (!isHeld) await notifyReceivers(tx, account, notification)
}

/** Pauses the app's OTP messages for a while. */
async function pauseOtp(
  { tx, account, now }: EvaluationContext,
  { parameters }: AlertRule<'code_abuse'>,
  { appId, valueText }: Alert,
): Promise<void> {
  const until = new Date(now.getTime() + (parameters.otpPauseMinutes ?? 0) * 60_000)
  await tx
    .updateTable('app')
    .set({ otpPausedUntil: until, otpPausedReason: valueText })
    .where('accountId', '=', account)
    .where('appId', '=', appId!)
    .execute()
}

/**
 * Continues an active alert: sends what quiet hours held back once they end, and repeats unconfirmed notifications at
 * intervals.
 */
export async function resume(
  { tx, account, now }: EvaluationContext,
  rule: AlertRule,
  alert: Alert,
  { finding, isRecovered, isQuiet }: { finding: Finding | null; isRecovered: boolean; isQuiet: boolean },
): Promise<void> {
  const lastValueText = finding?.valueText ?? alert.lastValueText
  const isQuietNow = isQuiet && alert.severity !== 'urgent'
  const isReleased = alert.isHeld && !isQuietNow
  const sinceNotifiedMs = alert.lastNotifiedAt ? now.getTime() - alert.lastNotifiedAt.getTime() : 0
  const isRepeated =
    !isRecovered &&
    alert.state === 'open' &&
    finding?.isSuppressed !== true &&
    !isQuietNow &&
    alert.notifiedCount > 0 &&
    rule.repeatMinutes > 0 &&
    sinceNotifiedMs >= rule.repeatMinutes * 60_000
  const isUnannounced = alert.notifiedCount === 0 && !alert.isHeld && finding?.isSuppressed === false
  const isNotified = isReleased || isRepeated || isUnannounced
  const calmSince = isRecovered ? (alert.calmSince ?? now) : null
  if (!isNotified && lastValueText === alert.lastValueText && calmSince?.getTime() === alert.calmSince?.getTime()) return
  await tx
    .updateTable('alert')
    .set({
      lastValueText,
      calmSince,
      ...(isNotified ? { notifiedCount: alert.notifiedCount + 1, lastNotifiedAt: now, isHeld: false } : {}),
    })
    .where('accountId', '=', account)
    .where('alertId', '=', alert.alertId)
    .execute()
  if (!isNotified) return
  const notification = {
    alert: { ...alert, lastValueText },
    receivers: rule,
    occasion: isRepeated ? ('repeated' as const) : ('fired' as const),
    now,
  }
  if (!isReleased) await notifyConsole(tx, account, notification)
  await notifyReceivers(tx, account, notification)
}

/** Ends an alert (recovery). */
export async function end(
  { tx, account, now }: EvaluationContext,
  rule: AlertRule,
  alert: Alert,
  { finding, isQuiet }: { finding: Finding | null; isQuiet: boolean },
): Promise<void> {
  const lastValueText = finding?.valueText ?? alert.lastValueText
  const recoveryReason = finding ? `现在为${finding.valueText}` : '情况已不存在'
  await tx
    .updateTable('alert')
    .set({ state: 'recovered', recoveredAt: now, recoveryReason, lastValueText, isHeld: false })
    .where('accountId', '=', account)
    .where('alertId', '=', alert.alertId)
    .execute()
  // An alert that came and went within quiet hours was never sent outside; its recovery isn't either.
  if (!alertKinds[rule.kind].notifiesRecovery || alert.notifiedCount === 0) return
  const notification = { alert: { ...alert, lastValueText, recoveryReason }, receivers: rule, occasion: 'recovered' as const, now }
  await notifyConsole(tx, account, notification)
  // A recovery doesn't disturb quiet hours; the console shows it.
  if (!isQuiet || alert.severity === 'urgent') await notifyReceivers(tx, account, notification)
}
