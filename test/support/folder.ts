import { mkdtemp, readFile, statfs } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

const memory = '/dev/shm'
/** A run needs some 2 GB of it; the rest is for the programs. */
const roomBytes = 8 * 2 ** 30

/**
 * An empty folder for a database that lives as long as a test: in memory where the machine has much of it, else where temporary files go. A database is
 * some 1,500 files, which a disk needs a second or two to make and to take away, and memory a tenth of that.
 */
export async function makeDataFolder(prefix: string): Promise<string> {
  return mkdtemp(path.join((await isRoomy()) ? memory : os.tmpdir(), prefix))
}

/** Containers often have a small one, and one that no program may be run from, as the database's are. */
async function isRoomy(): Promise<boolean> {
  const mounts = (await readFile('/proc/self/mounts', 'utf8')).split('\n').map(line => line.split(' '))
  const options = mounts.find(([, place]) => place === memory)?.[3]?.split(',')
  if (!options || options.includes('noexec')) return false
  const { bavail, bsize } = await statfs(memory)
  return bavail * bsize >= roomBytes && process.availableMemory() >= roomBytes
}
