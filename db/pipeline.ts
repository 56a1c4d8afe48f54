import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  type QueryResult,
  type RawBuilder,
} from 'kysely'
import type pg from 'pg'
import { errorCode } from '#values/error.ts'
import type { AccountId } from '#values/id.ts'
import { camelCase, SnakeCaseCompiler } from './camel-case.ts'
import { type Db, inShare, poolOf, serverTraits, setAccount, type Tx } from './connect.ts'
import { wireOf } from './statement-timeout.ts'
import type { DB } from './types.ts'

/** Result of a pipelined transaction: its value, and the statements left to execute, which are sent with its commit. */
export interface Pipelined<T> {
  result: T
  writes: RawBuilder<unknown>[]
}

const inFailedTransaction = '25P02'
/** Bound on prepared texts; those of the sending path are some dozens. */
const maxPrepared = 200
const names = new Map<string, string>()

/** The name of a prepared statement; none for a new text when there are many already. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= maxPrepared) return known
  const name = `hongyan_${names.size}`
  names.set(text, name)
  return name
}

/** A connection on which statements are sent at once, without waiting for earlier answers. */
class ClientConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly keepsPrepared: boolean
  readonly isDistributed: boolean
  /** The first failure of the transaction: statements behind it only say that one failed before. */
  failure: unknown

  constructor(client: pg.PoolClient) {
    this.#client = client
    const { keepsPrepared, isDistributed } = serverTraits(client)
    this.keepsPrepared = keepsPrepared
    this.isDistributed = isDistributed
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const values = [...parameters]
    const name = values.length > 0 && this.keepsPrepared ? nameOf(sql) : undefined
    const { rowCount, rows } = await this.send({ text: sql, values, ...(name ? { name } : {}) })
    return { rows: rows ?? [], ...(rowCount === null ? {} : { numAffectedRows: BigInt(rowCount) }) }
  }

  /** Everything sent within one turn of the event loop goes out in one write. */
  send(query: string | pg.QueryConfig): Promise<pg.QueryResult> {
    const { stream } = wireOf(this.#client).connection
    if (stream.writableCorked === 0) {
      stream.cork()
      process.nextTick(() => stream.uncork())
    }
    const asked = this.#client.query(query)
    asked.catch(error => {
      this.failure ??= error
    })
    return asked
  }

  streamQuery(): never {
    throw new Error('a pipelined connection does not stream')
  }
}

/** Gives the one connection to every caller, so that statements queue at the server and not here. */
class ClientDriver implements Driver {
  readonly #connection: ClientConnection

  constructor(connection: ClientConnection) {
    this.#connection = connection
  }
  async init() {}
  async acquireConnection() {
    return this.#connection
  }
  async releaseConnection() {}
  async destroy() {}
  async beginTransaction(): Promise<void> {
    throw new Error('a pipelined connection is in a transaction already')
  }
  commitTransaction = this.beginTransaction
  rollbackTransaction = this.beginTransaction
}

interface Pipeline {
  connection: ClientConnection
  tx: Tx
}
const pipelines = new WeakMap<pg.PoolClient, Pipeline>()

function pipelineOf(client: pg.PoolClient): Pipeline {
  const known = pipelines.get(client)
  if (known) return known
  const connection = new ClientConnection(client)
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new ClientDriver(connection),
      createIntrospector: executor => new PostgresIntrospector(executor),
      createQueryCompiler: () => new SnakeCaseCompiler(),
    },
    plugins: [camelCase],
  })
  const made = { connection, tx: db as unknown as Tx }
  pipelines.set(client, made)
  return made
}

// Planning queries over months of messages costs more than running them, so each statement is planned once (generic
// plan). Such a plan outlives the table that it was made for: one from a month's first moments would scan the whole
// month for each phone later on. A scan that is not wanted but needed, as of a table with a few rows, has an immense
// cost, at which PostgreSQL would compile the statement each time (JIT), for a tenth of a second and more. A bitmap of
// few rows seems as cheap as the index itself, and reads all versions of a row before it takes the newest.
const lookups = 'set local enable_seqscan = off; set local enable_bitmapscan = off; set local jit = off'
const opening = `begin; set local plan_cache_mode = force_generic_plan; ${lookups}`
// Citus plans with the values: they say which node has the rows.
const distributedOpening = `begin; ${lookups}`

/**
 * Like `asAccount`, pipelined for the paths on which round trips count: statements sent together (by `Promise.all`)
 * travel together and in order, the first ones with the transaction's begin, the writes with its commit. They are
 * prepared if a pooler in between supports it (PgBouncer from 1.21). When one fails, those behind it fail too,
 * including the commit, and nothing is written. The pool must be pipelined. `onSent` is called when only the answer to
 * the commit is awaited. Without an account: of the platform's role.
 */
export function inPipeline<T>(
  db: Db,
  account: AccountId | null,
  work: (tx: Tx) => Promise<Pipelined<T>>,
  onSent: () => void = () => undefined,
): Promise<T> {
  const run = () => pipelined(db, account, work, onSent)
  return account === null ? run() : inShare(db, account, run)
}

/** Statements as a transaction of the platform's role, in one round trip; behind a `guard`, unless that fails. */
export async function inOneTrip<Row>(db: Db, guard: RawBuilder<unknown>, statements: readonly RawBuilder<Row>[]): Promise<Row[][]> {
  const results = await inPipeline(db, null, async tx => {
    const guarded = guard.execute(tx)
    const result = Promise.all(statements.map(statement => statement.execute(tx)))
    // When one fails, the commit fails too.
    for (const asked of [guarded, result]) asked.catch(() => undefined)
    // They are sent in microtasks: before the next tick, and so before the commit.
    await new Promise(process.nextTick)
    return { result, writes: [] }
  })
  return results.map(({ rows }) => rows)
}

async function pipelined<T>(db: Db, account: AccountId | null, work: (tx: Tx) => Promise<Pipelined<T>>, onSent: () => void): Promise<T> {
  const client = await poolOf(db).connect()
  const { connection, tx } = pipelineOf(client)
  connection.failure = undefined
  let broken: Error | undefined
  try {
    const begin = connection.isDistributed ? distributedOpening : opening
    const opened = connection.send(account === null ? begin : `${begin}; ${setAccount(account)}`)
    // Statements behind it fail with it: the first one that is awaited says so.
    opened.catch(() => undefined)
    const { result, writes } = await work(tx)
    const written = writes.map(write => connection.executeQuery(write.compile(tx)))
    const committed = connection.send('commit')
    onSent()
    const [{ command }] = await Promise.all([committed, opened, ...written])
    if (command !== 'COMMIT') throw connection.failure ?? new Error('the transaction was rolled back')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw errorCode(error) === inFailedTransaction ? connection.failure : error
  } finally {
    client.release(broken)
  }
}
