import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Selectable, sql } from 'kysely'
import { to as copyTo } from 'pg-copy-streams'
import type { Db } from '#db/connect.ts'
import { messageMonths, monthBounds } from '#db/partitions.ts'
import { PrimaryClient } from '#db/primary.ts'
import type { DB } from '#db/types.ts'
import { currentKeyId, meter, type Vault } from '#domain/platform/index.ts'
import { type AccountId, idFloor, newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'

/** Where archived messages are, and a login of the platform's role that goes past a pooler. */
export interface MessageArchive {
  vault: Vault
  secret: string
  url: string
}

/**
 * The file of an account's messages of a month, `2026-03`: CSV with a line of names, as PostgreSQL's COPY writes and
 * reads it. `object` is its name in the store; a file that is written anew has another.
 */
export type ArchivedFile = Selectable<DB['archivedFile']>

const dayMs = 86_400_000

const folderOf = (month: string) => `messages/${month}`
const manifestOf = (month: string) => `${folderOf(month)}/manifest`

/** A session that is alone with the archive; null while another has it. */
export async function lockArchive({ url }: MessageArchive): Promise<PrimaryClient | null> {
  const client = new PrimaryClient({ connectionString: url })
  // A lost connection rejects the next query.
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ isMine: boolean }>(`select pg_try_advisory_lock(hashtext('message archive')) as "isMine"`)
  if (firstOrThrow(rows).isMine) return client
  await client.end()
  return null
}

/**
 * Archives the months of messages before the last `keptMonths` ones, oldest first: a file for each account, a manifest,
 * and when all files were read again, the partition is dropped. May be killed anywhere and run again: files that are
 * there are kept. Returns the archived months. An attached month is left until its time is over.
 */
export async function archiveMonths(db: Db, archive: MessageArchive, keptMonths: number, now: Date): Promise<string[]> {
  const client = await lockArchive(archive)
  if (!client) return []
  try {
    const done: string[] = []
    for (const month of await messageMonths(db, keptMonths, now))
      if (await archiveMonth(db, { archive, client, month, now })) done.push(month)
    return done
  } finally {
    await client.end()
  }
}

interface MonthWork {
  archive: MessageArchive
  client: PrimaryClient
  month: string
  now: Date
}

async function archiveMonth(db: Db, work: MonthWork): Promise<boolean> {
  const { archive, month, now } = work
  const known = await db.selectFrom('archivedMonth').select('attachedUntil').where('month', '=', month).executeTakeFirst()
  if (known?.attachedUntil && known.attachedUntil > now) return false
  const { from, until } = monthBounds(month)
  const { rows: open } = await sql`
    -- across accounts: whether any message of the month may still change
    select from message where message_id >= ${from}::uuid and message_id < ${until}::uuid
      and state in ('queued', 'held', 'sending', 'submitted') limit 1`.execute(db)
  if (open.length > 0) throw new Error(`messages of ${month} have no final state`)
  const { rows: accounts } = await sql<{ accountId: AccountId }>`
    select account_id from account order by 1 -- across accounts: each has a file`.execute(db)
  let messageCount = 0
  for (const { accountId } of accounts) messageCount += await archiveAccount(db, work, accountId)
  const { rows: all } = await sql<{ count: number }>`
    -- across accounts: nothing of the month is left out
    select count(*) as count from message where message_id >= ${from}::uuid and message_id < ${until}::uuid`.execute(db)
  const stored = firstOrThrow(all).count
  if (stored !== messageCount) throw new Error(`${stored} messages of ${month} are stored, ${messageCount} are in its files`)
  for (const file of await listFiles(db, month)) await verifyFile(archive, file)
  await tidyMonth(db, archive, month)
  await db
    .insertInto('archivedMonth')
    .values({ month, messageCount, archivedAt: now, holdFloor: idFloor(new Date(monthBounds(month).endsAt.getTime() + dayMs)) })
    .onConflict(oc => oc.column('month').doUpdateSet({ messageCount, attachedUntil: null }))
    .execute()
  await sql`select drop_message_month(${month})`.execute(db)
  return true
}

/** Writes an account's file unless it is there; returns how many messages it has. */
async function archiveAccount(db: Db, { archive, client, month }: MonthWork, accountId: AccountId): Promise<number> {
  const { from, until } = monthBounds(month)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from message
    where account_id = ${accountId} and message_id >= ${from}::uuid and message_id < ${until}::uuid`.execute(db)
  const { count } = firstOrThrow(rows)
  const known = await db
    .selectFrom('archivedFile')
    .select('messageCount')
    .where('accountId', '=', accountId)
    .where('month', '=', month)
    .executeTakeFirst()
  if (count === 0 || known?.messageCount === count) return count
  const lines = client.query(
    copyTo(`copy (select * from message where account_id = '${accountId}' and message_id >= '${from}' and message_id < '${until}'
      order by message_id) to stdout (format csv, header)`),
  )
  await writeFile(db, archive, { accountId, month, messageCount: count, lines, written: () => lines.rowCount })
  return count
}

/** The files of a month, or all. */
export async function listFiles(db: Db, month?: string): Promise<ArchivedFile[]> {
  const { rows } = await sql<ArchivedFile>`
    select account_id, month, object, message_count, bytes, sha256, stored_bytes, stored_sha256, key_id
    from archived_file -- across accounts: the archive is the platform's
    where ${month ?? null}::text is null or month = ${month ?? null} order by month, account_id`.execute(db)
  return rows
}

/**
 * Writes a file of an account, beside the former one if there is any, which `tidyMonth` removes. `written`: how many
 * messages the stream had, at its end.
 */
export async function writeFile(
  db: Db,
  { vault, secret }: MessageArchive,
  { lines, written, ...what }: Pick<ArchivedFile, 'accountId' | 'month' | 'messageCount'> & { lines: Readable; written: () => number },
): Promise<void> {
  const object = `${folderOf(what.month)}/${what.accountId}/${newId()}.csv`
  const stored = await vault.put(object, lines)
  if (written() !== what.messageCount) throw new Error(`${written()} messages are in ${object}, not ${what.messageCount}`)
  const { accountId, month, messageCount } = what
  const file = { messageCount, object, ...stored, keyId: currentKeyId(secret) }
  await db
    .insertInto('archivedFile')
    .values({ accountId, month, ...file })
    .onConflict(oc => oc.columns(['accountId', 'month']).doUpdateSet(file))
    .execute()
}

/** Throws where an object is gone or differs from what was written. */
export async function verifyFile({ vault }: MessageArchive, file: ArchivedFile): Promise<void> {
  const { stream, total } = meter()
  await pipeline(await vault.open(file.object), stream.resume())
  const found = total()
  if (found.sha256 !== file.sha256 || found.bytes !== file.bytes) throw new Error(`归档文件 ${file.object} 与写入时不同`)
}

/**
 * Writes what is in a month's folder, for those who have the files and not the database, and removes former files of
 * accounts, and what killed writers have left.
 */
export async function tidyMonth(db: Db, { vault }: MessageArchive, month: string): Promise<void> {
  const files = await listFiles(db, month)
  await vault.putJson(manifestOf(month), { format: 1, month, files })
  const known = new Set([manifestOf(month), ...files.map(({ object }) => object)])
  for (const object of await vault.store.list(`${folderOf(month)}/`)) if (!known.has(object)) await vault.store.remove(object)
}
