import { type RawBuilder, sql } from 'kysely'
import type { MergeRule } from '#contract/recipients/contact-task.ts'
import type { Consent } from '#contract/recipients/phonebook.ts'
import { accountRow } from '#db/account-row.ts'
import type { Tx } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'
import { getOrThrow } from '#values/or-throw.ts'
import { countContacts, requireRoom } from './group.ts'
import { addTags } from './tag.ts'

export interface GivenContact {
  phone: string
  name: string
  remark: string
  /** Without empty texts. */
  fields: Record<string, string>
  tagIds: readonly string[]
}

export interface WriteInput {
  /** Locked by `lockGroups`. */
  groupId: string
  /** Each number once. */
  contacts: readonly GivenContact[]
  rule: MergeRule
  consent: Consent | null
  now: Date
}

/**
 * Upsert rules for a contact whose number is in the group: in SQL, `contact` is the stored row, `excluded` the new one.
 */
const merged: Record<Exclude<MergeRule, 'skip'>, Record<string, string>> = {
  fill: {
    name: `case when contact.name = '' then excluded.name else contact.name end`,
    remark: `case when contact.remark = '' then excluded.remark else contact.remark end`,
    fields: 'excluded.fields || contact.fields',
    consent_kind: 'coalesce(contact.consent_kind, excluded.consent_kind)',
    consent_note: 'case when contact.consent_kind is null then excluded.consent_note else contact.consent_note end',
    consent_at: 'case when contact.consent_kind is null then excluded.consent_at else contact.consent_at end',
  },
  overwrite: {
    name: `case when excluded.name = '' then contact.name else excluded.name end`,
    remark: `case when excluded.remark = '' then contact.remark else excluded.remark end`,
    fields: 'contact.fields || excluded.fields',
    consent_kind: 'coalesce(excluded.consent_kind, contact.consent_kind)',
    consent_note: 'case when excluded.consent_kind is null then contact.consent_note else excluded.consent_note end',
    consent_at: 'case when excluded.consent_kind is null then contact.consent_at else excluded.consent_at end',
  },
}

function onConflict(rule: MergeRule): RawBuilder<unknown> {
  if (rule === 'skip') return sql`do nothing`
  const columns = Object.entries(merged[rule])
  const set = columns.map(([name, value]) => `${name} = ${value}`).join(', ')
  const before = columns.map(([name]) => `contact.${name}`).join(', ')
  const after = columns.map(([, value]) => value).join(', ')
  return sql.raw(`do update set ${set} where (${before}) is distinct from (${after})`)
}

/**
 * Upserts thousands of contacts into a group in one statement, by the rule where the number exists, and counts them.
 * Tags are only added; with `skip` only to new contacts. Returns the outcome of each number; those not in the map
 * stayed unchanged. Refuses `too_many`.
 */
export async function writeContacts(tx: Tx, account: AccountId, input: WriteInput): Promise<Map<string, 'added' | 'updated'>> {
  const { groupId, contacts, rule, consent, now } = input
  if (contacts.length === 0) return new Map()
  const ids = contacts.map(() => newId())
  const { rows: written } = await sql<{ contactId: string; phone: string }>`
    insert into contact (account_id, contact_id, group_id, phone, name, remark, fields, consent_kind, consent_note, consent_at, created_at)
    select owner.account_id, id, ${groupId}::uuid, phone, name, remark, fields::jsonb,
      ${consent?.kind ?? null}::text, ${consent?.note ?? ''}::text, ${consent?.at ?? null}::timestamptz, ${now}::timestamptz
    from ${accountRow(account)}
    cross join unnest(${ids}::uuid[], ${contacts.map(one => one.phone)}::text[], ${contacts.map(one => one.name)}::text[],
      ${contacts.map(one => one.remark)}::text[], ${contacts.map(one => JSON.stringify(one.fields))}::text[])
      as given (id, phone, name, remark, fields)
    on conflict (account_id, group_id, phone) ${onConflict(rule)}
    returning contact_id, phone`.execute(tx)
  const own = new Set(ids)
  const outcomes = new Map(written.map(row => [row.phone, own.has(row.contactId) ? ('added' as const) : ('updated' as const)]))
  const addedCount = written.filter(row => own.has(row.contactId)).length
  await requireRoom(tx, account, addedCount)
  await countContacts(tx, account, groupId, addedCount)
  const tagged = contacts.filter(one => one.tagIds.length > 0 && (rule !== 'skip' || outcomes.get(one.phone) === 'added'))
  if (tagged.length > 0) await tagWritten(tx, account, groupId, tagged)
  return outcomes
}

async function tagWritten(tx: Tx, account: AccountId, groupId: string, contacts: readonly GivenContact[]): Promise<void> {
  const { rows } = await sql<{ contactId: string; phone: string }>`
    select contact_id, phone from contact
    where account_id = ${account} and group_id = ${groupId} and phone = any(${contacts.map(one => one.phone)}::text[])`.execute(tx)
  const idOf = new Map(rows.map(row => [row.phone, row.contactId]))
  await addTags(
    tx,
    account,
    contacts.flatMap(one => one.tagIds.map(tagId => ({ contactId: getOrThrow(idOf, one.phone), tagId }))),
  )
}
