import { sql } from 'kysely'
import type { ContactReach } from '#contract/recipients/contact-recipients.ts'
import { refuse } from '#contract/refusals.ts'
import { asAccount, type Db, type Executor } from '#db/connect.ts'
import type { Files } from '#domain/platform/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { lastOrThrow } from '#values/or-throw.ts'
import { generateUpload } from '../upload/made.ts'
import { countUpload } from '../upload/upload.ts'
import { listFields } from './field.ts'
import { contactWhere, countSelection, type Selection, withGroupsBelow } from './filter.ts'
import { listGroups } from './group.ts'

/** Number of contacts in the groups with one of the tags. */
export async function countReach(executor: Executor, account: AccountId, reach: ContactReach): Promise<number> {
  return countSelection(executor, account, await reachOf(executor, account, reach))
}

async function reachOf(executor: Executor, account: AccountId, { groupIds, tagIds, needsConsent }: ContactReach): Promise<Selection> {
  return {
    groupIds: groupIds.length === 0 ? null : await withGroupsBelow(executor, account, groupIds),
    tagIds: tagIds.length === 0 ? null : tagIds,
    search: null,
    consent: needsConsent ? 'yes' : null,
  }
}

/**
 * Creates an upload from contacts, a row each: the number, and with `hasColumns` the name and own fields, for the
 * variables of a template. Opens its own transactions. Refuses `not_found` (a group), `no_recipient`, `file_too_large`
 * and `too_many_requests`.
 */
export async function createUploadFromContacts(
  db: Db,
  account: AccountId,
  files: Files,
  { hasColumns, memberId, now, ...reach }: ContactReach & { hasColumns: boolean; memberId: string; now: Date },
): Promise<string> {
  const { selection, fields, fileName } = await asAccount(db, account, async tx => {
    const groups = await listGroups(tx, account)
    const names = reach.groupIds.map(groupId => groups.find(group => group.groupId === groupId)?.name ?? refuse('not_found'))
    return { selection: await reachOf(tx, account, reach), fields: await listFields(tx, account), fileName: fileNameOf(names) }
  })
  await countUpload(db, account, now)
  const fieldKeys = fields.map(field => String(field.fieldKey))
  const columns = hasColumns ? ['手机号', '姓名', ...fields.map(field => field.name)] : ['手机号']
  const rows = contactRows(db, account, selection, hasColumns ? fieldKeys : null)
  return (await generateUpload(db, account, files, { origin: 'phonebook', fileName, columns, rows, memberId, now })).uploadId
}

const namedGroups = 3

const fileNameOf = (names: readonly string[]) =>
  names.length === 0
    ? '通讯录：全部分组'
    : `通讯录：${names.slice(0, namedGroups).join('、')}${names.length > namedGroups ? `等${names.length}个分组` : ''}`

const pageRows = 10_000

/**
 * Each page is a transaction of its own, so that a slow disk holds no snapshot. Contacts added meanwhile are left out.
 */
async function* contactRows(
  db: Db,
  account: AccountId,
  selection: Selection,
  fieldKeys: readonly string[] | null,
): AsyncGenerator<string[]> {
  const ceiling = newId()
  for (let after: string | null = null; ; ) {
    const page: { contactId: string; phone: string; name: string; fields: Record<string, string> }[] = await asAccount(
      db,
      account,
      async tx =>
        (
          await sql<{ contactId: string; phone: string; name: string; fields: Record<string, string> }>`
            select contact_id, phone, name, fields from contact
            where ${contactWhere(account, selection)} and contact_id < ${ceiling}::uuid ${after ? sql`and contact_id > ${after}::uuid` : sql``}
            order by contact_id limit ${pageRows}`.execute(tx)
        ).rows,
    )
    for (const { phone, name, fields } of page) yield fieldKeys ? [phone, name, ...fieldKeys.map(key => fields[key] ?? '')] : [phone]
    if (page.length < pageRows) return
    after = lastOrThrow(page).contactId
  }
}
