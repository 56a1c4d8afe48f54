import { copyFile, mkdir, readdir } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const fontPackage = new URL('../../node_modules/@expo-google-fonts/noto-sans-sc/', import.meta.url)
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Chromium for tests: of CHROMIUM_PATH, else the one inside the npm package, unpacked with its own libraries and a Chinese font, so that a bare Debian
 * needs nothing else.
 */
export async function launchBrowser(): Promise<Browser> {
  const own = process.env.CHROMIUM_PATH
  if (own) return chromium.launch({ executablePath: own, args: flags })
  // The package unpacks its libraries only where it believes to run on Lambda; the variable must be there before it is loaded.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs24.x'
  const { default: packed } = await import('@sparticuz/chromium')
  const executablePath = await packed.executablePath()
  await addChineseFont(path.join(os.tmpdir(), 'fonts'))
  // Not the package's own flags: its single process ends with the first page, and it turns web security off.
  return chromium.launch({ executablePath, args: flags })
}

/** After executablePath(): its fonts folder must not be there before, or it leaves its own settings out and the browser crashes. */
async function addChineseFont(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const regular = new URL('400Regular/', fontPackage)
  for (const file of await readdir(regular)) if (file.endsWith('.ttf')) await copyFile(new URL(file, regular), path.join(folder, file))
}
