import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { runMigrations } from 'graphile-worker'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { errorCode } from '#values/error.ts'
import { firstOrThrow, lastOrThrow } from '#values/or-throw.ts'
import { ensurePartitions } from './partitions.ts'
import { PrimaryClient, primaryUrl } from './primary.ts'
import { ensureRoles, type RolePasswords } from './roles.ts'

const folder = new URL('./migrations/', import.meta.url)
/** Versions before 0.2.0 were never released: their migrations were replaced by one baseline a module. */
const firstBeforeRelease = '0001-account'

interface OurMigration extends Migration {
  /** Runs outside of a transaction, as `create index concurrently` must. */
  isOutside: boolean
}

async function readMigrations(): Promise<Record<string, OurMigration>> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()
  const read = async (name: string): Promise<[string, OurMigration]> => {
    const text = await readFile(new URL(name, folder), 'utf8')
    return [name.replace(/\.sql$/, ''), migrationOf(text)]
  }
  return Object.fromEntries(await Promise.all(names.map(read)))
}

/**
 * A first line `-- no transaction` runs each statement by itself, without a limit for its locks: one that works
 * concurrently waits for all transactions before it, and callers don't wait behind it.
 */
export function migrationOf(text: string): OurMigration {
  const isOutside = text.startsWith('-- no transaction\n')
  const statements = isOutside ? ['set lock_timeout = 0', ...text.split(/;\s*$/m).filter(part => part.trim() !== '')] : [text]
  return {
    isOutside,
    up: async db => {
      for (const statement of statements) await sql.raw(statement).execute(db)
    },
  }
}

/** Advisory lock: one program migrates at a time, on any host; others wait. */
const lock = `select pg_advisory_lock(hashtext('hongyan migrate'))`

/**
 * Migrates a database to the newest schema, creates partitions for the coming months and the programs' roles, with
 * `passwords` unless these are managed elsewhere. The URL's user owns the tables, and connects to the server directly.
 * Throws the error of the first failed migration, which is rolled back. `last` stops at an older version's schema.
 */
export async function migrate(
  url: string,
  passwords: RolePasswords | null = null,
  { last, now = new Date() }: { last?: string; now?: Date } = {},
): Promise<void> {
  const owner = new PrimaryClient({ connectionString: url })
  owner.on('error', () => undefined)
  await owner.connect()
  try {
    await owner.query(lock)
    await refuseForeign(owner)
    await ensureRoles(owner, url, passwords)
    await migrateAlone(url, last, now)
  } finally {
    await owner.end()
  }
}

/**
 * Longest wait of a migration for a lock. Callers queue behind it, so it gives up, lets them go first and tries again.
 */
const lockMs = 2_000
const betweenTriesMs = 1_000
const maxTries = 100

async function migrateAlone(url: string, last: string | undefined, now: Date): Promise<void> {
  await runMigrations({ connectionString: await primaryUrl(url) })
  const pool = new pg.Pool({
    Client: PrimaryClient,
    connectionString: url,
    max: 2,
    onConnect: client => client.query(`set lock_timeout = ${lockMs}`),
  })
  pool.on('error', () => undefined)
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await runPending(db, last)
    await ensurePartitions(db, now)
  } finally {
    await db.destroy()
  }
}

/** An empty database gets everything in one transaction, others each migration in one of its own, beside callers. */
async function runPending(db: Kysely<unknown>, last: string | undefined): Promise<void> {
  const migrations = await readMigrations()
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const known = await migrator.getMigrations()
  const pending = known.filter(one => one.executedAt === undefined && (last === undefined || one.name <= last))
  if (pending.length === known.length && !pending.some(({ name }) => migrations[name]?.isOutside)) {
    const { error } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest())
    if (error) throw error
  } else
    for (const { name } of pending) {
      const disableTransactions = migrations[name]?.isOutside ?? false
      await whenUnlocked(async () => {
        const { error } = await migrator.migrateTo(name, { disableTransactions })
        if (error) throw error
      })
    }
}

/** Tries again while others hold a lock for longer than a migration waits. */
async function whenUnlocked(run: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      return await run()
    } catch (error) {
      if (tries === maxTries || errorCode(error) !== '55P03') throw error
      await pause(betweenTriesMs)
    }
}

/**
 * Refuses in one line an older program on a newer database, or a database that isn't ours, before anything is touched.
 */
async function refuseForeign(client: pg.Client): Promise<void> {
  const { rows: found } = await client.query<{ isThere: boolean }>(`select to_regclass('kysely_migration') is not null as "isThere"`)
  if (!firstOrThrow(found).isThere) return
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name')
  const ours = Object.keys(await readMigrations())
  const unknown = rows.map(row => row.name).filter(name => !ours.includes(name))
  if (unknown.length === 0) return
  if (unknown.includes(firstBeforeRelease))
    throw new Error('数据库由 0.2.0 以前的版本建立，它的结构不能升级：请换一个空的 DATA_DIR 或 DATABASE_URL')
  const isNewer = unknown.every(name => name > lastOrThrow(ours))
  throw new Error(
    isNewer
      ? `数据库的结构比程序新（${unknown.at(-1)}，程序到 ${ours.at(-1)}），旧版本不能使用它：请启动更新它的版本，或恢复升级前的备份`
      : `数据库的结构不是这个程序的（程序没有迁移 ${unknown[0]}）：请检查 DATA_DIR 或 DATABASE_URL 是否属于这个安装`,
  )
}
