import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { errorCode } from '#values/error.ts'
import { newId } from '#values/id.ts'
import type { ByteRange, ObjectStore } from './object-store.ts'

/** Objects as files of a folder: of this machine, or a mounted one of another. */
export class FolderStore implements ObjectStore {
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

  async open(name: string, range?: ByteRange): Promise<Readable> {
    const file = await open(this.#fileOf(name))
    if (!range) return createReadStream('', { fd: file })
    if (range.byteCount > 0) return createReadStream('', { fd: file, start: range.from, end: range.from + range.byteCount - 1 })
    await file.close()
    return Readable.from([])
  }

  async sizeOf(name: string): Promise<number> {
    return (await stat(this.#fileOf(name))).size
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
    const entries = (await readdir(folder, { recursive: true, withFileTypes: true }).catch(ignoreMissing)) ?? []
    return entries.filter(entry => entry.isFile() && isWanted(entry.name)).map(entry => path.join(entry.parentPath, entry.name))
  }

  async removeUnfinished(before: Date): Promise<void> {
    for (const file of await this.#filesIn(this.place, name => name.endsWith('.part'))) {
      // Another process may have removed it.
      const facts = await stat(file).catch(ignoreMissing)
      if (facts && facts.mtime < before) await rm(file, { force: true })
    }
  }

  async freeBytes(): Promise<number> {
    await mkdir(this.place, { recursive: true, mode: 0o700 })
    const { bavail, bsize } = await statfs(this.place)
    return bavail * bsize
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

function ignoreMissing(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
