import type { Db } from '#db/connect.ts'
import { countArchivedByKey } from '#domain/message-archive/index.ts'
import { countByKey, encryptionKeys, type Files } from '#domain/platform/index.ts'
import { encryptedTables } from './tables.ts'

export interface SecretUse {
  /** Null: from before there were key ids. */
  keyId: string | null
  isCurrent: boolean
  isKnown: boolean
  valueCount: number
  fileCount: number
}

/** How much each key has encrypted, the current key first. Reads the beginning of every file. */
export async function readUse(db: Db, secret: string, files: Files): Promise<SecretUse[]> {
  const values = new Map<string, number>()
  for (const table of encryptedTables)
    for (const [keyId, count] of await countByKey(db, table)) values.set(keyId, (values.get(keyId) ?? 0) + count)
  const fileCounts = await files.countByKey()
  for (const [keyId, count] of await countArchivedByKey(db)) fileCounts.set(keyId, (fileCounts.get(keyId) ?? 0) + count)
  const known = encryptionKeys(secret, 'seal').map(one => one.keyId)
  const ids = new Set([...known, ...values.keys(), ...fileCounts.keys()])
  return [...ids].map(keyId => ({
    keyId: keyId === '' ? null : keyId,
    isCurrent: keyId === known[0],
    isKnown: keyId === '' || known.includes(keyId),
    valueCount: values.get(keyId) ?? 0,
    fileCount: fileCounts.get(keyId) ?? 0,
  }))
}
