import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from '#db/connect.ts'
import type { DeletedObjects } from '#db/json.ts'
import { type ReversibleAct, type ReversibleRows, recordRows } from '#domain/undo-record/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { deleteGroup, lockGroups } from './group.ts'
import { removeTag } from './tag.ts'

/**
 * Contacts that an act may create, change or delete: these, those with these numbers (in a group), the copies of these
 * in a group, or all of a group or with a tag.
 */
export type TouchedContacts =
  | { contactIds: readonly string[] }
  | { phones: readonly string[]; groupId?: string }
  | { copiesOf: readonly string[]; groupId: string }
  | { groupId: string }
  | { tagId: string }

/** What undo restores of a contact; the ids of its tags are in order. */
export const reversibleContacts = (account: AccountId): ReversibleRows => ({
  subject: 'contact',
  image: sql`jsonb_build_object('groupId', contact.group_id, 'phone', contact.phone, 'name', contact.name, 'fields', contact.fields,
    'remark', contact.remark, 'consentKind', contact.consent_kind, 'consentNote', contact.consent_note, 'consentAt', contact.consent_at,
    'createdAt', contact.created_at, 'tagIds', array(select tagged.tag_id from contact_tagged tagged
      where tagged.account_id = ${account} and tagged.contact_id = contact.contact_id order by tagged.tag_id))`,
})

function touchedWhere(account: AccountId, touched: TouchedContacts): RawBuilder<SqlBool> {
  const own = sql`contact.account_id = ${account}`
  if ('contactIds' in touched) return sql<SqlBool>`${own} and contact.contact_id = any(${[...touched.contactIds]}::uuid[])`
  if ('tagId' in touched)
    return sql<SqlBool>`${own} and exists (select from contact_tagged tagged where tagged.account_id = ${account}
      and tagged.contact_id = contact.contact_id and tagged.tag_id = ${touched.tagId})`
  const inGroup = touched.groupId === undefined ? own : sql`${own} and contact.group_id = ${touched.groupId}`
  if ('phones' in touched) return sql<SqlBool>`${inGroup} and contact.phone = any(${[...touched.phones]}::text[])`
  if ('copiesOf' in touched)
    return sql<SqlBool>`${inGroup} and contact.phone in (select copied.phone from contact copied
      where copied.account_id = ${account} and copied.contact_id = any(${[...touched.copiesOf]}::uuid[]))`
  return sql<SqlBool>`${inGroup}`
}

/** Locks the groups of the touched contacts and `groupId`, like every writer, before their state is read. */
async function lockTouched(tx: Tx, account: AccountId, where: RawBuilder<SqlBool>, groupId: string | undefined): Promise<void> {
  const { rows } = await sql<{ groupId: string }>`select distinct group_id from contact where ${where}`.execute(tx)
  const groupIds = [...rows.map(row => row.groupId), ...(groupId === undefined ? [] : [groupId])]
  if (groupIds.length > 0) await lockGroups(tx, account, groupIds)
}

export interface RecordedAct extends ReversibleAct {
  touched: TouchedContacts
  /** The group that contacts move to. */
  targetGroupId?: string | undefined
  deleted?: DeletedObjects
}

/** Does an act on contacts so that it can be undone (domain/undo-record/). */
export async function recordContacts<Answer extends object>(
  tx: Tx,
  account: AccountId,
  { touched, targetGroupId, ...act }: RecordedAct,
  work: () => Promise<Answer>,
): Promise<Answer & { undoId: string | null }> {
  const where = touchedWhere(account, touched)
  await lockTouched(tx, account, where, targetGroupId ?? ('groupId' in touched ? touched.groupId : undefined))
  return recordRows(tx, account, reversibleContacts(account), { ...act, where }, work)
}

/** Deletes a group with its contacts so that it can be undone. Refuses what `deleteGroup` does. */
export async function deleteGroupReversibly(
  tx: Tx,
  account: AccountId,
  { groupId, contactCount, ...act }: ReversibleAct & { groupId: string; contactCount: number },
) {
  const group = await tx
    .selectFrom('contactGroup')
    .select(['groupId', 'parentId', 'name', 'createdAt'])
    .where('accountId', '=', account)
    .where('groupId', '=', groupId)
    .executeTakeFirst()
  const contactGroup = group && { ...group, createdAt: group.createdAt.toISOString() }
  const recorded = { ...act, touched: { groupId }, ...(contactGroup ? { deleted: { contactGroup } } : {}) }
  return recordContacts(tx, account, recorded, () => deleteGroup(tx, account, { groupId, contactCount }))
}

/** Deletes a tag so that it can be undone, unless too many contacts have it. Refuses `not_found`. */
export async function removeTagReversibly(tx: Tx, account: AccountId, { tagId, ...act }: ReversibleAct & { tagId: string }) {
  const tag = await tx
    .selectFrom('contactTag')
    .select(['tagId', 'name', 'createdAt', 'contactCount'])
    .where('accountId', '=', account)
    .where('tagId', '=', tagId)
    .executeTakeFirst()
  const remove = async () => {
    await removeTag(tx, account, tagId)
    return {}
  }
  if (!tag || tag.contactCount > limits.undoCallRows) return { ...(await remove()), undoId: null }
  const contactTag = { tagId, name: tag.name, createdAt: tag.createdAt.toISOString() }
  return recordContacts(tx, account, { ...act, touched: { tagId }, deleted: { contactTag } }, remove)
}
