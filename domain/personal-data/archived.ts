import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import { type MessageArchive, OpenArchive } from '#domain/message-archive/index.ts'
import { erasedText } from './find.ts'

/** Of `personal_data_request`: whether all months that are archived were read for it. */
export const archiveWasRead = sql<boolean>`archive_read_at >= all (select archived_at from archived_month)`

/**
 * Reads the archive of messages for the requests that wait for it: finds what a copy has to say, erases what an
 * approved erasure asks for. Returns whether there was any. A month that is archived later may have what its retention
 * still kept: it is read again then.
 */
export async function readArchived(db: Db, archive: MessageArchive, now: Date): Promise<boolean> {
  const waiting = await db
    .selectFrom('personalDataRequest')
    .select(['requestId', 'kind', 'phone', 'counts'])
    .where('state', '=', 'running')
    .where(sql<boolean>`${archiveWasRead} is not true`)
    .execute()
  if (waiting.length === 0) return false
  const open = await OpenArchive.open(db, archive)
  if (!open) return false
  try {
    for (const { requestId, kind, phone, counts } of waiting) {
      if (phone === null) continue
      const found = kind === 'copy' ? await open.find(phone) : []
      const count = kind === 'copy' ? found.length : await open.erase(phone, erasedText)
      await db
        .updateTable('personalDataRequest')
        .set({
          archiveReadAt: now,
          counts: JSON.stringify(count > 0 ? { ...counts, archived: (counts.archived ?? 0) + count } : counts),
          ...(kind === 'copy' ? { state: 'done', doneAt: now, archivedMessages: JSON.stringify(found) } : {}),
        })
        .where('requestId', '=', requestId)
        .execute()
    }
    return true
  } finally {
    await open.close()
  }
}
