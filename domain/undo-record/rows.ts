import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { UndoCounts, UndoSubject } from '#contract/undo/undo.ts'
import type { Tx } from '#db/connect.ts'
import type { DeletedObjects } from '#db/json.ts'
import type { AccountId } from '#values/id.ts'
import { hasUndoRoom, type ReversibleAct, recordUndo, type UndoRow } from './record.ts'

/**
 * Rows of a module that undo can restore. The subject is the name of their table. `image`: their state as JSON, as far
 * as undo restores it; equal states are equal texts.
 */
export interface ReversibleRows {
  subject: UndoSubject
  image: RawBuilder<unknown>
}

interface Recording extends ReversibleAct {
  /** Which rows the act may create, change or delete; it names the account. */
  where: RawBuilder<SqlBool>
  deleted?: DeletedObjects | undefined
}

const idOf = (subject: UndoSubject) => sql.ref(`${subject}.${subject}_id`)
const digestOf = (image: RawBuilder<unknown>) => sql<string>`md5((${image})::text)::uuid`

/**
 * Does an act and records what it made of its rows: their state before, and a digest of that after. Adds the undo's id
 * to the act's answer, null when nothing changed or there is no room.
 */
export async function recordRows<Answer extends object>(
  tx: Tx,
  account: AccountId,
  { subject, image }: ReversibleRows,
  { where, deleted, ...act }: Recording,
  work: () => Promise<Answer>,
): Promise<Answer & { undoId: string | null }> {
  const { undoId } = act
  if (!(await hasUndoRoom(tx, account, { ...act, subject }))) return { ...(await work()), undoId: null }
  const [table, id] = [sql.table(subject), idOf(subject)]
  const accountOf = sql.ref(`${subject}.account_id`)
  const { rows: known } = await sql<{ objectId: string }>`
    insert into undo_row (account_id, undo_id, object_id, before)
    select ${accountOf}, ${undoId}::uuid, ${id}, ${image} from ${table} where ${where} order by ${id} for no key update
    on conflict do nothing returning object_id`.execute(tx)
  const answer = await work()
  const ids = known.map(row => row.objectId)
  const ofKnown = sql`undo_row.account_id = ${account} and undo_row.undo_id = ${undoId} and undo_row.object_id = any(${ids}::uuid[])
    and ${accountOf} = ${account} and ${id} = undo_row.object_id`
  const { rows: compared } = await sql<{ objectId: string; isSame: boolean; digest: string }>`
    select undo_row.object_id, undo_row.before = ${image} as is_same, ${digestOf(image)} as digest from undo_row, ${table} where ${ofKnown}`.execute(
    tx,
  )
  const [same, changed] = [compared.filter(row => row.isSame), compared.filter(row => !row.isSame)]
  const ofUndo = sql`undo_row.account_id = ${account} and undo_row.undo_id = ${undoId}`
  await sql`delete from undo_row where ${ofUndo} and object_id = any(${same.map(row => row.objectId)}::uuid[])`.execute(tx)
  await sql`
    update undo_row set after = digest from unnest(${changed.map(row => row.objectId)}::uuid[], ${changed.map(row => row.digest)}::uuid[]) as made (id, digest)
    where ${ofUndo} and object_id = made.id`.execute(tx)
  const made = await sql`
    insert into undo_row (account_id, undo_id, object_id, after)
    select ${accountOf}, ${undoId}::uuid, ${id}, ${digestOf(image)} from ${table}
    where ${where} and ${id} <> all(${ids}::uuid[]) on conflict do nothing`.execute(tx)
  const rowCount = ids.length - same.length + Number(made.numAffectedRows ?? 0)
  return { ...answer, undoId: await recordUndo(tx, account, { ...act, subject, rowCount, deleted }) }
}

/**
 * Of an act's rows those that are still as it left them, by their id, and how many have changed or are gone since. The
 * rows are locked.
 */
export async function unchangedRows(
  tx: Tx,
  account: AccountId,
  { subject, image }: ReversibleRows,
  rows: readonly UndoRow[],
): Promise<{ same: UndoRow[]; counts: UndoCounts }> {
  const id = idOf(subject)
  const { rows: current } = await sql<{ id: string; digest: string }>`
    select ${id} as id, ${digestOf(image)} as digest from ${sql.table(subject)}
    where account_id = ${account} and ${id} = any(${rows.map(row => row.objectId)}::uuid[]) order by ${id} for no key update`.execute(tx)
  const digests = new Map(current.map(row => [row.id, row.digest]))
  const same = rows.filter(row => digests.get(row.objectId) === (row.after ?? undefined))
  const goneCount = rows.filter(row => row.after !== null && !digests.has(row.objectId)).length
  return { same, counts: { changed: rows.length - same.length - goneCount, gone: goneCount } }
}
