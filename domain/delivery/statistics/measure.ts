import { sql } from 'kysely'
import { itemOrThrow } from '#values/or-throw.ts'

/** The dimensions of a total. Place (carrier and province) is kept in another table, since it multiplies the rows. */
export const textColumns = ['kind', 'appId', 'signatureId', 'templateId'] as const
export const placeColumns = ['carrier', 'province'] as const

/** Key value for a message without an app or template. */
export const nothingId = '00000000-0000-0000-0000-000000000000'

/**
 * Histogram of times from submission to report: upper bounds of the steps in ms; the last step has none. Must equal
 * report_delay_step() in the database.
 */
export const delayBoundsMs = [
  500, 1_000, 1_500, 2_000, 3_000, 4_000, 6_000, 8_000, 12_000, 20_000, 40_000, 120_000, 600_000, 3_600_000, 21_600_000,
] as const
const delaySteps = Array.from({ length: delayBoundsMs.length + 1 }, (_, step) => step)
export const delayColumns = delaySteps.map(step => `delay_${step}_count`)

const ofState = (...states: string[]) => sql`count(*) filter (where state = any(${sql.lit(`{${states.join(',')}}`)}::text[]))`
const delivered = sql`filter (where state = 'delivered')`

/** Measures of accepted messages, computed from rows of `message`. */
export const acceptedMeasures = {
  acceptedCount: sql`count(*)`,
  segmentCount: sql`sum(one.segment_count)`,
}

/**
 * Measures of final messages, computed from rows of `message` as `one` with their `delay_step`, joined with their
 * `charge_hold` as `hold`.
 */
export const endedMeasures = {
  deliveredCount: ofState('delivered'),
  failedCount: ofState('undelivered', 'expired', 'rejected'),
  unknownCount: ofState('unknown'),
  refusedCount: ofState('refused'),
  canceledCount: ofState('canceled'),
  chargedSegmentCount: sql`coalesce(sum(one.segment_count) ${delivered}, 0)`,
  costHao: sql`coalesce(sum(one.segment_count * hold.unit_price_hao) ${delivered}, 0)`,
  ...Object.fromEntries(delaySteps.map(step => [`delay_${step}_count`, sql`count(*) filter (where delay_step = ${sql.lit(step)})`])),
}

export const measureColumns = [...Object.keys(acceptedMeasures), ...Object.keys(endedMeasures)]

/** The counts of a histogram's steps, in order. */
export type DelayCounts = readonly number[]

/**
 * Percentile: the time in ms within which this share of messages was reported, interpolated within a step; null without
 * messages. Beyond the last bound it is that bound.
 */
export function delayWithin(counts: DelayCounts, share: number): number | null {
  const wanted = counts.reduce((sum, count) => sum + count, 0) * share
  if (wanted === 0) return null
  let passed = 0
  for (const [step, count] of counts.entries()) {
    if (count > 0 && passed + count >= wanted) {
      const from = step === 0 ? 0 : itemOrThrow(delayBoundsMs, step - 1)
      const until = delayBoundsMs[step] ?? from
      return Math.round(from + ((wanted - passed) / count) * (until - from))
    }
    passed += count
  }
  return null
}
