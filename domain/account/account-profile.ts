import { sql } from 'kysely'
import type { ContactRole, ProfileInput } from '#contract/account/attestation.ts'
import { type AttestationStatus, attestationStatuses, quotas } from '#contract/account/capability.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { attestationStatusOf } from '#domain/identity/index.ts'
import { placeOf, readDivisions } from '#values/division.ts'
import { type AccountId, newId } from '#values/id.ts'

export interface AccountContact {
  contactId: string
  role: ContactRole
  name: string
  phone: string
  email: string
}

/** The profile of an account: what it states beside the attested identity; empty fields where it has stated nothing. */
export async function readAccountProfile(executor: Executor, account: AccountId): Promise<ProfileInput & { updatedAt: Date | null }> {
  const row = await executor
    .selectFrom('accountProfile')
    .select(['industry', 'scale', 'website', 'region', 'address', 'updatedAt'])
    .where('accountId', '=', account)
    .executeTakeFirst()
  return (
    row ?? {
      industry: '',
      scale: '',
      website: '',
      region: '',
      address: '',
      updatedAt: null,
    }
  )
}

/** Replaces the profile of an account. Refuses `place_unknown` for an unknown region. */
export async function saveProfile(tx: Tx, account: AccountId, profile: ProfileInput, now: Date): Promise<void> {
  if (profile.region !== '' && placeOf(await readDivisions(), profile.region) === null)
    refuse('place_unknown', {}, { region: '请重新选择省、市、区' })
  const row = { ...profile, updatedAt: now }
  await tx
    .insertInto('accountProfile')
    .values({ accountId: account, ...row })
    .onConflict(conflict => conflict.column('accountId').doUpdateSet(row))
    .execute()
}

/** Contacts of an account (whom to call for what), the oldest first. */
export async function contactsOf(executor: Executor, account: AccountId): Promise<AccountContact[]> {
  const rows = await executor
    .selectFrom('accountContact')
    .select(['contactId', 'role', 'name', 'phone', 'email'])
    .where('accountId', '=', account)
    .orderBy('contactId')
    .execute()
  return rows.map(row => ({ ...row, role: row.role }))
}

export const contactLimitOf = (attestationStatus: AttestationStatus): number => quotas.contacts[attestationStatus]

/** Adds a contact; refuses `contacts_full` beyond what the account's attestation allows. */
export async function addContact(tx: Tx, account: AccountId, contact: Omit<AccountContact, 'contactId'>, now: Date): Promise<string> {
  await sql`select from account where account_id = ${account} for no key update`.execute(tx)
  const attestationStatus = await attestationStatusOf(tx, account, now)
  const limit = contactLimitOf(attestationStatus)
  if ((await contactsOf(tx, account)).length >= limit)
    refuse('contacts_full', { limit, attestationStatus: attestationStatuses[attestationStatus].name })
  const contactId = newId()
  await tx
    .insertInto('accountContact')
    .values({ accountId: account, contactId, ...contact, createdAt: now })
    .execute()
  return contactId
}

/** Changes a contact; refuses `not_found`. */
export async function editContact(tx: Tx, account: AccountId, { contactId, ...contact }: AccountContact): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('accountContact')
    .set(contact)
    .where('accountId', '=', account)
    .where('contactId', '=', contactId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuse('not_found')
}

/** Removes a contact; refuses `not_found`. */
export async function removeContact(tx: Tx, account: AccountId, contactId: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('accountContact')
    .where('accountId', '=', account)
    .where('contactId', '=', contactId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) refuse('not_found')
}
