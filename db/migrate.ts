import { readdir, readFile } from 'node:fs/promises'
import { runMigrations } from 'graphile-worker'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { ensurePartitions } from './partitions.ts'

const folder = new URL('./migrations/', import.meta.url)

async function readMigrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()
  const read = async (name: string): Promise<[string, Migration]> => {
    const text = await readFile(new URL(name, folder), 'utf8')
    return [name.replace(/\.sql$/, ''), { up: async db => void (await sql.raw(text).execute(db)) }]
  }
  return Object.fromEntries(await Promise.all(names.map(read)))
}

/**
 * Brings a database to the newest schema, and its partitions to the coming months. The URL's user owns the tables and may create roles.
 * Throws the first migration's error; then nothing of it has happened.
 */
export async function migrate(url: string): Promise<void> {
  await runMigrations({ connectionString: url })
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  pool.on('error', () => undefined)
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    const { error } = await new Migrator({ db, provider: { getMigrations: readMigrations } }).migrateToLatest()
    if (error) throw error
    await ensurePartitions(db, new Date())
  } finally {
    await db.destroy()
  }
}
