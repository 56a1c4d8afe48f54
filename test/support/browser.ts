import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import { z } from 'zod'

const packages = path.join(import.meta.dirname, '../../node_modules')
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages live for seconds: optimised code and collecting garbage beside them cost a third more than they save.
  '--js-flags=--single-threaded --no-opt --no-maglev --min-semi-space-size=32',
]

/**
 * Chromium for tests: from CHROMIUM_PATH, else from the npm package, unpacked with its own libraries and a Chinese
 * font, so that it runs on a bare Debian.
 */
export async function launchBrowser(): Promise<Browser> {
  const own = process.env.CHROMIUM_PATH
  if (own) return chromium.launch({ executablePath: own, args: flags })
  const folder = await unpackedFolder()
  const env = { ...process.env, FONTCONFIG_PATH: path.join(folder, 'fonts'), LD_LIBRARY_PATH: path.join(folder, 'al2023/lib') }
  // Without the package's own flags: its single process ends with the first page, and it disables web security.
  return chromium.launch({ executablePath: path.join(folder, 'chromium'), args: flags, env })
}

/**
 * The folder of the unpacked browser, one for each version. It is moved into place when complete, and never written
 * again: pages map its font into memory, and would crash while it is copied anew.
 */
async function unpackedFolder(): Promise<string> {
  const { version } = z
    .looseObject({ version: z.string() })
    .parse(JSON.parse(await readFile(path.join(packages, '@sparticuz/chromium/package.json'), 'utf8')))
  const folder = path.join(os.tmpdir(), `hongyan-chromium-${version}`)
  if (await isThere(folder)) return folder
  const fresh = await mkdtemp(`${folder}-`)
  await unpack(fresh)
  await addChineseFont(path.join(fresh, 'fonts'), path.join(folder, 'fonts'))
  await rename(fresh, folder).catch(async (error: NodeJS.ErrnoException) => {
    // Another process was first.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    await rm(fresh, { recursive: true })
  })
  return folder
}

/**
 * The package unpacks into the temporary folder, its libraries only on Lambda: a separate process gets that
 * environment.
 */
async function unpack(folder: string): Promise<void> {
  const program = "await (await import('@sparticuz/chromium')).default.executablePath()"
  const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' }
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], { cwd: path.dirname(packages), env })
}

/** Beside the package's own fonts, whose configuration has Lambda's paths. */
async function addChineseFont(folder: string, place: string): Promise<void> {
  const regular = path.join(packages, '@expo-google-fonts/noto-sans-sc/400Regular')
  for (const file of await readdir(regular)) if (file.endsWith('.ttf')) await copyFile(path.join(regular, file), path.join(folder, file))
  const settings = `<?xml version="1.0"?><fontconfig><dir>${place}</dir><cachedir>${place}/cache</cachedir></fontconfig>\n`
  await writeFile(path.join(folder, 'fonts.conf'), settings)
}

const isThere = (file: string) =>
  stat(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
