import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import { type MessageArchive, reEncryptArchive } from '#domain/message-archive/index.ts'
import { currentKeyId, type Files, reEncryptRows } from '#domain/platform/index.ts'
import { encryptedTables } from './tables.ts'

/** Where everything is that the secret encrypts. */
export interface Encrypted {
  db: Db
  secret: string
  files: Files
  archive: MessageArchive
}

const rowsAtOnce = 100
const filesAtOnce = 200

/**
 * Encrypts the next piece anew that another key than the current one has encrypted; false when nothing is left. What is
 * left shows in the values themselves, so that a run may be killed at any moment, and several may run.
 */
export async function reEncrypt({ db, secret, files, archive }: Encrypted, now: Date): Promise<boolean> {
  const keyId = currentKeyId(secret)
  await sql`insert into re_encryption (key_id) values (${keyId}) on conflict do nothing`.execute(db)
  const state = await db.selectFrom('reEncryption').selectAll().where('keyId', '=', keyId).executeTakeFirstOrThrow()
  if (state.endedAt) return false
  for (const table of encryptedTables) {
    const count = await reEncryptRows(db, secret, table, rowsAtOnce)
    if (count === 0) continue
    await sql`update re_encryption set row_count = row_count + ${count} where key_id = ${keyId}`.execute(db)
    return true
  }
  if (await reEncryptArchive(db, archive)) {
    await sql`update re_encryption set file_count = file_count + 1 where key_id = ${keyId}`.execute(db)
    return true
  }
  const { cursor, count } = await files.reEncrypt(state.fileCursor ?? '', filesAtOnce)
  await sql`
    update re_encryption set file_count = file_count + ${count}, file_cursor = coalesce(${cursor}, file_cursor),
      ended_at = ${cursor === null ? now : null}
    where key_id = ${keyId}`.execute(db)
  return cursor !== null
}

/** To the end, piece by piece. */
export async function reEncryptAll(where: Encrypted, now: () => Date): Promise<void> {
  while (await reEncrypt(where, now()));
}
