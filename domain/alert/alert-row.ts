import type { Selectable } from 'kysely'
import type { AlertAction, AlertState } from '#contract/alert/alert.ts'
import type { AlertKind, AlertSeverity } from '#contract/alert/alert-rule.ts'
import type { AlertTable } from '#db/types.ts'
import type { AlertText } from './labels.ts'

/** An alert as stored. */
export interface Alert extends AlertText {
  alertId: string
  ruleId: string
  kind: AlertKind
  appId: string | null
  subject: string
  severity: AlertSeverity
  link: string
  action: AlertAction
  state: AlertState
  isTest: boolean
  calmSince: Date | null
  confirmedAt: Date | null
  confirmNote: string | null
  recoveredAt: Date | null
  notifiedCount: number
  lastNotifiedAt: Date | null
  isHeld: boolean
  mutedUntil: Date | null
}

export const alertOf = (row: Selectable<AlertTable>): Alert => ({
  alertId: row.alert_id,
  ruleId: row.rule_id,
  kind: row.kind,
  appId: row.app_id,
  subject: row.subject,
  severity: row.severity,
  title: row.title,
  body: row.body,
  advice: row.advice,
  link: row.link,
  valueText: row.value_text,
  lastValueText: row.last_value_text,
  thresholdText: row.threshold_text,
  action: row.action,
  state: row.state,
  isTest: row.is_test,
  firedAt: row.fired_at,
  calmSince: row.calm_since,
  confirmedAt: row.confirmed_at,
  confirmNote: row.confirm_note,
  recoveredAt: row.recovered_at,
  recoveryReason: row.recovery_reason,
  notifiedCount: row.notified_count,
  lastNotifiedAt: row.last_notified_at,
  isHeld: row.is_held,
  mutedUntil: row.muted_until,
})
