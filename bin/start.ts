/** Brings up everything on one machine: database, schema, demo data, programs. One terminal, one Ctrl-C. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'vite'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { type DemoAccounts, seedDemo } from '#db/seed/demo.ts'
import { seedReference } from '#db/seed/reference.ts'
import { banner } from './banner.ts'
import { isBuilt } from './built.ts'
import { type Config, readConfig, readSecret } from './config.ts'
import { Supervisor } from './supervisor.ts'

const root = path.join(import.meta.dirname, '..')
let database: Awaited<ReturnType<typeof startEmbeddedPostgres>> | null = null
let supervisor: Supervisor | null = null
let addressesFile: string | null = null
let isStopping = false

async function bringUp(config: Config): Promise<void> {
  await mkdir(config.dataDir, { recursive: true })
  if (!(await isBuilt(root))) {
    console.log('正在构建控制台页面……')
    await build({ configFile: path.join(root, 'vite.config.ts'), mode: 'console', logLevel: 'warn' })
  }
  if (!config.databaseUrl) {
    database = await startEmbeddedPostgres({ dataDir: config.dataDir })
    void database.ended.then(() => fail('内置数据库意外停止'))
  }
  // Only now: a start that is refused because another runs here must leave that one's addresses alone.
  addressesFile = path.join(config.dataDir, 'addresses.json')
  await rm(addressesFile, { force: true })
  const databaseUrl = config.databaseUrl ?? database!.url
  await migrate(databaseUrl)

  const secret = await readSecret(config)
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    HONGYAN_SECRET: secret,
    DATA_DIR: config.dataDir,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  }
  const programs = new Supervisor({ env, fileOf: program => path.join(root, 'bin', `${program}.ts`), say: text => console.log(text) })
  supervisor = programs

  let handset = {}
  let carrier: { host: string; port: number } | null = null
  if (config.simulatesCarrier) {
    const started = await programs.start('carrier-sim')
    carrier = started.carrier as { host: string; port: number }
    handset = { handset: started.handset }
    // A program that is started again keeps the port that people and channels were told.
    Object.assign(env, {
      CARRIER_SMPP_PORT: String(carrier.port),
      HANDSET_PORT: portOf(started.handset),
      HANDSET_URL: String(started.handset),
    })
  }
  await seedReference(databaseUrl, { secret, carrier, now: new Date() })
  const demo: DemoAccounts | null = config.hasDemo ? await seedDemo(databaseUrl, new Date()) : null
  const addresses: Record<string, unknown> = { ...(await programs.start('http')), ...handset }
  for (const [name, variable] of Object.entries({ console: 'PORT', operator: 'OPERATOR_PORT', openapi: 'OPENAPI_PORT' }))
    if (addresses[name]) env[variable] = portOf(addresses[name])
  await Promise.all([programs.start('dispatch'), programs.start('jobs')])

  const file = `${addressesFile}.new`
  await writeFile(file, JSON.stringify({ ...addresses, ...(demo ? { demo } : {}) }, null, 2))
  await rename(file, addressesFile)
  console.log(banner(addresses, demo))
}

const portOf = (address: unknown): string => new URL(String(address)).port

async function stop(status: number): Promise<void> {
  if (isStopping) process.exit(1)
  isStopping = true
  await supervisor?.stop()
  await database?.stop()
  if (addressesFile) await rm(addressesFile, { force: true })
  process.exit(status)
}

function fail(reason: string): void {
  if (isStopping) return
  console.error(`鸿雁无法继续：${reason}`)
  void stop(1)
}

process.on('SIGINT', () => void stop(0))
process.on('SIGTERM', () => void stop(0))
try {
  await bringUp(readConfig(process.env))
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}
