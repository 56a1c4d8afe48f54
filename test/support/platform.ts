import { execFile, spawn } from 'node:child_process'
import { access, mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { MonitoredProgram } from '#bin/settings/config.ts'
import { findRunningPostgres } from '#db/embedded.ts'
import { chinaDay } from '#values/china-time.ts'
import { isCluster } from './citus.ts'
import { copyDatabase } from './database.ts'
import { makeDataFolder } from './folder.ts'
import { freeMonitoringPorts } from './monitoring.ts'
import { setRecallSeconds } from './recall.ts'

export interface Platform {
  addresses: {
    console: string
    admin: string
    openapi: string
    /** `host:port`. */
    smpp: string
    cmpp: string
    handset: string
    mailbox: string
    redirect: string
    payment: string
    /** By program. */
    monitoring: Record<MonitoredProgram, string>
    demo: { customer: Login; empty: Login; admin: Login; app: DemoApp }
  }
  pid: number
  /** Its output so far. */
  output: () => string
  dataDir: string
  /** With the owner's rights. */
  databaseUrl: string
  /** Stops like Ctrl-C; returns the exit status. Deletes the data folder too, unless it is kept for another start. */
  stop: (options?: { keepsData?: boolean }) => Promise<number | null>
}
/** Credentials of the demo account's program. */
interface DemoApp {
  accessKeyId: string
  accessKeySecret: string
  signature: string
  templateCode: string
  templateParam: Record<string, string>
  phone: string
}
export interface Login {
  login: string
  password: string
}

const freePorts = {
  PORT: '0',
  ADMIN_PORT: '0',
  OPENAPI_PORT: '0',
  SMPP_PORT: '0',
  CMPP_PORT: '0',
  HANDSET_PORT: '0',
  CARRIER_SMPP_PORT: '0',
  CARRIER_CMPP_PORT: '0',
  CARRIER_SMGP_PORT: '0',
  CARRIER_SGIP_PORT: '0',
  SGIP_PORT: '0',
  CARRIER_HTTP_PORT: '0',
  UPSTREAM_CALLBACK_PORT: '0',
  MAIL_SMTP_PORT: '0',
  REDIRECT_PORT: '0',
  PAYMENT_SIM_PORT: '0',
  ...freeMonitoringPorts,
}

/** A folder of its own: a copy of this run's installation (test/support/global-platform.ts), else an empty one. */
async function makeFolder(): Promise<string> {
  const folder = await makeDataFolder('hongyan-platform-')
  const { TEST_PLATFORM: made, TEST_PLATFORM_DAY: day } = process.env
  // The demo's dates are relative to today.
  if (made && day === chinaDay(Date.now())) await copyInstallation(made, folder)
  return folder
}

/**
 * Everything is copied except the database's programs, a third of the bytes: they are never written, so they are
 * linked.
 */
async function copyInstallation(made: string, folder: string): Promise<void> {
  await mkdir(path.join(folder, 'postgres'))
  for (const part of ['', 'postgres']) {
    const names = (await readdir(path.join(made, part))).filter(name => name !== 'postgres' && !name.startsWith('server-'))
    // The system's cp keeps owners and links, and leaves out the zeros of the WAL: nine tenths of the bytes.
    const copied = names.map(name => path.join(made, part, name))
    await promisify(execFile)('cp', ['-a', '--sparse=always', ...copied, path.join(folder, part)])
  }
  for (const name of await readdir(path.join(made, 'postgres')))
    if (name.startsWith('server-')) await symlink(path.join(made, 'postgres', name), path.join(folder, 'postgres', name))
}

/** On a cluster, the database of each data folder. */
const databases = new Map<string, Awaited<ReturnType<typeof copyDatabase>>>()

/**
 * The whole product as `npm start` starts it, on free ports and a data folder of its own, or one that an earlier stop
 * has kept.
 */
export async function startPlatform(options: { dataDir?: string; env?: Record<string, string> } = {}): Promise<Platform> {
  const dataDir = options.dataDir ?? (await makeFolder())
  const root = path.join(import.meta.dirname, '../..')
  if (isCluster && !databases.has(dataDir)) databases.set(dataDir, await copyDatabase())
  const database = databases.get(dataDir)
  const env = { ...process.env, DATA_DIR: dataDir, ...freePorts, DATABASE_URL: database?.url ?? '', ...options.env }
  const child = spawn(process.execPath, [path.join(root, 'bin/start.ts')], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  let isGone = false
  const ended = new Promise<number | null>(resolve =>
    child.once('exit', code => {
      isGone = true
      resolve(code)
    }),
  )
  const file = path.join(dataDir, 'addresses.json')
  if (database) await setRecallSeconds({ databaseUrl: database.url }, 0)
  while (!(await isThere(file))) {
    if (isGone) throw new Error(`the product did not start:\n${output}`)
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  const stop = async ({ keepsData = false } = {}) => {
    child.kill('SIGINT')
    const code = await ended
    if (keepsData) return code
    await database?.drop()
    await rm(dataDir, { recursive: true, force: true })
    return code
  }
  return {
    addresses: JSON.parse(await readFile(file, 'utf8')) as Platform['addresses'],
    pid: child.pid ?? 0,
    output: () => output,
    dataDir,
    databaseUrl: env.DATABASE_URL || ((await findRunningPostgres(dataDir)) ?? ''),
    stop,
  }
}

const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )
