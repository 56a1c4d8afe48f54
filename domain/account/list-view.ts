import type { ViewedList } from '#contract/account/list-view.ts'
import type { ViewColumns } from '#contract/list-view.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { hasRoomFor, withColumns } from '#db/list-columns.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'

export interface ListView {
  list: ViewedList
  name: string
  query: string
  columns: ViewColumns | null
  isShared: boolean
  isDefault: boolean
}

/**
 * The member's own views of a list by age, then those that other members share. Another's default is not the member's.
 */
export async function readListViews(tx: Tx, account: AccountId, { memberId, list }: { memberId: string; list: ViewedList }) {
  const rows = await tx
    .selectFrom('listView as view')
    .innerJoin('member', join => join.onRef('member.accountId', '=', 'view.accountId').onRef('member.memberId', '=', 'view.memberId'))
    .select([
      'view.memberId as ownerId',
      'member.name as ownerName',
      'view.name',
      'view.query',
      'view.columns',
      'view.isShared',
      'view.isDefault',
    ])
    .where('view.accountId', '=', account)
    .where('view.list', '=', list)
    .where(or => or.or([or('view.memberId', '=', memberId), or.and([or('view.isShared', '=', true), or('member.state', '=', 'active')])]))
    .orderBy('view.createdAt')
    .orderBy('view.name')
    .execute()
  const views = rows.map(row => ({ ...row, isOwn: row.ownerId === memberId, isDefault: row.isDefault && row.ownerId === memberId }))
  return [...views.filter(view => view.isOwn), ...views.filter(view => !view.isOwn)]
}

/** Creates or replaces a member's view. Refuses `too_many`. */
export async function saveListView(
  tx: Tx,
  account: AccountId,
  { memberId, view, now }: { memberId: string; view: ListView; now: Date },
): Promise<void> {
  const { list, name, query, isShared, isDefault } = view
  const own = await tx
    .selectFrom('listView')
    .select('name')
    .where('accountId', '=', account)
    .where('list', '=', list)
    .where('memberId', '=', memberId)
    .forUpdate()
    .execute()
  if (own.length >= limits.listViews && !own.some(one => one.name === name)) refuse('too_many', { limit: limits.listViews, noun: '视图' })
  if (isDefault)
    await tx
      .updateTable('listView')
      .set({ isDefault: false })
      .where('accountId', '=', account)
      .where('list', '=', list)
      .where('memberId', '=', memberId)
      .execute()
  const content = { query, columns: view.columns && JSON.stringify(view.columns), isShared, isDefault }
  await tx
    .insertInto('listView')
    .values({ accountId: account, memberId, list, name, ...content, createdAt: now })
    .onConflict(conflict => conflict.columns(['accountId', 'list', 'memberId', 'name']).doUpdateSet(content))
    .execute()
}

/** Deletes a member's own view. Refuses `not_found`. */
export async function removeListView(
  tx: Tx,
  account: AccountId,
  { memberId, list, name }: { memberId: string; list: ViewedList; name: string },
): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('listView')
    .where('accountId', '=', account)
    .where('list', '=', list)
    .where('memberId', '=', memberId)
    .where('name', '=', name)
    .executeTakeFirst()
  if (numDeletedRows === 0n) refuse('not_found')
}

/** Keeps a list's columns as the member has them; null: as the list has them. Refuses `too_many`. */
export async function keepListColumns(
  tx: Tx,
  account: AccountId,
  { memberId, list, columns }: { memberId: string; list: string; columns: ViewColumns | null },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('member')
    .set({ listColumns: withColumns(list, columns) })
    .where('accountId', '=', account)
    .where('memberId', '=', memberId)
    .where(hasRoomFor(list))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuse('too_many', { limit: limits.listsWithColumns, noun: '列表设置' })
}
