import { type RawBuilder, sql } from 'kysely'
import type { Consent, ConsentKind, ContactFilter } from '#contract/recipients/phonebook.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor } from '#db/connect.ts'
import { loadCarrierFinder, provinceOf } from '#domain/numbering/index.ts'
import { type AccountId, idTime } from '#values/id.ts'
import { lastOrThrow } from '#values/or-throw.ts'
import { pick } from '#values/pick.ts'
import { blockedBy } from './block.ts'
import { listFields } from './field.ts'
import { type Selection, searchConditions, selectionOf } from './filter.ts'

export interface ContactList extends ContactFilter {
  order?: 'name' | undefined
  cursor?: string | undefined
  pageSize: number
  now: Date
}
interface Cursor {
  contactId: string
  /** In hex. */
  nameKey: string
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const uuidLength = 36

/**
 * Contacts with whole numbers: newest first, or by name (pinyin) when that is asked for or the search is a name's
 * prefix. Each order has an index, and the cursor is a row's key in it, so that every page costs the same: no index has
 * the contacts of a tag by name. An invalid cursor starts at the first page.
 */
export async function listContacts(executor: Executor, account: AccountId, input: ContactList) {
  const selection = await selectionOf(executor, account, input)
  const isByName = selection.search?.kind === 'name' || (input.order === 'name' && selection.tagIds === null)
  const keys = await pageKeys(executor, account, selection, {
    isByName,
    cursor: readCursor(input.cursor),
    limit: input.pageSize + 1,
  })
  const page = keys.slice(0, input.pageSize)
  const last = keys.length > input.pageSize ? lastOrThrow(page) : null
  return {
    rows: await presentContacts(
      executor,
      account,
      page.map(row => row.contactId),
      input.now,
    ),
    nextCursor: last && last.contactId + (isByName ? last.nameKey.toString('hex') : ''),
  }
}

interface KeysPage {
  isByName: boolean
  cursor: Cursor | null
  limit: number
}
interface Keys {
  contactId: string
  nameKey: Buffer
}

/** Several groups are several ranges of an index: takes the first rows of each, and the first of those. */
async function pageKeys(executor: Executor, account: AccountId, selection: Selection, page: KeysPage): Promise<Keys[]> {
  const { groupIds } = selection
  if (groupIds?.length === 0) return []
  const inOne = (groupId: RawBuilder<unknown> | null) => groupKeys(account, selection, groupId, page)
  const query =
    groupIds === null || groupIds.length === 1
      ? inOne(groupIds && sql`${groupIds[0]}::uuid`)
      : sql<Keys>`select keys.* from unnest(${[...groupIds]}::uuid[]) as chosen (group_id)
          cross join lateral (${inOne(sql.raw('chosen.group_id'))}) keys
          order by ${orderOf(page, sql.raw('keys'))} limit ${page.limit}`
  return (await query.execute(executor)).rows
}

const orderOf = ({ isByName }: KeysPage, table: RawBuilder<unknown>) =>
  isByName ? sql`${table}.name_key, ${table}.contact_id` : sql`${table}.contact_id desc`

function groupKeys(account: AccountId, selection: Selection, groupId: RawBuilder<unknown> | null, page: KeysPage): RawBuilder<Keys> {
  const { search, tagIds } = selection
  const { isByName, cursor, limit } = page
  // A search by number finds few rows, and a search by name is ordered by names: there the tag is checked per contact.
  const isTagFirst = tagIds !== null && search === null
  const key = sql.raw(isTagFirst ? 'tagged' : 'contact')
  const conditions = [sql`${key}.account_id = ${account}`, ...searchConditions(selection)]
  if (groupId) conditions.push(sql`${key}.group_id = ${groupId}`)
  if (isTagFirst) conditions.push(sql`tagged.tag_id = ${tagIds[0]}`)
  else if (tagIds)
    conditions.push(sql`exists (select from contact_tagged tagged where tagged.account_id = ${account}
      and tagged.contact_id = contact.contact_id and tagged.tag_id = ${tagIds[0]})`)
  if (cursor)
    conditions.push(
      isByName
        ? sql`(contact.name_key, contact.contact_id) > (decode(${cursor.nameKey}, 'hex'), ${cursor.contactId}::uuid)`
        : sql`${key}.contact_id < ${cursor.contactId}::uuid`,
    )
  const from = isTagFirst ? sql`contact_tagged tagged join contact using (account_id, contact_id)` : sql`contact`
  return sql<Keys>`select contact.contact_id, contact.name_key from ${from}
    where ${sql.join(conditions, sql` and `)} order by ${orderOf(page, key)} limit ${limit}`
}

function readCursor(cursor: string | undefined): Cursor | null {
  const contactId = cursor?.slice(0, uuidLength) ?? ''
  const nameKey = cursor?.slice(uuidLength) ?? ''
  return uuid.test(contactId) && /^(?:[0-9a-f]{2})*$/.test(nameKey) ? { contactId, nameKey } : null
}

/** Contacts for the screens, in the given order. */
async function presentContacts(executor: Executor, account: AccountId, contactIds: readonly string[], now: Date) {
  if (contactIds.length === 0) return []
  const rows = await executor
    .selectFrom('contact')
    .innerJoin('contactGroup as group', join =>
      join.onRef('group.accountId', '=', 'contact.accountId').onRef('group.groupId', '=', 'contact.groupId'),
    )
    .selectAll('contact')
    .select('group.name as groupName')
    .where('contact.accountId', '=', account)
    .where(sql<boolean>`contact.contact_id = any(${[...contactIds]}::uuid[])`)
    .execute()
  const tagRows = await executor
    .selectFrom('contactTagged')
    .select(['contactId', 'tagId'])
    .where('accountId', '=', account)
    .where(sql<boolean>`contact_id = any(${[...contactIds]}::uuid[])`)
    .execute()
  const tagged = Map.groupBy(tagRows, row => row.contactId)
  const live = new Set((await listFields(executor, account)).map(field => String(field.fieldKey)))
  const phones = rows.map(row => row.phone)
  const carrierOf = await loadCarrierFinder(executor, phones)
  const blocked = await blockedBy(executor, account, phones, now)
  const byId = new Map(rows.map(row => [row.contactId, row]))
  return contactIds.flatMap(contactId => {
    const row = byId.get(contactId)
    if (!row) return []
    return {
      contactId,
      ...pick(row, 'groupId', 'groupName', 'phone', 'name', 'remark', 'createdAt'),
      fields: Object.fromEntries(Object.entries(row.fields).filter(([key]) => live.has(key))),
      tagIds: tagged.get(contactId)?.map(one => one.tagId) ?? [],
      consent: consentOf(row),
      carrier: carrierOf(row.phone),
      province: provinceOf(row.phone),
      blockedBy: blocked.get(row.phone) ?? null,
    }
  })
}

const consentOf = (row: { consentKind: ConsentKind | null; consentNote: string; consentAt: Date | null }): Consent | null =>
  row.consentKind === null ? null : { kind: row.consentKind, note: row.consentNote, at: row.consentAt }

/** The whole number of a contact. Refuses `not_found`. */
export async function contactPhone(executor: Executor, account: AccountId, contactId: string): Promise<string> {
  const row = await executor
    .selectFrom('contact')
    .select('phone')
    .where('accountId', '=', account)
    .where('contactId', '=', contactId)
    .executeTakeFirst()
  return (row ?? refuse('not_found')).phone
}

/** One contact with the details for its drawer. Refuses `not_found`. */
export async function readContact(executor: Executor, account: AccountId, contactId: string, now: Date) {
  const [contact] = await presentContacts(executor, account, [contactId], now)
  if (!contact) refuse('not_found')
  const others = await executor
    .selectFrom('contact')
    .innerJoin('contactGroup as group', join =>
      join.onRef('group.accountId', '=', 'contact.accountId').onRef('group.groupId', '=', 'contact.groupId'),
    )
    .select('group.name')
    .where('contact.accountId', '=', account)
    .where('contact.phone', '=', contact.phone)
    .where('contact.contactId', '<>', contactId)
    .orderBy('contact.contactId')
    .execute()
  const last = await executor
    .selectFrom('message')
    .select('messageId')
    .where('accountId', '=', account)
    .where('phone', '=', contact.phone)
    .orderBy('messageId', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { ...contact, lastMessageAt: last ? idTime(last.messageId) : null, otherGroupNames: others.map(row => row.name) }
}
