import { type RawBuilder, sql } from 'kysely'
import { accountRow } from '#db/account-row.ts'
import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import type { StoredSet } from '../distinct.ts'
import { dimensionColumns, storeCounts, type VisitDimension, visitDimensions } from './dimension.ts'
import { newPart, rollUpParts, type VisitPart } from './part.ts'

export type PartTable = 'visitDelta' | 'visitMinute' | 'visitHour' | 'visitDay' | 'visitWeek' | 'visitTotal'

/** Rows per statement; bounds the memory that the visitor lists of that many subjects take. */
const chunkRows = 500

const setColumns = ['visitorCount', 'visitors', 'visitorSketch', 'addressCount', 'addresses', 'addressSketch'] as const
const columnsOf = (table: PartTable) => [
  'pv',
  'bots',
  ...setColumns,
  ...(table === 'visitTotal' ? [] : visitDimensions.map(dimension => dimensionColumns[dimension])),
]
const refs = (columns: readonly string[]) => sql.join(columns.map(column => sql.ref(column)))

/** A part as a table row. */
interface PartRow {
  subjectId: string
  step: number
  pv: number
  bots: number
  visitors: Buffer | null
  visitorSketch: Buffer | null
  addresses: Buffer | null
  addressSketch: Buffer | null
  [dimension: string]: unknown
}

function partOf(row: PartRow): VisitPart {
  const part = newPart(row.subjectId, row.step)
  part.pv = row.pv
  part.bots = row.bots
  part.visitors.addKept({ list: row.visitors, sketch: row.visitorSketch })
  part.addresses.addKept({ list: row.addresses, sketch: row.addressSketch })
  for (const dimension of visitDimensions)
    part.counts[dimension] = new Map(Object.entries((row[dimensionColumns[dimension]] ?? {}) as Record<string, number>))
  return part
}

/**
 * Writes parts, replacing those of the same subject and step. `batchId` is for fresh parts, of which several may stand
 * side by side.
 */
export async function writeParts(
  tx: Tx,
  table: PartTable,
  account: AccountId,
  parts: readonly VisitPart[],
  batchId?: string,
): Promise<void> {
  const columns = columnsOf(table)
  const batch = batchId ? sql`, batch_id` : sql``
  const added = columns.map(column => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`)
  for (let from = 0; from < parts.length; from += chunkRows) {
    const chunk = parts
      .slice(from, from + chunkRows)
      .map(part => ({ part, visitors: part.visitors.keep(), addresses: part.addresses.keep() }))
    const set = (of: (row: (typeof chunk)[number]) => StoredSet) => [
      sql`${chunk.map(row => of(row).count)}::integer[]`,
      sql`${chunk.map(row => of(row).list)}::bytea[]`,
      sql`${chunk.map(row => of(row).sketch)}::bytea[]`,
    ]
    const counts = (dimension: VisitDimension) => sql`${chunk.map(row => storeCounts(row.part.counts[dimension]))}::jsonb[]`
    const values: RawBuilder<unknown>[] = [
      sql`${chunk.map(row => row.part.subjectId)}::uuid[]`,
      sql`${chunk.map(row => row.part.step)}::integer[]`,
      sql`${chunk.map(row => row.part.pv)}::bigint[]`,
      sql`${chunk.map(row => row.part.bots)}::bigint[]`,
      ...set(row => row.visitors),
      ...set(row => row.addresses),
      ...(table === 'visitTotal' ? [] : visitDimensions.map(counts)),
    ]
    await sql`
      insert into ${sql.table(table)} (account_id, subject_id, step, ${refs(columns)}${batch})
      select owner.account_id, part.*${batchId ? sql`, ${batchId}::uuid` : sql``} from ${accountRow(account)} cross join unnest(${sql.join(values)}) as part
      ${batchId ? sql`` : sql`on conflict (account_id, subject_id, step) do update set ${sql.join(added)}`}`.execute(tx)
  }
}

/** Adds parts, one per subject and step, to the stored ones. The caller holds the account's lock. */
export async function addParts(
  tx: Tx,
  table: Exclude<PartTable, 'visitDelta'>,
  account: AccountId,
  parts: readonly VisitPart[],
): Promise<void> {
  for (let from = 0; from < parts.length; from += chunkRows) {
    const chunk = parts.slice(from, from + chunkRows)
    const { rows } = await sql<PartRow>`
      select subject_id, step, ${refs(columnsOf(table))} from ${sql.table(table)} join
        unnest(${chunk.map(part => part.subjectId)}::uuid[], ${chunk.map(part => part.step)}::integer[]) as wanted (subject_id, step) using (subject_id, step)
      where account_id = ${account}`.execute(tx)
    await writeParts(tx, table, account, rollUpParts([...rows.map(partOf), ...chunk]))
  }
}

/** Removes up to so many fresh parts and returns them, to be added elsewhere. */
export async function removeFreshParts(tx: Tx, account: AccountId, most: number): Promise<VisitPart[]> {
  const { rows } = await sql<PartRow>`
    delete from visit_delta where account_id = ${account} and ctid = any(array(select ctid from visit_delta where account_id = ${account} limit ${most}))
    returning subject_id, step, ${refs(columnsOf('visitDelta'))}`.execute(tx)
  return rows.map(partOf)
}

/** Parts of all subjects in a range of steps, in chunks of subjects; parts of one subject come together. */
export async function* partsBetween(
  tx: Tx,
  table: PartTable,
  account: AccountId,
  { from, until }: { from: number; until: number },
): AsyncGenerator<VisitPart[]> {
  const { rows: subjects } = await sql<{ subjectId: string }>`
    select distinct subject_id from ${sql.table(table)} where account_id = ${account} and step >= ${from} and step < ${until}`.execute(tx)
  // One subject has up to 60 rows of an hour, a day or a week.
  const chunkSubjects = 50
  for (let index = 0; index < subjects.length; index += chunkSubjects) {
    const ids = subjects.slice(index, index + chunkSubjects).map(row => row.subjectId)
    const { rows } = await sql<PartRow>`
      select subject_id, step, ${refs(columnsOf(table))} from ${sql.table(table)}
      where account_id = ${account} and subject_id = any(${ids}::uuid[]) and step >= ${from} and step < ${until}`.execute(tx)
    yield rows.map(partOf)
  }
}
