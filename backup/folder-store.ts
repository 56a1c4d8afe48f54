import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { errorCode } from '#values/error.ts'
import { newId } from '#values/id.ts'
import type { BackupStore } from './store.ts'

/** Backups in a folder: of another disk, or a mounted one of another machine. */
export class FolderStore implements BackupStore {
  readonly place: string

  constructor(folder: string) {
    this.place = path.resolve(folder)
  }

  async put(name: string, source: Readable): Promise<void> {
    const file = this.#fileOf(name)
    const part = `${file}.${newId()}.part`
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    try {
      // Flushed before it has its name: what has a name is complete even after a power cut.
      await pipeline(source, createWriteStream(part, { mode: 0o600, flush: true }))
      await rename(part, file)
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
    await syncFolder(path.dirname(file))
  }

  async open(name: string): Promise<Readable> {
    const file = await open(this.#fileOf(name))
    return createReadStream('', { fd: file })
  }

  async list(prefix: string): Promise<string[]> {
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1)
    const files = await this.#filesIn(this.#fileOf(folder), name => !name.endsWith('.part'))
    return files
      .map(file => path.relative(this.place, file))
      .filter(name => name.startsWith(prefix))
      .sort()
  }

  async #filesIn(folder: string, isWanted: (name: string) => boolean): Promise<string[]> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(error => {
      if (errorCode(error) === 'ENOENT') return []
      throw error
    })
    return entries.filter(entry => entry.isFile() && isWanted(entry.name)).map(entry => path.join(entry.parentPath, entry.name))
  }

  async removeUnfinished(before: Date): Promise<void> {
    for (const file of await this.#filesIn(this.place, name => name.endsWith('.part'))) {
      const { mtime } = await stat(file)
      if (mtime < before) await rm(file, { force: true })
    }
  }

  async remove(name: string): Promise<void> {
    await rm(this.#fileOf(name), { force: true })
  }

  #fileOf(name: string): string {
    const file = path.join(this.place, name)
    if (file !== this.place && !file.startsWith(`${this.place}${path.sep}`) && this.place !== path.sep)
      throw new Error(`a name outside of the store: ${name}`)
    return file
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
