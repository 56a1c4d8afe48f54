import { sql } from 'kysely'
import { asPlatform, type Db, type Tx } from '#db/connect.ts'
import type { DB } from '#db/types.ts'
import { getOrThrow } from '#values/or-throw.ts'
import { currentKeyId, decryptBytes, encrypt, headerOf, keyIdOf } from './secret.ts'

/**
 * Encrypted columns of a table, and what their values are bound to: enough to encrypt them anew after a rotation of the
 * secret.
 */
export interface EncryptedTable {
  table: Extract<keyof DB, string>
  /** They identify a row, the account first. */
  keys: readonly string[]
  /** The context of each column, from the values of the keys. */
  columns: Readonly<Record<string, (...keys: string[]) => string>>
}

type Row = Record<string, string | Buffer | null>

/**
 * Encrypts some rows anew that another key than the current one has encrypted; returns how many there were. What is
 * left is what another key has encrypted, so a run may be killed anywhere and begun again; what another run has
 * encrypted meanwhile stays. Throws where no known key decrypts.
 */
export function reEncryptRows(db: Db, secret: string, encrypted: EncryptedTable, limit: number): Promise<number> {
  return asPlatform(db, async tx => {
    const rows = await readStale(tx, encrypted, currentKeyId(secret), limit)
    for (const row of rows) await reEncryptRow(tx, secret, encrypted, row)
    return rows.length
  })
}

/** How many values each key has encrypted; those from before there were key ids under an empty text. */
export async function countByKey(db: Db, { table, columns }: EncryptedTable): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const column of Object.keys(columns)) {
    const { rows } = await sql<{ head: Buffer; count: number }>`
      select substring(${sql.ref(column)} from 1 for 8) as head, count(*) as count
      from ${sql.table(table)} -- across accounts: the secret is the platform's
      where ${sql.ref(column)} is not null group by 1`.execute(db)
    for (const { head, count } of rows) counts.set(keyIdOf(head) ?? '', (counts.get(keyIdOf(head) ?? '') ?? 0) + count)
  }
  return counts
}

async function readStale(tx: Tx, { table, keys, columns }: EncryptedTable, keyId: string, limit: number): Promise<Row[]> {
  const names = Object.keys(columns)
  const isStale = names.map(name => sql`substring(${sql.ref(name)} from 1 for 8) <> ${headerOf(keyId)}`)
  const { rows } = await sql<Row>`
    select ${sql.join([...keys.map(key => sql`${sql.ref(key)}::text as ${sql.ref(key)}`), ...names.map(name => sql.ref(name))])}
    from ${sql.table(table)} -- across accounts: the secret is the platform's
    where ${sql.join(isStale, sql` or `)} limit ${limit}`.execute(tx)
  return rows
}

async function reEncryptRow(tx: Tx, secret: string, { table, keys, columns }: EncryptedTable, row: Row): Promise<void> {
  const values = new Map(Object.entries(row))
  const identity = keys.map(key => String(getOrThrow(values, key)))
  const changes = Object.entries(columns).flatMap(([column, contextOf]) => {
    const value = values.get(column)
    if (!Buffer.isBuffer(value)) return []
    const context = contextOf(...identity)
    return [
      {
        isSame: sql`${sql.ref(column)} = ${value}`,
        change: sql`${sql.ref(column)} = ${encrypt(secret, context, decryptBytes(secret, context, value))}`,
      },
    ]
  })
  const isRow = keys.map((key, index) => sql`${sql.ref(key)} = ${identity[index]}`)
  await sql`update ${sql.table(table)} set ${sql.join(changes.map(one => one.change))}
    where ${sql.join([...isRow, ...changes.map(one => one.isSame)], sql` and `)}`.execute(tx)
}
