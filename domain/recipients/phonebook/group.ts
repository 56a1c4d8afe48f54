import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow, getOrThrow } from '#values/or-throw.ts'

interface GroupFacts {
  name: string
  /** Null: on the first of the two levels. */
  parentId?: string | null
}

/** An account's groups with their contact counts (without the groups below), newest first. */
export async function listGroups(executor: Executor, account: AccountId) {
  const rows = await executor
    .selectFrom('contactGroup')
    .select(['groupId', 'parentId', 'name', 'contactCount', 'createdAt'])
    .where('accountId', '=', account)
    .orderBy('createdAt', 'desc')
    .orderBy('groupId', 'desc')
    .execute()
  return rows
}

/** Creates an empty group. Refuses `group_taken`, `group_too_deep`, `not_found` (the parent) and `too_many`. */
export async function createGroup(
  tx: Tx,
  account: AccountId,
  { name, parentId = null, now }: GroupFacts & { now: Date },
): Promise<{ groupId: string }> {
  const groups = await listGroups(tx, account)
  if (groups.length >= limits.contactGroups) refuse('too_many', { limit: limits.contactGroups, noun: '分组' })
  if (parentId !== null) await requireTop(tx, account, parentId)
  const groupId = newId()
  const made = await tx
    .insertInto('contactGroup')
    .values({ accountId: account, groupId, parentId, name, createdAt: now })
    .onConflict(conflict => conflict.columns(['accountId', 'parentId', 'name']).doNothing())
    .returning('groupId')
    .executeTakeFirst()
  if (!made) refuse('group_taken', { name }, { name: `分组“${name}”已存在` })
  return { groupId }
}

/** Renames or moves a group. Refuses `not_found`, `group_taken` and `group_too_deep`. */
export async function editGroup(
  tx: Tx,
  account: AccountId,
  { groupId, name, parentId = null }: GroupFacts & { groupId: string },
): Promise<void> {
  await lockGroups(tx, account, parentId === null ? [groupId] : [groupId, parentId])
  if (parentId !== null) {
    if (parentId === groupId || (await hasGroups(tx, account, groupId))) refuse('group_too_deep')
    await requireTop(tx, account, parentId)
  }
  const other = await tx
    .selectFrom('contactGroup')
    .select('groupId')
    .where('accountId', '=', account)
    .where('name', '=', name)
    .where('parentId', 'is not distinct from', parentId)
    .where('groupId', '<>', groupId)
    .executeTakeFirst()
  if (other) refuse('group_taken', { name }, { name: `分组“${name}”已存在` })
  await tx.updateTable('contactGroup').set({ name, parentId }).where('accountId', '=', account).where('groupId', '=', groupId).execute()
}

/**
 * Deletes a group with its contacts for good. `contactCount`: as many as the person saw when deciding. Refuses
 * `group_grew` when there are more by now, `group_too_full` when a task must empty it first, `group_has_groups`,
 * `not_found`.
 */
export async function deleteGroup(
  tx: Tx,
  account: AccountId,
  { groupId, contactCount }: { groupId: string; contactCount: number },
): Promise<{ removedCount: number }> {
  const group = firstOrThrow(await lockGroups(tx, account, [groupId]))
  if (await hasGroups(tx, account, groupId)) refuse('group_has_groups', { name: group.name })
  if (group.contactCount > contactCount) refuse('group_grew', { count: group.contactCount })
  if (group.contactCount > limits.deletedGroupContacts) refuse('group_too_full', { count: group.contactCount.toLocaleString('en-US') })
  const untagged = await tx
    .deleteFrom('contactTagged')
    .where('accountId', '=', account)
    .where('contactId', 'in', members =>
      members.selectFrom('contact').select('contactId').where('accountId', '=', account).where('groupId', '=', groupId),
    )
    .returning('tagId')
    .execute()
  await countTagged(tx, account, untagged, -1)
  await tx.deleteFrom('contact').where('accountId', '=', account).where('groupId', '=', groupId).execute()
  await tx.deleteFrom('contactGroup').where('accountId', '=', account).where('groupId', '=', groupId).execute()
  return { removedCount: group.contactCount }
}

async function hasGroups(tx: Tx, account: AccountId, groupId: string): Promise<boolean> {
  const below = tx.selectFrom('contactGroup').select('groupId').where('accountId', '=', account).where('parentId', '=', groupId)
  return (await below.limit(1).executeTakeFirst()) !== undefined
}

/** Checks that a parent is on the first level, and keeps it there until the transaction ends. */
async function requireTop(tx: Tx, account: AccountId, groupId: string): Promise<void> {
  const parent = firstOrThrow(await lockGroups(tx, account, [groupId]))
  if (parent.parentId !== null) refuse('group_too_deep')
}

/**
 * Locks groups until the transaction ends, always in the same order and before any of their contacts, so that writers
 * can't deadlock and counts stay right. Refuses `not_found` unless all are the account's.
 */
export async function lockGroups(tx: Tx, account: AccountId, groupIds: readonly string[]) {
  const wanted = [...new Set(groupIds)]
  const rows = await tx
    .selectFrom('contactGroup')
    .select(['groupId', 'parentId', 'name', 'contactCount'])
    .where('accountId', '=', account)
    .where('groupId', 'in', wanted)
    .orderBy('groupId')
    .forUpdate()
    .execute()
  if (rows.length < wanted.length) refuse('not_found')
  return rows.map(row => ({ groupId: row.groupId, parentId: row.parentId, name: row.name, contactCount: row.contactCount }))
}

/** Adjusts the contact count of a group locked by `lockGroups`. */
export async function countContacts(tx: Tx, account: AccountId, groupId: string, change: number): Promise<void> {
  if (change === 0) return
  await tx
    .updateTable('contactGroup')
    .set({ contactCount: sql`contact_count + ${change}` })
    .where('accountId', '=', account)
    .where('groupId', '=', groupId)
    .execute()
}

/**
 * Adjusts the counts of tags: each row is a contact that was tagged (`change` 1) or untagged (-1). Tags are updated
 * after groups and in the order of their ids.
 */
export async function countTagged(tx: Tx, account: AccountId, rows: readonly { tagId: string }[], change: 1 | -1): Promise<void> {
  const counts = new Map<string, number>()
  for (const { tagId } of rows) counts.set(tagId, (counts.get(tagId) ?? 0) + change)
  for (const tagId of [...counts.keys()].sort())
    await tx
      .updateTable('contactTag')
      .set({ contactCount: sql`contact_count + ${getOrThrow(counts, tagId)}` })
      .where('accountId', '=', account)
      .where('tagId', '=', tagId)
      .execute()
}

/** Refuses `too_many` when so many more would exceed the account's limit. */
export async function requireRoom(tx: Tx, account: AccountId, count: number): Promise<void> {
  const { total } = await tx
    .selectFrom('contactGroup')
    .select(row => row.fn.sum<number>('contactCount').as('total'))
    .where('accountId', '=', account)
    .executeTakeFirstOrThrow()
  if (Number(total) + count > limits.contacts) refuse('too_many', { limit: limits.contacts.toLocaleString('en-US'), noun: '联系人' })
}
