import { mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { processName } from '#db/embedded.ts'

const memory = '/dev/shm'
/** A run needs some 2 GB of it; the rest is for the programs. */
const roomBytes = 8 * 2 ** 30

/**
 * An empty folder for a database that lives as long as a test: in memory where the machine has enough, else in the
 * temporary folder. A database has some 1,500 files, which a disk takes a second or two to create and to delete, and
 * memory a tenth of that.
 */
export async function makeDataFolder(prefix: string): Promise<string> {
  const owner = (await processName(process.pid)).replace(' ', '-')
  return mkdtemp(path.join((await isRoomy()) ? memory : os.tmpdir(), `${prefix}${owner}-`))
}

/**
 * Deletes the folders in memory of runs that were killed, which would fill it: those whose owner, named by the folder,
 * is gone. A server that has outlived it ends within a minute of losing its files.
 */
export async function deleteLeftFolders(): Promise<void> {
  if (!(await memoryOptions())) return
  for (const name of await readdir(memory)) {
    const [, pid, start] = /^hongyan-[a-z-]+-(\d+)-(\d+)-\w{6}$/.exec(name) ?? []
    if (pid === undefined || (await processName(Number(pid))) === `${pid} ${start}`) continue
    await rm(path.join(memory, name), { recursive: true, force: true })
  }
}

/** Containers often have a small one, or one without execute permission, which the database's programs need. */
async function isRoomy(): Promise<boolean> {
  const options = await memoryOptions()
  if (!options || options.includes('noexec')) return false
  const { bavail, bsize } = await statfs(memory)
  return bavail * bsize >= roomBytes && process.availableMemory() >= roomBytes
}

/** How it is mounted; undefined: it is not. */
async function memoryOptions(): Promise<string[] | undefined> {
  const mounts = (await readFile('/proc/self/mounts', 'utf8')).split('\n').map(line => line.split(' '))
  return mounts.find(([, place]) => place === memory)?.[3]?.split(',')
}
