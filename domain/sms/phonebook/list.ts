import { type SqlBool, sql } from 'kysely'
import { readContactSearch } from '#contract/phonebook.ts'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

export interface ContactList {
  groupId?: string | undefined
  search?: string | undefined
  cursor?: string | undefined
  pageSize: number
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const uuidLength = 36
/** Above every character: the end of the range of texts that begin alike. */
const lastCharacter = '\u{10ffff}'

/**
 * Contacts with whole numbers: newest first, or by name where the search is the beginning of one. Each way stands on an index of its own, and the cursor names
 * the row by that index's keys, so that a page costs the same however many contacts there are. A cursor that isn't one begins at the first page.
 */
export async function listContacts(executor: Executor, account: AccountId, input: ContactList) {
  const search = input.search ? readContactSearch(input.search) : null
  const isByName = search?.kind === 'name'
  const cursor = readCursor(input.cursor)
  let query = executor
    .selectFrom('contact')
    .innerJoin('contact_group as group', join =>
      join.onRef('group.account_id', '=', 'contact.account_id').onRef('group.group_id', '=', 'contact.group_id'),
    )
    .select(['contact.contact_id', 'contact.group_id', 'contact.phone', 'contact.name', 'contact.name_key', 'contact.created_at'])
    .select('group.name as group_name')
    .where('contact.account_id', '=', account)
    .limit(input.pageSize + 1)
  if (input.groupId) query = query.where('contact.group_id', '=', input.groupId)
  if (search?.kind === 'phone') query = query.where('contact.phone', '=', search.text)
  if (search?.kind === 'phoneEnd') query = query.where('contact.phone_end', '=', search.text)
  if (isByName) {
    query = query
      .where('contact.name_key', '>=', sql<string>`lower(${search.text})`)
      .where('contact.name_key', '<', sql<string>`lower(${search.text}) || ${lastCharacter}`)
      .orderBy('contact.name_key')
      .orderBy('contact.contact_id')
    if (cursor)
      query = query.where(
        sql<SqlBool>`(contact.name_key, contact.contact_id) > (${cursor.nameKey}::text collate "C", ${cursor.contactId}::uuid)`,
      )
  } else {
    query = query.orderBy('contact.contact_id', 'desc')
    if (cursor) query = query.where('contact.contact_id', '<', cursor.contactId)
  }
  const found = await query.execute()
  const page = found.slice(0, input.pageSize)
  const last = found.length > input.pageSize ? page.at(-1)! : null
  return {
    rows: page.map(row => ({
      contactId: row.contact_id,
      groupId: row.group_id,
      groupName: row.group_name,
      phone: row.phone,
      name: row.name,
      createdAt: row.created_at,
    })),
    nextCursor: last && last.contact_id + (isByName ? last.name_key : ''),
  }
}

function readCursor(cursor: string | undefined): { contactId: string; nameKey: string } | null {
  const contactId = cursor?.slice(0, uuidLength) ?? ''
  return uuid.test(contactId) ? { contactId, nameKey: cursor!.slice(uuidLength) } : null
}
