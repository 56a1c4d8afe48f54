import { sql } from 'kysely'
import { type AlertKind, alertKinds } from '#contract/alert/alert-rule.ts'
import { appSettings } from '#contract/apps/app-setting.ts'
import type { Db, Tx } from '#db/connect.ts'
import { chinaMinuteOfDay } from '#values/china-time.ts'
import type { AccountId } from '#values/id.ts'
import { end, fire, resume } from './act.ts'
import { type Alert, alertOf } from './alert-row.ts'
import { evaluateAddresses, evaluateCodes, evaluatePhones } from './evaluate-abuse.ts'
import { evaluateReviews, evaluateWebhooks } from './evaluate-event.ts'
import { evaluateBalance, evaluatePackages } from './evaluate-money.ts'
import { evaluateCauses, evaluateSilence, evaluateSuccess } from './evaluate-sending.ts'
import { evaluateSlowCodes } from './evaluate-slow.ts'
import { evaluateLimits, evaluateVolume } from './evaluate-volume.ts'
import { type AlertRule, type EvaluatedApp, type EvaluationContext, type Finding, minuteOf } from './finding.ts'
import { endAll, readRules } from './rule.ts'
import { isQuietAt, nextStep } from './step.ts'

/** Accounts whose rules were not yet evaluated in this minute. */
export async function accountsToEvaluate(db: Db, now: Date): Promise<AccountId[]> {
  const { rows } = await sql<{ accountId: AccountId }>`
    -- across accounts: accounts whose rules are due for evaluation
    select account_id from alert_watch join account using (account_id)
    where minute < ${minuteOf(now)} and account.state = 'active' order by minute, account_id`.execute(db)
  return rows.map(row => row.accountId)
}

export interface Changes {
  firedCount: number
  endedCount: number
}

/**
 * Alert rules: evaluates those of an account at `now`, once a minute. Concurrent calls return null except for one.
 * Alerts fire, end and enqueue notifications in the same transaction. Reads counters, never single messages.
 */
export async function evaluateAccount(tx: Tx, account: AccountId, now: Date): Promise<Changes | null> {
  const minute = minuteOf(now)
  const { rows } = await sql<{ fromMinute: number | null; untilMinute: number | null }>`
    select quiet_from_minute as "fromMinute", quiet_until_minute as "untilMinute" from alert_watch
    where account_id = ${account} and minute < ${minute} for update skip locked`.execute(tx)
  if (!rows[0]) return null
  await tx.updateTable('alertWatch').set({ minute }).where('accountId', '=', account).execute()
  if (minute % 60 === 0) await purgeMinutes(tx, account, minute)
  const { fromMinute, untilMinute } = rows[0]
  const quiet = fromMinute === null || untilMinute === null ? null : { fromMinute, untilMinute }
  const rules = (await readRules(tx, account)).filter(rule => rule.isOn)
  const changes: Changes = { firedCount: 0, endedCount: 0 }
  if (rules.length === 0) return changes
  const context: EvaluationContext = { tx, account, now, apps: await readApps(tx, account) }
  const known = await readKnown(tx, account, now)
  const isQuiet = isQuietAt(chinaMinuteOfDay(now), quiet)
  for (const rule of rules) {
    const alerts = known.get(rule.ruleId) ?? []
    // Alerts that fired under an older setting are evaluated anew.
    if (alerts.some(alert => alert.state !== 'recovered' && alert.firedAt < rule.changedAt))
      await endAll(tx, account, rule.ruleId, '规则已修改', now)
    await evaluateRule(
      context,
      rule,
      alerts.filter(alert => alert.state === 'recovered' || alert.firedAt >= rule.changedAt),
      { isQuiet, changes },
    )
  }
  return changes
}

/** Purges counters older than the longest period evaluated: a day and an hour. */
async function purgeMinutes(tx: Tx, account: AccountId, minute: number): Promise<void> {
  await sql`delete from statistics_minute where account_id = ${account} and minute < ${minute - 1_510}`.execute(tx)
  await sql`delete from address_use where account_id = ${account} and hour < ${Math.floor(minute / 60) - 2}`.execute(tx)
}

async function readApps(tx: Tx, account: AccountId): Promise<ReadonlyMap<string, EvaluatedApp>> {
  const rows = await tx
    .selectFrom('app')
    .select(['appId', 'name', 'settings', 'otpPausedUntil'])
    .where('accountId', '=', account)
    .where('state', '<>', 'deleted')
    .where('kind', '=', 'production')
    .orderBy('appId')
    .execute()
  return new Map(
    rows.map(row => {
      const { dailySegments, monthlySegments } = appSettings.parse(row.settings)
      return [row.appId, { appId: row.appId, name: row.name, dailySegments, monthlySegments, otpPausedUntil: row.otpPausedUntil }]
    }),
  )
}

/** Alerts that are active, muted or recent, by rule. */
async function readKnown(tx: Tx, account: AccountId, now: Date): Promise<Map<string, Alert[]>> {
  const rows = await tx
    .selectFrom('alert')
    .selectAll()
    .where('accountId', '=', account)
    .where('isTest', '=', false)
    .where(alert =>
      alert.or([
        alert('state', '<>', 'recovered'),
        alert('mutedUntil', '>', now),
        alert.and([alert('kind', '=', 'review_result'), alert('firedAt', '>', new Date(now.getTime() - 86_400_000))]),
      ]),
    )
    .execute()
  return Map.groupBy(rows.map(alertOf), alert => alert.ruleId)
}

type Evaluates = {
  [Kind in AlertKind]: (context: EvaluationContext, rule: AlertRule<Kind>, subjects: readonly string[]) => Promise<Finding[]>
}
const evaluates: Evaluates = {
  balance: evaluateBalance,
  package_expiring: evaluatePackages,
  success_low: evaluateSuccess,
  failure_cause: evaluateCauses,
  code_slow: evaluateSlowCodes,
  silence: evaluateSilence,
  volume: evaluateVolume,
  limit_reached: evaluateLimits,
  code_abuse: evaluateCodes,
  phone_anomaly: evaluatePhones,
  address_anomaly: evaluateAddresses,
  review_result: evaluateReviews,
  webhook_failing: evaluateWebhooks,
}
const evaluate = (context: EvaluationContext, rule: AlertRule, subjects: readonly string[]) =>
  (evaluates[rule.kind] as (context: EvaluationContext, rule: AlertRule, subjects: readonly string[]) => Promise<Finding[]>)(
    context,
    rule,
    subjects,
  )

interface EvaluationProgress {
  isQuiet: boolean
  changes: Changes
}

async function evaluateRule(
  context: EvaluationContext,
  rule: AlertRule,
  known: readonly Alert[],
  progress: EvaluationProgress,
): Promise<void> {
  const active = known.filter(alert => alert.state !== 'recovered')
  // A deleted app has no traffic to evaluate.
  const isGone = rule.appId !== null && !context.apps.has(rule.appId)
  const subjects = active.map(alert => alert.subject)
  const findings = new Map((isGone ? [] : await evaluate(context, rule, subjects)).map(finding => [finding.subject, finding]))
  for (const subject of new Set([...findings.keys(), ...subjects])) {
    const finding = findings.get(subject) ?? null
    const before = active.find(alert => alert.subject === subject) ?? known.find(alert => alert.subject === subject) ?? null
    await takeStep(context, rule, { finding, before }, progress)
  }
}

async function takeStep(
  context: EvaluationContext,
  rule: AlertRule,
  { finding, before }: { finding: Finding | null; before: Alert | null },
  progress: EvaluationProgress,
) {
  const { now } = context
  const { calmMinutes } = alertKinds[rule.kind]
  const known = before && {
    isActive: before.state !== 'recovered',
    calmSince: before.calmSince,
    mutedUntil: before.mutedUntil,
    hasHappened: before.state === 'recovered',
  }
  const step = nextStep(known, finding, { now, calmMs: calmMinutes * 60_000 })
  if (finding && (step === 'fire' || step === 'moment')) {
    await fire(context, rule, finding, { ...progress, isMoment: step === 'moment' })
    progress.changes.firedCount += 1
  } else if (before && step === 'end') {
    await end(context, rule, before, { finding, isQuiet: progress.isQuiet })
    progress.changes.endedCount += 1
  } else if (before && step !== 'none')
    await resume(context, rule, before, { finding, isRecovered: step === 'calm', isQuiet: progress.isQuiet })
}
