/** Writes db/types.ts from the schema of the migrated database at DATABASE_URL: `node db/generate-types.ts`. */
import { writeFile } from 'node:fs/promises'
import pg from 'pg'
import { camelCase } from './camel-case.ts'
import { typeFiles, typesOfColumns } from './column-types.ts'

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
  jsonb: 'unknown',
  _text: 'string[]',
  _uuid: 'string[]',
}

interface Column {
  table: string
  column: string
  type: string
  nullable: boolean
  optional: boolean
  /** Of a check that names every value the column may have. */
  check: string | null
}

const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
await client.connect()
const { rows: snakeCase } = await client.query<Column>(`
  select c.relname as table, a.attname as column, t.typname as type, not a.attnotnull as nullable,
         (a.atthasdef or a.attidentity <> '' or not a.attnotnull) as optional,
         (select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
          and pg_get_constraintdef(k.oid) like 'CHECK ((' || a.attname || ' = ANY (ARRAY[%') as check
  from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
    and c.relname not like 'kysely\\_%'
  order by c.relname, a.attnum`)
await client.end()

const rows = snakeCase.map(row => ({ ...row, table: camelCase.camelCase(row.table), column: camelCase.camelCase(row.column) }))
const tables = Map.groupBy(rows, row => row.table)
const pascal = (name: string) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
const unused = new Set(Object.keys(typesOfColumns))
const used = new Set<string>()

/** The type that is read: as the map says, as a check says, or as the database's type is. */
function readType(row: Column): string {
  const name = `${row.table}.${row.column}`
  const named = typesOfColumns[name] ?? (row.column === 'accountId' ? 'AccountId' : undefined)
  if (named) {
    unused.delete(name)
    for (const [word] of named.matchAll(/\b[A-Z]\w*/g)) if (word in typeFiles) used.add(word)
    return named
  }
  if (row.check) return [...row.check.matchAll(/'([^']*)'::/g)].map(([, value]) => `'${value}'`).join(' | ')
  const base = scalar[row.type]
  if (!base) throw new Error(`no TypeScript type for ${row.type} of ${name}`)
  return base
}
/** What is written is held to its check by the database, so any text may be. */
function columnType(row: Column): string {
  const type = readType(row)
  const nullable = row.nullable && type !== 'unknown' ? `${type} | null` : type
  if (row.type === 'jsonb') return `ColumnType<${nullable}, ${row.optional ? 'string | undefined | null' : 'string'}, string | null>`
  const base = scalar[row.type]
  if (!row.check && !(`${row.table}.${row.column}` in typesOfColumns)) return row.optional ? `Generated<${nullable}>` : nullable
  const written = row.nullable ? `${base} | null` : base
  return `ColumnType<${nullable}, ${row.optional ? `${written} | undefined` : written}, ${written}>`
}
const body = [...tables].flatMap(([table, columns]) => [
  `export interface ${pascal(table)}Table {`,
  ...columns.map(row => `  ${row.column}: ${columnType(row)}`),
  '}',
  '',
])
if (unused.size > 0) throw new Error(`no such columns: ${[...unused].join(', ')}`)
const files = Map.groupBy([...used].sort(), name => typeFiles[name])
const lines = [
  "import type { ColumnType, Generated } from 'kysely'",
  ...[...files].map(([file, names]) => `import type { ${names.join(', ')} } from '${file}'`).sort(),
  '',
  '// Written by db/generate-types.ts from the migrated schema. jsonb goes in as text.',
  '',
  ...body,
  'export interface DB {',
  ...[...tables.keys()].map(table => `  ${table}: ${pascal(table)}Table`),
  '}',
  '',
]
await writeFile(new URL('./types.ts', import.meta.url), lines.join('\n'))
