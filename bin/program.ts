import pino, { type Logger } from 'pino'
import { type Config, readConfig, readSecret, tellPortProblem } from './config.ts'
import { type DatabaseUrls, databaseUrls, loginProblem } from './database-urls.ts'

/** What a program gets to work with. */
export interface Surroundings {
  config: Config
  secret: string
  urls: DatabaseUrls
  logger: Logger
}

export interface Running {
  /** Addresses that the supervisor tells people, by their name in addresses.json. */
  addresses: Record<string, unknown>
  close: () => Promise<void>
}

const closeLimitMs = 10_000

/**
 * Runs a program of the platform: settings, log, start, word to the supervisor, orderly end on a signal or when the supervisor is gone. A crash ends the
 * process with status 1, and whoever supervises it starts it again.
 */
export async function runProgram(name: string, start: (surroundings: Surroundings) => Promise<Running>): Promise<void> {
  const logger = pino(
    { name, level: process.env.LOG_LEVEL ?? 'info', redact: ['*.phone', '*.password', '*.secret', '*.token'] },
    pino.destination(2),
  )
  const crash = (error: unknown) => {
    logger.fatal({ err: error }, 'crashed')
    process.exit(1)
  }
  tellPortProblem()
  process.on('uncaughtException', crash)
  process.on('unhandledRejection', crash)
  const config = readConfig(process.env)
  const secret = await readSecret(config)
  const urls = databaseUrls(config.databaseUrl, config, secret)
  await refuseWrongLogins(urls)
  const running = await start({ config, secret, urls, logger })
  let isClosing = false
  const end = () => {
    if (isClosing) return
    isClosing = true
    setTimeout(() => process.exit(1), closeLimitMs).unref()
    running.close().then(() => process.exit(0), crash)
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  process.on('disconnect', end)
  process.send?.({ ready: running.addresses })
}

/** Ends the process with one line when a login is not what a program may work with. A database that is away is waited for as ever. */
async function refuseWrongLogins(urls: DatabaseUrls): Promise<void> {
  const problem = await loginProblem(urls)
  if (problem === null) return
  console.error(problem)
  process.exit(1)
}
