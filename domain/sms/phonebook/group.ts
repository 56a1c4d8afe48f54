import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'

/** An account's groups with how many contacts are in each, newest first. */
export async function listGroups(executor: Executor, account: AccountId) {
  const rows = await executor
    .selectFrom('contact_group')
    .select(['group_id', 'name', 'contact_count', 'created_at'])
    .where('account_id', '=', account)
    .orderBy('created_at', 'desc')
    .orderBy('group_id', 'desc')
    .execute()
  return rows.map(row => ({ groupId: row.group_id, name: row.name, contactCount: row.contact_count, createdAt: row.created_at }))
}

/** A new, empty group. Refuses `group_taken` and `too_many`. */
export async function createGroup(tx: Tx, account: AccountId, { name, now }: { name: string; now: Date }): Promise<{ groupId: string }> {
  const groups = await listGroups(tx, account)
  if (groups.length >= limits.contactGroups) refuse('too_many', { limit: limits.contactGroups, noun: '分组' })
  const groupId = newId()
  const made = await tx
    .insertInto('contact_group')
    .values({ account_id: account, group_id: groupId, name, created_at: now })
    .onConflict(conflict => conflict.columns(['account_id', 'name']).doNothing())
    .returning('group_id')
    .executeTakeFirst()
  if (!made) refuse('group_taken', { name }, { name: `分组“${name}”已存在` })
  return { groupId }
}

/** Refuses `not_found` and `group_taken`. */
export async function renameGroup(tx: Tx, account: AccountId, { groupId, name }: { groupId: string; name: string }): Promise<void> {
  await lockGroups(tx, account, [groupId])
  const other = await tx
    .selectFrom('contact_group')
    .select('group_id')
    .where('account_id', '=', account)
    .where('name', '=', name)
    .where('group_id', '<>', groupId)
    .executeTakeFirst()
  if (other) refuse('group_taken', { name }, { name: `分组“${name}”已存在` })
  await tx.updateTable('contact_group').set({ name }).where('account_id', '=', account).where('group_id', '=', groupId).execute()
}

/**
 * Deletes a group with its contacts for good. `contactCount`: as many as were seen when it was decided. Refuses `group_grew` when there are more by now,
 * `not_found`.
 */
export async function deleteGroup(
  tx: Tx,
  account: AccountId,
  { groupId, contactCount }: { groupId: string; contactCount: number },
): Promise<{ removedCount: number }> {
  const [group] = await lockGroups(tx, account, [groupId])
  if (group!.contactCount > contactCount) refuse('group_grew', { count: group!.contactCount })
  await tx.deleteFrom('contact').where('account_id', '=', account).where('group_id', '=', groupId).execute()
  await tx.deleteFrom('contact_group').where('account_id', '=', account).where('group_id', '=', groupId).execute()
  return { removedCount: group!.contactCount }
}

/**
 * Holds groups until the transaction ends, always in the same order, and before any of their contacts: so writers never wait for each other in a circle,
 * and counts stay right. Refuses `not_found` unless all are the account's.
 */
export async function lockGroups(tx: Tx, account: AccountId, groupIds: readonly string[]) {
  const wanted = [...new Set(groupIds)]
  const rows = await tx
    .selectFrom('contact_group')
    .select(['group_id', 'contact_count'])
    .where('account_id', '=', account)
    .where('group_id', 'in', wanted)
    .orderBy('group_id')
    .forUpdate()
    .execute()
  if (rows.length < wanted.length) refuse('not_found')
  return rows.map(row => ({ groupId: row.group_id, contactCount: row.contact_count }))
}

/** Contacts came to a group (or left it, below zero); the group is held by `lockGroups`. */
export async function countContacts(tx: Tx, account: AccountId, groupId: string, change: number): Promise<void> {
  if (change === 0) return
  await tx
    .updateTable('contact_group')
    .set({ contact_count: sql`contact_count + ${change}` })
    .where('account_id', '=', account)
    .where('group_id', '=', groupId)
    .execute()
}

/** Refuses `too_many` when so many more would be above what an account may have. */
export async function requireRoom(tx: Tx, account: AccountId, count: number): Promise<void> {
  const groups = await listGroups(tx, account)
  const total = groups.reduce((sum, group) => sum + group.contactCount, 0)
  if (total + count > limits.contacts) refuse('too_many', { limit: limits.contacts.toLocaleString('en-US'), noun: '联系人' })
}
