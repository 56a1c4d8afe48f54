import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

/**
 * Page weight: gzipped JavaScript that a page loads at its first visit, from the manifest of a build: entry, frame, its
 * own chunk and all their static imports. Fails when a page is over its budget. Run after `vite build --mode console`.
 */
interface Chunk {
  file: string
  imports?: string[]
  isEntry?: boolean
}

const folder = path.join(import.meta.dirname, '../dist/console')
const manifest = JSON.parse(readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
const budgetKb = { public: 190, member: 388 }

const sizes = new Map<string, number>()
const sizeOf = (file: string) => {
  let size = sizes.get(file)
  if (size === undefined) {
    size = file.endsWith('.js') ? gzipSync(readFileSync(path.join(folder, file)), { level: 6 }).length : 0
    sizes.set(file, size)
  }
  return size
}

function filesOf(key: string, into: Set<string>): Set<string> {
  const chunk = manifest[key]
  if (!chunk || into.has(chunk.file)) return into
  into.add(chunk.file)
  for (const next of chunk.imports ?? []) filesOf(next, into)
  return into
}

const entry = Object.keys(manifest).find(key => manifest[key]?.isEntry)
if (entry === undefined) throw new Error(`no entry in the manifest of ${folder}`)
const isPublic = (key: string) => key === 'home/Page.tsx' || key.startsWith('user/') || key.startsWith('landpage/')
const pages = Object.keys(manifest).filter(key => key.endsWith('/Page.tsx'))
if (pages.length < 10) throw new Error(`only ${pages.length} pages in the manifest`)

let isOver = false
for (const key of pages.sort()) {
  const files = filesOf(entry, new Set())
  if (!isPublic(key)) filesOf('layout/SignedInLayout.tsx', files)
  filesOf(key, files)
  const bytes = [...files].reduce((sum, file) => sum + sizeOf(file), 0)
  const most = isPublic(key) ? budgetKb.public : budgetKb.member
  const kilobytes = bytes / 1000
  isOver ||= kilobytes > most
  console.log(
    `${kilobytes.toFixed(1).padStart(7)} kB  of ${most}  ${String(files.size).padStart(2)} files  /${path.dirname(key)}${kilobytes > most ? '  OVER' : ''}`,
  )
}
process.exitCode = isOver ? 1 : 0
