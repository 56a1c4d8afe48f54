import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { AccountId } from '#values/id.ts'
import type { DB } from './types.ts'

/** The database outside a transaction, and the transaction that every domain function takes first. */
export type Db = Kysely<DB>
export type Tx = Transaction<DB>
/** Where a read may run: inside a transaction or out of it. */
export type Executor = Db | Tx

/** `hongyan_app` sees one account at a time (row level security); `hongyan_platform` is for dispatch, jobs and the back office. */
export type DatabaseRole = 'hongyan_app' | 'hongyan_platform'

export interface DatabaseOptions {
  url: string
  role: DatabaseRole
  /** Connections at most. */
  max?: number
  /** Statements may be sent before those ahead of them are answered (db/pipeline.ts). */
  isPipelined?: boolean
  /** Told every statement's text before it runs: tests check the SQL rules with it. */
  onStatement?: (text: string) => void
  /** Told of a broken idle connection; the pool replaces it. */
  onError?: (error: Error) => void
}

// 64-bit counts and amounts fit a JavaScript number by our own limits; a value that doesn't is a bug and must be loud.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, text => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`64-bit value out of range: ${text}`)
  return value
})

/** A pool of connections that act in one role. Statements are unnamed but for those of db/pipeline.ts, so that PgBouncer in transaction mode may stand between. */
export function openPool(options: DatabaseOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max ?? 10,
    types,
    options: `-c role=${options.role}`,
    connectionTimeoutMillis: 10_000,
    allowExitOnIdle: true,
    pipeline: options.isPipelined ?? false,
  })
  const onError = options.onError ?? (() => undefined)
  pool.on('error', onError)
  // A connection that breaks while it is in use tells its user by a rejection; without a listener of its own it would end the process as well.
  pool.on('connect', client => client.on('error', onError))
  const { onStatement } = options
  if (onStatement)
    pool.on('connect', client => {
      const query = client.query.bind(client) as (...args: unknown[]) => unknown
      const told = (...args: unknown[]) => {
        const first = args[0] as string | { text?: string }
        onStatement(typeof first === 'string' ? first : (first.text ?? ''))
        return query(...args)
      }
      client.query = told as typeof client.query
    })
  return pool
}

/** The typed database over a pool. `destroy()` ends the pool. */
export function openDb(options: DatabaseOptions): Db {
  return databaseOf(openPool(options))
}

/** The typed database over a pool that raw statements share. */
export function databaseOf(pool: pg.Pool): Db {
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  pools.set(db, pool)
  return db
}

const pools = new WeakMap<Db, pg.Pool>()

/** The pool that a database was made over. */
export function poolOf(db: Db): pg.Pool {
  const pool = pools.get(db)
  if (!pool) throw new Error('a transaction has no pool')
  return pool
}

/** Runs `work` in one transaction that sees and writes rows of one account only. */
export function asAccount<T>(db: Db, account: AccountId, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async tx => {
    await sql`select set_config('app.account_id', ${account}, true)`.execute(tx)
    return work(tx)
  })
}

/** Runs `work` in one transaction of the platform's role, which sees every account. */
export function asPlatform<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(work)
}
