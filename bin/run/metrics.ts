import { collectDefaultMetrics } from 'prom-client'
import { gauge, registry } from '#metrics/registry.ts'

const build = gauge('hongyan_build_info', 'Version of a running program', ['program', 'version'])
export const clockOffset = gauge('hongyan_clock_offset_seconds', "From the host's clock to the database's")
export const diskFree = gauge('hongyan_disk_free_bytes', 'Free bytes of the disk with the data folder')

/** Measures the process itself: processor, memory, garbage collection, delay of the event loop. */
export function measureProcess(program: string, version: string): void {
  build.set({ program, version }, 1)
  collectDefaultMetrics({ register: registry })
}
