import { sql } from 'kysely'
import { z } from 'zod'
import { refuse } from '#contract/refusals.ts'
import type { UndoCounts } from '#contract/undo/undo.ts'
import { accountRow } from '#db/account-row.ts'
import type { Tx } from '#db/connect.ts'
import type { DeletedObjects } from '#db/json.ts'
import { type UndoRow, unchangedRows } from '#domain/undo-record/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { getOrThrow } from '#values/or-throw.ts'
import { type LockedContact, removeLocked } from './contact.ts'
import { keptFields, listFields } from './field.ts'
import { countContacts, listGroups, requireRoom } from './group.ts'
import { reversibleContacts } from './record.ts'
import { addTags, dropTags, listTags } from './tag.ts'

/** As `reversibleContacts` has it. */
const contactImage = z.object({
  groupId: z.string(),
  phone: z.string(),
  name: z.string(),
  fields: z.record(z.string(), z.string()),
  remark: z.string(),
  consentKind: z.string().nullable(),
  consentNote: z.string(),
  consentAt: z.string().nullable(),
  createdAt: z.string(),
  tagIds: z.array(z.string()),
})

type Wanted = z.output<typeof contactImage> & { contactId: string }

/**
 * Reverts rows of an act on contacts: deletes what it created, changes back what it changed, creates again what it
 * deleted. Contacts that changed since stay as they are. Refuses `too_many`.
 */
export async function restoreContacts(tx: Tx, account: AccountId, rows: readonly UndoRow[]): Promise<UndoCounts> {
  const groups = await lockTheirGroups(tx, account, rows)
  const { same, counts } = await unchangedRows(tx, account, reversibleContacts(account), rows)
  const current = new Map((await contactsOf(tx, account, same)).map(one => [one.contactId, one]))
  const made = same.flatMap(row => (row.before === null ? (current.get(row.objectId) ?? []) : []))
  await removeLocked(tx, account, made)

  const fields = await listFields(tx, account)
  const wanted = same.flatMap(({ objectId, before }): Wanted[] => {
    if (before === null) return []
    const image = contactImage.parse(before)
    return [{ ...image, contactId: objectId, fields: keptFields(fields, image.fields) }]
  })
  const housed = wanted.filter(one => groups.has(one.groupId))
  const back = await changeBack(tx, account, housed, current)
  const again = await createAgain(tx, account, housed, current)
  const restored = [...back, ...again]
  await dropTags(
    tx,
    account,
    restored.map(one => one.contactId),
  )
  await addTags(
    tx,
    account,
    restored.flatMap(({ contactId, tagIds }) => tagIds.map(tagId => ({ contactId, tagId }))),
  )
  return {
    ...counts,
    restored: made.length + restored.length,
    homeless: wanted.length - housed.length,
    taken: housed.length - restored.length,
  }
}

/** Locks the groups in which the rows' contacts are and to which they return. Returns those that exist. */
async function lockTheirGroups(tx: Tx, account: AccountId, rows: readonly UndoRow[]): Promise<Set<string>> {
  const homes = rows.flatMap(({ before }) => (before === null ? [] : [contactImage.parse(before).groupId]))
  const { rows: groups } = await sql<{ groupId: string }>`
    select group_id from contact_group where account_id = ${account} and (group_id = any(${[...new Set(homes)]}::uuid[]) or group_id in (
      select group_id from contact where account_id = ${account} and contact_id = any(${rows.map(row => row.objectId)}::uuid[])))
    order by group_id for update`.execute(tx)
  return new Set(groups.map(row => row.groupId))
}

async function contactsOf(tx: Tx, account: AccountId, rows: readonly UndoRow[]): Promise<LockedContact[]> {
  const { rows: contacts } = await sql<LockedContact>`select contact_id, group_id, phone from contact
    where account_id = ${account} and contact_id = any(${rows.map(row => row.objectId)}::uuid[])`.execute(tx)
  return contacts
}

type Current = ReadonlyMap<string, LockedContact>

const given = (wanted: readonly Wanted[]) => sql`jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as given (
  "contactId" uuid, "groupId" uuid, phone text, name text, fields jsonb, remark text, "consentKind" text, "consentNote" text,
  "consentAt" timestamptz, "createdAt" timestamptz)`

const among = (wanted: readonly Wanted[], rows: readonly { contactId: string }[]): Wanted[] => {
  const ids = new Set(rows.map(row => row.contactId))
  return wanted.filter(one => ids.has(one.contactId))
}

/** Changes contacts back, unless another one has the number in the group by now. Returns those that it changed. */
async function changeBack(tx: Tx, account: AccountId, housed: readonly Wanted[], current: Current): Promise<Wanted[]> {
  const wanted = housed.filter(one => current.has(one.contactId))
  if (wanted.length === 0) return []
  const { rows } = await sql<{ contactId: string }>`
    update contact set group_id = given."groupId", phone = given.phone, name = given.name, fields = given.fields, remark = given.remark,
      consent_kind = given."consentKind", consent_note = given."consentNote", consent_at = given."consentAt"
    from ${given(wanted)} where contact.account_id = ${account} and contact.contact_id = given."contactId" and not exists (
      select from contact other where other.account_id = ${account} and other.group_id = given."groupId" and other.phone = given.phone
        and other.contact_id <> given."contactId")
    returning contact.contact_id`.execute(tx)
  const changed = among(wanted, rows)
  const moved = changed.flatMap(({ contactId, groupId }) => {
    const from = getOrThrow(current, contactId).groupId
    return from === groupId ? [] : [{ from, to: groupId }]
  })
  for (const [groupId, ones] of Map.groupBy(moved, one => one.from)) await countContacts(tx, account, groupId, -ones.length)
  for (const [groupId, ones] of Map.groupBy(moved, one => one.to)) await countContacts(tx, account, groupId, ones.length)
  return changed
}

/** Creates deleted contacts again, unless another one has the number in the group. Refuses `too_many`. */
async function createAgain(tx: Tx, account: AccountId, housed: readonly Wanted[], current: Current): Promise<Wanted[]> {
  const wanted = housed.filter(one => !current.has(one.contactId))
  if (wanted.length === 0) return []
  const { rows } = await sql<{ contactId: string }>`
    insert into contact (account_id, contact_id, group_id, phone, name, fields, remark, consent_kind, consent_note, consent_at, created_at)
    select owner.account_id, "contactId", "groupId", phone, name, fields, remark, "consentKind", "consentNote", "consentAt", "createdAt"
    from ${accountRow(account)} cross join ${given(wanted)} on conflict (account_id, group_id, phone) do nothing returning contact_id`.execute(
    tx,
  )
  const made = among(wanted, rows)
  await requireRoom(tx, account, made.length)
  for (const [groupId, ones] of Map.groupBy(made, one => one.groupId)) await countContacts(tx, account, groupId, ones.length)
  return made
}

/**
 * Creates the group or tag again that an act deleted. A subgroup whose parent is gone returns to the first level.
 * Refuses `group_taken`, `contact_tag_taken` and `too_many`.
 */
export async function restoreLabels(tx: Tx, account: AccountId, { contactGroup, contactTag }: DeletedObjects): Promise<void> {
  if (contactGroup) {
    const groups = await listGroups(tx, account)
    if (groups.length >= limits.contactGroups) refuse('too_many', { limit: limits.contactGroups, noun: '分组' })
    const { name } = contactGroup
    const parent = groups.find(group => group.groupId === contactGroup.parentId && group.parentId === null)
    const parentId = parent?.groupId ?? null
    if (groups.some(group => group.name === name && group.parentId === parentId)) refuse('group_taken', { name })
    await tx
      .insertInto('contactGroup')
      .values({ ...contactGroup, accountId: account, parentId, createdAt: new Date(contactGroup.createdAt) })
      .execute()
  }
  if (contactTag) {
    const tags = await listTags(tx, account)
    if (tags.length >= limits.contactTags) refuse('too_many', { limit: limits.contactTags, noun: '标签' })
    if (tags.some(tag => tag.name === contactTag.name)) refuse('contact_tag_taken', { name: contactTag.name })
    await tx
      .insertInto('contactTag')
      .values({ ...contactTag, accountId: account, createdAt: new Date(contactTag.createdAt) })
      .execute()
  }
}
