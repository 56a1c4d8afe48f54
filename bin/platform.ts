import { rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openDb } from '#db/connect.ts'
import { closeFolder, type EmbeddedPostgres, processName, startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { type DemoAccounts, seedDemo } from '#db/seed/demo.ts'
import { closeDemo } from '#db/seed/demo-close.ts'
import { seedReference } from '#db/seed/reference.ts'
import { Files } from '#domain/platform/index.ts'
import { issueSetup } from '#domain/staff/index.ts'
import { type Config, readSecret } from './config.ts'
import { type DatabaseUrls, databaseUrls, loginProblem, ownPasswords } from './database-urls.ts'
import { Supervisor } from './supervisor.ts'
import { tellWaiting } from './waiting.ts'

/** Where to go, by the names of `DATA_DIR/addresses.json`. */
export type Addresses = Record<string, unknown>

/** What a person is told of a start. */
export interface Started {
  /** As people reach them: the public ones where a proxy stands between. */
  addresses: Addresses
  /** Where programs listen whose public address is another one. */
  listening: Addresses
  demo: DemoAccounts | null
  /** Names of the demo's customers and staff that this start has closed. */
  closed: string[]
  /** The link by which the first administrator is made; null: there is one. */
  setupUrl: string | null
}

/**
 * Everything on one machine: database, schema, what every database needs, demo data, programs. `addresses.json` is written last, when all is ready, and
 * taken away at the stop, or by the programs when this process was killed; it names this process, so that what a crash of the machine left is known as such.
 */
export class Platform {
  readonly #config: Config
  readonly #addressesFile: string
  #database: EmbeddedPostgres | null = null
  #supervisor: Supervisor | null = null
  #ownsAddresses = false
  #isStopping = false

  constructor(config: Config) {
    this.#config = config
    this.#addressesFile = path.join(config.dataDir, 'addresses.json')
  }

  /**
   * Rejects with the reason when something can't be started; `stop` then ends what was. `onDatabaseLost` is told when the embedded database has ended by
   * itself and does not start again. `pages`: what is served by then is being built.
   */
  async start(onDatabaseLost: () => void, pages: Promise<void> = Promise.resolve()): Promise<Started> {
    // Who waits for them is told.
    pages.catch(() => undefined)
    const config = this.#config
    // Whatever this process and its programs write is theirs alone.
    process.umask(0o077)
    if (config.databaseUrl) await closeFolder(config.dataDir)
    else {
      this.#database = await tellWaiting(
        '启动内置数据库（上次没有正常停止时先恢复数据）',
        startEmbeddedPostgres({ dataDir: config.dataDir }),
      )
      void this.#keepDatabase(this.#database, onDatabaseLost)
    }
    // Only now: a start that is refused because another runs here must leave that one's addresses alone.
    this.#ownsAddresses = true
    await rm(this.#addressesFile, { force: true })
    const [started] = await Promise.all([this.#startOn(config.databaseUrl ?? this.#database!.url, pages), this.#database?.reserveLog()])
    const { addresses, listening, demo } = started
    const file = `${this.#addressesFile}.new`
    const told = {
      supervisor: await processName(process.pid),
      ...addresses,
      ...(Object.keys(listening).length > 0 ? { listening } : {}),
      ...(demo ? { demo } : {}),
    }
    await writeFile(file, JSON.stringify(told, null, 2), { mode: 0o600 })
    await rename(file, this.#addressesFile)
    return started
  }

  /** Starts the embedded database again when it ends by itself; programs wait for it. */
  async #keepDatabase(database: EmbeddedPostgres, onLost: () => void): Promise<void> {
    for (;;) {
      await database.ended
      if (this.#isStopping) return
      console.log('内置数据库意外停止，正在重新启动')
      try {
        await tellWaiting('恢复内置数据库', database.startAgain())
      } catch (error) {
        console.error((error as Error).message)
        return onLost()
      }
      console.log('内置数据库已恢复')
    }
  }

  async #startOn(ownerUrl: string, pages: Promise<void>) {
    const secret = await readSecret(this.#config)
    await tellWaiting('升级数据库结构', migrate(ownerUrl, ownPasswords(this.#config, secret)))
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
      fileOf: program => path.join(import.meta.dirname, `${program}.ts`),
      say: text => console.log(text),
    })
    this.#supervisor = supervisor
    const begin = (program: string) => {
      const ready = tellWaiting(`启动程序 ${program}`, supervisor.start(program))
      // Whoever waits for it is told; one that nobody waits for any more has failed after another.
      ready.catch(() => undefined)
      return ready
    }
    // These lean on nothing but the database.
    const carrierReady = config.simulatesCarrier ? begin('carrier-sim') : null
    const [redirectReady, smppReady] = [begin('redirect'), begin('smpp')]
    const paymentReady = config.simulatesPayment ? begin('payment-sim') : null
    const carrierSim = await carrierReady
    const carrier = (carrierSim?.carrier as { host: string; port: number } | undefined) ?? null
    await tellWaiting('写入基础数据', seedReference(databaseUrl, { secret, carrier, now: new Date() }))
    // What was accepted before goes out first.
    const dispatchReady = begin('dispatch')
    const [redirect, smpp, paymentSim] = await Promise.all([redirectReady, smppReady, paymentReady])
    const simulated = {
      ...(carrierSim && leadToCarrier(env, carrierSim, config)),
      ...(paymentSim && leadToPayment(env, paymentSim)),
    }
    keepPorts(env, redirect, { redirect: 'REDIRECT_PORT' })
    env.SHORT_LINK_URL ??= String(redirect.redirect)
    // A port that was picked is kept too, and the console tells it to customers.
    env.SMPP_PORT = String(smpp.smpp).split(':').at(-1)
    const files = new Files(path.join(config.dataDir, 'files'), secret)
    const facts = { secret, shortLinkUrl: env.SHORT_LINK_URL, files, now: new Date() }
    const demo = config.hasDemo ? await tellWaiting('写入演示数据', seedDemo(databaseUrl, facts)) : null
    // Before anybody can sign in.
    const closed = config.hasDemo ? [] : await closeDemo(databaseUrl, new Date())
    const jobsReady = begin('jobs')
    await tellWaiting('构建页面', pages)
    const [http] = await Promise.all([begin('http'), jobsReady, dispatchReady])
    keepPorts(env, http, { console: 'PORT', admin: 'ADMIN_PORT', openapi: 'OPENAPI_PORT' })
    const listening = { ...http, ...smpp, ...redirect }
    const addresses = { ...listening, ...publicAddresses(config), ...simulated }
    return {
      addresses,
      listening: Object.fromEntries(
        Object.entries(listening).filter(([name, address]) => addresses[name as keyof typeof addresses] !== address),
      ),
      demo,
      closed,
      setupUrl: await setupUrl(databaseUrl, String(addresses.admin)),
    }
  }

  /** Ends a program; the supervisor starts it again, with the code as it is now. */
  restart(program: string): void {
    this.#supervisor?.restart(program)
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#supervisor?.stop()
    await this.#database?.stop()
    if (this.#ownsAddresses) await rm(this.#addressesFile, { force: true })
  }
}

/** What people reach from outside, as far as the settings say. */
function publicAddresses(config: Config): Addresses {
  const told = {
    console: config.publicUrl,
    admin: config.adminPublicUrl,
    openapi: config.openApiUrl,
    smpp: config.smppAddress,
    redirect: config.shortLinkUrl,
  }
  return Object.fromEntries(Object.entries(told).filter(([, address]) => address !== undefined))
}

async function setupUrl(databaseUrl: string, adminUrl: string): Promise<string | null> {
  const db = openDb({ url: databaseUrl, role: 'hongyan_platform', max: 1 })
  try {
    const token = await issueSetup(db, new Date())
    // Behind the hash: what logs addresses never sees it.
    return token === null ? null : new URL(`/set-up#${token}`, adminUrl).href
  } finally {
    await db.destroy()
  }
}

/** What programs are told before any of them runs. */
const firstEnvironment = (config: Config, urls: DatabaseUrls, secret: string): NodeJS.ProcessEnv => ({
  ...process.env,
  // The owner's login is not theirs to know.
  DATABASE_URL: '',
  DATABASE_APP_URL: urls.app,
  DATABASE_PLATFORM_URL: urls.platform,
  DATABASE_DIRECT_URL: urls.direct,
  HONGYAN_SECRET: secret,
  DATA_DIR: config.dataDir,
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  // What Node made of our TypeScript is kept: programs are up in two thirds of the time from the second start on.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(config.dataDir, 'compiled'),
})

/** A program that is started again keeps the port that people and channels were told. */
function keepPorts(env: NodeJS.ProcessEnv, started: Addresses, variables: Record<string, string>): void {
  for (const [name, variable] of Object.entries(variables)) if (started[name]) env[variable] = new URL(String(started[name])).port
}

/** Programs that start later send by the simulated carrier, and mail by its mailbox unless there is a server for it. What people may open of it. */
function leadToCarrier(env: NodeJS.ProcessEnv, started: Addresses, { smtpUrl }: Config): Addresses {
  keepPorts(env, started, { handset: 'HANDSET_PORT' })
  env.CARRIER_SMPP_PORT = String((started.carrier as { port: number }).port)
  env.HANDSET_URL = String(started.handset)
  env.MAIL_SMTP_PORT = new URL(String(started.smtp)).port
  if (smtpUrl) return { handset: started.handset }
  env.SMTP_URL = String(started.smtp)
  return { handset: started.handset, mailbox: started.mailbox }
}

/** Programs that start later are paid by the simulated gateways. What people may open of them. */
function leadToPayment(env: NodeJS.ProcessEnv, started: Addresses): Addresses {
  keepPorts(env, started, { payment: 'PAYMENT_SIM_PORT' })
  env.PAYMENT_FILE = String(started.paymentFile)
  env.PAYMENT_SIM_URL = String(started.payment)
  return { payment: started.payment }
}

/** Runs until a signal, a lost database or a failed start; `stopMore` ends what runs beside the platform. Ctrl-C twice ends at once. */
export function endWith(platform: Platform, stopMore: () => Promise<void> = async () => undefined): { fail: (reason: string) => void } {
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
