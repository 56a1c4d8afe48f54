import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pino, { type Logger } from 'pino'
import { type Config, dialedHost, logPortProblem, type MonitoredProgram, readConfig, readSecret } from '#bin/settings/config.ts'
import { type DatabaseUrls, databaseUrls, loginProblem } from '#bin/settings/database-urls.ts'
import { type Db, openDb, urlAs } from '#db/connect.ts'
import { processName } from '#db/embedded.ts'
import { PrimaryClient } from '#db/primary.ts'
import { startTracing } from '#metrics/tracing.ts'
import { toError } from '#values/error.ts'
import { setIdClock } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import manifest from '../../package.json' with { type: 'json' }
import { HostMonitor } from './host-monitor.ts'
import { measureProcess } from './metrics.ts'
import { MonitoringServer } from './monitoring-server.ts'
import { hushOutages } from './outage.ts'

/** The context of a program. */
export interface ProgramContext {
  config: Config
  secret: string
  urls: DatabaseUrls
  logger: Logger
  /** The time by the database's clock. */
  now: () => Date
  /** Whether this host's clock agrees with the database's. */
  isClockRight: () => boolean
}

export interface Running {
  /** Addresses for addresses.json, by their name. */
  addresses: Record<string, unknown>
  /** It may be sent work while the database is unavailable. */
  isReadyWithoutDatabase?: true
  close: () => Promise<void>
}

const closeLimitMs = 10_000
/** A program whose database is away ends all the same. */
const removeLimitMs = 1_000

/**
 * Runs a program of the platform: settings, log, start, readiness message to the supervisor, graceful shutdown on a
 * signal or when the supervisor is gone. A crash ends the process with status 1, and its supervisor restarts it.
 */
export async function runProgram(name: MonitoredProgram, start: (context: ProgramContext) => Promise<Running>): Promise<void> {
  let platformUrl: string | undefined
  const logMethod = hushOutages(() => doesAnswer(platformUrl))
  const logger = pino(
    { name, level: process.env.LOG_LEVEL ?? 'info', redact: ['*.phone', '*.password', '*.secret', '*.token'], hooks: { logMethod } },
    pino.destination(2),
  )
  const crash = (error: unknown) => {
    logger.fatal({ err: error }, 'crashed')
    process.exit(1)
  }
  process.umask(0o077)
  logPortProblem()
  process.on('uncaughtException', crash)
  process.on('unhandledRejection', crash)
  const config = readConfig(process.env)
  const { dataDir } = config
  measureProcess(name, manifest.version)
  const endTracing = await startTracing({ name, version: manifest.version }, process.env, error =>
    logger.warn({ err: error }, 'spans were not sent'),
  )
  const monitoring = new MonitoringServer()
  const { host, ports } = config.monitoring
  const monitoringPort = await monitoring.listen(host, ports[name])
  const supervisor = await processName(process.ppid)
  const secret = await readSecret(config)
  const urls = databaseUrls(config.databaseUrl, config, secret)
  platformUrl = urlAs(urls.platform, 'hongyan_platform')
  await refuseWrongLogins(urls)
  const watchDb = openDb({ url: urls.platform, role: 'hongyan_platform', max: 1, statementTimeoutMs: limits.statementMs })
  const monitoringUrl = `http://${dialedHost(host)}:${monitoringPort}`
  const program = { name, version: manifest.version, monitoringUrl }
  const watch = new HostMonitor({ db: watchDb, dataDir, logger, program })
  await watch.start()
  const { now } = watch
  setIdClock(watch.nowMs)
  const running = await start({ config, secret, urls, logger, now, isClockRight: () => watch.isClockRight() })
  monitoring.start({
    ...(running.isReadyWithoutDatabase ? {} : { database: () => databaseProblem(watchDb) }),
    clock: () => (watch.isClockRight() ? null : "the host's clock differs from the database's"),
    disk: () => (watch.hasRoom ? null : 'the disk is nearly full'),
  })
  let isClosing = false
  const end = async (drainMs: number) => {
    if (isClosing) return
    isClosing = true
    monitoring.drain()
    await pause(drainMs)
    setTimeout(() => process.exit(1), closeLimitMs).unref()
    watch.stop()
    const removed = () => watch.remove().catch(error => logger.warn({ err: error }, 'the end of this program could not be recorded'))
    await running.close()
    await Promise.race([endTracing(), pause(removeLimitMs)])
    await Promise.race([removed(), pause(removeLimitMs)])
    process.exit(0)
  }
  const drain = () => void end(config.drainSeconds * 1_000).catch(crash)
  process.on('SIGTERM', drain)
  process.on('SIGINT', drain)
  process.on('disconnect', () => {
    forgetAddresses(dataDir, supervisor).catch(error => logger.error({ err: error }, 'addresses.json could not be taken away'))
    void end(0).catch(crash)
  })
  process.send?.({ ready: { ...running.addresses, monitoring: monitoringUrl } })
}

/** Exits with one line when a login has wrong rights. An unavailable database is waited for as usual. */
async function refuseWrongLogins(urls: DatabaseUrls): Promise<void> {
  const problem = await loginProblem(urls)
  if (problem === null) return
  console.error(problem)
  process.exit(1)
}

const answerLimitMs = 2_000

/** Null when the database answers a statement soon. */
const databaseProblem = (db: Db): Promise<string | null> =>
  Promise.race([
    sql`select 1`.execute(db).then(
      () => null,
      error => toError(error).message,
    ),
    pause(answerLimitMs, `no answer within ${answerLimitMs / 1000} s`, { ref: false }),
  ])

/** Removes the readiness file of a killed supervisor, unless a new one has written its own since. */
async function forgetAddresses(dataDir: string, supervisor: string): Promise<void> {
  const file = path.join(dataDir, 'addresses.json')
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  if ((JSON.parse(text) as { supervisor?: string }).supervisor === supervisor) await rm(file, { force: true })
}

/** Whether the database accepts a connection and a statement now. */
async function doesAnswer(url: string | undefined): Promise<boolean> {
  const client = new PrimaryClient({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 5_000 })
  // A broken connection rejects the running statement.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    void client.end().catch(() => undefined)
  }
}
