import { accountCalls } from '#contract/account/account.ts'
import { homeCalls } from '#contract/home/home.ts'
import type { IcpRecord } from '#contract/links/link-icp.ts'
import { pagePaths, sharedBy } from '#contract/pages.ts'
import type { Db } from '#db/connect.ts'
import { type Dns, openDns } from '#domain/links/index.ts'
import { Files } from '#domain/platform/index.ts'
import { serveCertificateRoutes } from '#http/account/attestation.ts'
import * as account from '#http/account/handlers.ts'
import { servePrivateFileRoutes } from '#http/account/private-file.ts'
import { serveAvatars } from '#http/account/profile.ts'
import * as alert from '#http/alert/handlers.ts'
import * as apps from '#http/apps/handlers.ts'
import { serveBillDocuments } from '#http/billing/bill.ts'
import * as billing from '#http/billing/handlers.ts'
import * as blacklist from '#http/blacklist/handlers.ts'
import { serveProgress } from '#http/broadcast/broadcast-progress.ts'
import { serveBroadcastReport } from '#http/broadcast/broadcast-share.ts'
import * as broadcast from '#http/broadcast/handlers.ts'
import * as closing from '#http/closing/handlers.ts'
import * as content from '#http/content/handlers.ts'
import { serveProofRoutes } from '#http/content/proof.ts'
import { serveTemplateRoutes } from '#http/content/template.ts'
import { serveExportRoutes } from '#http/export/export.ts'
import * as exporting from '#http/export/handlers.ts'
import * as home from '#http/home/handlers.ts'
import * as identity from '#http/identity/handlers.ts'
import * as invoicing from '#http/invoicing/handlers.ts'
import { serveInvoiceEmailPage } from '#http/invoicing/invoice-delivery.ts'
import * as links from '#http/links/handlers.ts'
import { serveLinkBatchRoutes } from '#http/links/link-batch.ts'
import { serveLiveVisits } from '#http/links/visit-live.ts'
import * as messages from '#http/messages/handlers.ts'
import * as notification from '#http/notification/handlers.ts'
import * as orders from '#http/orders/handlers.ts'
import { serveBankLetter } from '#http/payments/bank.ts'
import * as payments from '#http/payments/handlers.ts'
import { type PaymentOptions, servePaymentWebhooks, serveRechargeReceipt } from '#http/payments/recharge.ts'
import * as push from '#http/push/handlers.ts'
import { serveContactRoutes } from '#http/recipients/contact-task.ts'
import * as recipients from '#http/recipients/handlers.ts'
import { serveUploadRoutes } from '#http/recipients/upload.ts'
import * as search from '#http/search/handlers.ts'
import * as undo from '#http/undo/handlers.ts'
import * as unsubscribe from '#http/unsubscribe/handlers.ts'
import { serveOptOutLinks } from '#http/unsubscribe/opt-out-page.ts'
import { type App, type AttestationStatus, createApp } from './app.ts'
import type { CustomerHandlerOptions } from './handler-options.ts'
import { type Handler, serve } from './serve.ts'
import { readSession } from './sessions.ts'
import { serveStatic } from './static.ts'

/** A folder that can't be created: saving a file fails loudly without a configured one. */
const noFiles = new Files('/dev/null/files')

/** An invalid address. */
const noOpenUrl = 'http://open.invalid'
const noEsmeAddresses = { smpp: 'smpp.invalid:2776', cmpp: 'cmpp.invalid:2780' }

/** Disables online payment. */
const noPayment: PaymentOptions = { gateways: new Map(), simulator: null, publicUrl: null }

/** All calls of the customer console's browser app. */
export const customerHandlers = ({
  secret,
  files = noFiles,
  handset = null,
  shortLinkUrl,
  shortIcpRecord = null,
  publicUrl,
  dns = openDns(),
  payment = noPayment,
  openUrl = noOpenUrl,
  esmeAddresses = noEsmeAddresses,
  allowsLoopback = false,
}: Partial<CustomerHandlerOptions> & Pick<CustomerHandlerOptions, 'secret' | 'shortLinkUrl'>): readonly Handler[] => {
  const options = { secret, files, handset, shortLinkUrl, shortIcpRecord, publicUrl, dns, payment, openUrl, esmeAddresses, allowsLoopback }
  return [
    ...account.customerHandlers(options),
    ...alert.customerHandlers(options),
    ...apps.customerHandlers(options),
    ...billing.customerHandlers,
    ...blacklist.customerHandlers,
    ...broadcast.customerHandlers(options),
    ...closing.customerHandlers,
    ...content.customerHandlers,
    ...exporting.customerHandlers(options),
    ...home.customerHandlers,
    ...identity.customerHandlers(options),
    ...invoicing.customerHandlers(options),
    ...links.customerHandlers(options),
    ...messages.customerHandlers,
    ...notification.customerHandlers,
    ...orders.customerHandlers(options),
    ...payments.customerHandlers(options),
    ...push.customerHandlers(options),
    ...recipients.customerHandlers(options),
    ...search.customerHandlers,
    ...undo.customerHandlers(options),
    ...unsubscribe.customerHandlers(options),
  ]
}

export interface CustomerOptions extends AttestationStatus {
  db: Db
  now: () => Date
  /** The platform's master secret. */
  secret: string
  /** Store of uploaded files; without it uploads fail. */
  files?: Files
  /** Address of the virtual handset; without it messages reach real phones. */
  handset?: string | undefined
  /** Base of short links; without it they show an invalid address. */
  shortLinkUrl?: string | undefined
  /** How the domain of short links is filed; without it nothing is offered in templates. */
  shortIcpRecord?: IcpRecord | null
  /** DNS for checks of customers' domains; by default the machine's name servers. */
  dns?: Dns
  /** Payment gateways; without them nothing can be paid online. */
  payment?: PaymentOptions
  /** Public address of the open API; without it the pages of apps show an invalid address. */
  openUrl?: string
  /** Public addresses of the SMPP and CMPP servers; likewise. */
  esmeAddresses?: CustomerHandlerOptions['esmeAddresses']
  /** Allows webhooks to this machine, for development. */
  allowsLoopback?: boolean
  /** Folder of the built console; without it only the calls are served. */
  dist?: string
}

/** The server of the customer console: its calls and its pages. */
export async function createCustomerApp(options: CustomerOptions): Promise<App> {
  const app = await createApp({ ...options, forBrowsers: true })
  const paths = new Set<string>(pagePaths)
  const firstCalls = { '/system/home': [homeCalls.overview, homeCalls.trend, homeCalls.frame].map(call => call.path) }
  if (options.dist)
    await serveStatic(app, {
      folder: options.dist,
      sessionCall: accountCalls.me.path,
      firstCalls,
      sharedBy,
      isPage: path => paths.has(path),
    })
  const services = { db: options.db, now: options.now, readSession }
  const files = options.files ?? noFiles
  const { secret, handset = null, shortLinkUrl = 'http://short.invalid', payment = noPayment, openUrl = noOpenUrl, esmeAddresses } = options
  const { dns = openDns(), publicUrl, shortIcpRecord = null, allowsLoopback = false } = options
  serve(
    app,
    services,
    customerHandlers({
      secret,
      files,
      handset,
      shortLinkUrl,
      shortIcpRecord,
      publicUrl,
      dns,
      payment,
      openUrl,
      esmeAddresses,
      allowsLoopback,
    }),
  )
  serveUploadRoutes(app, services, files)
  serveContactRoutes(app, services, files)
  serveProofRoutes(app, services, files)
  serveBillDocuments(app, services)
  servePrivateFileRoutes(app, services, files)
  serveCertificateRoutes(app, services, secret)
  serveLinkBatchRoutes(app, services, { shortLinkUrl, files })
  serveTemplateRoutes(app, services)
  serveExportRoutes(app, services, options.secret, files)
  serveProgress(app, services)
  serveBroadcastReport(app, services)
  serveAvatars(app, services)
  serveLiveVisits(app, services)
  serveOptOutLinks(app)
  servePaymentWebhooks(app, services, payment)
  serveBankLetter(app, services)
  serveRechargeReceipt(app, services)
  serveInvoiceEmailPage(app, services)
  return app
}
