import { execFile } from 'node:child_process'
import { open, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { errorCode } from '#values/error.ts'

const run = promisify(execFile)
const chunkBytes = 2 ** 20
const leastBytes = 4_096
const refillMs = 100

/** Mounts a disk of this size, in memory, at a folder. False: mounting is not allowed here. */
export const mountDisk = (folder: string, megabytes: number): Promise<boolean> =>
  run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder]).then(
    () => true,
    () => false,
  )

export async function unmountDisk(folder: string): Promise<void> {
  await run('umount', [folder])
}

/** Takes up space on the disk of a folder. */
export class Ballast {
  readonly #folder: string
  readonly #file: string
  #refill: NodeJS.Timeout | undefined

  constructor(folder: string) {
    this.#folder = folder
    this.#file = path.join(folder, 'ballast')
  }

  /** Leaves this many bytes free. */
  async leave(freeBytes: number): Promise<void> {
    const { bavail, bsize } = await statfs(this.#folder)
    await run('fallocate', ['-l', String(bavail * bsize - freeBytes), this.#file])
  }

  /** Fills the disk to the last block, also what becomes free later. */
  async fill(): Promise<void> {
    await this.#append()
    this.#refill = setInterval(() => void this.#append(), refillMs)
  }

  async #append(): Promise<void> {
    const file = await open(this.#file, 'a')
    for (let bytes = chunkBytes; bytes >= leastBytes; )
      try {
        await file.appendFile(Buffer.alloc(bytes))
      } catch (error) {
        if (errorCode(error) !== 'ENOSPC') throw error
        bytes /= 2
      }
    await file.close()
  }

  async remove(): Promise<void> {
    clearInterval(this.#refill)
    await rm(this.#file, { force: true })
  }
}
