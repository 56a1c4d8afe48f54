import { randomUUID } from 'node:crypto'
import { Kysely, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { AccountShare } from './account-share.ts'
import { camelCase, SnakeCaseDialect } from './camel-case.ts'
import { measurePool } from './metrics.ts'
import { addCircuitBreaker } from './pool-breaker.ts'
import { PrimaryClient } from './primary.ts'
import { addStatementTimeout, wireOf } from './statement-timeout.ts'
import type { DB } from './types.ts'

/** The database outside of a transaction, and the transaction that every domain function takes first. */
export type Db = Kysely<DB>
export type Tx = Transaction<DB>
/** Executor of a query: a transaction, or the database outside of one. */
export type Executor = Db | Tx

/**
 * The role that a program logs in as, never by `set role`: `hongyan_app` sees one account at a time (row level
 * security); `hongyan_platform` is for dispatch, jobs and the back office.
 */
export type DatabaseRole = 'hongyan_app' | 'hongyan_platform'

export interface DatabaseOptions {
  /** With the role's own login, or another's on a server that asks for no password. */
  url: string
  role: DatabaseRole
  /** The pool's name in the metrics of its program; unset: it is not measured. */
  name?: string
  /** Connections at most. */
  max?: number
  /** Longest time without an answer to a statement (db/statement-timeout.ts); unset: no limit. */
  statementTimeoutMs?: number
  /** Pipelining: statements may be sent before earlier ones are answered (db/pipeline.ts). */
  isPipelined?: boolean
  /** Called with every statement's text before it runs: tests check the SQL rules with it. */
  onStatement?: (text: string) => void
  /** Called for a broken idle connection; the pool replaces it. */
  onError?: (error: Error) => void
}

// 64-bit counts and amounts fit a JavaScript number by our own limits; a value that doesn't is a bug and must throw.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, text => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`64-bit value out of range: ${text}`)
  return value
})

/** The same database with another login; the password stays unless one is given. */
export function urlAs(url: string, login: string, password?: string): string {
  const parts = /^(postgres(?:ql)?:\/\/)(?:[^:@/?#]*(:[^@/?#]*)?@)?(.*)$/s.exec(url)
  if (!parts) throw new Error('数据库地址须以 postgresql:// 开头')
  const [, scheme, kept = '', rest] = parts
  return `${scheme}${login}${password === undefined ? kept : `:${encodeURIComponent(password)}`}@${rest}`
}

/** The database login is refused: it is another than expected, or has rights beyond its role. */
export class LoginRefused extends Error {}

interface Login {
  user: string
  session: string
  /** Roles that it can act as and must not. */
  reach: string[]
  pid: number
  isDistributed: boolean
}

/**
 * What a server does about a host that vanished or a program that was killed or frozen, which would otherwise keep its
 * locks: for hours, as systems probe a silent connection. Those of TCP do nothing on sockets of this machine.
 */
const ends = {
  tcp_keepalives_idle: '3s',
  tcp_keepalives_interval: '2s',
  tcp_keepalives_count: '2',
  tcp_user_timeout: '7s',
  client_connection_check_interval: '5s',
  idle_in_transaction_session_timeout: '5min',
}

const loginQuery = `select current_user::text as user, session_user::text as session, pg_backend_pid() as pid,
  to_regclass('pg_catalog.pg_dist_node') is not null as "isDistributed",
  array(select rolname::text from pg_roles
    where (rolsuper or rolbypassrls or rolname in ('hongyan_app', 'hongyan_platform') and rolname <> current_user) and pg_has_role(current_user, oid, 'member')) as reach,
  ${Object.entries(ends).map(([name, value]) => `set_config('${name}', '${value}', false)`)}`
const checkMs = 10_000

interface ServerTraits {
  /** The server, or a pooler in between, keeps named prepared statements. */
  keepsPrepared: boolean
  /** The coordinator of a Citus cluster. */
  isDistributed: boolean
}
const traits = new WeakMap<object, ServerTraits>()
/** What is behind a connection of a pipelined pool. */
export const serverTraits = (client: object): ServerTraits => traits.get(client) ?? { keepsPrepared: false, isDistributed: false }

/**
 * Checks a new connection's login once: one with more rights, or a pooler that lost the role, would let a program see
 * every account unnoticed. Throws `LoginRefused`.
 */
async function admit(client: pg.ClientBase, role: DatabaseRole, isPipelined: boolean): Promise<void> {
  const { rows } = await client.query<Login>({ text: loginQuery, query_timeout: checkMs } as pg.QueryConfig)
  const { user, session, reach, pid, isDistributed } = firstOrThrow(rows)
  const hint = '请检查 DATABASE_URL、DATABASE_APP_URL、DATABASE_PLATFORM_URL 和连接池的设置（docs/operating/database.md）'
  if (user !== role || session !== role)
    throw new LoginRefused(`程序须以数据库角色 ${role} 登录，实际是 ${session}（当前角色 ${user}）。${hint}`)
  if (reach.length > 0)
    throw new LoginRefused(`数据库角色 ${role} 的权限过大（${reach.join('、')}），各账户的数据不能保证互相隔离。${hint}`)
  if (!isPipelined) return
  // A pooler gives its connections process ids of its own.
  const isDirect = wireOf(client).processID === pid
  traits.set(client, { keepsPrepared: isDirect || (await poolerKeepsNames(client)), isDistributed })
}

/**
 * Whether the pooler keeps prepared statements: PgBouncer from 1.21 on renames them if `max_prepared_statements` allows
 * it; others mix up those of their clients.
 */
async function poolerKeepsNames(client: pg.ClientBase): Promise<boolean> {
  const name = `hongyan_${randomUUID()}`
  await client.query('begin')
  await client.query({ name, text: `select '${name}'` })
  const { rows } = await client.query<{ name: string }>('select name from pg_prepared_statements where statement = $1', [
    `select '${name}'`,
  ])
  const isOurs = rows[0]?.name === name
  if (isOurs) await client.query(`deallocate "${name}"`)
  await client.query('commit')
  return rows.length > 0 && !isOurs
}

/** Longest wait for a connection of a busy pool. */
const longestWaitMs = 10_000
/** The part of a pool's connections that transactions of one account may use. */
const accountShare = 0.75

/**
 * A pool of connections of one role, each checked when it is new. No session state is left behind, so that PgBouncer in
 * transaction mode may stand in between.
 */
export function openPool(options: DatabaseOptions): pg.Pool {
  const connectionString = urlAs(options.url, options.role)
  const pool = new pg.Pool({
    Client: PrimaryClient,
    connectionString,
    max: options.max ?? 10,
    types,
    connectionTimeoutMillis: longestWaitMs,
    // Detects a host that vanished silently: queries would wait for its answer for ever.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    allowExitOnIdle: true,
    pipeline: options.isPipelined ?? false,
    onConnect: client => admit(client, options.role, options.isPipelined ?? false),
  })
  const probe = addCircuitBreaker(pool, connectionString, options.name === undefined ? undefined : measurePool(pool, options.name))
  if (options.statementTimeoutMs !== undefined) addStatementTimeout(pool, options.statementTimeoutMs, probe)
  const onError = options.onError ?? (() => undefined)
  pool.on('error', onError)
  // A connection that breaks in use rejects its query; without a listener it would end the process as well.
  pool.on('connect', client => client.on('error', onError))
  const { onStatement } = options
  if (onStatement)
    pool.on('connect', client => {
      const query = client.query.bind(client) as (...args: unknown[]) => unknown
      const observed = (...args: unknown[]) => {
        const first = args[0] as string | { text?: string }
        onStatement(typeof first === 'string' ? first : (first.text ?? ''))
        return query(...args)
      }
      client.query = observed as typeof client.query
    })
  return pool
}

/** The typed database on a pool. `destroy()` ends the pool. */
export function openDb(options: DatabaseOptions): Db {
  return databaseOf(openPool(options))
}

/** The typed database on a pool that raw statements share. */
export function databaseOf(pool: pg.Pool): Db {
  const db = new Kysely<DB>({ dialect: new SnakeCaseDialect({ pool }), plugins: [camelCase] })
  pools.set(db, pool)
  shares.set(db, new AccountShare(Math.ceil(pool.options.max * accountShare), longestWaitMs))
  return db
}

const pools = new WeakMap<Db, pg.Pool>()
const shares = new WeakMap<Db, AccountShare>()

/** The pool of a database. */
export function poolOf(db: Db): pg.Pool {
  const pool = pools.get(db)
  if (!pool) throw new Error('a transaction has no pool')
  return pool
}

/** Runs `work`, which takes a connection for an account, within the account's share of the pool. */
export function inShare<T>(db: Db, account: AccountId, work: () => Promise<T>): Promise<T> {
  return shares.get(db)?.run(account, work) ?? work()
}

/**
 * Makes row level security admit an account's rows until the end of the transaction. A statement of its own: a
 * coordinator of Citus sends `set local` on to its workers, and not what a function sets.
 */
export const setAccount = (account: AccountId): string => `set local app.account_id = ${pg.escapeLiteral(account)}`

/** Runs `work` in one transaction that reads and writes rows of one account only. */
export function asAccount<T>(db: Db, account: AccountId, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inShare(db, account, () =>
    db.transaction().execute(async tx => {
      await sql.raw(setAccount(account)).execute(tx)
      return work(tx)
    }),
  )
}

/** Runs `work` in one transaction of the platform's role, which sees every account. */
export function asPlatform<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(work)
}
