import { type FileHandle, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { seriesOf } from '#backup/catalog.ts'
import { readBackupSettings, stopArchiving } from '#bin/settings/backup-settings.ts'
import { type Config, dialedHost, readSecret } from '#bin/settings/config.ts'
import { type DatabaseUrls, databaseUrls, loginProblem, ownerProblem, ownPasswords } from '#bin/settings/database-urls.ts'
import { openFiles } from '#bin/settings/files.ts'
import { esmeProtocols } from '#contract/apps/app-labels.ts'
import { openDb } from '#db/connect.ts'
import { closeFolder, type EmbeddedPostgres, processName, startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { type DemoAccounts, seedDemo } from '#db/seed/demo.ts'
import { closeDemo } from '#db/seed/demo-close.ts'
import { seedReference } from '#db/seed/reference.ts'
import { issueSetup } from '#domain/staff/index.ts'
import { toError } from '#values/error.ts'
import { lockDataFolder } from './data-lock.ts'
import { freePort } from './free-port.ts'
import { Supervisor } from './supervisor.ts'
import { logWaiting } from './waiting.ts'

/** Addresses of the programs, as in `DATA_DIR/addresses.json`. */
type Addresses = Record<string, unknown>
const simulatedCarrier = z.object({
  host: z.string(),
  smpp: z.number(),
  cmpp: z.number(),
  smgp: z.number(),
  sgip: z.number(),
  http: z.number(),
})

/** The result of a start, for the banner. */
export interface Started {
  /** Public addresses: those of a proxy where there is one. */
  addresses: Addresses
  /** Where programs listen whose public address differs. */
  listening: Addresses
  demo: DemoAccounts | null
  /** Names of the demo's customers and staff that this start has closed. */
  closed: string[]
  /** The link that creates the first administrator; null: there is one. */
  setupUrl: string | null
}

/**
 * Everything on one machine: database, schema, reference data, demo data, programs. `addresses.json` is written last,
 * when all is ready, and removed at the stop, or by the programs when this process was killed; it contains this process
 * id, so that a leftover of a crash is recognizable.
 */
export class Platform {
  readonly #config: Config
  readonly #fileOf: (program: string) => string
  readonly #addressesFile: string
  #lock: FileHandle | null = null
  #database: EmbeddedPostgres | null = null
  #supervisor: Supervisor | null = null
  #ownsAddresses = false
  #isStopping = false

  /** `fileOf`: the file of a program. */
  constructor(config: Config, fileOf: (program: string) => string) {
    this.#config = config
    this.#fileOf = fileOf
    this.#addressesFile = path.join(config.dataDir, 'addresses.json')
  }

  /**
   * Rejects with the reason when something can't be started; `stop` then ends the rest. `onDatabaseLost` is called when
   * the embedded database has ended by itself and does not restart. `pages`: resolves when the pages are built.
   */
  async start(onDatabaseLost: () => void, pages: Promise<void> = Promise.resolve()): Promise<Started> {
    // The awaiting code gets the error.
    pages.catch(() => undefined)
    const config = this.#config
    // Files of this process and its programs are private to their owner.
    process.umask(0o077)
    this.#lock = await lockDataFolder(config.dataDir)
    if (config.databaseUrl) await closeFolder(config.dataDir)
    else {
      this.#database = await logWaiting(
        '启动内置数据库（上次没有正常停止时先恢复数据）',
        startEmbeddedPostgres({ dataDir: config.dataDir }),
      )
      void this.#keepDatabase(this.#database, onDatabaseLost)
    }
    // Not earlier: a start that is refused because another runs here must keep that one's addresses.
    this.#ownsAddresses = true
    await rm(this.#addressesFile, { force: true })
    const [started] = await Promise.all([this.#startOn(config.databaseUrl ?? this.#database!.url, pages), this.#database?.preallocateWal()])
    const { addresses, listening, demo } = started
    const file = `${this.#addressesFile}.new`
    const content = {
      supervisor: await processName(process.pid),
      ...addresses,
      ...(Object.keys(listening).length > 0 ? { listening } : {}),
      ...(demo ? { demo } : {}),
    }
    await writeFile(file, JSON.stringify(content, null, 2), { mode: 0o600 })
    await rename(file, this.#addressesFile)
    return started
  }

  /** Restarts the embedded database when it ends by itself; programs wait for it. */
  async #keepDatabase(database: EmbeddedPostgres, onLost: () => void): Promise<void> {
    for (;;) {
      await database.ended
      if (this.#isStopping) return
      console.log('内置数据库意外停止，正在重新启动')
      try {
        await logWaiting('恢复内置数据库', database.startAgain())
      } catch (error) {
        console.error(toError(error).message)
        return onLost()
      }
      console.log('内置数据库已恢复')
    }
  }

  async #startOn(ownerUrl: string, pages: Promise<void>) {
    const { databaseUrl, productionVariables } = this.#config
    const isForeign = databaseUrl !== undefined && productionVariables.length > 0
    const ownersProblem = isForeign ? await ownerProblem(databaseUrl) : null
    if (ownersProblem !== null) throw new Error(ownersProblem)
    const secret = await readSecret(this.#config)
    await logWaiting('升级数据库结构', migrate(ownerUrl, ownPasswords(this.#config, secret)))
    const urls = databaseUrls(ownerUrl, this.#config, secret)
    const problem = await loginProblem(urls)
    if (problem !== null) throw new Error(problem)
    return this.#startPrograms(urls, secret, pages)
  }

  async #startPrograms(urls: DatabaseUrls, secret: string, pages: Promise<void>): Promise<Started> {
    const config = this.#config
    const env = firstEnvironment(config, urls, secret)
    const databaseUrl = urls.direct
    const supervisor = new Supervisor({
      env,
      fileOf: this.#fileOf,
      say: text => console.log(text),
    })
    this.#supervisor = supervisor
    const monitoring: Addresses = {}
    const begin = (program: string) => {
      const ready = logWaiting(`启动程序 ${program}`, supervisor.start(program)).then(({ monitoring: address, ...addresses }) => {
        if (address === undefined) return addresses
        monitoring[program] = address
        keepPorts(env, monitoring, { [program]: `${program.toUpperCase()}_MONITORING_PORT` })
        return addresses
      })
      // Awaiting code gets the error; an unawaited one has failed after another.
      ready.catch(() => undefined)
      return ready
    }
    // The simulated carrier and dispatch both know it, whichever begins first.
    if (config.sgipPort === 0) env.SGIP_PORT = String(await freePort())
    if (config.upstreamCallback?.port === 0) env.UPSTREAM_CALLBACK_PORT = String(await freePort())
    // First what sends: accepted messages wait while nobody does, and the others would take its processor time.
    const carrierSim = config.simulatesCarrier ? await begin('carrier-sim') : null
    const carrier = carrierSim && simulatedCarrier.parse(carrierSim.carrier)
    const upstream = carrier && { host: carrier.host, port: carrier.smpp }
    await logWaiting('写入基础数据', seedReference(databaseUrl, { secret, upstream, now: new Date() }))
    await begin('dispatch')
    // Programs stop in the reverse order: the last pass stores what the others have committed.
    await this.#startArchive(supervisor, databaseUrl)
    const paymentReady = config.simulatesPayment ? begin('payment-sim') : null
    const [redirect, esme, paymentSim] = await Promise.all([begin('redirect'), begin('esme'), paymentReady])
    const simulated = {
      ...(carrierSim && leadToCarrier(env, carrierSim, config)),
      ...(paymentSim && leadToPayment(env, paymentSim)),
    }
    keepPorts(env, redirect, { redirect: 'REDIRECT_PORT' })
    env.SHORT_LINK_URL ??= String(redirect.redirect)
    // Randomly chosen ports are kept too, and the console shows them to customers.
    for (const protocol of esmeProtocols) env[`${protocol.toUpperCase()}_PORT`] = String(esme[protocol]).split(':').at(-1)
    const files = openFiles(config, secret)
    const facts = { secret, shortLinkUrl: env.SHORT_LINK_URL, files, now: new Date() }
    const demo = config.hasDemo ? await logWaiting('写入演示数据', seedDemo(databaseUrl, facts)) : null
    // Before anybody can sign in.
    const closed = config.hasDemo ? [] : await closeDemo(databaseUrl, new Date())
    const jobsReady = begin('jobs')
    await logWaiting('构建页面', pages)
    const [http] = await Promise.all([begin('http'), jobsReady])
    keepPorts(env, http, { console: 'PORT', admin: 'ADMIN_PORT', openapi: 'OPENAPI_PORT' })
    const listening = { ...http, ...esme, ...redirect, ...callbackAddress(config, env.UPSTREAM_CALLBACK_PORT) }
    const addresses: Addresses = { ...listening, ...publicAddresses(config), ...simulated, monitoring }
    return {
      addresses,
      listening: Object.fromEntries(Object.entries(listening).filter(([name, address]) => addresses[name] !== address)),
      demo,
      closed,
      setupUrl: await setupUrl(databaseUrl, String(addresses.admin)),
    }
  }

  /** The only program with the owner's login, which has the right of replication. */
  async #startArchive(supervisor: Supervisor, platformUrl: string): Promise<void> {
    const { dataDir, databaseUrl } = this.#config
    if (readBackupSettings(process.env).to) {
      await logWaiting('启动程序 archive', supervisor.start('archive', { DATABASE_URL: databaseUrl ?? '' }))
      return
    }
    const ownerUrl = databaseUrl ?? this.#database?.url
    if (ownerUrl) await stopArchiving({ ownerUrl, platformUrl, series: await seriesOf(dataDir) })
  }

  /** Ends a program; the supervisor restarts it with the current code. */
  restart(program: string): void {
    this.#supervisor?.restart(program)
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#supervisor?.stop()
    await this.#database?.stop()
    if (this.#ownsAddresses) await rm(this.#addressesFile, { force: true })
    await this.#lock?.close()
  }
}

/** Where dispatch listens for upstreams by HTTP. */
const callbackAddress = ({ host, upstreamCallback }: Config, chosenPort: string | undefined): Addresses =>
  upstreamCallback ? { callback: `http://${dialedHost(host)}:${chosenPort ?? upstreamCallback.port}` } : {}

/** Public addresses, as far as the settings have them. */
function publicAddresses(config: Config): Addresses {
  const addresses = {
    console: config.publicUrl,
    admin: config.adminPublicUrl,
    openapi: config.openApiUrl,
    ...config.esmeAddresses,
    redirect: config.shortLinkUrl,
    callback: config.upstreamCallback?.publicUrl,
  }
  return Object.fromEntries(Object.entries(addresses).filter(([, address]) => address !== undefined))
}

async function setupUrl(databaseUrl: string, adminUrl: string): Promise<string | null> {
  const db = openDb({ url: databaseUrl, role: 'hongyan_platform', max: 1 })
  try {
    const token = await issueSetup(db, new Date())
    // In the fragment: it never appears in access logs.
    return token === null ? null : new URL(`/set-up#${token}`, adminUrl).href
  } finally {
    await db.destroy()
  }
}

/** The environment of programs before any of them runs. */
const firstEnvironment = (config: Config, urls: DatabaseUrls, secret: string): NodeJS.ProcessEnv => ({
  ...process.env,
  // Programs must not know the owner's login.
  DATABASE_URL: '',
  DATABASE_APP_URL: urls.app,
  DATABASE_PLATFORM_URL: urls.platform,
  DATABASE_DIRECT_URL: urls.direct,
  DATABASE_REPLICA_URL: urls.replica ?? '',
  HONGYAN_SECRET: secret,
  DATA_DIR: config.dataDir,
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  // The whole platform ends: nothing else takes the work.
  DRAIN_SECONDS: '0',
  // Caches the compiled TypeScript: from the second start on programs are ready in two thirds of the time.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(config.dataDir, 'compiled'),
})

/** A restarted program keeps the port that people and channels know. */
function keepPorts(env: NodeJS.ProcessEnv, started: Addresses, variables: Record<string, string>): void {
  for (const [name, variable] of Object.entries(variables)) if (started[name]) env[variable] = new URL(String(started[name])).port
}

/**
 * Makes programs that start later use the simulated carrier, and its mailbox unless a mail server is set. Returns its
 * public addresses.
 */
function leadToCarrier(env: NodeJS.ProcessEnv, started: Addresses, { smtpUrl }: Config): Addresses {
  keepPorts(env, started, { handset: 'HANDSET_PORT' })
  const { host, ...ports } = simulatedCarrier.parse(started.carrier)
  for (const [protocol, port] of Object.entries(ports)) env[`CARRIER_${protocol.toUpperCase()}_PORT`] = String(port)
  const carrier = Object.fromEntries(Object.entries(ports).map(([protocol, port]) => [protocol, `${dialedHost(host)}:${port}`]))
  env.HANDSET_URL = String(started.handset)
  env.MAIL_SMTP_PORT = new URL(String(started.smtp)).port
  if (smtpUrl) return { handset: started.handset, carrier }
  env.SMTP_URL = String(started.smtp)
  return { handset: started.handset, mailbox: started.mailbox, carrier }
}

/** Makes programs that start later use the simulated gateways. Returns their public addresses. */
function leadToPayment(env: NodeJS.ProcessEnv, started: Addresses): Addresses {
  keepPorts(env, started, { payment: 'PAYMENT_SIM_PORT' })
  env.PAYMENT_FILE = String(started.paymentFile)
  env.PAYMENT_SIM_URL = String(started.payment)
  return { payment: started.payment }
}

/**
 * Runs until a signal, a lost database or a failed start; `stopMore` ends what runs beside the platform. A second
 * Ctrl-C ends at once.
 */
export function endWith(platform: Platform, stopMore: () => Promise<void>): { fail: (reason: string) => void } {
  let isStopping = false
  const stop = async (status: number) => {
    if (isStopping) process.exit(1)
    isStopping = true
    await stopMore()
    await platform.stop()
    process.exit(status)
  }
  process.on('SIGINT', () => void stop(0))
  process.on('SIGTERM', () => void stop(0))
  return {
    fail: reason => {
      if (isStopping) return
      console.error(`鸿雁无法继续：${reason}`)
      void stop(1)
    },
  }
}
