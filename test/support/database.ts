import type pg from 'pg'
import { afterAll, beforeAll, vi } from 'vitest'
import { type Db, databaseOf, openPool } from '#db/connect.ts'
import { checkStatement } from '#test/architecture/statement.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { runOn, testNodes } from './citus.ts'

export interface TestDatabase {
  /** Connection string with the owner's rights, for child programs. */
  url: string
  /** With the rights of a customer's program: one account at a time. */
  db: Db
  /** With the platform's role. */
  platformDb: Db
  platformPool: pg.Pool
  close: () => Promise<void>
}

/** The database of a test file: made before its tests and other set-up, closed after them. */
export function prepareTestDatabase(): TestDatabase {
  let made: TestDatabase | undefined
  beforeAll(async () => {
    made = await createTestDatabase()
  })
  afterAll(() => made?.close())
  const current = () => {
    if (!made) throw new Error('the database is made before the tests, not while their file is loaded')
    return made
  }
  return {
    get url() {
      return current().url
    },
    get db() {
      return current().db
    },
    get platformDb() {
      return current().platformDb
    },
    get platformPool() {
      return current().platformPool
    },
    close: () => current().close(),
  }
}

/** The server's PostgreSQL: 18. */
export async function releaseOf({ platformPool }: TestDatabase): Promise<number> {
  const { rows } = await platformPool.query<{ release: number }>(`select current_setting('server_version_num')::integer / 10000 as release`)
  return firstOrThrow(rows).release
}

let made = 0

/** Runs a statement on the server, or on each node of a cluster. */
async function onEachNode(statement: string): Promise<void> {
  for (const url of testNodes()) await runOn(url, [statement])
}

/** Nobody but the tests and their programs is connected to the server: no other node, and no pooler. */
const isAlone = testNodes().length === 1 && process.env.TEST_POOLER_URL === undefined

/** Others connect again and again while one of them still has the database. */
async function dropFromAll(name: string): Promise<void> {
  for (const url of testNodes().reverse())
    await vi.waitUntil(() => runOn(url, [`drop database if exists ${name} with (force)`]).then(() => true, isBusy), { timeout: 20_000 })
}

function isBusy(error: Error): false {
  if (error.message.includes('being accessed')) return false
  throw error
}

/** A new migrated database; on a cluster its accounts are distributed. */
export async function copyDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) throw new Error('TEST_DATABASE_URL is unset: run the tests through vitest with its global set-up')
  made += 1
  const name = `test_${process.pid}_${made}_${Math.trunc(Math.random() * 1e9)}`
  // Copied as files: by WAL, the default, it takes four times as long.
  await onEachNode(`create database ${name} template template_hongyan strategy = file_copy`)
  return {
    url: server.replace('/postgres?', `/${name}?`),
    // Without force: the server waits briefly for closing connections, and a client that is being closed isn't cut off.
    drop: () => (isAlone ? onEachNode(`drop database ${name}`) : dropFromAll(name)),
  }
}

/** A new migrated database for a test file. Checks every statement that goes through it against the SQL rules. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url, drop } = await copyDatabase()
  const broken = new Set<string>()
  const onStatement = (text: string) => {
    const problem = checkStatement(text)
    if (problem) broken.add(`${problem}: ${text.replace(/\s+/g, ' ').slice(0, 300)}`)
  }
  const pools = [
    openPool({ url, role: 'hongyan_app', max: 20, isPipelined: true, onStatement }),
    openPool({ url, role: 'hongyan_platform', max: 10, isPipelined: true, onStatement }),
  ] as const
  return {
    url,
    db: databaseOf(pools[0]),
    platformDb: databaseOf(pools[1]),
    platformPool: pools[1],
    close: async () => {
      const busy = pools.map(pool => pool.totalCount - pool.idleCount).reduce((a, b) => a + b)
      await Promise.all(pools.map(pool => pool.end()))
      await drop()
      if (busy > 0) throw new Error(`${busy} connections were left in use`)
      if (broken.size > 0) throw new Error(`statements that break the SQL rules:\n${[...broken].join('\n')}`)
    },
  }
}
