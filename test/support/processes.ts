import { readdirSync, readFileSync } from 'node:fs'

/** Each running process with its parent, from /proc: a bare Debian has no ps. */
function parents(): Map<number, number> {
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  return new Map(
    pids.flatMap(pid => {
      try {
        const [, parent] = /^.*\) \S+ (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
        return [[Number(pid), Number(parent)] as const]
      } catch {
        return [] // It ended in the meantime.
      }
    }),
  )
}

/** A process and all that it has started, and these have started. */
export function withDescendants(pid: number): number[] {
  const parentOf = parents()
  const found = [pid]
  for (const one of found) for (const [child, parent] of parentOf) if (parent === one) found.push(child)
  return found
}

/** The child process that runs a file. */
export function childThatRuns(file: string, parentPid: number): number {
  const children = [...parents()].filter(([, parent]) => parent === parentPid).map(([pid]) => pid)
  const found = children.find(pid => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(file)
    } catch {
      return false // It ended in the meantime.
    }
  })
  return Number(found)
}
