import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import { currentKeyId } from '#domain/platform/index.ts'
import { listFiles, lockArchive, type MessageArchive, tidyMonth, writeFile } from './archive.ts'

/** How many archived files each key has encrypted. */
export async function countArchivedByKey(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ keyId: string; count: number }>`
    select key_id, count(*) as count from archived_file -- across accounts: the secret is the platform's
    group by 1`.execute(db)
  return new Map(rows.map(({ keyId, count }) => [keyId, count]))
}

/** Encrypts the next file anew that another key than the current one has encrypted; false: there is none. */
export async function reEncryptArchive(db: Db, archive: MessageArchive): Promise<boolean> {
  const keyId = currentKeyId(archive.secret)
  if ([...(await countArchivedByKey(db)).keys()].every(one => one === keyId)) return false
  const alone = await lockArchive(archive)
  if (!alone) return false
  try {
    const file = (await listFiles(db)).find(one => one.keyId !== keyId)
    if (!file) return false
    const { accountId, month, messageCount, object } = file
    await writeFile(db, archive, { accountId, month, messageCount, lines: await archive.vault.open(object), written: () => messageCount })
    await tidyMonth(db, archive, month)
    return true
  } finally {
    await alone.end()
  }
}
