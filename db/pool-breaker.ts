import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** Who waits longer for a connection wants to know whether the database answers at all. */
const suspiciousMs = 2_000
/** How long a login may take, and how long after one that took longer the next is tried. */
const probeMs = 2_000
const againMs = 500

const hanging = () => new Error('timeout exceeded when trying to connect: the database does not answer')

type Fail = (error: Error) => void

/**
 * Circuit breaker of a pool. Whoever waits for a connection may wait for his turn at a busy pool, or for a database that answers nothing; from inside both look alike.
 * So a wait of some seconds is followed by a login of its own past the pool. While that is not answered the breaker is open: who waits is told at once, and who comes
 * too, until a login succeeds. At a busy pool everybody waits for the pool's usual time.
 */
export function breakWhenHanging(pool: pg.Pool, url: string): void {
  const connect = pool.connect.bind(pool)
  const waiting = new Set<Fail>()
  let isOpen = false
  let isProbing = false
  let servedCount = 0
  pool.on('acquire', () => {
    servedCount += 1
  })

  const probe = async () => {
    if (isProbing) return
    isProbing = true
    for (let servedBefore = servedCount; !pool.ending && (isOpen || waiting.size > 0); servedBefore = servedCount) {
      // Who got a connection meanwhile is an answer too.
      isOpen = !(await answersLogin(url)) && servedCount === servedBefore
      if (isOpen) {
        for (const fail of waiting) fail(hanging())
        waiting.clear()
      }
      await pause(isOpen ? againMs : suspiciousMs, undefined, { ref: false })
    }
    isProbing = false
  }

  const connectOrTell = (callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | undefined => {
    if (callback) return connect(callback) as undefined
    if (isOpen) return Promise.reject(hanging())
    return new Promise((resolve, reject) => {
      const suspecting = setTimeout(probe, suspiciousMs)
      suspecting.unref()
      waiting.add(reject)
      connect().then(
        client => {
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
}

/** Whether the server answers a login in time, be it by a refusal. */
async function answersLogin(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: probeMs })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch (error) {
    return !/timeout/.test((error as Error).message)
  } finally {
    void client.end().catch(() => undefined)
  }
}
