import { operatorPaths } from '#contract/operator-pages.ts'
import type { Db } from '#db/connect.ts'
import type { Files } from '#domain/files.ts'
import { type App, createApp, type Standing } from './app.ts'
import { operatorActivityHandlers } from './operator-activity.ts'
import { operatorBlacklistHandlers } from './operator-blacklist.ts'
import { operatorChannelHandlers } from './operator-channel.ts'
import { operatorCodeHandlers } from './operator-code.ts'
import { operatorContentHandlers } from './operator-content.ts'
import { operatorCustomerHandlers } from './operator-customer.ts'
import { operatorFilingHandlers, serveFilingDoors } from './operator-filing.ts'
import { operatorHomeHandlers } from './operator-home.ts'
import { operatorPackageHandlers } from './operator-package.ts'
import { operatorReviewHandlers } from './operator-review.ts'
import { operatorSegmentHandlers, serveSegmentDoors } from './operator-segment.ts'
import { operatorSettingHandlers } from './operator-setting.ts'
import { operatorSignInHandlers } from './operator-sign-in.ts'
import { operatorWordHandlers, serveWordDoor } from './operator-word.ts'
import { serveStaffProofDoor } from './proof.ts'
import { type Handler, serve } from './serve.ts'
import { readStaffSession } from './staff-sessions.ts'
import { serveStatic } from './static.ts'

/** Everything the back office's browser may call. */
export const operatorHandlers = (secret: string): readonly Handler[] => [
  ...operatorSignInHandlers,
  ...operatorHomeHandlers,
  ...operatorReviewHandlers,
  ...operatorContentHandlers,
  ...operatorFilingHandlers,
  ...operatorWordHandlers,
  ...operatorBlacklistHandlers,
  ...operatorCustomerHandlers,
  ...operatorChannelHandlers(secret),
  ...operatorSettingHandlers,
  ...operatorSegmentHandlers,
  ...operatorCodeHandlers,
  ...operatorPackageHandlers,
  ...operatorActivityHandlers,
]

export interface OperatorOptions extends Standing {
  /** Of the platform's role, which sees every account. */
  db: Db
  now: () => Date
  /** The platform's master secret. */
  secret: string
  /** Where uploaded files are kept; without it none can be looked at. */
  files?: Files
  /** Folder of the built app; without it only the calls are served. */
  dist?: string
}

/** The back office on a port of its own: only staff sessions open anything here. */
export async function createOperatorApp(options: OperatorOptions): Promise<App> {
  const app = await createApp({ ...options, forBrowsers: true })
  const paths = new Set<string>(operatorPaths)
  if (options.dist) await serveStatic(app, { folder: options.dist, isPage: path => paths.has(path) })
  const doors = { db: options.db, now: options.now, readStaffSession }
  serve(app, doors, operatorHandlers(options.secret))
  serveSegmentDoors(app, doors)
  serveFilingDoors(app, doors)
  serveWordDoor(app, doors)
  if (options.files) serveStaffProofDoor(app, doors, options.files)
  return app
}
