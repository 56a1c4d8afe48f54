import { performance } from 'node:perf_hooks'

/** What the thread that ships visits gets to work with. */
export interface ShippingData {
  folder: string
  databaseUrl: string
  secret: string
  /** How busy the thread of redirects is, in percent, told by `tellLoad`. */
  load?: Int32Array<SharedArrayBuffer>
}

/** Visits a second that are taken over: what the platform is built for, and what still comes through at a peak. */
const pace = { usual: 20_000, atPeak: 100 }
/**
 * How busy the thread of redirects is, in percent, where the pace begins to fall and where it is at its least. To take a visit over costs three times the processor
 * time of its redirect (bench/visits.ts): on two cores redirects would wait for it. It falls by degrees, since the thread is never exactly as busy twice: at one
 * step, each moment below it would let a batch through that keeps a core busy for a second.
 */
const busy = { calm: 10, peak: 30 }
/** A peak that lasts is what the machine has to carry, figures and all. */
const maxWaitMs = 60_000

/** Visits a second that may be taken over beside redirects that keep their thread so busy; what is beyond this waits on the disk, for a minute and no more. */
export function paceBeside(busyPercent: number, waitedMs: number): number {
  if (waitedMs > maxWaitMs) return pace.usual
  const share = Math.min(1, Math.max(0, (busy.peak - busyPercent) / (busy.peak - busy.calm)))
  return Math.round(pace.atPeak + share * (pace.usual - pace.atPeak))
}

const tellMs = 250

/** Tells other threads how busy this one is, until stopped. */
export function tellLoad(): { load: Int32Array<SharedArrayBuffer>; stop: () => void } {
  const load = new Int32Array(new SharedArrayBuffer(4))
  let before = performance.eventLoopUtilization()
  const notification = setInterval(() => {
    const after = performance.eventLoopUtilization()
    Atomics.store(load, 0, Math.round(performance.eventLoopUtilization(after, before).utilization * 100))
    before = after
  }, tellMs)
  return { load, stop: () => clearInterval(notification) }
}
