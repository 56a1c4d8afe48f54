import type { ListColumns, ViewColumns } from '#contract/list-view.ts'
import { refuse } from '#contract/refusals.ts'
import type { StaffList } from '#contract/staff/admin-list-view.ts'
import type { Tx } from '#db/connect.ts'
import { hasRoomFor, withColumns } from '#db/list-columns.ts'
import { limits } from '#values/limits.ts'

interface StaffListView {
  list: StaffList
  name: string
  query: string
  columns: ViewColumns | null
  isShared: boolean
  isDefault: boolean
}

/** The person's own views of a list by age, then those that colleagues share. Another's default is not the person's. */
export async function readStaffListViews(tx: Tx, { staffId, list }: { staffId: string; list: StaffList }) {
  const rows = await tx
    .selectFrom('staffListView as view')
    .innerJoin('staff', 'staff.staffId', 'view.staffId')
    .select([
      'view.staffId as ownerId',
      'staff.name as ownerName',
      'view.name',
      'view.query',
      'view.columns',
      'view.isShared',
      'view.isDefault',
    ])
    .where('view.list', '=', list)
    .where(or => or.or([or('view.staffId', '=', staffId), or.and([or('view.isShared', '=', true), or('staff.state', '=', 'active')])]))
    .orderBy(order => order('view.staffId', '=', staffId), 'desc')
    .orderBy('view.createdAt')
    .orderBy('view.name')
    .execute()
  return rows.map(row => ({ ...row, isOwn: row.ownerId === staffId, isDefault: row.isDefault && row.ownerId === staffId }))
}

/** Creates or replaces a person's view. Refuses `too_many`. */
export async function saveStaffListView(
  tx: Tx,
  { staffId, view, now }: { staffId: string; view: StaffListView; now: Date },
): Promise<void> {
  const { list, name, query, isShared, isDefault } = view
  const ownViews = tx.selectFrom('staffListView').select('name').where('list', '=', list).where('staffId', '=', staffId)
  const own = await ownViews.forUpdate().execute()
  if (own.length >= limits.listViews && !own.some(one => one.name === name)) refuse('too_many', { limit: limits.listViews, noun: '视图' })
  if (isDefault)
    await tx.updateTable('staffListView').set({ isDefault: false }).where('list', '=', list).where('staffId', '=', staffId).execute()
  const content = { query, columns: view.columns && JSON.stringify(view.columns), isShared, isDefault }
  await tx
    .insertInto('staffListView')
    .values({ staffId, list, name, ...content, createdAt: now })
    .onConflict(conflict => conflict.columns(['list', 'staffId', 'name']).doUpdateSet(content))
    .execute()
}

/** Deletes a person's own view. Refuses `not_found`. */
export async function removeStaffListView(
  tx: Tx,
  { staffId, list, name }: { staffId: string; list: StaffList; name: string },
): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('staffListView')
    .where('list', '=', list)
    .where('staffId', '=', staffId)
    .where('name', '=', name)
    .executeTakeFirst()
  if (numDeletedRows === 0n) refuse('not_found')
}

export async function readStaffListColumns(tx: Tx, staffId: string): Promise<ListColumns> {
  const { listColumns } = await tx.selectFrom('staff').select('listColumns').where('staffId', '=', staffId).executeTakeFirstOrThrow()
  return listColumns
}

/** Keeps a list's columns as the person has them; null: as the list has them. Refuses `too_many`. */
export async function keepStaffListColumns(
  tx: Tx,
  { staffId, list, columns }: { staffId: string; list: string; columns: ViewColumns | null },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('staff')
    .set({ listColumns: withColumns(list, columns) })
    .where('staffId', '=', staffId)
    .where(hasRoomFor(list))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuse('too_many', { limit: limits.listsWithColumns, noun: '列表设置' })
}
