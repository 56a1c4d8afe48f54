import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { build } from 'vite'

const root = path.join(import.meta.dirname, '..')

/** The browser apps, each with what its pages are made of. */
export const apps = {
  console: ['console', 'contract', 'values', 'package-lock.json', 'vite.config.ts'],
  operator: ['operator', 'console', 'contract', 'values', 'package-lock.json', 'vite.config.ts'],
}

/** Builds the apps that are not there or older than something they are made of. */
export async function buildPages(): Promise<void> {
  for (const [app, sources] of Object.entries(apps)) {
    if (await isBuilt(app, sources)) continue
    console.log(`正在构建页面（${app}）……`)
    await buildApp(app, 'warn')
  }
}

/** Builds one app beside the pages that are served now, and puts it in their place when it is whole. */
export async function buildApp(app: string, logLevel: 'info' | 'warn'): Promise<void> {
  const dist = path.join(root, 'dist')
  const [fresh, old] = [path.join(dist, `.${app}-${process.pid}-new`), path.join(dist, `.${app}-${process.pid}-old`)]
  await build({ configFile: path.join(root, 'vite.config.ts'), mode: app, logLevel, build: { outDir: fresh, emptyOutDir: true } })
  await compressFiles(fresh)
  await rename(path.join(dist, app), old).catch(ignoreMissing)
  await rename(fresh, path.join(dist, app))
  await rm(old, { recursive: true, force: true })
}

/** Smaller files gain nothing. */
const minCompressedBytes = 1024

/** Puts the Brotli and gzip forms of each text file below a folder beside it; browsers take Brotli over TLS and on this machine only. */
async function compressFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile() && /\.(?:css|html|js|svg)$/.test(entry.name))
  await Promise.all(
    files.map(async entry => {
      const file = path.join(entry.parentPath, entry.name)
      const bytes = await readFile(file)
      if (bytes.length < minCompressedBytes) return
      await Promise.all([
        promisify(brotliCompress)(bytes).then(packed => writeFile(`${file}.br`, packed)),
        promisify(gzip)(bytes, { level: 9 }).then(packed => writeFile(`${file}.gz`, packed)),
      ])
    }),
  )
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
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
