/** Development mode: pages reload when they are saved, programs restart. */
import { watch } from 'node:fs'
import path from 'node:path'
import { createServer } from 'vite'
import { apps } from '#bin/build/built.ts'
import { banner } from '#bin/run/banner.ts'
import { endWith, Platform } from '#bin/run/platform.ts'
import { configOrExit } from '#bin/settings/config.ts'
import { firstOrThrow } from '#values/or-throw.ts'

const root = path.join(import.meta.dirname, '..')
/** Programs that contain the code of a folder. */
const programsOf: Record<string, readonly string[]> = {
  contract: ['http', 'jobs', 'dispatch', 'esme'],
  values: ['http', 'jobs', 'dispatch', 'redirect', 'esme'],
  domain: ['http', 'jobs', 'dispatch', 'redirect', 'esme'],
  http: ['http'],
  jobs: ['jobs'],
  dispatch: ['dispatch'],
  esme: ['esme'],
  redirect: ['redirect'],
  protocol: ['dispatch', 'esme', 'carrier-sim'],
  'carrier-sim': ['carrier-sim'],
  payment: ['http', 'jobs'],
  'payment-sim': ['payment-sim'],
}
/** An editor saves a file in several steps. */
const calmMs = 200

const platform = new Platform(configOrExit(), program => path.join(import.meta.dirname, `${program}.ts`))
const servers: { close: () => Promise<void> }[] = []
const { fail } = endWith(platform, async () => void (await Promise.all(servers.map(server => server.close()))))
try {
  const started = await platform.start(() => fail('内置数据库意外停止'))
  const pages: Record<string, string> = {}
  for (const app of Object.keys(apps)) {
    process.env.API_URL = String(started.listening[app] ?? started.addresses[app])
    const server = await createServer({ configFile: path.join(root, 'vite.config.ts'), mode: app })
    await server.listen()
    servers.push(server)
    pages[app] = firstOrThrow(server.resolvedUrls!.local)
  }
  console.log(banner({ ...started, addresses: { ...started.addresses, ...pages } }))
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}

const changed = new Set<string>()
let timer: NodeJS.Timeout | undefined
for (const [layer, programs] of Object.entries(programsOf))
  watch(path.join(root, layer), { recursive: true }, (_, file) => {
    if (!file?.endsWith('.ts') || file.endsWith('.test.ts')) return
    for (const program of programs) changed.add(program)
    clearTimeout(timer)
    timer = setTimeout(() => {
      for (const program of changed) platform.restart(program)
      changed.clear()
    }, calmMs)
  })
