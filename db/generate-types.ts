/** Writes db/types.ts from the schema of the migrated database at DATABASE_URL: `node db/generate-types.ts`. */
import { writeFile } from 'node:fs/promises'
import pg from 'pg'

const scalar: Record<string, string> = {
  uuid: 'string',
  inet: 'string',
  text: 'string',
  varchar: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  bool: 'boolean',
  timestamptz: 'Date',
  bytea: 'Buffer',
  jsonb: 'Json',
  _text: 'string[]',
  _uuid: 'string[]',
}

const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
await client.connect()
const { rows } = await client.query<{ table: string; column: string; type: string; nullable: boolean; optional: boolean }>(`
  select c.relname as table, a.attname as column, t.typname as type, not a.attnotnull as nullable,
         (a.atthasdef or a.attidentity <> '' or not a.attnotnull) as optional
  from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
    and c.relname not like 'kysely\\_%'
  order by c.relname, a.attnum`)
await client.end()

const tables = Map.groupBy(rows, row => row.table)
const pascal = (name: string) => name.replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase())
const columnType = (row: (typeof rows)[number]) => {
  const base = scalar[row.type]
  if (!base) throw new Error(`no TypeScript type for ${row.type} of ${row.table}.${row.column}`)
  const select = base === 'Json' ? 'unknown' : base
  const nullable = row.nullable ? `${select} | null` : select
  if (base === 'Json') return `ColumnType<unknown, ${row.optional ? 'string | undefined | null' : 'string'}, string | null>`
  return row.optional ? `Generated<${nullable}>` : nullable
}
const lines = [
  "import type { ColumnType, Generated } from 'kysely'",
  '',
  '// Written by db/generate-types.ts from the migrated schema. jsonb goes in as text.',
  '',
]
for (const [table, columns] of tables) {
  lines.push(`export interface ${pascal(table)}Table {`)
  for (const row of columns) lines.push(`  ${row.column}: ${columnType(row)}`)
  lines.push('}', '')
}
lines.push('export interface DB {', ...[...tables.keys()].map(table => `  ${table}: ${pascal(table)}Table`), '}', '')
await writeFile(new URL('./types.ts', import.meta.url), lines.join('\n'))
