import { sql } from 'kysely'

/** What a total is kept for. Place (operator and province) is kept apart: it multiplies the rows. */
export const textColumns = ['kind', 'app_id', 'signature_id', 'template_id'] as const
export const placeColumns = ['operator', 'province'] as const

/** Stands in a key where a message has no app or no template. */
export const nothingId = '00000000-0000-0000-0000-000000000000'

/** Upper bounds in ms of the steps in which times from submission to report are counted; the last step has none. The same as in report_delay_step(). */
export const delayBoundsMs = [
  500, 1_000, 1_500, 2_000, 3_000, 4_000, 6_000, 8_000, 12_000, 20_000, 40_000, 120_000, 600_000, 3_600_000, 21_600_000,
] as const
const delaySteps = Array.from({ length: delayBoundsMs.length + 1 }, (_, step) => step)
export const delayColumns = delaySteps.map(step => `delay_${step}_count`)

const ofState = (...states: string[]) => sql`count(*) filter (where state = any(${sql.lit(`{${states.join(',')}}`)}::text[]))`
const delivered = sql`filter (where state = 'delivered')`

/** What is counted when messages are accepted, from rows of `message`. */
export const acceptedMeasures = {
  accepted_count: sql`count(*)`,
  segment_count: sql`sum(one.segment_count)`,
}

/** What is counted when messages become final, from rows of `message` as `one`, with their `delay_step`, joined with their `charge_hold` as `hold`. */
export const endedMeasures = {
  delivered_count: ofState('delivered'),
  failed_count: ofState('undelivered', 'expired', 'rejected'),
  unknown_count: ofState('unknown'),
  refused_count: ofState('refused'),
  canceled_count: ofState('canceled'),
  charged_segment_count: sql`coalesce(sum(one.segment_count) ${delivered}, 0)`,
  cost_hao: sql`coalesce(sum(one.segment_count * hold.unit_price_hao) ${delivered}, 0)`,
  ...Object.fromEntries(delaySteps.map(step => [`delay_${step}_count`, sql`count(*) filter (where delay_step = ${sql.lit(step)})`])),
}

export const measureColumns = [...Object.keys(acceptedMeasures), ...Object.keys(endedMeasures)]

/** Sums of a histogram's steps, in their order. */
export type DelayCounts = readonly number[]

/**
 * The time in ms within which this share of the counted messages was reported, taken as evenly spread within a step; null where there are none. Beyond the
 * last bound it is that bound.
 */
export function delayWithin(counts: DelayCounts, share: number): number | null {
  const wanted = counts.reduce((sum, count) => sum + count, 0) * share
  if (wanted === 0) return null
  let passed = 0
  for (const [step, count] of counts.entries()) {
    if (count > 0 && passed + count >= wanted) {
      const from = step === 0 ? 0 : delayBoundsMs[step - 1]!
      const until = delayBoundsMs[step] ?? from
      return Math.round(from + ((wanted - passed) / count) * (until - from))
    }
    passed += count
  }
  return null
}
