import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FolderStore } from '#domain/platform/storage/folder-store.ts'
import { Vault } from '#domain/platform/storage/vault.ts'
import { listBackups } from './catalog.ts'
import { type Manifest, names, type SavedFile } from './manifest.ts'
import { pruneBackups, removeSeries } from './prune.ts'

let store: FolderStore
let vault: Vault
beforeEach(async () => {
  store = new FolderStore(await mkdtemp(path.join(os.tmpdir(), 'hongyan-prune-')))
  vault = new Vault(store, 'a secret of at least thirty-two characters')
})
afterEach(() => rm(store.place, { recursive: true }))

const put = (object: string) => vault.put(object, Readable.from([Buffer.from(object)]))
async function save(series: string, file: string): Promise<SavedFile> {
  const object = names.file(series, file, 1, 1)
  return { path: file, object, modifiedAtMs: 1, ...(await put(object)) }
}

/** A whole backup of a day, whose WAL begins in the segment of that number. */
async function backup(series: string, day: number, files: SavedFile[]): Promise<Manifest> {
  const backupId = `2026110${day}T000000Z-0000`
  const [startedAt, endedAt] = [`2026-11-0${day}T00:00:00.000Z`, `2026-11-0${day}T00:10:00.000Z`]
  const cluster = { object: names.cluster(backupId), ...(await put(names.cluster(backupId))) }
  const facts = { version: '0.2.0', postgres: 18, isEmbedded: true, systemId: '1', timeline: 1, segmentBytes: 16 * 1024 * 1024, keyId: '' }
  const lsn = `0/${day}000028`
  const made: Manifest = { format: 1, backupId, series, ...facts, startLsn: lsn, endLsn: lsn, startedAt, endedAt, cluster, files }
  await vault.putJson(names.manifest(backupId), made)
  return made
}
const segment = (series: string, number: number) => put(names.segment(series, `00000001000000000000000${number}`))

test('what the kept backups and later moments need stays, everything older goes, and other series are untouched', async () => {
  const saved = (name: string) => save('a', name)
  const [gone, kept, purged, added] = [await saved('gone'), await saved('kept'), await saved('purged'), await saved('added')]
  await Promise.all([1, 2, 3].map(number => segment('a', number)))
  await segment('b', 1)
  await backup('a', 1, [gone, kept])
  await vault.putJson(names.journal('a', '20261101T120000Z-0000'), { files: [purged] })
  await backup('a', 2, [kept])
  await vault.putJson(names.journal('a', '20261102T120000Z-0000'), { files: [added] })
  await backup('b', 3, [])
  expect(await pruneBackups(vault, 'a', 2)).toEqual([])
  expect(await pruneBackups(vault, 'a', 1)).toEqual(['20261101T000000Z-0000'])
  expect((await listBackups(vault)).map(({ backupId }) => backupId)).toEqual(['20261102T000000Z-0000', '20261103T000000Z-0000'])
  expect(await store.list('')).toEqual(
    [
      ...['20261102T000000Z-0000', '20261103T000000Z-0000'].flatMap(id => [names.cluster(id), names.manifest(id)]),
      kept.object,
      added.object,
      names.journal('a', '20261102T120000Z-0000'),
      names.segment('a', '000000010000000000000002'),
      names.segment('a', '000000010000000000000003'),
      names.segment('b', '000000010000000000000001'),
    ].sort(),
  )
})

test('a series is removed as a whole, with nothing of another', async () => {
  await backup('a', 1, [await save('a', 'one')])
  await backup('b', 2, [await save('b', 'two')])
  const before = await store.list('')
  await segment('a', 1)
  expect(await removeSeries(vault, 'a')).toBe(true)
  expect(await store.list('')).toEqual(before.filter(name => !name.includes('20261101') && !name.startsWith('files/a/')))
  expect(await removeSeries(vault, 'a')).toBe(false)
})

test('what killed writers have left is removed once it is old', async () => {
  const old = path.join(store.place, 'old.part')
  await writeFile(old, '')
  await utimes(old, 1, 1)
  await writeFile(path.join(store.place, 'new.part'), '')
  await store.removeUnfinished(new Date(Date.now() - 60_000))
  await expect(rm(old)).rejects.toThrow('ENOENT')
  await rm(path.join(store.place, 'new.part'))
})
