import { sql } from 'kysely'
import type { PersonalDataCounts, PersonalDataKind, personalDataKinds } from '#contract/personal-data/admin-personal-data.ts'
import { asPlatform, type Db, type Tx } from '#db/connect.ts'
import { removeContacts } from '#domain/recipients/index.ts'
import { type AccountId, idFloor, idTime } from '#values/id.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { archiveWasRead } from './archived.ts'
import { erasedText, rowsAbout } from './find.ts'

const retentionMs = limits.deliveryKeptDays * 86_400_000

/**
 * Carries out the approved erasures: what may go goes now, and messages when their legal retention is over; a request
 * is done, and its number forgotten, when none is left and the archive was read (`readArchived`). Each request is a
 * transaction that counts what it erased, so it may be stopped and run again.
 */
export async function eraseRequested(db: Db, now: Date): Promise<void> {
  const open = await db
    .selectFrom('personalDataRequest')
    .select('requestId')
    .where('kind', '=', 'erasure')
    .where('state', '=', 'running')
    .orderBy('requestId')
    .execute()
  for (const { requestId } of open) await asPlatform(db, tx => eraseOne(tx, requestId, now))
}

async function eraseOne(tx: Tx, requestId: string, now: Date): Promise<void> {
  const request = await tx
    .selectFrom('personalDataRequest')
    .select(['phone', 'counts', archiveWasRead.as('archiveWasRead')])
    .where('requestId', '=', requestId)
    .where('state', '=', 'running')
    .forUpdate()
    .executeTakeFirst()
  if (!request?.phone) return
  const { phone, counts } = request
  const erased: Record<Exclude<PersonalDataKind, KeptKind | 'archived'>, number> = {
    message: await eraseMessages(tx, phone, now),
    inbound: await eraseInbound(tx, phone, now),
    contact: await eraseContacts(tx, phone),
    leftOut: await eraseLeftOut(tx, phone),
    testNumber: await eraseTestNumbers(tx, phone),
  }
  const total: PersonalDataCounts = { ...counts }
  for (const kind of keysOf(erased)) if (erased[kind] > 0) total[kind] = (total[kind] ?? 0) + erased[kind]
  const lastAt = await lastRetained(tx, phone)
  await tx
    .updateTable('personalDataRequest')
    .set({
      counts: JSON.stringify(total),
      dueAt: lastAt ? new Date(lastAt.getTime() + retentionMs) : null,
      ...(lastAt || !request.archiveWasRead ? {} : { state: 'done', phone: null, doneAt: now }),
    })
    .where('requestId', '=', requestId)
    .execute()
}

type KeptKind = { [Kind in PersonalDataKind]: (typeof personalDataKinds)[Kind]['rule'] extends 'keep' ? Kind : never }[PersonalDataKind]

const countOf = ({ numAffectedRows = 0n }: { numAffectedRows?: bigint }) => Number(numAffectedRows)

/** Messages stay for statistics and the ledger, without what tells the person. */
const eraseMessages = async (tx: Tx, phone: string, now: Date) =>
  countOf(
    await sql`
      update message set phone = ${erasedText}, content = ${erasedText} -- across accounts: one person's data
      where phone = ${phone} and message_id < ${idFloor(now.getTime() - retentionMs)}::uuid`.execute(tx),
  )

const eraseInbound = async (tx: Tx, phone: string, now: Date) =>
  countOf(
    await sql`
      update inbound set phone = ${erasedText}, text = ${erasedText} from ${rowsAbout('inbound', phone)} as found
      where inbound.account_id = found.account_id and inbound.inbound_id = found.inbound_id and found.received_at < ${new Date(now.getTime() - retentionMs)}`.execute(
      tx,
    ),
  )

async function eraseContacts(tx: Tx, phone: string): Promise<number> {
  const { rows } = await sql<{ accountId: AccountId; contactIds: string[] }>`
    -- across accounts: one person's data
    select account_id, array_agg(contact_id) as contact_ids from ${rowsAbout('contact', phone)} as found group by account_id`.execute(tx)
  let count = 0
  for (const { accountId, contactIds } of rows) count += (await removeContacts(tx, accountId, contactIds)).removedCount
  return count
}

/** The row stays, so that a broadcast's figures still equal its list. */
const eraseLeftOut = async (tx: Tx, phone: string) =>
  countOf(
    await sql`
      update left_out_recipient as mine set phone = ${erasedText} from ${rowsAbout('leftOut', phone)} as found
      where mine.account_id = found.account_id and mine.upload_id = found.upload_id and mine.line = found.line`.execute(tx),
  )

const eraseTestNumbers = async (tx: Tx, phone: string) =>
  countOf(
    await sql`
      delete from test_number as mine using ${rowsAbout('testNumber', phone)} as found
      where mine.account_id = found.account_id and mine.phone = found.phone`.execute(tx),
  )

/** When the newest message to or from the number came that is still there; null: none is. */
async function lastRetained(tx: Tx, phone: string): Promise<Date | null> {
  const { rows } = await sql<{ messageId: string | null; receivedAt: Date | null }>`
    -- across accounts: one person's data
    select (select message_id from ${rowsAbout('message', phone)} as sent order by message_id desc limit 1) as message_id,
      (select max(received_at) from ${rowsAbout('inbound', phone)} as received) as received_at`.execute(tx)
  const { messageId, receivedAt } = firstOrThrow(rows)
  const times = [messageId ? idTime(messageId) : null, receivedAt].filter(at => at !== null)
  return times.length > 0 ? new Date(Math.max(...times.map(Number))) : null
}
