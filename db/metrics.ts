import type pg from 'pg'
import { gauge, histogram, latencyBuckets } from '#metrics/registry.ts'

const pools = new Map<string, pg.Pool>()

gauge('hongyan_database_pool_connections', 'Open connections of a pool, in use or idle', ['pool', 'state'], function () {
  for (const [pool, { totalCount, idleCount }] of pools) {
    this.set({ pool, state: 'idle' }, idleCount)
    this.set({ pool, state: 'used' }, totalCount - idleCount)
  }
})
gauge('hongyan_database_pool_max_connections', 'Connections that a pool opens at most', ['pool'], function () {
  for (const [pool, { options }] of pools) this.set({ pool }, options.max)
})
gauge('hongyan_database_pool_waiting', 'Callers that wait for a connection of a pool', ['pool'], function () {
  for (const [pool, { waitingCount }] of pools) this.set({ pool }, waitingCount)
})
const waits = histogram('hongyan_database_pool_wait_seconds', 'Wait for a connection of a pool', latencyBuckets, ['pool'])

/** Measures a pool under a name of its program. Returns what records a wait for a connection, in seconds. */
export function measurePool(pool: pg.Pool, name: string): (seconds: number) => void {
  pools.set(name, pool)
  const measured = waits.labels({ pool: name })
  return seconds => measured.observe(seconds)
}
