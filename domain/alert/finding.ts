import type { AlertAction } from '#contract/alert/alert.ts'
import type { AlertKind, AlertMethod, AlertParameters, AlertSeverity } from '#contract/alert/alert-rule.ts'
import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

/** An alert rule as evaluated. */
export interface AlertRule<Kind extends AlertKind = AlertKind> {
  ruleId: string
  kind: Kind
  appId: string | null
  parameters: AlertParameters<Kind>
  notificationMethods: AlertMethod[]
  contactIds: string[]
  robotIds: string[]
  repeatMinutes: number
  /** Events before this moment are ignored. */
  changedAt: Date
}

/** An app that alert rules can cover. */
export interface EvaluatedApp {
  appId: string
  name: string
  dailySegments: number | null
  monthlySegments: number | null
  otpPausedUntil: Date | null
}

/** The context of an evaluation: one transaction and one moment. */
export interface EvaluationContext {
  tx: Tx
  account: AccountId
  now: Date
  apps: ReadonlyMap<string, EvaluatedApp>
}

/** What a rule finds for one subject now. A subject found before and not found now is over. */
export interface Finding {
  /** The part of the rule's subject concerned, stable while the condition lasts; empty if the rule has only one. */
  subject: string
  appId: string | null
  isOver: boolean
  /**
   * The value is far enough back from the threshold to recover (hysteresis). Between threshold and this neither is set.
   */
  isRecovered: boolean
  /** A single event that is over at once. */
  isMoment?: boolean
  /** Suppressed by a more severe finding of the same rule. */
  isSuppressed?: boolean
  /** Where it differs from the severity of the alert kind. */
  severity?: AlertSeverity
  action?: AlertAction
  /** One line with what happened and its value, at most 60 characters. */
  title: string
  body: string
  /** Advice on what to do. */
  advice: string
  /** A page address of the console. */
  link: string
  valueText: string
  thresholdText: string
}

/** `应用“商城”` or the whole account, to begin a sentence with. */
export const placeOf = ({ apps }: EvaluationContext, appId: string | null): string =>
  appId === null ? '账户' : `应用“${apps.get(appId)?.name ?? ''}”`

export const segmentsText = (count: number): string => `${count.toLocaleString('en-US')}条`
/** `72.5%`, rounded down, so that 99.96 doesn't read as 100. */
export const percentText = (percent: number): string => `${(Math.floor(percent * 10) / 10).toLocaleString('en-US')}%`

/** Minutes since 1970. */
export const minuteOf = (at: Date): number => Math.floor(at.getTime() / 60_000)
