import { existsSync, readdirSync, statSync } from 'node:fs'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

export const root = path.join(import.meta.dirname, '../..')

/** False in an unpacked archive, where everything is built. */
export const hasSources = existsSync(path.join(root, 'vite.config.ts'))

/** The programs as `npm start` runs them; `bin/build/programs.ts` builds them. */
export const programFolder = path.join(root, 'dist/programs')
export const programFile = (name: string): string => path.join(programFolder, `${name}.js`)

/** The browser apps, each with its sources. */
export const apps = {
  console: ['console', 'ui', 'contract', 'values', 'package-lock.json', 'vite.config.ts', 'bin/build/chunks.ts'],
  admin: ['admin', 'ui', 'console', 'contract', 'values', 'package-lock.json', 'vite.config.ts', 'bin/build/chunks.ts'],
}

/**
 * Builds the apps that are missing or older than a source. Their Brotli forms, the slowest part, are left to
 * `packPages`.
 */
export async function buildPages(): Promise<void> {
  for (const [app, sources] of Object.entries(apps)) {
    if (isBuilt(path.join(root, 'dist', app, 'index.html'), sources)) continue
    console.log(`正在构建页面（${app}）……`)
    await buildApp(app, 'warn')
  }
}

/** Makes the missing Brotli forms, also those of an interrupted build; until then browsers get gzip. */
export async function packPages(): Promise<void> {
  for (const app of Object.keys(apps)) await packFolder(path.join(root, 'dist', app), brotli)
}

/** Builds one app, and replaces the served pages when it is complete. */
export async function buildApp(app: string, logLevel: 'info' | 'warn'): Promise<void> {
  // Loading it takes half a second, which most starts don't need.
  const { build } = await import('vite')
  await replaceFolder(app, async fresh => {
    await build({ configFile: path.join(root, 'vite.config.ts'), mode: app, logLevel, build: { outDir: fresh, emptyOutDir: true } })
    await packFolder(fresh, gzipped)
  })
}

/** Fills a separate folder, which replaces one of `dist/` when it is complete. */
export async function replaceFolder(name: string, fill: (fresh: string) => Promise<unknown>): Promise<void> {
  const dist = path.join(root, 'dist')
  const [fresh, old] = [path.join(dist, `.${name}-${process.pid}-new`), path.join(dist, `.${name}-${process.pid}-old`)]
  await fill(fresh)
  await rename(path.join(dist, name), old).catch(ignoreMissing)
  await rename(fresh, path.join(dist, name))
  await rm(old, { recursive: true, force: true })
}

/** Smaller files gain nothing. */
const minCompressedBytes = 1024

interface Form {
  ending: string
  pack: (bytes: Buffer) => Promise<Buffer>
}
const gzipped: Form = { ending: '.gz', pack: bytes => promisify(gzip)(bytes, { level: 9 }) }
/** Browsers accept it only over TLS and on this machine. */
export const brotli: Form = { ending: '.br', pack: bytes => promisify(brotliCompress)(bytes) }

/**
 * Writes a compressed form beside each text file of a folder where it is missing. Each appears atomically: the pages
 * may be served meanwhile.
 */
export async function packFolder(folder: string, { ending, pack }: Form): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = new Set(entries.map(entry => path.join(entry.parentPath, entry.name)))
  const files = [...names].filter(file => /\.(?:css|html|js|svg)$/.test(file) && !names.has(file + ending))
  await Promise.all(
    files.map(async file => {
      const { ino } = await stat(file)
      const bytes = await readFile(file)
      if (bytes.length < minCompressedBytes) return
      const fresh = `${file}${ending}.${process.pid}`
      await writeFile(fresh, await pack(bytes))
      // Another build may have replaced the folder.
      if ((await stat(file).catch(ignoreMissing))?.ino === ino) await rename(fresh, file + ending)
      else await rm(fresh, { force: true })
    }),
  )
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/**
 * Whether a built file is newer than its sources. Synchronous: some thousand files take a fifth of the processor's
 * time so.
 */
export function isBuilt(file: string, sources: readonly string[]): boolean {
  const builtMs = changedMs(file)
  return builtMs > 0 && sources.every(source => newestMs(path.join(root, source)) <= builtMs)
}

/** Time of a file, or of the newest file in a folder. */
function newestMs(at: string): number {
  if (!statSync(at).isDirectory()) return changedMs(at)
  const entries = readdirSync(at, { recursive: true, withFileTypes: true })
  return entries.reduce(
    (newest, entry) => (entry.isFile() ? Math.max(newest, changedMs(path.join(entry.parentPath, entry.name))) : newest),
    0,
  )
}

const changedMs = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
