import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const root = path.join(import.meta.dirname, '..')

/** The browser apps, each with what its pages are made of. */
export const apps = {
  console: ['console', 'ui', 'contract', 'values', 'package-lock.json', 'vite.config.ts'],
  admin: ['admin', 'ui', 'console', 'contract', 'values', 'package-lock.json', 'vite.config.ts'],
}

/** Builds the apps that are not there or older than something they are made of. Their Brotli forms, which take longer than all else, are left to `packPages`. */
export async function buildPages(): Promise<void> {
  for (const [app, sources] of Object.entries(apps)) {
    if (await isBuilt(app, sources)) continue
    console.log(`正在构建页面（${app}）……`)
    await buildApp(app, 'warn')
  }
}

/** Makes what is missing of the Brotli forms, also of a build that a stop has interrupted; until then browsers get gzip. */
export async function packPages(): Promise<void> {
  for (const app of Object.keys(apps)) await packFolder(path.join(root, 'dist', app), brotli)
}

/** Builds one app beside the pages that are served now, and puts it in their place when it is whole. */
export async function buildApp(app: string, logLevel: 'info' | 'warn'): Promise<void> {
  const dist = path.join(root, 'dist')
  const [fresh, old] = [path.join(dist, `.${app}-${process.pid}-new`), path.join(dist, `.${app}-${process.pid}-old`)]
  // It takes half a second to load, which most starts can spare.
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
/** Browsers take it over TLS and on this machine only. */
export const brotli: Form = { ending: '.br', pack: bytes => promisify(brotliCompress)(bytes) }

/** Puts a form of each text file below a folder beside it, where it isn't yet. Each appears whole: the pages may be served meanwhile. */
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
      // Another build may have taken the folder's place.
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
