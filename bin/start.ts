/** Brings up everything on one machine. One terminal, one Ctrl-C. */
import { banner } from './banner.ts'
import { buildPages } from './built.ts'
import { configOrExit } from './config.ts'
import { endWith, Platform } from './platform.ts'

const platform = new Platform(configOrExit())
const { fail } = endWith(platform)
try {
  await buildPages()
  const started = await platform.start(() => fail('内置数据库意外停止'))
  console.log(banner(started))
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}
