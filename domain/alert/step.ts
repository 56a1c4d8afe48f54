import type { Finding } from './finding.ts'

/** What is known of an alert that is not over, or is muted. */
export interface ActiveAlert {
  isActive: boolean
  calmSince: Date | null
  mutedUntil: Date | null
  /** Something happened and was told once. */
  hasHappened: boolean
}

/**
 * What a look changes. `fire`: it begins. `moment`: it began and is over. `hold`: it lasts. `calm`: its value is well beyond the threshold, and not yet for long
 * enough. `end`: it is over. `none`: there is nothing.
 */
export type Step = 'fire' | 'moment' | 'hold' | 'calm' | 'end' | 'none'

/**
 * The state machine of alerts, with its hysteresis: an alert begins when the value passes the threshold and ends only when the value was calm, which is some way
 * back from the threshold, for `calmMs` without a break. A subject that is seen no more is over at once.
 */
export function nextStep(known: ActiveAlert | null, finding: Finding | null, { now, calmMs }: { now: Date; calmMs: number }): Step {
  if (!known?.isActive) {
    if (!finding?.isOver || (known?.mutedUntil && known.mutedUntil > now)) return 'none'
    if (finding.isMoment) return known?.hasHappened ? 'none' : 'moment'
    return 'fire'
  }
  if (!finding) return 'end'
  if (!finding.isCalm) return 'hold'
  const calmSince = known.calmSince ?? now
  return now.getTime() - calmSince.getTime() >= calmMs ? 'end' : 'calm'
}

/** Whether a minute of the Chinese day lies in the quiet time, which may pass midnight. */
export function isQuietAt(minuteOfDay: number, quiet: { fromMinute: number; untilMinute: number } | null): boolean {
  if (!quiet) return false
  const { fromMinute, untilMinute } = quiet
  return fromMinute <= untilMinute
    ? minuteOfDay >= fromMinute && minuteOfDay < untilMinute
    : minuteOfDay >= fromMinute || minuteOfDay < untilMinute
}
