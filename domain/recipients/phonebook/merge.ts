import { sql } from 'kysely'
import type { KeepRule } from '#contract/recipients/contact-task.ts'
import type { Executor, Tx } from '#db/connect.ts'
import type { ReversibleAct } from '#domain/undo-record/index.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow, lastOrThrow } from '#values/or-throw.ts'
import { removeLocked } from './contact.ts'
import { lockGroups } from './group.ts'
import { recordContacts } from './record.ts'
import { addTags } from './tag.ts'
import type { ContactPiece } from './task.ts'

/** Numbers in several groups, and how many contacts merging them would delete. */
export async function countDuplicates(executor: Executor, account: AccountId): Promise<{ phoneCount: number; surplusCount: number }> {
  const { rows } = await sql<{ phoneCount: number; surplusCount: number }>`
    select count(*) as phone_count, coalesce(sum(count - 1), 0)::bigint as surplus_count
    from (select count(*) from contact where account_id = ${account} group by phone having count(*) > 1) as several`.execute(executor)
  return { phoneCount: firstOrThrow(rows).phoneCount, surplusCount: firstOrThrow(rows).surplusCount }
}

/** The fields of a contact that merging compares. */
export interface Mergeable {
  contactId: string
  groupId: string
  phone: string
  name: string
  remark: string
  fields: Record<string, string>
  consentKind: string | null
  consentNote: string
  consentAt: Date | null
}

/**
 * Merges several contacts with the same number: the one that stays, with missing fields filled from the others in their
 * order.
 */
export function mergeContacts<Contact extends Mergeable>(
  contacts: readonly Contact[],
  keep: KeepRule,
): { kept: Contact; removed: Contact[] } {
  const inOrder = [...contacts].sort((a, b) => (a.contactId < b.contactId ? -1 : 1))
  const newestFirst = inOrder.toReversed()
  const byFullness = inOrder.toSorted((a, b) => fullness(b) - fullness(a))
  const [first, ...others] = { oldest: inOrder, newest: newestFirst, fullest: byFullness }[keep] as [Contact, ...Contact[]]
  const kept = { ...first }
  for (const other of others) {
    kept.name ||= other.name
    kept.remark ||= other.remark
    kept.fields = { ...other.fields, ...kept.fields }
    if (kept.consentKind === null)
      Object.assign(kept, { consentKind: other.consentKind, consentNote: other.consentNote, consentAt: other.consentAt })
  }
  return { kept, removed: others }
}

const fullness = ({ name, remark, fields, consentKind }: Mergeable) =>
  Number(name !== '') + Number(remark !== '') + Object.keys(fields).length + Number(consentKind !== null)

/** Merges the next numbers that are in several groups. Null when there are no more. */
export async function mergePiece(
  tx: Tx,
  account: AccountId,
  { keep, after, limit, ...act }: ReversibleAct & { keep: KeepRule; after: string | null; limit: number },
): Promise<ContactPiece | null> {
  const { rows: several } = await sql<{ phone: string }>`
    select phone from contact where account_id = ${account} and phone > ${after ?? ''}
    group by phone having count(*) > 1 order by phone limit ${limit}`.execute(tx)
  if (several.length === 0) return null
  const phones = several.map(row => row.phone)
  const merge = async () => ({ counts: await mergePhones(tx, account, phones, keep) })
  const { counts } = await recordContacts(tx, account, { ...act, touched: { phones } }, merge)
  return { cursor: lastOrThrow(phones), doneCount: phones.length, counts }
}

async function mergePhones(tx: Tx, account: AccountId, phones: readonly string[], keep: KeepRule) {
  const removed: Mergeable[] = []
  const kept: Mergeable[] = []
  const tags: { contactId: string; tagId: string }[] = []
  for (const contacts of await holdByPhone(tx, account, phones)) {
    const one = mergeContacts(contacts, keep)
    kept.push(one.kept)
    removed.push(...one.removed)
    for (const { tagIds } of one.removed) tags.push(...tagIds.map(tagId => ({ contactId: one.kept.contactId, tagId })))
  }
  await addTags(tx, account, tags)
  await writeKept(tx, account, kept)
  await removeLocked(tx, account, removed)
  return { merged: kept.length, removed: removed.length }
}

type Tagged = Mergeable & { tagIds: string[] }

/** The contacts of each number, with their groups locked. Numbers that are in one group only by now are left out. */
async function holdByPhone(tx: Tx, account: AccountId, phones: readonly string[]): Promise<Tagged[][]> {
  const { rows: groups } = await sql<{ groupId: string }>`
    select distinct group_id from contact where account_id = ${account} and phone = any(${[...phones]}::text[])`.execute(tx)
  const groupIds = groups.map(row => row.groupId)
  await lockGroups(tx, account, groupIds)
  const { rows } = await sql<Tagged>`
    select contact_id, group_id, phone, name, remark, fields, consent_kind, consent_note, consent_at,
      array(select tag_id from contact_tagged tagged where tagged.account_id = ${account} and tagged.contact_id = contact.contact_id) as "tagIds"
    from contact where account_id = ${account} and phone = any(${[...phones]}::text[]) and group_id = any(${groupIds}::uuid[])`.execute(tx)
  return [...Map.groupBy(rows, row => row.phone).values()].filter(contacts => contacts.length > 1)
}

async function writeKept(tx: Tx, account: AccountId, kept: readonly Mergeable[]): Promise<void> {
  await sql`
    update contact set name = given.name, remark = given.remark, fields = given.fields::jsonb, consent_kind = given.consent_kind,
      consent_note = given.consent_note, consent_at = given.consent_at
    from unnest(${kept.map(one => one.contactId)}::uuid[], ${kept.map(one => one.name)}::text[], ${kept.map(one => one.remark)}::text[],
      ${kept.map(one => JSON.stringify(one.fields))}::text[], ${kept.map(one => one.consentKind)}::text[],
      ${kept.map(one => one.consentNote)}::text[], ${kept.map(one => one.consentAt)}::timestamptz[])
      as given (contact_id, name, remark, fields, consent_kind, consent_note, consent_at)
    where contact.account_id = ${account} and contact.contact_id = given.contact_id
      and (contact.name, contact.remark, contact.fields, contact.consent_kind)
        is distinct from (given.name, given.remark, given.fields::jsonb, given.consent_kind)`.execute(tx)
}
