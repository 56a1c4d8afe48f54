import { sql } from 'kysely'
import type { Consent } from '#contract/recipients/phonebook.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { keptFields, listFields } from './field.ts'
import { countContacts, lockGroups, requireRoom } from './group.ts'
import { addTags, dropTags } from './tag.ts'

const exists = { phone: '该分组里已有这个手机号' }

export interface ContactFacts {
  name: string
  /** Texts of own fields by key; unknown fields are ignored. */
  fields?: Record<string, string> | undefined
  tagIds?: readonly string[] | undefined
  remark?: string | undefined
  consent?: Consent | null | undefined
}

/** Creates one contact in a group. Refuses `not_found`, `contact_exists`, `too_many`. */
export async function addContact(
  tx: Tx,
  account: AccountId,
  input: ContactFacts & { groupId: string; phone: string; now: Date },
): Promise<{ contactId: string }> {
  await lockGroups(tx, account, [input.groupId])
  await requireRoom(tx, account, 1)
  const contactId = newId()
  const made = await tx
    .insertInto('contact')
    .values({
      accountId: account,
      contactId,
      groupId: input.groupId,
      phone: input.phone,
      createdAt: input.now,
      ...(await keptFacts(tx, account, input)),
    })
    .onConflict(conflict => conflict.columns(['accountId', 'groupId', 'phone']).doNothing())
    .returning('contactId')
    .executeTakeFirst()
  if (!made) refuse('contact_exists', {}, exists)
  await countContacts(tx, account, input.groupId, 1)
  await setTags(tx, account, contactId, input.tagIds ?? [])
  return { contactId }
}

/**
 * Updates the given fields. Refuses `not_found`, and `contact_exists` when the group has another contact with that
 * number.
 */
export async function editContact(
  tx: Tx,
  account: AccountId,
  input: ContactFacts & { contactId: string; phone?: string | undefined },
): Promise<void> {
  const { contactId, phone } = input
  const groupIds = await groupsOf(tx, account, [contactId])
  if (groupIds.length === 0) refuse('not_found')
  await lockGroups(tx, account, groupIds)
  if (phone !== undefined) {
    const other = await tx
      .selectFrom('contact')
      .select('contactId')
      .where('accountId', '=', account)
      .where('groupId', '=', firstOrThrow(groupIds))
      .where('phone', '=', phone)
      .where('contactId', '<>', contactId)
      .executeTakeFirst()
    if (other) refuse('contact_exists', {}, exists)
  }
  const changed = await tx
    .updateTable('contact')
    .set({ ...(await keptFacts(tx, account, input)), ...(phone === undefined ? {} : { phone }) })
    .where('accountId', '=', account)
    .where('contactId', '=', contactId)
    // Moved meanwhile: it was not looked for in the group where it is.
    .where('groupId', '=', firstOrThrow(groupIds))
    .returning('contactId')
    .executeTakeFirst()
  if (!changed) refuse('not_found')
  if (input.tagIds) await setTags(tx, account, contactId, input.tagIds)
}

/** The columns of the given fields; others stay as they are. */
async function keptFacts(tx: Tx, account: AccountId, { name, fields, remark, consent }: ContactFacts) {
  return {
    name,
    ...(fields === undefined ? {} : { fields: JSON.stringify(keptFields(await listFields(tx, account), fields)) }),
    ...(remark === undefined ? {} : { remark }),
    ...(consent === undefined ? {} : consentColumns(consent)),
  }
}

const consentColumns = (consent: Consent | null) => ({
  consentKind: consent?.kind ?? null,
  consentNote: consent?.note ?? '',
  consentAt: consent?.at ?? null,
})

async function setTags(tx: Tx, account: AccountId, contactId: string, tagIds: readonly string[]): Promise<void> {
  await dropTags(tx, account, [contactId])
  await addTags(
    tx,
    account,
    tagIds.map(tagId => ({ contactId, tagId })),
  )
}

/** Deletes contacts for good; missing ones are ignored. Refuses `not_found` when all are missing. */
export async function removeContacts(tx: Tx, account: AccountId, contactIds: readonly string[]): Promise<{ removedCount: number }> {
  const found = await lockContacts(tx, account, contactIds)
  if (found.length === 0) refuse('not_found')
  return removeLocked(tx, account, found)
}

/** Deletes locked contacts. */
export async function removeLocked(tx: Tx, account: AccountId, found: readonly LockedContact[]): Promise<{ removedCount: number }> {
  const ids = found.map(row => row.contactId)
  await dropTags(tx, account, ids)
  await sql`delete from contact where account_id = ${account} and contact_id = any(${ids}::uuid[])`.execute(tx)
  await countLeft(tx, account, found)
  return { removedCount: found.length }
}

/**
 * Moves contacts to a group. Contacts that are there already, or whose number is there, stay where they are. Refuses
 * `not_found` when the group isn't the account's or none of the contacts exists.
 */
export async function moveContacts(
  tx: Tx,
  account: AccountId,
  { contactIds, groupId }: { contactIds: readonly string[]; groupId: string },
): Promise<{ movedCount: number; stayedCount: number }> {
  const found = await lockContacts(tx, account, contactIds, groupId)
  if (found.length === 0) refuse('not_found')
  return moveLocked(tx, account, { found, groupId })
}

/** Moves locked contacts to a locked group. */
export async function moveLocked(
  tx: Tx,
  account: AccountId,
  { found, groupId }: { found: readonly LockedContact[]; groupId: string },
): Promise<{ movedCount: number; stayedCount: number }> {
  const moved = await newInGroup(tx, account, found, groupId)
  const ids = moved.map(row => row.contactId)
  for (const table of ['contact', 'contactTagged'] as const)
    await sql`update ${sql.table(table)} set group_id = ${groupId}
      where account_id = ${account} and contact_id = any(${ids}::uuid[])`.execute(tx)
  await countLeft(tx, account, moved)
  await countContacts(tx, account, groupId, moved.length)
  return { movedCount: moved.length, stayedCount: found.length - moved.length }
}

/**
 * Copies contacts with all their fields into a group, unless their number is there. Refuses `not_found` like
 * `moveContacts`, and `too_many`.
 */
export async function copyContacts(
  tx: Tx,
  account: AccountId,
  { contactIds, groupId, now }: { contactIds: readonly string[]; groupId: string; now: Date },
): Promise<{ copiedCount: number; stayedCount: number }> {
  const found = await lockContacts(tx, account, contactIds, groupId)
  if (found.length === 0) refuse('not_found')
  return copyLocked(tx, account, { found, groupId, now })
}

/** Copies locked contacts to a locked group. Refuses `too_many`. */
export async function copyLocked(
  tx: Tx,
  account: AccountId,
  { found, groupId, now }: { found: readonly LockedContact[]; groupId: string; now: Date },
): Promise<{ copiedCount: number; stayedCount: number }> {
  const copied = await newInGroup(tx, account, found, groupId)
  await requireRoom(tx, account, copied.length)
  const from = copied.map(row => row.contactId)
  const to = copied.map(() => newId())
  await sql`
    insert into contact (account_id, contact_id, group_id, phone, name, fields, remark, consent_kind, consent_note, consent_at, created_at)
    select contact.account_id, copy.to_id, ${groupId}::uuid, contact.phone, contact.name, contact.fields, contact.remark,
      contact.consent_kind, contact.consent_note, contact.consent_at, ${now}::timestamptz
    from unnest(${from}::uuid[], ${to}::uuid[]) as copy (from_id, to_id)
    join contact on contact.account_id = ${account} and contact.contact_id = copy.from_id`.execute(tx)
  await countContacts(tx, account, groupId, copied.length)
  const { rows: pairs } = await sql<{ contactId: string; tagId: string }>`
    select copy.to_id as "contactId", tagged.tag_id from unnest(${from}::uuid[], ${to}::uuid[]) as copy (from_id, to_id)
    join contact_tagged tagged on tagged.account_id = ${account} and tagged.contact_id = copy.from_id`.execute(tx)
  await addTags(tx, account, pairs)
  return { copiedCount: copied.length, stayedCount: found.length - copied.length }
}

/** Records that contacts consented to marketing; a recorded consent stays as it was given. */
export async function registerConsent(
  tx: Tx,
  account: AccountId,
  { contactIds, consent }: { contactIds: readonly string[]; consent: Consent },
): Promise<{ changedCount: number }> {
  await lockContacts(tx, account, contactIds)
  const changed = await tx
    .updateTable('contact')
    .set(consentColumns(consent))
    .where('accountId', '=', account)
    .where('contactId', 'in', [...contactIds])
    .where('hasConsent', '=', false)
    .executeTakeFirst()
  return { changedCount: Number(changed.numUpdatedRows) }
}

export interface LockedContact {
  contactId: string
  groupId: string
  phone: string
}

/** The existing ones of these contacts, with their groups (and the target group) locked. */
export async function lockContacts(tx: Tx, account: AccountId, contactIds: readonly string[], groupId?: string): Promise<LockedContact[]> {
  const groupIds = await groupsOf(tx, account, contactIds)
  if (groupIds.length === 0) return []
  await lockGroups(tx, account, groupId ? [...groupIds, groupId] : groupIds)
  const { rows } = await sql<LockedContact>`
    select contact_id, group_id, phone from contact
    where account_id = ${account} and contact_id = any(${[...contactIds]}::uuid[]) and group_id = any(${groupIds}::uuid[])
    order by contact_id`.execute(tx)
  return rows
}

/** Of contacts with the same number from several groups the first; none whose number is in the target group already. */
async function newInGroup(tx: Tx, account: AccountId, found: readonly LockedContact[], groupId: string): Promise<LockedContact[]> {
  const { rows } = await sql<{ phone: string }>`
    select phone from contact where account_id = ${account} and group_id = ${groupId}
      and phone = any(${found.map(row => row.phone)}::text[])`.execute(tx)
  const taken = new Set(rows.map(row => row.phone))
  return found.filter(row => !taken.has(row.phone) && taken.add(row.phone))
}

async function groupsOf(executor: Executor, account: AccountId, contactIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ groupId: string }>`
    select distinct group_id from contact where account_id = ${account} and contact_id = any(${[...contactIds]}::uuid[])`.execute(executor)
  return rows.map(row => row.groupId)
}

async function countLeft(tx: Tx, account: AccountId, left: readonly { groupId: string }[]): Promise<void> {
  const counts = new Map<string, number>()
  for (const { groupId } of left) counts.set(groupId, (counts.get(groupId) ?? 0) + 1)
  for (const [groupId, count] of counts) await countContacts(tx, account, groupId, -count)
}
