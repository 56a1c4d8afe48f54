import { PassThrough } from 'node:stream'
import { currentKeyId, type Vault } from '#domain/platform/index.ts'
import { getOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { newBackupId } from './catalog.ts'
import type { FileSaver } from './files.ts'
import { type Manifest, names } from './manifest.ts'
import { copyCluster, Replication, readServerFacts } from './replication.ts'

export interface BackupSource {
  /** A login with the right of replication. */
  url: string
  isEmbedded: boolean
  series: string
  secret: string
  version: string
}

/**
 * Makes a whole backup while the platform runs: first the database with the WAL that makes it consistent, then the
 * files, so that each file that the copy names is there. What it needs is in the store when it resolves.
 */
export async function makeBackup(
  vault: Vault,
  saver: FileSaver,
  { url, isEmbedded, series, secret, version }: BackupSource,
): Promise<Manifest> {
  const replication = await Replication.open(url)
  try {
    const facts = await readServerFacts(replication)
    const startedAt = await databaseTime(replication)
    const backupId = newBackupId(new Date(startedAt))
    const object = names.cluster(backupId)
    const tar = new PassThrough({ highWaterMark: 1024 * 1024 })
    const copying = copyCluster(replication, `hongyan ${backupId}`, tar)
    copying.catch(error => tar.destroy(error))
    const [copied, stored] = await Promise.all([copying, vault.put(object, tar)])
    const endedAt = await databaseTime(replication)
    const files = await saver.save()
    const made: Manifest = {
      format: 1,
      backupId,
      series,
      version,
      postgres: facts.majorVersion,
      isEmbedded,
      systemId: facts.systemId,
      segmentBytes: facts.segmentBytes,
      ...copied,
      startedAt,
      endedAt,
      keyId: currentKeyId(secret),
      cluster: { object, ...stored },
      files,
    }
    await vault.putJson(names.manifest(backupId), made)
    return made
  } finally {
    replication.close()
  }
}

/** ISO text. */
export async function databaseTime(replication: Replication): Promise<string> {
  const rows = await replication.query(`select extract(epoch from clock_timestamp()) * 1000 as ms`)
  return new Date(Number(getOrThrow(itemOrThrow(rows, 0), 'ms'))).toISOString()
}
