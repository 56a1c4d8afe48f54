import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Names follow Prometheus: our prefix, the unit, `_total` for counters. */
type CounterName = `hongyan_${string}_total`
type MeasureName = `hongyan_${string}`

/** The metrics of this program. Each layer declares its own beside what they measure, in a file `metrics.ts`. */
export const registry = new Registry()
const registers = [registry]

/**
 * A number that only grows; `collect` as below. Labels must be bounded: never an account, a phone number or a path with
 * ids.
 */
export const counter = <Label extends string = never>(
  name: CounterName,
  help: string,
  labelNames: readonly Label[] = [],
  collect?: (this: Counter<Label>) => void,
) => new Counter<Label>({ name, help, labelNames, registers, ...(collect ? { collect } : {}) })

/** A number that rises and falls. `collect` may set it when the metrics are read. */
export const gauge = <Label extends string = never>(
  name: MeasureName,
  help: string,
  labelNames: readonly Label[] = [],
  collect?: (this: Gauge<Label>) => void,
) => new Gauge<Label>({ name, help, labelNames, registers, ...(collect ? { collect } : {}) })

/** How values are distributed over buckets, each with its upper bound. */
export const histogram = <Label extends string = never>(
  name: MeasureName,
  help: string,
  buckets: readonly number[],
  labelNames: readonly Label[] = [],
) => new Histogram<Label>({ name, help, labelNames, buckets: [...buckets], registers })

/** Upper bounds in seconds for what answers within milliseconds, and at worst within a time limit of ten seconds. */
export const latencyBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const
/** Upper bounds in seconds for what takes from a second to days. */
export const delayBuckets = [0.5, 1, 2, 5, 10, 30, 60, 300, 1_800, 7_200, 43_200, 259_200] as const
