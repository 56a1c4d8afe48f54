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
  alertId: row.alertId,
  ruleId: row.ruleId,
  kind: row.kind,
  appId: row.appId,
  subject: row.subject,
  severity: row.severity,
  title: row.title,
  body: row.body,
  advice: row.advice,
  link: row.link,
  valueText: row.valueText,
  lastValueText: row.lastValueText,
  thresholdText: row.thresholdText,
  action: row.action,
  state: row.state,
  isTest: row.isTest,
  firedAt: row.firedAt,
  calmSince: row.calmSince,
  confirmedAt: row.confirmedAt,
  confirmNote: row.confirmNote,
  recoveredAt: row.recoveredAt,
  recoveryReason: row.recoveryReason,
  notifiedCount: row.notifiedCount,
  lastNotifiedAt: row.lastNotifiedAt,
  isHeld: row.isHeld,
  mutedUntil: row.mutedUntil,
})
