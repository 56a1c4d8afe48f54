import type { Logger } from 'pino'
import { pagePaths } from '#contract/pages.ts'
import type { Db } from '#db/connect.ts'
import { type App, createApp, type Session } from './app.ts'
import { financeHandlers } from './finance.ts'
import { type Doors, type Handler, serve } from './serve.ts'
import { serveStatic } from './static.ts'

/** Everything the customer console's browser may call. */
export const customerHandlers: readonly Handler[] = [...financeHandlers]

export interface CustomerOptions {
  db: Db
  now: () => Date
  readSession: NonNullable<Doors['readSession']>
  /** Folder of the built console; without it only the calls are served. */
  dist?: string
  logger?: Logger
}

export type { Session }

/** The customer console: its calls and its pages. */
export async function createCustomerApp(options: CustomerOptions): Promise<App> {
  const app = await createApp({ forBrowsers: true, ...(options.logger ? { logger: options.logger } : {}) })
  const paths = new Set<string>(pagePaths)
  if (options.dist) await serveStatic(app, { folder: options.dist, isPage: path => paths.has(path) })
  serve(app, { db: options.db, now: options.now, readSession: options.readSession }, customerHandlers)
  return app
}
