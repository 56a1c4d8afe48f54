import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type ContactSearch, readContactSearch } from '#contract/content/contact-text.ts'
import type { ContactFilter } from '#contract/recipients/phonebook.ts'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'

/** Selection of contacts. A list that is null is no condition; an empty one matches nothing. */
export interface Selection {
  groupIds: readonly string[] | null
  /** Any of them. */
  tagIds: readonly string[] | null
  search: ContactSearch | null
  consent: 'yes' | 'no' | null
}

/** The selection of a screen's filter: a group includes those below it. */
export async function selectionOf(executor: Executor, account: AccountId, filter: ContactFilter): Promise<Selection> {
  return {
    groupIds: filter.groupId ? await withGroupsBelow(executor, account, [filter.groupId]) : null,
    tagIds: filter.tagId ? [filter.tagId] : null,
    search: filter.search ? readContactSearch(filter.search) : null,
    consent: filter.consent ?? null,
  }
}

/** Groups of the account with the groups below them. */
export async function withGroupsBelow(executor: Executor, account: AccountId, groupIds: readonly string[]): Promise<string[]> {
  const rows = await executor
    .selectFrom('contactGroup')
    .select('groupId')
    .where('accountId', '=', account)
    .where(row => row.or([row('groupId', 'in', [...groupIds]), row('parentId', 'in', [...groupIds])]))
    .execute()
  return rows.map(row => row.groupId)
}

/** The condition of a selection on `contact`. */
export function contactWhere(account: AccountId, selection: Selection): RawBuilder<SqlBool> {
  const { groupIds, tagIds } = selection
  const conditions = [sql`contact.account_id = ${account}`, ...searchConditions(selection)]
  if (groupIds?.length === 1) conditions.push(sql`contact.group_id = ${groupIds[0]}`)
  else if (groupIds) conditions.push(sql`contact.group_id = any(${[...groupIds]}::uuid[])`)
  if (tagIds)
    conditions.push(sql`exists (select from contact_tagged tagged where tagged.account_id = ${account}
      and tagged.contact_id = contact.contact_id and tagged.tag_id = any(${[...tagIds]}::uuid[]))`)
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** Conditions of a selection on the contact's own row. */
export function searchConditions({ search, consent }: Selection): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = []
  if (search?.kind === 'phone') conditions.push(sql`contact.phone = ${search.text}`)
  if (search?.kind === 'phoneEnd') conditions.push(sql`contact.phone_end = ${search.text}`)
  // No character's bytes begin with FF.
  if (search?.kind === 'name')
    conditions.push(sql`contact.name_key >= name_order(${search.text}) and contact.name_key < name_order(${search.text}) || '\\xff'::bytea`)
  if (consent) conditions.push(sql`contact.has_consent = ${consent === 'yes'}`)
  return conditions
}

/** Number of contacts in a selection. Uses stored counts where they suffice. */
export async function countSelection(executor: Executor, account: AccountId, selection: Selection): Promise<number> {
  const { groupIds, tagIds, search, consent } = selection
  if (!tagIds && !search && !consent) return countGroups(executor, account, groupIds)
  const isTagged = tagIds?.length === 1 && !search && !consent
  const { rows } = await (isTagged
    ? sql<{ count: number }>`select count(*) from contact_tagged where account_id = ${account} and tag_id = ${tagIds[0]}
        ${groupIds ? sql`and group_id = any(${[...groupIds]}::uuid[])` : sql``}`
    : sql<{ count: number }>`select count(*) from contact where ${contactWhere(account, selection)}`
  ).execute(executor)
  return firstOrThrow(rows).count
}

async function countGroups(executor: Executor, account: AccountId, groupIds: readonly string[] | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(contact_count), 0) as count from contact_group where account_id = ${account}
    ${groupIds ? sql`and group_id = any(${[...groupIds]}::uuid[])` : sql``}`.execute(executor)
  return Number(firstOrThrow(rows).count)
}

export interface WalkedContact {
  contactId: string
  groupId: string
  phone: string
}

/** The next contacts of a selection in the order of their ids, before `ceiling`. */
export async function walkContacts(
  executor: Executor,
  account: AccountId,
  selection: Selection,
  { after, ceiling, limit }: { after: string | null; ceiling: string; limit: number },
): Promise<WalkedContact[]> {
  const { rows } = await sql<WalkedContact>`
    select contact_id, group_id, phone from contact
    where ${contactWhere(account, selection)} and contact_id < ${ceiling}::uuid ${after ? sql`and contact_id > ${after}::uuid` : sql``}
    order by contact_id limit ${limit}`.execute(executor)
  return rows
}
