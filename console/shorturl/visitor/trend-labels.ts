import type { VisitGrain } from '#contract/links/visit.ts'

interface Steps {
  buckets: string[]
  values: readonly unknown[]
  isRunning: boolean
}

/** Short enough for an axis: the date is clear where only the hour changes. */
const labelOf = (grain: VisitGrain) => (bucket: string) => (grain === 'minute' ? bucket.slice(11) : bucket.slice(5))

/** An unfinished day is marked in the table and the file too. */
export const labelsOf = ({ buckets, values, isRunning }: Steps, grain: VisitGrain) =>
  buckets.map((bucket, index) =>
    grain === 'day' && isRunning && index === values.length - 1 ? `${labelOf(grain)(bucket)} 至今` : labelOf(grain)(bucket),
  )
