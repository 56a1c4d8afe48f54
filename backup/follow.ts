import { setTimeout as pause } from 'node:timers/promises'
import type { Vault } from '#domain/platform/index.ts'
import { listBackups, newBackupId, readJournal, seriesOf } from './catalog.ts'
import { FileSaver } from './files.ts'
import { type BackupSource, makeBackup } from './make.ts'
import { type Manifest, names } from './manifest.ts'
import { pruneBackups } from './prune.ts'
import { WalFollower } from './wal-follower.ts'

export interface FollowOptions extends Omit<BackupSource, 'series'> {
  dataDir: string
  /** Between two passes: the most that is lost with the machine. */
  everyMs: number
  /** Between two whole backups. */
  backupEveryMs: number
  keepCount: number
  /** Whole backups made, passes that failed. */
  say: (text: string) => void
  /** After each pass: how far the archive goes, and the time of the last whole backup, or since when one is awaited. */
  onPass: (state: { series: string; archivedAt: Date; backedUpAt: Date }) => Promise<void>
  signal: AbortSignal
  now: () => Date
}

/** A writer that was killed leaves its part; no object takes this long. */
const abandonedMs = 48 * 3_600_000

/**
 * Keeps a store current until it is aborted: whole backups at intervals, and between them the WAL and the files, so
 * that the platform can be restored to any moment since the oldest.
 */
export async function follow(vault: Vault, options: FollowOptions): Promise<void> {
  const { signal, say } = options
  while (!signal.aborted)
    try {
      await followOnce(vault, options)
    } catch (error) {
      if (signal.aborted) return
      say(`备份中断，稍后继续：${error instanceof Error ? error.message : String(error)}`)
      await pauseOrAbort(options.everyMs, signal)
    }
}

const pauseOrAbort = (ms: number, signal: AbortSignal): Promise<void> =>
  pause(ms, undefined, { signal }).catch(error => {
    if (!signal.aborted) throw error
  })

async function followOnce(vault: Vault, options: FollowOptions): Promise<void> {
  const { dataDir, url, everyMs, signal, now, onPass } = options
  const series = await seriesOf(dataDir)
  await vault.store.removeUnfinished(new Date(now().getTime() - abandonedMs))
  const backups = (await listBackups(vault)).filter(one => one.series === series)
  const saved = [...backups.flatMap(one => one.files), ...(await readJournal(vault, series))]
  const saver = new FileSaver(vault, { dataDir, series, saved })
  const { follower, isNew } = await WalFollower.open(url, vault, series)
  // Or since when one is awaited.
  let backedUpAt = backups.at(-1)?.endedAt ?? now().toISOString()
  let lastMs = isNew ? 0 : Date.parse(backups.at(-1)?.startedAt ?? '1970-01-01')
  let making: Promise<void> | null = null
  const failure = Promise.withResolvers<never>()
  try {
    for (;;) {
      // After an abort once more: what was committed before it is stored.
      const isLast = signal.aborted
      if (!making && !isLast && now().getTime() - lastMs >= options.backupEveryMs) {
        lastMs = now().getTime()
        making = makeAndPrune(vault, saver, { ...options, series }).then(
          made => {
            making = null
            backedUpAt = made.endedAt
          },
          error => failure.reject(error),
        )
      }
      const archivedAt = await Promise.race([pass(vault, follower, saver, { series, now }), failure.promise])
      await onPass({ series, archivedAt: new Date(archivedAt), backedUpAt: new Date(backedUpAt) })
      if (isLast) return
      await Promise.race([pauseOrAbort(everyMs, signal), follower.ended, failure.promise])
    }
  } finally {
    follower.close()
  }
}

async function makeAndPrune(vault: Vault, saver: FileSaver, options: FollowOptions & { series: string }): Promise<Manifest> {
  const made = await makeBackup(vault, saver, options)
  const { backupId, cluster, files } = made
  options.say(`已备份 ${backupId}：数据库 ${megabytes(cluster.bytes)}，文件 ${files.length} 个`)
  for (const removed of await pruneBackups(vault, options.series, options.keepCount)) options.say(`已删除旧备份 ${removed}`)
  return made
}

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024)} MB`

/**
 * Anchors of the audit log must not be newer than the database, all other files must not be older. Returns the moment
 * up to which all is stored.
 */
async function pass(
  vault: Vault,
  follower: WalFollower,
  saver: FileSaver,
  { series, now }: { series: string; now: () => Date },
): Promise<string> {
  const isAnchor = (file: string) => file.startsWith('audit/')
  await saver.save(isAnchor)
  return follower.archive(async () => {
    await saver.save(file => !isAnchor(file))
    const files = saver.takeAdded()
    if (files.length > 0) await vault.putJson(names.journal(series, newBackupId(now())), { files })
  })
}
