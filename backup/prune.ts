import path from 'node:path'
import { listBackups } from './catalog.ts'
import { parseLsn, segmentName, segmentStart } from './lsn.ts'
import { journalEntry, names } from './manifest.ts'
import type { Vault } from './vault.ts'

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
  const needed = new Set(all.filter(one => !old.includes(one)).flatMap(one => one.files.map(file => file.object)))
  for (const name of await vault.store.list(names.journals(series))) {
    if (path.basename(name) < oldest.backupId) await vault.store.remove(name)
    else for (const file of (await vault.readJson(name, journalEntry)).files) needed.add(file.object)
  }
  const gone = new Set(old.flatMap(one => one.files.map(file => file.object)))
  for (const object of gone) if (!needed.has(object)) await vault.store.remove(object)
  return old.map(one => one.backupId)
}
