import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Vault } from '#domain/platform/index.ts'
import { errorCode } from '#values/error.ts'
import { journalEntry, type Manifest, manifest, names, type SavedFile, type WalState, walState } from './manifest.ts'

/** The complete backups of a store, oldest first: a backup's manifest is written last. */
export async function listBackups(vault: Vault): Promise<Manifest[]> {
  const found = (await vault.store.list(names.backups)).filter(name => name.endsWith('/manifest'))
  const manifests: Manifest[] = []
  for (const name of found) manifests.push(await vault.readJson(name, manifest))
  return manifests.sort((a, b) => a.endedAt.localeCompare(b.endedAt))
}

/** Files that passes after backups have stored, oldest first. */
export async function readJournal(vault: Vault, series: string): Promise<SavedFile[]> {
  const files: SavedFile[] = []
  for (const name of await vault.store.list(names.journals(series))) files.push(...(await vault.readJson(name, journalEntry)).files)
  return files
}

/** Null: no WAL of the series is archived. */
export async function readWalState(vault: Vault, series: string): Promise<WalState | null> {
  const name = names.walState(series)
  return (await vault.store.list(name)).includes(name) ? vault.readJson(name, walState) : null
}

/** The id of a data folder's series of backups, made once. */
export async function seriesOf(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'backup', 'series')
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, randomBytes(6).toString('hex'), { mode: 0o600, flag: 'wx' }).catch(error => {
    if (errorCode(error) !== 'EEXIST') throw error
  })
  return (await readFile(file, 'utf8')).trim()
}

/** Sortable by time. */
export const newBackupId = (now: Date): string =>
  `${now.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z-${randomBytes(2).toString('hex')}`
