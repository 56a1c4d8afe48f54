import { pagePaths } from '#contract/pages.ts'
import type { Db } from '#db/connect.ts'
import { Files } from '#domain/files.ts'
import { accountHandlers } from './account.ts'
import { type App, createApp, type Standing } from './app.ts'
import { blacklistHandlers } from './blacklist.ts'
import { broadcastHandlers } from './broadcast.ts'
import { broadcastDraftHandlers } from './broadcast-draft.ts'
import { serveProgress } from './broadcast-progress.ts'
import { contactLabelHandlers } from './contact-label.ts'
import { contactTaskHandlers, serveContactDoors } from './contact-task.ts'
import { contentHandlers } from './content.ts'
import { deliveryHandlers } from './delivery.ts'
import { exportHandlers, serveExportDoor } from './export.ts'
import { financeHandlers } from './finance.ts'
import { homeHandlers } from './home.ts'
import { landingHandlers, serveOptOutLinks } from './landing.ts'
import { optOutHandlers } from './opt-out.ts'
import { packageHandlers } from './package.ts'
import { phonebookHandlers } from './phonebook.ts'
import { serveProofDoors } from './proof.ts'
import { type Handler, serve } from './serve.ts'
import { readSession } from './sessions.ts'
import { settingHandlers } from './setting.ts'
import { signInHandlers } from './sign-in.ts'
import { signatureHandlers } from './signature.ts'
import { smsHomeHandlers } from './sms-home.ts'
import { serveStatic } from './static.ts'
import { statisticsHandlers } from './statistics.ts'
import { serveTemplateDoor, templateHandlers } from './template.ts'
import { serveUploadDoors, uploadHandlers } from './upload.ts'

/** A folder that can't be made: without one, taking a file is loud. */
const noFiles = new Files('/dev/null/files')

/** Everything the customer console's browser may call. */
export const customerHandlers = (secret: string, files: Files = noFiles, handset: string | null = null): readonly Handler[] => [
  ...signInHandlers({ secret, handset }),
  ...accountHandlers,
  ...homeHandlers,
  ...contentHandlers,
  ...signatureHandlers,
  ...templateHandlers,
  ...blacklistHandlers,
  ...phonebookHandlers,
  ...contactLabelHandlers,
  ...contactTaskHandlers(files),
  ...uploadHandlers(files),
  ...broadcastHandlers(secret, files),
  ...broadcastDraftHandlers,
  ...deliveryHandlers,
  ...statisticsHandlers,
  ...smsHomeHandlers,
  ...landingHandlers(secret),
  ...optOutHandlers,
  ...exportHandlers(secret, files),
  ...financeHandlers,
  ...packageHandlers,
  ...settingHandlers,
]

export interface CustomerOptions extends Standing {
  db: Db
  now: () => Date
  /** The platform's master secret. */
  secret: string
  /** Where uploaded files are kept; without it none can be taken. */
  files?: Files
  /** Where people find the virtual handset; without it messages reach real phones. */
  handset?: string | undefined
  /** Folder of the built console; without it only the calls are served. */
  dist?: string
}

/** The customer console: its calls and its pages. */
export async function createCustomerApp(options: CustomerOptions): Promise<App> {
  const app = await createApp({ ...options, forBrowsers: true })
  const paths = new Set<string>(pagePaths)
  if (options.dist) await serveStatic(app, { folder: options.dist, isPage: path => paths.has(path) })
  const doors = { db: options.db, now: options.now, readSession }
  const files = options.files ?? noFiles
  serve(app, doors, customerHandlers(options.secret, files, options.handset ?? null))
  serveUploadDoors(app, doors, files)
  serveContactDoors(app, doors, files)
  serveProofDoors(app, doors, files)
  serveTemplateDoor(app, doors)
  serveExportDoor(app, doors, options.secret, files)
  serveProgress(app, doors)
  serveOptOutLinks(app)
  return app
}
