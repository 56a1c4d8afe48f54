/** Fixtures of data folders: rows and files as an older version wrote them, whatever the version of PostgreSQL. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress } from 'node:zlib'
import pg from 'pg'
import { z } from 'zod'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'

const fixture = z.object({
  /** When it was written: partitions are those of that month. */
  at: z.iso.datetime(),
  lastMigration: z.string(),
  tables: z.record(z.string(), z.object({ columns: z.array(z.string()), rows: z.array(z.record(z.string(), z.unknown())) })),
  /** The value of each sequence. */
  sequences: z.record(z.string(), z.string()),
  /** Base64 by the path in the folder. */
  files: z.record(z.string(), z.string()),
})
type Fixture = z.infer<typeof fixture>

/** What is left out: the database itself, what a start writes anew, and most rows of large tables. */
const skippedFiles = /^(postgres|compiled|addresses\.json)/
const maxRows = 2_000

const tablesSql = `
  select relname as name, array_agg(attname::text order by attnum) as columns
  from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname not like 'kysely%'
  group by relname order by relname`
const sequencesSql = `select sequencename as name, last_value::text as value from pg_sequences where schemaname = 'public' and last_value is not null`

async function withOwner<Result>(dataDir: string, work: (owner: pg.Client, url: string) => Promise<Result>): Promise<Result> {
  const server = await startEmbeddedPostgres({ dataDir })
  const owner = new pg.Client({ connectionString: server.url })
  try {
    await owner.connect()
    return await work(owner, server.url)
  } finally {
    await owner.end()
    await server.stop()
  }
}

const names = (columns: readonly string[]) => columns.map(column => `"${column}"`).join(', ')

/** Writes the fixture of a data folder whose platform was stopped. */
export async function writeDataFolder(dataDir: string, file: string): Promise<void> {
  const found = await withOwner(dataDir, async (owner): Promise<Omit<Fixture, 'files'>> => {
    const { rows: last } = await owner.query<{ name: string }>('select max(name) as name from kysely_migration')
    const { rows: tables } = await owner.query<{ name: string; columns: string[] }>(tablesSql)
    const { rows: sequences } = await owner.query<{ name: string; value: string }>(sequencesSql)
    const read = async ({ name, columns }: { name: string; columns: string[] }) => {
      const { rows } = await owner.query<{ row: Record<string, unknown> }>(
        `select to_jsonb(one) as row from (select ${names(columns)} from ${name} limit ${maxRows}) as one`,
      )
      return [name, { columns, rows: rows.map(one => one.row) }] as const
    }
    const contents: (readonly [string, Fixture['tables'][string]])[] = []
    for (const table of tables) contents.push(await read(table))
    return {
      at: new Date().toISOString(),
      lastMigration: z.string().parse(last[0]?.name),
      tables: Object.fromEntries(contents),
      sequences: Object.fromEntries(sequences.map(({ name, value }) => [name, value])),
    }
  })
  const paths = (await readdir(dataDir, { recursive: true, withFileTypes: true }))
    .filter(one => one.isFile())
    .map(one => path.relative(dataDir, path.join(one.parentPath, one.name)))
    .filter(one => !skippedFiles.test(one))
  const files = await Promise.all(paths.map(async one => [one, (await readFile(path.join(dataDir, one))).toString('base64')] as const))
  await writeFile(file, await promisify(brotliCompress)(JSON.stringify({ ...found, files: Object.fromEntries(files) })))
}

/** Makes an empty folder the one of the fixture: the schema of its version, its rows, its files. */
export async function restoreDataFolder(file: string, dataDir: string): Promise<void> {
  const { at, lastMigration, tables, sequences, files } = fixture.parse(
    JSON.parse((await promisify(brotliDecompress)(await readFile(file))).toString()),
  )
  for (const [name, bytes] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(dataDir, name)), { recursive: true, mode: 0o700 })
    await writeFile(path.join(dataDir, name), Buffer.from(bytes, 'base64'), { mode: 0o600 })
  }
  await withOwner(dataDir, async (owner, url) => {
    await migrate(url, null, { last: lastMigration, now: new Date(at) })
    // Neither foreign keys nor triggers: the rows are what they were.
    await owner.query(`set session_replication_role = replica; truncate ${Object.keys(tables).join(', ')} cascade`)
    for (const [name, { columns, rows }] of Object.entries(tables))
      await owner.query(
        `insert into ${name} (${names(columns)}) overriding system value select ${names(columns)} from jsonb_populate_recordset(null::${name}, $1::jsonb)`,
        [JSON.stringify(rows)],
      )
    for (const [name, value] of Object.entries(sequences)) await owner.query('select setval($1::regclass, $2::bigint)', [name, value])
  })
}
