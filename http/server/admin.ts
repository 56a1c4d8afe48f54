import { adminPaths } from '#contract/admin-pages.ts'
import { adminSignInCalls } from '#contract/staff/admin-sign-in.ts'
import type { Db } from '#db/connect.ts'
import type { Replica } from '#db/replica.ts'
import { Files } from '#domain/platform/index.ts'
import type { WebhookClient } from '#domain/push/index.ts'
import * as account from '#http/account/handlers.ts'
import { serveStaffFileRoutes } from '#http/account/private-file.ts'
import * as apps from '#http/apps/handlers.ts'
import * as blacklist from '#http/blacklist/handlers.ts'
import * as content from '#http/content/handlers.ts'
import { serveStaffProofRoutes } from '#http/content/proof.ts'
import { serveWordRoutes } from '#http/forbidden-words/admin-word.ts'
import * as forbiddenWords from '#http/forbidden-words/handlers.ts'
import * as home from '#http/home/handlers.ts'
import { serveInvoicePreview } from '#http/invoicing/admin-invoice.ts'
import * as invoicing from '#http/invoicing/handlers.ts'
import * as links from '#http/links/handlers.ts'
import { serveSegmentRoutes } from '#http/messages/admin-segment.ts'
import * as messages from '#http/messages/handlers.ts'
import * as monitoring from '#http/monitoring/handlers.ts'
import * as notification from '#http/notification/handlers.ts'
import * as onCall from '#http/on-call/handlers.ts'
import * as orders from '#http/orders/handlers.ts'
import { serveReceiptFileRoutes } from '#http/payments/admin-bank.ts'
import * as payments from '#http/payments/handlers.ts'
import { servePersonalDataRoutes } from '#http/personal-data/admin-personal-data.ts'
import * as personalData from '#http/personal-data/handlers.ts'
import * as search from '#http/search/handlers.ts'
import { serveSenderRegistrationRoutes } from '#http/sender-registration/admin-sender-registration.ts'
import * as senderRegistration from '#http/sender-registration/handlers.ts'
import * as staff from '#http/staff/handlers.ts'
import { pick } from '#values/pick.ts'
import { type App, type AttestationStatus, createApp } from './app.ts'
import type { AdminHandlerOptions } from './handler-options.ts'
import { type Handler, serve } from './serve.ts'
import { readStaffSession } from './staff-sessions.ts'
import { serveStatic } from './static.ts'

/** All calls of the back office's browser app. `shortLinkUrl`: base of the platform's short links. */
export const adminHandlers = ({
  secret,
  shortLinkUrl,
  files = new Files('/dev/null/files'),
  isTotpRequired = false,
  consoleUrl = 'http://console.invalid',
  adminUrl = 'http://admin.invalid',
  webhookClient,
  upstreamCallbackUrl,
  replica,
}: Partial<AdminHandlerOptions> & Pick<AdminHandlerOptions, 'secret' | 'shortLinkUrl'>): readonly Handler[] => {
  const options = { secret, shortLinkUrl, files, isTotpRequired, consoleUrl, adminUrl, webhookClient, upstreamCallbackUrl, replica }
  return [
    ...account.adminHandlers(options),
    ...apps.adminHandlers,
    ...blacklist.adminHandlers,
    ...content.adminHandlers,
    ...forbiddenWords.adminHandlers,
    ...home.adminHandlers,
    ...invoicing.adminHandlers(options),
    ...links.adminHandlers(options),
    ...messages.adminHandlers(options),
    ...monitoring.adminHandlers,
    ...notification.adminHandlers,
    ...onCall.adminHandlers(options),
    ...orders.adminHandlers,
    ...payments.adminHandlers,
    ...personalData.adminHandlers,
    ...search.adminHandlers,
    ...senderRegistration.adminHandlers,
    ...staff.adminHandlers(options),
  ]
}

export interface AdminOptions extends AttestationStatus {
  /** With the platform's role, which sees every account. */
  db: Db
  now: () => Date
  /** The platform's master secret. */
  secret: string
  /** Base of the platform's short links. */
  shortLinkUrl?: string | undefined
  /** Public address of the customer console. */
  consoleUrl?: string
  /** Address of the back office, for links in notices. */
  adminUrl?: string
  /** Where dispatch listens for upstreams by HTTP; unset: nowhere. */
  upstreamCallbackUrl?: string | undefined
  /** Where the statistics are read, if there is one. */
  replica?: Replica | null
  /** Calls robots; the real one unless a test gives another. */
  webhookClient?: WebhookClient
  /** Staff without an authenticator may only bind one. */
  isStaffTotpRequired?: boolean
  /** Store of uploaded files; without it none can be shown. */
  files?: Files
  /** Folder of the built app; without it only the calls are served. */
  dist?: string
}

/** The server of the back office, on a port of its own: only staff sessions are valid here. */
export async function createAdminApp(options: AdminOptions): Promise<App> {
  const app = await createApp({ ...options, server: 'admin', forBrowsers: true })
  const paths = new Set<string>(adminPaths)
  if (options.dist) await serveStatic(app, { folder: options.dist, sessionCall: adminSignInCalls.me.path, isPage: path => paths.has(path) })
  const { isStaffTotpRequired = false } = options
  const services = { db: options.db, now: options.now, readStaffSession, isStaffTotpRequired }
  serve(
    app,
    services,
    adminHandlers({
      ...pick(options, 'secret', 'files', 'consoleUrl', 'adminUrl', 'webhookClient', 'upstreamCallbackUrl', 'replica'),
      shortLinkUrl: options.shortLinkUrl ?? 'http://short.invalid',
      isTotpRequired: isStaffTotpRequired,
    }),
  )
  serveInvoicePreview(app, services)
  serveSegmentRoutes(app, services)
  serveSenderRegistrationRoutes(app, services)
  serveWordRoutes(app, services)
  serveReceiptFileRoutes(app, services)
  servePersonalDataRoutes(app, services)
  if (options.files) serveStaffProofRoutes(app, services, options.files)
  if (options.files) serveStaffFileRoutes(app, services, options.files)
  return app
}
