import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import { accountRow } from '#db/account-row.ts'
import type { Executor, Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'

/** An account's own fields in the order of creation. */
export async function listFields(executor: Executor, account: AccountId): Promise<{ fieldKey: number; name: string }[]> {
  const rows = await executor
    .selectFrom('contactField')
    .select(['fieldKey', 'name'])
    .where('accountId', '=', account)
    .where('removedAt', 'is', null)
    .orderBy('fieldKey')
    .execute()
  return rows.map(row => ({ fieldKey: row.fieldKey, name: row.name }))
}

/** Refuses `contact_field_taken` and `too_many`. */
export async function createField(tx: Tx, account: AccountId, { name, now }: { name: string; now: Date }): Promise<{ fieldKey: number }> {
  await lockFields(tx, account)
  const live = await listFields(tx, account)
  if (live.some(field => field.name === name)) refuseTaken(name)
  if (live.length >= limits.contactFields) refuse('too_many', { limit: limits.contactFields, noun: '自定义字段' })
  const { rows } = await sql<{ fieldKey: number }>`
    insert into contact_field as made (account_id, field_key, name, created_at)
    select owner.account_id, next_key, ${name}, ${now}::timestamptz
    from ${accountRow(account)}
    cross join (select coalesce(max(field_key), 0) + 1 as next_key from contact_field where account_id = ${account}) as known
    returning field_key`.execute(tx)
  return { fieldKey: firstOrThrow(rows).fieldKey }
}

/** Refuses `not_found` and `contact_field_taken`. */
export async function renameField(tx: Tx, account: AccountId, { fieldKey, name }: { fieldKey: number; name: string }): Promise<void> {
  await lockFields(tx, account)
  const live = await listFields(tx, account)
  if (!live.some(field => field.fieldKey === fieldKey)) refuse('not_found')
  if (live.some(field => field.name === name && field.fieldKey !== fieldKey)) refuseTaken(name)
  await tx.updateTable('contactField').set({ name }).where('accountId', '=', account).where('fieldKey', '=', fieldKey).execute()
}

/** Deletes a field, which disappears from every screen at once; a task deletes its contents. Refuses `not_found`. */
export async function removeField(tx: Tx, account: AccountId, { fieldKey, now }: { fieldKey: number; now: Date }): Promise<void> {
  const removed = await tx
    .updateTable('contactField')
    .set({ removedAt: now })
    .where('accountId', '=', account)
    .where('fieldKey', '=', fieldKey)
    .where('removedAt', 'is', null)
    .returning('fieldKey')
    .executeTakeFirst()
  if (!removed) refuse('not_found')
}

/** Non-empty texts of existing fields, as they are stored. */
export function keptFields(live: readonly { fieldKey: number }[], texts: Readonly<Record<string, string>>): Record<string, string> {
  const keys = new Set(live.map(field => String(field.fieldKey)))
  return Object.fromEntries(Object.entries(texts).filter(([key, text]) => keys.has(key) && text !== ''))
}

const refuseTaken = (name: string): never => refuse('contact_field_taken', { name }, { name: `字段“${name}”已存在` })

/** Serializes concurrent additions of a field: the account's row exists even before its first field. */
const lockFields = (tx: Tx, account: AccountId) =>
  tx.selectFrom('account').select('accountId').where('accountId', '=', account).forNoKeyUpdate().execute()
