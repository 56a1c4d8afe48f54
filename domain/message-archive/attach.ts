import { sql } from 'kysely'
import type { Db, Executor } from '#db/connect.ts'
import { monthBounds } from '#db/partitions.ts'
import { PrimaryClient } from '#db/primary.ts'
import { limits } from '#values/limits.ts'
import { listFiles, lockArchive, type MessageArchive, verifyFile } from './archive.ts'
import { copyInto } from './rewrite.ts'

export interface ArchivedMonth {
  /** `2026-03` */
  month: string
  messageCount: number
  archivedAt: Date
  attachedUntil: Date | null
}

export async function listMonths(db: Executor): Promise<ArchivedMonth[]> {
  const { rows } = await sql<ArchivedMonth>`
    select month, message_count, archived_at, attached_until from archived_month order by month`.execute(db)
  return rows
}

/** Whether any month is archived. */
export async function hasArchive(executor: Executor): Promise<boolean> {
  return (await executor.selectFrom('archivedMonth').select('month').limit(1).executeTakeFirst()) !== undefined
}

/** Reads all files of the archive. Throws at the first that is gone or changed; returns how many there are. */
export async function verifyArchive(db: Db, archive: MessageArchive): Promise<number> {
  const files = await listFiles(db)
  for (const file of files) await verifyFile(archive, file)
  return files.length
}

/**
 * Loads an archived month into its partition again, as the owner, so that pages, searches and the API find it; it is
 * dropped again after `limits.attachedMonthDays`. May be killed and run again. Returns how many messages it has.
 */
export async function attachMonth(
  db: Db,
  archive: MessageArchive,
  { month, ownerUrl, now }: { month: string; ownerUrl: string; now: Date },
): Promise<number> {
  if (!(await listMonths(db)).some(one => one.month === month)) throw new Error(`${month} 没有归档`)
  const alone = await lockArchive(archive)
  if (!alone) throw new Error('归档正在进行，请稍后再试')
  const owner = new PrimaryClient({ connectionString: ownerUrl })
  owner.on('error', () => undefined)
  try {
    await owner.connect()
    const { from, until } = monthBounds(month)
    const table = `message_${month.replace('-', '_')}`
    await owner.query("set lock_timeout = '5s'")
    await owner.query('select make_partition($1, $2, $3, $4)', ['message', `${month}-01`, from, until])
    await owner.query(`truncate ${table}`)
    let count = 0
    for (const file of await listFiles(db, month)) {
      await copyInto(owner, table, { archive, file })
      count += file.messageCount
    }
    await owner.query(`analyze ${table}`)
    // Nobody else had the archive meanwhile.
    await alone.query('select')
    const attachedUntil = new Date(now.getTime() + limits.attachedMonthDays * 86_400_000)
    await db.updateTable('archivedMonth').set({ attachedUntil }).where('month', '=', month).execute()
    return count
  } finally {
    await owner.end()
    await alone.end()
  }
}
