/** Starts everything on one machine: `bin/start.ts` with its sources, once the programs are built, or an archive. */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { buildPages, hasSources, programFile } from '#bin/build/built.ts'
import { banner } from '#bin/run/banner.ts'
import { endWith, Platform } from '#bin/run/platform.ts'
import { configOrExit } from '#bin/settings/config.ts'

const platform = new Platform(configOrExit(), programFile)
const packing = new AbortController()
const { fail } = endWith(platform, async () => packing.abort())
try {
  // The database starts meanwhile.
  const started = await platform.start(() => fail('内置数据库意外停止'), hasSources ? buildPages() : undefined)
  console.log(banner(started))
  if (hasSources) startPacking()
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}

function startPacking(): void {
  const packer = spawn(process.execPath, [path.join(import.meta.dirname, 'pack.ts')], { stdio: 'inherit', signal: packing.signal })
  packer.on('error', error => {
    if (!packing.signal.aborted) console.error(`页面没能压缩成Brotli：${error.message}`)
  })
}
