import { keysOf } from '#values/keys.ts'
/** Dimensions by which visits are split, with the column that holds each. */
export const dimensionColumns = {
  province: 'province',
  city: 'city',
  isp: 'isp',
  device: 'device',
  os: 'os',
  browser: 'browser',
  inApp: 'inApp',
  referrer: 'referrer',
  arm: 'arm',
  language: 'language',
} as const
export type VisitDimension = keyof typeof dimensionColumns
export const visitDimensions = keysOf(dimensionColumns)

/**
 * Distinct values of one dimension that a row keeps. Referrers and languages come from visitors, who could send new
 * ones without end.
 */
const maxValues = 1_000
const otherValue = '其他'

/** Visits by value; an empty value: unknown, or none. */
export type ValueCounts = Map<string, number>

/** Adds visits by value to others. */
export function addCounts(to: ValueCounts, from: Iterable<[string, number]>): void {
  for (const [value, count] of from) to.set(value, (to.get(value) ?? 0) + count)
}

/** Stored form: the most frequent values, and all others together. */
export function storeCounts(counts: ValueCounts): string {
  if (counts.size <= maxValues) return JSON.stringify(Object.fromEntries(counts))
  const sorted = [...counts].sort(([, a], [, b]) => b - a)
  const kept = new Map(sorted.slice(0, maxValues - 1))
  addCounts(
    kept,
    sorted.slice(maxValues - 1).map(([, count]) => [otherValue, count]),
  )
  return JSON.stringify(Object.fromEntries(kept))
}
