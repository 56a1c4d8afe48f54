/** Brings up everything on one machine: database, schema, demo data, programs. One terminal, one Ctrl-C. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'vite'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { type DemoAccounts, seedDemo } from '#db/seed/demo.ts'
import { isBuilt } from './built.ts'
import { readConfig, readSecret } from './config.ts'
import { Supervisor } from './supervisor.ts'

/** Programs in the order of their start; each tells its addresses when it is ready. */
const programs = ['http']

const config = readConfig(process.env)
await mkdir(config.dataDir, { recursive: true })
const addressesFile = path.join(config.dataDir, 'addresses.json')

const root = path.join(import.meta.dirname, '..')
if (!(await isBuilt(root))) {
  console.log('正在构建控制台页面……')
  await build({ configFile: path.join(root, 'vite.config.ts'), mode: 'console', logLevel: 'warn' })
}

const database = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir })
// Only now: a start that is refused because another runs here must leave that one's addresses alone.
await rm(addressesFile, { force: true })
const databaseUrl = config.databaseUrl ?? database!.url
await migrate(databaseUrl)
const demo: DemoAccounts | null = process.env.HONGYAN_DEMO === '0' ? null : await seedDemo(databaseUrl, new Date())

const env: NodeJS.ProcessEnv = {
  ...process.env,
  DATABASE_URL: databaseUrl,
  HONGYAN_SECRET: await readSecret(config),
  DATA_DIR: config.dataDir,
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
}
const supervisor = new Supervisor({ env, fileOf: program => path.join(root, 'bin', `${program}.ts`), say: text => console.log(text) })
const addresses: Record<string, unknown> = {}
for (const program of programs) Object.assign(addresses, await supervisor.start(program))
// A program that is started again keeps the port that people were told.
env.PORT = new URL(String(addresses.console)).port

const file = `${addressesFile}.new`
await writeFile(file, JSON.stringify({ ...addresses, ...(demo ? { demo } : {}) }, null, 2))
await rename(file, addressesFile)

console.log('\n鸿雁已启动')
for (const [name, address] of Object.entries(addresses)) console.log(`  ${name === 'console' ? '控制台' : name}  ${address}`)
if (demo) {
  console.log(`  演示账号  ${demo.customer.login} / ${demo.customer.password}`)
  console.log(`  空账号    ${demo.empty.login} / ${demo.empty.password}`)
}
console.log('按 Ctrl-C 停止\n')

let isStopping = false
async function stop(status: number): Promise<void> {
  if (isStopping) process.exit(1)
  isStopping = true
  await supervisor.stop()
  await database?.stop()
  await rm(addressesFile, { force: true })
  process.exit(status)
}
process.on('SIGINT', () => void stop(0))
process.on('SIGTERM', () => void stop(0))
void database?.ended.then(() => {
  if (isStopping) return
  console.error('内置数据库意外停止，正在退出')
  void stop(1)
})
