import { mkdtemp, readFile, statfs } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

const memory = '/dev/shm'
/** A run needs some 2 GB of it; the rest is for the programs. */
const roomBytes = 8 * 2 ** 30

/**
 * An empty folder for a database that lives as long as a test: in memory where the machine has enough, else in the
 * temporary folder. A database has some 1,500 files, which a disk takes a second or two to create and to delete, and
 * memory a tenth of that.
 */
export async function makeDataFolder(prefix: string): Promise<string> {
  return mkdtemp(path.join((await isRoomy()) ? memory : os.tmpdir(), prefix))
}

/** Containers often have a small one, or one without execute permission, which the database's programs need. */
async function isRoomy(): Promise<boolean> {
  const mounts = (await readFile('/proc/self/mounts', 'utf8')).split('\n').map(line => line.split(' '))
  const options = mounts.find(([, place]) => place === memory)?.[3]?.split(',')
  if (!options || options.includes('noexec')) return false
  const { bavail, bsize } = await statfs(memory)
  return bavail * bsize >= roomBytes && process.availableMemory() >= roomBytes
}
