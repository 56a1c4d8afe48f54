import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { countTagged, lockGroups } from './group.ts'

/** An account's tags with their contact counts, by name. */
export async function listTags(executor: Executor, account: AccountId) {
  const rows = await executor
    .selectFrom('contactTag')
    .select(['tagId', 'name', 'contactCount'])
    .where('accountId', '=', account)
    .orderBy('name')
    .execute()
  return rows.map(row => ({ tagId: row.tagId, name: row.name, contactCount: row.contactCount }))
}

/** Refuses `contact_tag_taken` and `too_many`. */
export async function createTag(tx: Tx, account: AccountId, { name, now }: { name: string; now: Date }): Promise<{ tagId: string }> {
  const tags = await listTags(tx, account)
  if (tags.some(tag => tag.name === name)) refuseTaken(name)
  if (tags.length >= limits.contactTags) refuse('too_many', { limit: limits.contactTags, noun: '标签' })
  const tagId = newId()
  const made = await tx
    .insertInto('contactTag')
    .values({ accountId: account, tagId, name, createdAt: now })
    .onConflict(conflict => conflict.columns(['accountId', 'name']).doNothing())
    .returning('tagId')
    .executeTakeFirst()
  return made ? { tagId } : refuseTaken(name)
}

/** Refuses `not_found` and `contact_tag_taken`. */
export async function renameTag(tx: Tx, account: AccountId, { tagId, name }: { tagId: string; name: string }): Promise<void> {
  const tags = await listTags(tx, account)
  if (tags.some(tag => tag.name === name && tag.tagId !== tagId)) refuseTaken(name)
  const renamed = await tx
    .updateTable('contactTag')
    .set({ name })
    .where('accountId', '=', account)
    .where('tagId', '=', tagId)
    .returning('tagId')
    .executeTakeFirst()
  if (!renamed) refuse('not_found')
}

/** Deletes a tag and removes it from all contacts. Refuses `not_found`. */
export async function removeTag(tx: Tx, account: AccountId, tagId: string): Promise<void> {
  await lockTag(tx, account, tagId)
  await tx.deleteFrom('contactTagged').where('accountId', '=', account).where('tagId', '=', tagId).execute()
  await tx.deleteFrom('contactTag').where('accountId', '=', account).where('tagId', '=', tagId).execute()
}

/**
 * Adds a tag to contacts; missing ones are ignored. Returns how many did not have it. Refuses `not_found` for an
 * unknown tag.
 */
export async function tagContacts(
  tx: Tx,
  account: AccountId,
  { contactIds, tagId }: { contactIds: readonly string[]; tagId: string },
): Promise<{ changedCount: number }> {
  await lockContacts(tx, account, contactIds)
  await lockTag(tx, account, tagId)
  const { rows } = await sql<{ tagId: string }>`
    insert into contact_tagged (account_id, contact_id, tag_id, group_id)
    select account_id, contact_id, ${tagId}::uuid, group_id from contact
    where account_id = ${account} and contact_id = any(${[...contactIds]}::uuid[])
    on conflict do nothing returning tag_id`.execute(tx)
  await countTagged(tx, account, rows, 1)
  return { changedCount: rows.length }
}

/** Removes a tag from contacts. Returns how many had it. Refuses `not_found` for an unknown tag. */
export async function untagContacts(
  tx: Tx,
  account: AccountId,
  { contactIds, tagId }: { contactIds: readonly string[]; tagId: string },
): Promise<{ changedCount: number }> {
  await lockContacts(tx, account, contactIds)
  await lockTag(tx, account, tagId)
  const { rows } = await sql<{ tagId: string }>`
    delete from contact_tagged where account_id = ${account} and tag_id = ${tagId} and contact_id = any(${[...contactIds]}::uuid[])
    returning tag_id`.execute(tx)
  await countTagged(tx, account, rows, -1)
  return { changedCount: rows.length }
}

/** Adds the given tags to contacts whose groups are locked. */
export async function addTags(tx: Tx, account: AccountId, pairs: readonly { contactId: string; tagId: string }[]): Promise<void> {
  if (pairs.length === 0) return
  const { rows } = await sql<{ tagId: string }>`
    insert into contact_tagged (account_id, contact_id, tag_id, group_id)
    select contact.account_id, contact.contact_id, tag.tag_id, contact.group_id
    from unnest(${pairs.map(pair => pair.contactId)}::uuid[], ${pairs.map(pair => pair.tagId)}::uuid[]) as given (contact_id, tag_id)
    join contact on contact.account_id = ${account} and contact.contact_id = given.contact_id
    join contact_tag tag on tag.account_id = contact.account_id and tag.tag_id = given.tag_id
    on conflict do nothing returning tag_id`.execute(tx)
  await countTagged(tx, account, rows, 1)
}

/** Removes all tags from contacts whose groups are locked, before these are deleted or get others. */
export async function dropTags(tx: Tx, account: AccountId, contactIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ tagId: string }>`
    delete from contact_tagged where account_id = ${account} and contact_id = any(${[...contactIds]}::uuid[]) returning tag_id`.execute(tx)
  await countTagged(tx, account, rows, -1)
}

/** Locks the groups of contacts, like every writer, so that none is moved or deleted meanwhile. */
async function lockContacts(tx: Tx, account: AccountId, contactIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ groupId: string }>`
    select distinct group_id from contact where account_id = ${account} and contact_id = any(${[...contactIds]}::uuid[])`.execute(tx)
  if (rows.length > 0)
    await lockGroups(
      tx,
      account,
      rows.map(row => row.groupId),
    )
}

async function lockTag(tx: Tx, account: AccountId, tagId: string): Promise<void> {
  const tag = await tx
    .selectFrom('contactTag')
    .select('tagId')
    .where('accountId', '=', account)
    .where('tagId', '=', tagId)
    .forUpdate()
    .executeTakeFirst()
  if (!tag) refuse('not_found')
}

const refuseTaken = (name: string): never => refuse('contact_tag_taken', { name }, { name: `标签“${name}”已存在` })
