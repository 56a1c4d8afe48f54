import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { toError } from '#values/error.ts'
import { PrimaryClient } from './primary.ts'

/** A longer wait for a connection, or for the answer to a statement, triggers a probe of the database. */
export const suspiciousMs = 2_000
/** Longest time of a probing login, and the pause before the next probe after a failure. */
const probeMs = 2_000
const againMs = 500

const hanging = () => new Error('timeout exceeded when trying to connect: the database does not answer')

type Fail = (error: Error) => void

/**
 * Circuit breaker of a pool. A long wait for a connection or an answer may mean a busy pool, a slow statement or a
 * silent database; the waiting caller can't tell. So a wait of some seconds triggers a login outside of the pool. While
 * that isn't answered, and no work of the pool either, the breaker is open, and waiting and new callers fail at once,
 * until a login succeeds. At a busy pool every caller waits for the pool's usual time. `onServed` gets how long a
 * caller waited for its connection, in seconds. Returns what triggers a probe.
 */
export function addCircuitBreaker(pool: pg.Pool, url: string, onServed: (seconds: number) => void = () => undefined): () => void {
  const connect = pool.connect.bind(pool)
  const waiting = new Set<Fail>()
  let isOpen = false
  let isProbing = false
  let answeredCount = 0
  pool.on('release', error => {
    if (!error) answeredCount += 1
  })

  const probe = async () => {
    if (isProbing) return
    isProbing = true
    do {
      const before = answeredCount
      isOpen = !(await answersLogin(url)) && answeredCount === before
      if (isOpen) {
        for (const fail of waiting) fail(hanging())
        waiting.clear()
      }
      await pause(isOpen ? againMs : suspiciousMs, undefined, { ref: false })
    } while (!pool.ending && (isOpen || waiting.size > 0))
    isProbing = false
  }

  const connectOrTell = (callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | undefined => {
    if (callback) return connect(callback) as undefined
    if (isOpen) return Promise.reject(hanging())
    const askedAtMs = performance.now()
    return new Promise((resolve, reject) => {
      const suspecting = setTimeout(probe, suspiciousMs)
      suspecting.unref()
      waiting.add(reject)
      connect().then(
        client => {
          onServed((performance.now() - askedAtMs) / 1000)
          clearTimeout(suspecting)
          if (waiting.delete(reject)) resolve(client)
          else client.release()
        },
        error => {
          clearTimeout(suspecting)
          waiting.delete(reject)
          reject(error)
        },
      )
    })
  }
  pool.connect = connectOrTell as typeof pool.connect
  return () => void probe()
}

/** Whether the server answers a login in time, be it with a refusal. */
async function answersLogin(connectionString: string): Promise<boolean> {
  const client = new PrimaryClient({ connectionString, connectionTimeoutMillis: probeMs })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch (error) {
    return !/timeout/.test(toError(error).message)
  } finally {
    void client.end().catch(() => undefined)
  }
}
