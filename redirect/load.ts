import { performance } from 'node:perf_hooks'

/** Data for the thread that ingests visits. */
export interface IngestionData {
  folder: string
  databaseUrl: string
  secret: string
  /** Load of the redirect thread in percent, written by `reportLoad`. */
  load?: Int32Array<SharedArrayBuffer>
  /** Milliseconds to add to the host's clock, written by `reportLoad`. */
  clockOffset?: Int32Array<SharedArrayBuffer>
}

/** Visits ingested per second: the platform's design rate, and the minimum at a peak. */
const pace = { usual: 20_000, atPeak: 100 }
/**
 * Load of the redirect thread, in percent, where ingestion begins to slow down and where it reaches its minimum. A
 * visit's ingestion takes three times the processor time of its redirect (bench/visits.ts), so on two cores redirects
 * would wait for it. The slope is gradual because load fluctuates: with a threshold, each dip would start a batch that
 * occupies a core for a second.
 */
const busy = { calm: 10, peak: 30 }
/** A peak that lasts longer than this is ordinary load, ingestion included. */
const maxWaitMs = 60_000

/**
 * Backpressure: visits per second that may be ingested at this load of the redirect thread; the rest waits on disk, for
 * a minute at most.
 */
export function paceBeside(busyPercent: number, waitedMs: number): number {
  if (waitedMs > maxWaitMs) return pace.usual
  const share = Math.min(1, Math.max(0, (busy.peak - busyPercent) / (busy.peak - busy.calm)))
  return Math.round(pace.atPeak + share * (pace.usual - pace.atPeak))
}

const reportMs = 250

/** Publishes the load and the clock of this thread to other threads, until stopped. */
export function reportLoad(now: () => Date): Pick<Required<IngestionData>, 'load' | 'clockOffset'> & { stop: () => void } {
  const load = new Int32Array(new SharedArrayBuffer(4))
  const clockOffset = new Int32Array(new SharedArrayBuffer(4))
  const reportClock = () => Atomics.store(clockOffset, 0, now().getTime() - Date.now())
  reportClock()
  let before = performance.eventLoopUtilization()
  const notification = setInterval(() => {
    const after = performance.eventLoopUtilization()
    Atomics.store(load, 0, Math.round(performance.eventLoopUtilization(after, before).utilization * 100))
    before = after
    reportClock()
  }, reportMs)
  return { load, clockOffset, stop: () => clearInterval(notification) }
}
