import type { Selectable } from 'kysely'
import type { AlertAction, AlertState } from '#contract/alert/alert.ts'
import type { AlertKind, AlertSeverity } from '#contract/alert/alert-rule.ts'
import type { AlertTable } from '#db/types.ts'
import { pick } from '#values/pick.ts'
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

export const alertOf = (row: Selectable<AlertTable>): Alert =>
  pick(
    row,
    'alertId',
    'ruleId',
    'kind',
    'appId',
    'subject',
    'severity',
    'title',
    'body',
    'advice',
    'link',
    'valueText',
    'lastValueText',
    'thresholdText',
    'action',
    'state',
    'isTest',
    'firedAt',
    'calmSince',
    'confirmedAt',
    'confirmNote',
    'recoveredAt',
    'recoveryReason',
    'notifiedCount',
    'lastNotifiedAt',
    'isHeld',
    'mutedUntil',
  )
