import { readdir, readFile } from 'node:fs/promises'
import { getOrThrow } from '#values/or-throw.ts'

/** On Linux, on every machine that we know. */
const ticksPerSecond = 100

interface Process {
  parent: number
  seconds: number
}

/** Seconds of processor time of a process and its descendants so far, including those that have ended. */
async function processorSeconds(pid: number): Promise<number> {
  const all = new Map<number, Process>()
  for (const name of await readdir('/proc')) {
    const found = /^\d+$/.test(name) ? await readProcess(name) : null
    if (found) all.set(Number(name), found)
  }
  const isOurs = (id: number): boolean => id === pid || (all.has(id) && isOurs(getOrThrow(all, id).parent))
  return [...all].reduce((sum, [id, { seconds }]) => (isOurs(id) ? sum + seconds : sum), 0)
}

/** Null: it has ended meanwhile. */
export async function readProcess(pid: string): Promise<Process | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return null
    throw error
  })
  if (text === null) return null
  // After the name: state, parent, …; fields 12 to 15 are its own user and kernel time, and those of its ended
  // children.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return { parent: Number(fields[1]), seconds: ticks / ticksPerSecond }
}

/**
 * Microseconds of processor time that each program (its process by name) takes per item of `count` while `work` runs;
 * the load's are our own. A program that starts meanwhile counts from its start.
 */
export async function measureProcessor<T>(
  programs: () => Record<string, number>,
  count: number,
  work: () => Promise<T>,
): Promise<{ result: T; microseconds: Record<string, number> }> {
  const read = async () => {
    const all = Object.entries(programs())
    return new Map(await Promise.all(all.map(async ([name, pid]) => [name, await processorSeconds(pid)] as const)))
  }
  const before = await read()
  const own = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(own)
  const spent = [...(await read())].map(
    ([name, seconds]) => [name, Math.round(((seconds - (before.get(name) ?? 0)) * 1e6) / count)] as const,
  )
  return { result, microseconds: { ...Object.fromEntries(spent), load: Math.round((user + system) / count) } }
}
