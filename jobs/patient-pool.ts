import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { isUnavailable } from '#db/unavailable.ts'

const retryMs = 1_000

/**
 * Connections for graphile-worker while the database may go away. It writes the end of a job without waiting for it: when that fails with an error that it doesn't
 * know as temporary, nobody hears of it and the program ends by an unhandled rejection. Here a connection is waited for, and an error of one that breaks in use bears
 * a code after which graphile-worker tries again by itself.
 */
export class PatientPool extends pg.Pool {
  /** False: what can't be connected fails at once, for an orderly end. */
  isPatient = true

  constructor(options: pg.PoolConfig) {
    super(options)
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
        if (!this.isPatient || !isUnavailable(error)) throw error
        await pause(retryMs)
      }
  }
}

function failRetryably(error: unknown): never {
  if (!isUnavailable(error)) throw error
  throw Object.assign(new Error((error as Error).message, { cause: error }), { code: 'ETIMEDOUT' })
}
