import pino, { type Logger } from 'pino'
import { type Config, readConfig, readSecret, tellPortProblem } from './config.ts'

/** What a program gets to work with. */
export interface Surroundings {
  config: Config
  secret: string
  databaseUrl: string
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
  if (!config.databaseUrl) throw new Error('请设置 DATABASE_URL，或使用 npm start 启动内置数据库')
  const running = await start({ config, secret: await readSecret(config), databaseUrl: config.databaseUrl, logger })
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
