import { itemOrThrow } from '#values/or-throw.ts'

interface Counted {
  at: Date
  count: number
}

/** Points of the curve; reports and clicks that come later are in the last one. */
const mostSpans = 96

/**
 * Counts of each span from the first to the last event, without gaps. Events before the first span, which a carrier's
 * clock may give, are in the first one.
 */
export function timesOf(
  { begin, spanSeconds }: { begin: Date; spanSeconds: number },
  { submitted, delivered, clicked }: Record<'submitted' | 'delivered' | 'clicked', readonly Counted[]>,
) {
  const spanMs = spanSeconds * 1_000
  const placeOf = ({ at }: Counted) => Math.min(mostSpans - 1, Math.max(0, Math.floor((at.getTime() - begin.getTime()) / spanMs)))
  const all = [...submitted, ...delivered, ...clicked]
  if (all.length === 0) return []
  const last = Math.max(...all.map(placeOf))
  const sums = (counted: readonly Counted[]) => {
    const counts = new Array<number>(last + 1).fill(0)
    for (const one of counted) counts[placeOf(one)] = itemOrThrow(counts, placeOf(one)) + one.count
    return counts
  }
  const [submittedCounts, deliveredCounts, clickedCounts] = [sums(submitted), sums(delivered), sums(clicked)]
  return submittedCounts.map((submittedCount, place) => ({
    at: new Date(begin.getTime() + place * spanMs),
    submittedCount,
    deliveredCount: itemOrThrow(deliveredCounts, place),
    clickedCount: itemOrThrow(clickedCounts, place),
  }))
}
