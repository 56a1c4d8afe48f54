import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { PrimaryClient } from '#db/primary.ts'
import { addStatementTimeout } from '#db/statement-timeout.ts'
import { isUnavailable } from '#db/unavailable.ts'
import { toError } from '#values/error.ts'
import { limits } from '#values/limits.ts'

const retryMs = 1_000

/**
 * Database connections for graphile-worker that survive an unavailable database. It writes the end of a job without
 * awaiting it: an error that it doesn't consider temporary becomes an unhandled rejection and ends the program. This
 * pool waits for connections, and gives errors of broken and hanging ones a code that graphile-worker retries.
 */
export class RetryingPool extends pg.Pool {
  /** False: a failed connection attempt throws at once, for a graceful shutdown. */
  isRetrying = true

  constructor(options: pg.PoolConfig) {
    super({ Client: PrimaryClient, ...options })
    addStatementTimeout(this, limits.platformStatementMs)
    this.on('connect', client => {
      const query = client.query.bind(client) as (...args: unknown[]) => unknown
      const retried = (...args: unknown[]) => {
        const asked = query(...args)
        return asked instanceof Promise ? asked.catch(failRetryably) : asked
      }
      client.query = retried as typeof client.query
    })
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): unknown {
    return callback ? super.connect(callback) : this.#connect()
  }

  async #connect(): Promise<pg.PoolClient> {
    for (;;)
      try {
        return await super.connect()
      } catch (error) {
        if (!this.isRetrying || !isUnavailable(error)) throw error
        await pause(retryMs)
      }
  }
}

function failRetryably(error: unknown): never {
  if (!isUnavailable(error)) throw error
  throw Object.assign(new Error(toError(error).message, { cause: error }), { code: 'ETIMEDOUT' })
}
