import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const root = path.join(import.meta.dirname, '..')

/** The browser apps, each with its sources. */
export const apps = {
  console: ['console', 'ui', 'contract', 'values', 'package-lock.json', 'vite.config.ts'],
  admin: ['admin', 'ui', 'console', 'contract', 'values', 'package-lock.json', 'vite.config.ts'],
}

/**
 * Builds the apps that are missing or older than a source. Their Brotli forms, the slowest part, are left to
 * `packPages`.
 */
export async function buildPages(): Promise<void> {
  for (const [app, sources] of Object.entries(apps)) {
    if (await isBuilt(app, sources)) continue
    console.log(`正在构建页面（${app}）……`)
    await buildApp(app, 'warn')
  }
}

/** Makes the missing Brotli forms, also those of an interrupted build; until then browsers get gzip. */
export async function packPages(): Promise<void> {
  for (const app of Object.keys(apps)) await packFolder(path.join(root, 'dist', app), brotli)
}

/** Builds one app in a separate folder, and replaces the served pages when it is complete. */
export async function buildApp(app: string, logLevel: 'info' | 'warn'): Promise<void> {
  const dist = path.join(root, 'dist')
  const [fresh, old] = [path.join(dist, `.${app}-${process.pid}-new`), path.join(dist, `.${app}-${process.pid}-old`)]
  // Loading it takes half a second, which most starts don't need.
  const { build } = await import('vite')
  await build({ configFile: path.join(root, 'vite.config.ts'), mode: app, logLevel, build: { outDir: fresh, emptyOutDir: true } })
  await packFolder(fresh, gzipped)
  await rename(path.join(dist, app), old).catch(ignoreMissing)
  await rename(fresh, path.join(dist, app))
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

async function isBuilt(app: string, sources: readonly string[]): Promise<boolean> {
  const builtMs = await changedMs(path.join(root, 'dist', app, 'index.html'))
  if (builtMs === 0) return false
  for (const source of sources) if ((await newestMs(path.join(root, source))) > builtMs) return false
  return true
}

/** Time of a file, or of the newest file in a folder. */
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
