import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { Vault } from '#domain/platform/index.ts'
import { errorCode } from '#values/error.ts'
import { inParallel } from '#values/parallel.ts'
import { names, type SavedFile } from './manifest.ts'

/**
 * Of the data folder everything is saved but the database, which is copied by its own protocol, what a start writes
 * anew, and the secret, which never goes where the backups are.
 */
const leftOut = /^(postgres(\.location)?|compiled|secret.*|lock|addresses\.json.*|backup)$/

/** Files of the data folder, as saved last: only new and changed ones are stored again. */
export class FileSaver {
  readonly #vault: Vault
  readonly #dataDir: string
  readonly #series: string
  readonly #saved = new Map<string, SavedFile>()
  #added: SavedFile[] = []

  constructor(vault: Vault, { dataDir, series, saved }: { dataDir: string; series: string; saved: readonly SavedFile[] }) {
    this.#vault = vault
    this.#dataDir = dataDir
    this.#series = series
    for (const file of saved) this.#saved.set(file.object, file)
  }

  /** Stores what is new in a part of the folder; returns all of its files. */
  async save(isWanted: (file: string) => boolean = () => true): Promise<SavedFile[]> {
    const all = await inParallel((await this.#find()).filter(isWanted), file => this.#saveOne(file))
    return all.filter(saved => saved !== null)
  }

  async #saveOne(file: string): Promise<SavedFile | null> {
    const found = await stat(path.join(this.#dataDir, file)).catch(ignoreMissing)
    if (!found) return null
    const object = names.file(this.#series, file, found.mtimeMs, found.size)
    return this.#saved.get(object) ?? this.#store(file, object, found)
  }

  /** What was stored since the last call, by whoever called `save`. */
  takeAdded(): SavedFile[] {
    const added = this.#added
    this.#added = []
    return added
  }

  async #store(file: string, object: string, { mtimeMs, size }: { mtimeMs: number; size: number }): Promise<SavedFile | null> {
    // A file that grows meanwhile is saved as it was found.
    const source = size === 0 ? Readable.from([]) : createReadStream(path.join(this.#dataDir, file), { end: size - 1 })
    const stored = await this.#vault.put(object, source).catch(ignoreMissing)
    if (!stored) return null
    const saved = { path: file, object, modifiedAtMs: Math.trunc(mtimeMs), ...stored }
    this.#saved.set(object, saved)
    this.#added.push(saved)
    return saved
  }

  async #find(): Promise<string[]> {
    const top = await readdir(this.#dataDir, { withFileTypes: true })
    const found = top.filter(entry => entry.isFile() && !leftOut.test(entry.name)).map(entry => entry.name)
    for (const folder of top.filter(entry => entry.isDirectory() && !leftOut.test(entry.name))) {
      const entries = await readdir(path.join(this.#dataDir, folder.name), { recursive: true, withFileTypes: true })
      for (const entry of entries)
        if (entry.isFile() && !entry.name.endsWith('.part'))
          found.push(path.relative(this.#dataDir, path.join(entry.parentPath, entry.name)))
    }
    return found.sort()
  }
}

/** Purged meanwhile. */
function ignoreMissing(error: unknown): null {
  if (errorCode(error) === 'ENOENT') return null
  throw error
}
