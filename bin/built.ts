import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'

/** What the built pages are made of. */
const sources = ['console', 'contract', 'values', 'package-lock.json', 'vite.config.ts']

/** Whether the built console is there and newer than everything it is made of. */
export async function isBuilt(root: string): Promise<boolean> {
  const builtMs = await changedMs(path.join(root, 'dist/console/index.html'))
  if (builtMs === 0) return false
  for (const source of sources) if ((await newestMs(path.join(root, source))) > builtMs) return false
  return true
}

/** Of a file, or of the newest file below a folder. */
async function newestMs(at: string): Promise<number> {
  if (!(await stat(at)).isDirectory()) return changedMs(at)
  const entries = await readdir(at, { recursive: true, withFileTypes: true })
  const times = await Promise.all(entries.filter(entry => entry.isFile()).map(entry => changedMs(path.join(entry.parentPath, entry.name))))
  return Math.max(0, ...times)
}

const changedMs = (file: string) =>
  stat(file).then(
    facts => facts.mtimeMs,
    () => 0,
  )
