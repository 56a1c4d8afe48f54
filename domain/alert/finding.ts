import type { AlertAction } from '#contract/alert/alert.ts'
import type { AlertChannel, AlertKind, AlertParameters, AlertSeverity } from '#contract/alert/alert-rule.ts'
import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

/** A rule as it is looked at. */
export interface AlertRule<Kind extends AlertKind = AlertKind> {
  ruleId: string
  kind: Kind
  appId: string | null
  parameters: AlertParameters<Kind>
  channels: AlertChannel[]
  contactIds: string[]
  robotIds: string[]
  repeatMinutes: number
  /** What happened before is no news. */
  changedAt: Date
}

/** An app that rules may look at. */
export interface WatchedApp {
  appId: string
  name: string
  dailySegments: number | null
  monthlySegments: number | null
  brakedUntil: Date | null
}

/** What judges get to look with: one transaction and moment. */
export interface Look {
  tx: Tx
  account: AccountId
  now: Date
  apps: ReadonlyMap<string, WatchedApp>
}

/** What a rule sees of one subject now. What it saw before and sees no more is over. */
export interface Finding {
  /** Of what of the rule it tells: stays the same as long as it lasts; empty where there is only one. */
  subject: string
  appId: string | null
  isOver: boolean
  /** Beyond the threshold by so much that it counts as over; neither is both. */
  isCalm: boolean
  /** It happened and is over at once. */
  isMoment?: boolean
  /** A graver one of the same rule speaks for it. */
  isHushed?: boolean
  /** Where it differs from the kind's. */
  severity?: AlertSeverity
  action?: AlertAction
  /** One line that says what happened, with its value: at most 60 characters. */
  title: string
  body: string
  /** What to do. */
  advice: string
  /** A page of the console. */
  link: string
  valueText: string
  thresholdText: string
}

/** `应用“商城”` or the whole account, at the head of a sentence. */
export const placeOf = ({ apps }: Look, appId: string | null): string => (appId === null ? '账户' : `应用“${apps.get(appId)?.name ?? ''}”`)

export const segmentsText = (count: number): string => `${count.toLocaleString('en-US')}条`
/** `72.5%`, never rounded up to a whole that it isn't. */
export const percentText = (percent: number): string => `${(Math.floor(percent * 10) / 10).toLocaleString('en-US')}%`

/** Minutes since 1970. */
export const minuteOf = (at: Date): number => Math.floor(at.getTime() / 60_000)
