import path from 'node:path'
import type { Vault } from '#domain/platform/index.ts'
import { inParallel } from '#values/parallel.ts'
import { listBackups } from './catalog.ts'
import { parseLsn, segmentName, segmentStart } from './lsn.ts'
import { journalEntry, names, type SavedFile } from './manifest.ts'

/**
 * Keeps the newest backups of a series and what they and later moments need; removes its older ones, their WAL and
 * their files. Returns the ids of the removed backups.
 */
export async function pruneBackups(vault: Vault, series: string, keepCount: number): Promise<string[]> {
  const all = await listBackups(vault)
  const own = all.filter(one => one.series === series)
  const [old, kept] = [own.slice(0, -keepCount), own.slice(-keepCount)]
  const [oldest] = kept
  if (!oldest || old.length === 0) return []
  // The manifest goes first: what has none is not offered for a restore.
  for (const { backupId, cluster } of old) {
    await vault.store.remove(names.manifest(backupId))
    await vault.store.remove(cluster.object)
  }
  const { segmentBytes, timeline, startLsn } = oldest
  const first = segmentName(timeline, segmentStart(parseLsn(startLsn), segmentBytes), segmentBytes)
  for (const name of await vault.store.list(names.wal(series))) if (path.basename(name) < first) await vault.store.remove(name)
  const objectsOf = ({ files }: { files: readonly SavedFile[] }) => files.map(file => file.object)
  const [needed, gone] = [new Set(kept.flatMap(objectsOf)), new Set(old.flatMap(objectsOf))]
  const pastJournals: string[] = []
  for (const name of await vault.store.list(names.journals(series))) {
    const isPast = path.basename(name) < oldest.backupId
    if (isPast) pastJournals.push(name)
    for (const object of objectsOf(await vault.readJson(name, journalEntry))) (isPast ? gone : needed).add(object)
  }
  await inParallel(
    [...gone].filter(object => !needed.has(object)),
    object => vault.store.remove(object),
  )
  for (const name of pastJournals) await vault.store.remove(name)
  return old.map(one => one.backupId)
}

/** Removes all of a series, such as that of a machine that is gone. Returns whether there was any. */
export async function removeSeries(vault: Vault, series: string): Promise<boolean> {
  const own = (await listBackups(vault)).filter(one => one.series === series)
  const others = [names.wal(series), names.journals(series), names.files(series), names.walState(series)]
  const objects = own.flatMap(({ backupId, cluster }) => [names.manifest(backupId), cluster.object])
  for (const prefix of others) objects.push(...(await vault.store.list(prefix)))
  await inParallel(objects, object => vault.store.remove(object))
  return objects.length > 0
}
