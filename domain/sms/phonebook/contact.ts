import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'
import { countContacts, lockGroups, requireRoom } from './group.ts'

const exists = { phone: '该分组里已有这个手机号' }

/** Puts one contact into a group. Refuses `not_found`, `contact_exists`, `too_many`. */
export async function addContact(
  tx: Tx,
  account: AccountId,
  input: { groupId: string; phone: string; name: string; now: Date },
): Promise<{ contactId: string }> {
  await lockGroups(tx, account, [input.groupId])
  await requireRoom(tx, account, 1)
  const contactId = newId()
  const made = await tx
    .insertInto('contact')
    .values({
      account_id: account,
      contact_id: contactId,
      group_id: input.groupId,
      phone: input.phone,
      name: input.name,
      created_at: input.now,
    })
    .onConflict(conflict => conflict.columns(['account_id', 'group_id', 'phone']).doNothing())
    .returning('contact_id')
    .executeTakeFirst()
  if (!made) refuse('contact_exists', {}, exists)
  await countContacts(tx, account, input.groupId, 1)
  return { contactId }
}

/** Changes name and, where given, number. Refuses `not_found`, and `contact_exists` when the group has another contact with that number. */
export async function editContact(
  tx: Tx,
  account: AccountId,
  { contactId, phone, name }: { contactId: string; phone?: string | undefined; name: string },
): Promise<void> {
  const groupIds = await groupsOf(tx, account, [contactId])
  if (groupIds.length === 0) refuse('not_found')
  await lockGroups(tx, account, groupIds)
  if (phone !== undefined) {
    const other = await tx
      .selectFrom('contact')
      .select('contact_id')
      .where('account_id', '=', account)
      .where('group_id', '=', groupIds[0]!)
      .where('phone', '=', phone)
      .where('contact_id', '<>', contactId)
      .executeTakeFirst()
    if (other) refuse('contact_exists', {}, exists)
  }
  const changed = await tx
    .updateTable('contact')
    .set({ name, ...(phone === undefined ? {} : { phone }) })
    .where('account_id', '=', account)
    .where('contact_id', '=', contactId)
    // Moved in the meantime: then it was not looked for in the group where it is.
    .where('group_id', '=', groupIds[0]!)
    .returning('contact_id')
    .executeTakeFirst()
  if (!changed) refuse('not_found')
}

/** Deletes contacts for good; those that are gone already are passed over. Refuses `not_found` when all are. */
export async function removeContacts(tx: Tx, account: AccountId, contactIds: readonly string[]): Promise<{ removedCount: number }> {
  const groupIds = await groupsOf(tx, account, contactIds)
  if (groupIds.length === 0) refuse('not_found')
  await lockGroups(tx, account, groupIds)
  const removed = await tx
    .deleteFrom('contact')
    .where('account_id', '=', account)
    .where('contact_id', 'in', [...contactIds])
    .where('group_id', 'in', groupIds)
    .returning('group_id')
    .execute()
  await countLeft(tx, account, removed)
  return { removedCount: removed.length }
}

/**
 * Moves contacts to a group. Those that are there already, or whose number is there, stay where they are. Refuses `not_found` when the group isn't the account's or
 * none of the contacts is.
 */
export async function moveContacts(
  tx: Tx,
  account: AccountId,
  { contactIds, groupId }: { contactIds: readonly string[]; groupId: string },
): Promise<{ movedCount: number; stayedCount: number }> {
  const groupIds = await groupsOf(tx, account, contactIds)
  if (groupIds.length === 0) refuse('not_found')
  await lockGroups(tx, account, [...groupIds, groupId])
  const found = await tx
    .selectFrom('contact')
    .select(['contact_id', 'group_id', 'phone'])
    .where('account_id', '=', account)
    .where('contact_id', 'in', [...contactIds])
    .where('group_id', 'in', groupIds)
    .orderBy('contact_id')
    .execute()
  if (found.length === 0) refuse('not_found')
  const phones = found.map(row => row.phone)
  const there = await tx
    .selectFrom('contact')
    .select('phone')
    .where('account_id', '=', account)
    .where('group_id', '=', groupId)
    .where('phone', 'in', phones)
    .execute()
  const taken = new Set(there.map(row => row.phone))
  // Of contacts with the same number from several groups the first moves.
  const moved = found.filter(row => !taken.has(row.phone) && taken.add(row.phone))
  if (moved.length > 0) {
    await tx
      .updateTable('contact')
      .set({ group_id: groupId })
      .where('account_id', '=', account)
      .where(
        'contact_id',
        'in',
        moved.map(row => row.contact_id),
      )
      .execute()
  }
  await countLeft(tx, account, moved)
  await countContacts(tx, account, groupId, moved.length)
  return { movedCount: moved.length, stayedCount: found.length - moved.length }
}

async function groupsOf(executor: Executor, account: AccountId, contactIds: readonly string[]): Promise<string[]> {
  const rows = await executor
    .selectFrom('contact')
    .select('group_id')
    .distinct()
    .where('account_id', '=', account)
    .where('contact_id', 'in', [...contactIds])
    .execute()
  return rows.map(row => row.group_id)
}

async function countLeft(tx: Tx, account: AccountId, left: readonly { group_id: string }[]): Promise<void> {
  const counts = new Map<string, number>()
  for (const { group_id } of left) counts.set(group_id, (counts.get(group_id) ?? 0) + 1)
  for (const [groupId, count] of counts) await countContacts(tx, account, groupId, -count)
}
