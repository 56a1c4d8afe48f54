import { sql } from 'kysely'
import { asPlatform, type Db, type Tx } from '#db/connect.ts'
import { releasePrivateFiles } from '#domain/documents/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { erasedText } from './find.ts'

const dayMs = 86_400_000

/**
 * Erases personal data of accounts that are closed: people in the console and in lists after the legal retention of
 * messages, real-name attestations later. Books, messages and opt-outs have a retention of their own. Each account is a
 * transaction, so it may be stopped and run again. Returns the number of accounts.
 */
export async function eraseClosedAccounts(db: Db, now: Date): Promise<number> {
  const due = (days: number) => new Date(now.getTime() - days * dayMs)
  const { rows: people } = await sql<{ accountId: AccountId }>`
    -- across accounts: closed ones whose retention is over
    select account_id from account_closing
    where state = 'closed' and erased_at is null and ended_at <= ${due(limits.deliveryKeptDays)} limit 100`.execute(db)
  for (const { accountId } of people) await asPlatform(db, tx => erasePeople(tx, accountId, now))
  const { rows: attested } = await sql<{ accountId: AccountId }>`
    -- across accounts: closed ones whose retention is over
    select account_id from account_closing
    where state = 'closed' and attestation_erased_at is null and ended_at <= ${due(limits.attestationKeptDays)} limit 100`.execute(db)
  for (const { accountId } of attested) await asPlatform(db, tx => eraseAttestations(tx, accountId, now))
  return people.length + attested.length
}

/** Rows that are about people alone, the ones that others refer to last. */
const peopleTables = [
  'contactTagged',
  'contact',
  'contactGroup',
  'contactTag',
  'contactField',
  'testNumber',
  'blacklist',
  'alertContact',
  'accountContact',
  'accountProfile',
  'attestationPhone',
  'invitation',
] as const

async function erasePeople(tx: Tx, account: AccountId, now: Date): Promise<void> {
  for (const table of peopleTables) await tx.deleteFrom(table).where('accountId', '=', account).execute()
  await tx.updateTable('leftOutRecipient').set({ phone: erasedText }).where('accountId', '=', account).execute()
  // The row stays for the acts of its member in the audit log.
  await tx
    .updateTable('member')
    .set({ name: erasedText, login: erasedText, phone: erasedText, lastSignInAddress: null, previousSignInAddress: null })
    .where('accountId', '=', account)
    .execute()
  await tx.updateTable('accountClosing').set({ erasedAt: now }).where('accountId', '=', account).where('state', '=', 'closed').execute()
}

async function eraseAttestations(tx: Tx, account: AccountId, now: Date): Promise<void> {
  const documents = await tx.deleteFrom('attestationDocument').where('accountId', '=', account).returning('fileId').execute()
  const fileIds = documents.map(({ fileId }) => fileId)
  await releasePrivateFiles(tx, account, fileIds)
  await tx.deleteFrom('attestation').where('accountId', '=', account).execute()
  await tx.deleteFrom('identityIndex').where('accountId', '=', account).execute()
  await tx
    .updateTable('account')
    .set({ name: erasedText, attestedName: null })
    .where('accountId', '=', account)
    .where('attestedAs', '=', 'person')
    .execute()
  await tx
    .updateTable('accountClosing')
    .set({ attestationErasedAt: now })
    .where('accountId', '=', account)
    .where('state', '=', 'closed')
    .execute()
}
