import type { Finding } from './finding.ts'

/** The state of an alert that is active or muted. */
export interface ActiveAlert {
  isActive: boolean
  calmSince: Date | null
  mutedUntil: Date | null
  /** A single event that was notified. */
  hasHappened: boolean
}

/**
 * The transition of one evaluation. `fire`: it begins. `moment`: it begins and is over. `hold`: it lasts. `calm`: the
 * value is back beyond the hysteresis, not yet for long enough. `end`: it is over. `none`: no change.
 */
export type Step = 'fire' | 'moment' | 'hold' | 'calm' | 'end' | 'none'

/**
 * Alert state machine with hysteresis: an alert fires when the value passes the threshold, and ends when the value was
 * calm (some way back from the threshold) for `calmMs` without a break. A subject no longer found is over at once.
 */
export function nextStep(known: ActiveAlert | null, finding: Finding | null, { now, calmMs }: { now: Date; calmMs: number }): Step {
  if (!known?.isActive) {
    if (!finding?.isOver || (known?.mutedUntil && known.mutedUntil > now)) return 'none'
    if (finding.isMoment) return known?.hasHappened ? 'none' : 'moment'
    return 'fire'
  }
  if (!finding) return 'end'
  if (!finding.isRecovered) return 'hold'
  const calmSince = known.calmSince ?? now
  return now.getTime() - calmSince.getTime() >= calmMs ? 'end' : 'calm'
}

/** Whether a minute of the day (China time) lies in quiet hours, which may pass midnight. */
export function isQuietAt(minuteOfDay: number, quiet: { fromMinute: number; untilMinute: number } | null): boolean {
  if (!quiet) return false
  const { fromMinute, untilMinute } = quiet
  return fromMinute <= untilMinute
    ? minuteOfDay >= fromMinute && minuteOfDay < untilMinute
    : minuteOfDay >= fromMinute || minuteOfDay < untilMinute
}
