import { pagePaths } from '#contract/pages.ts'
import type { Db } from '#db/connect.ts'
import { Files } from '#domain/files.ts'
import { type Dns, openDns } from '#domain/shorturl/domain-check.ts'
import { accountHandlers } from './account.ts'
import { activityHandlers } from './activity.ts'
import { alertHandlers } from './alert.ts'
import { type App, createApp, type Standing } from './app.ts'
import { appHandlers } from './app-manage.ts'
import { accountProfileHandlers, attestationHandlers, serveCertificateDoor } from './attestation.ts'
import { bankHandlers, serveBankLetter } from './bank.ts'
import { billHandlers, serveBillPapers } from './bill.ts'
import { blacklistHandlers } from './blacklist.ts'
import { broadcastHandlers } from './broadcast.ts'
import { broadcastDraftHandlers } from './broadcast-draft.ts'
import { broadcastLinkHandlers } from './broadcast-link.ts'
import { serveProgress } from './broadcast-progress.ts'
import { closingHandlers } from './closing.ts'
import { contactLabelHandlers } from './contact-label.ts'
import { contactTaskHandlers, serveContactDoors } from './contact-task.ts'
import { contentHandlers } from './content.ts'
import { couponHandlers } from './coupon.ts'
import { deliveryHandlers } from './delivery.ts'
import { exportHandlers, serveExportDoor } from './export.ts'
import { financeHandlers } from './finance.ts'
import { financeOverviewHandlers } from './finance-overview.ts'
import { homeHandlers } from './home.ts'
import { invoiceHandlers } from './invoice.ts'
import { invoiceDeliveryHandlers, serveInvoiceEmailPage } from './invoice-delivery.ts'
import { invoiceTitleHandlers } from './invoice-title.ts'
import { landingHandlers, serveOptOutLinks } from './landing.ts'
import { linkHandlers } from './link.ts'
import { linkBatchHandlers, serveLinkBatchDoor } from './link-batch.ts'
import { linkDomainHandlers } from './link-domain.ts'
import { linkListHandlers } from './link-list.ts'
import { linkPackageHandlers } from './link-package.ts'
import { memberHandlers } from './members.ts'
import { noticeHandlers } from './notice.ts'
import { optOutHandlers } from './opt-out.ts'
import { orderHandlers } from './order.ts'
import { packageHandlers } from './package.ts'
import { phonebookHandlers } from './phonebook.ts'
import { servePrivateFileDoors } from './private-file.ts'
import { profileHandlers, serveAvatars } from './profile.ts'
import { serveProofDoors } from './proof.ts'
import { rebuyHandlers } from './rebuy.ts'
import { type PaymentOptions, rechargeHandlers, servePaymentNotices, serveRechargeReceipt } from './recharge.ts'
import { type Handler, serve } from './serve.ts'
import { readSession } from './sessions.ts'
import { settingHandlers } from './setting.ts'
import { signInHandlers } from './sign-in.ts'
import { signatureHandlers } from './signature.ts'
import { smppHandlers } from './smpp.ts'
import { smsHomeHandlers } from './sms-home.ts'
import { serveStatic } from './static.ts'
import { statisticsHandlers } from './statistics.ts'
import { stepUpHandlers } from './step-up.ts'
import { serveTemplateDoor, templateHandlers } from './template.ts'
import { transactionHandlers } from './transaction.ts'
import { serveUploadDoors, uploadHandlers } from './upload.ts'
import { visitHandlers } from './visit.ts'
import { serveLiveVisits } from './visit-live.ts'
import { webhookHandlers } from './webhook.ts'
import { withdrawalHandlers } from './withdrawal.ts'

/** A folder that can't be made: without one, taking a file is loud. */
const noFiles = new Files('/dev/null/files')

/** Leads nowhere. */
const noOpenUrl = 'http://open.invalid'
const noSmppAddress = 'smpp.invalid:2776'

/** Nothing can be paid online. */
const noPayment: PaymentOptions = { gateways: new Map(), simulator: null, publicUrl: null }

interface HandlerOptions {
  secret: string
  files?: Files
  handset?: string | null
  /** What short links begin with: `https://hy.example`. */
  shortLinkUrl: string
  /** Where the console is, when it has a public name. */
  publicUrl?: string | undefined
  /** Whom to ask whether customers' domains lead here. */
  dns?: Dns
  payment?: PaymentOptions
  /** Where programs reach us. */
  openUrl?: string
  /** Where programs bind by SMPP, `host:port`. */
  smppAddress?: string | undefined
  /** Webhooks may lead to this machine: for development. */
  allowsLoopback?: boolean
}

/** Everything the customer console's browser may call. */
export const customerHandlers = ({
  secret,
  files = noFiles,
  handset = null,
  shortLinkUrl,
  publicUrl,
  dns = openDns(),
  payment = noPayment,
  openUrl = noOpenUrl,
  smppAddress = noSmppAddress,
  allowsLoopback = false,
}: HandlerOptions): readonly Handler[] => [
  ...signInHandlers({ secret, handset }),
  ...accountHandlers,
  ...activityHandlers(secret),
  ...noticeHandlers,
  ...attestationHandlers(secret),
  ...accountProfileHandlers(secret),
  ...stepUpHandlers(secret),
  ...profileHandlers({ secret, publicUrl }),
  ...memberHandlers({ publicUrl }),
  ...closingHandlers,
  ...homeHandlers,
  ...contentHandlers,
  ...signatureHandlers,
  ...templateHandlers,
  ...blacklistHandlers,
  ...phonebookHandlers,
  ...contactLabelHandlers,
  ...contactTaskHandlers(files),
  ...uploadHandlers(files, shortLinkUrl),
  ...broadcastHandlers(secret, files, shortLinkUrl),
  ...broadcastDraftHandlers,
  ...broadcastLinkHandlers(shortLinkUrl),
  ...appHandlers({ secret, openUrl }),
  ...smppHandlers({ secret, address: smppAddress }),
  ...webhookHandlers({ secret, allowsLoopback }),
  ...deliveryHandlers,
  ...statisticsHandlers,
  ...smsHomeHandlers,
  ...landingHandlers(secret),
  ...optOutHandlers,
  ...exportHandlers(secret, files, shortLinkUrl),
  ...couponHandlers,
  ...financeHandlers,
  ...rechargeHandlers(payment),
  ...bankHandlers,
  ...withdrawalHandlers,
  ...orderHandlers(payment),
  ...transactionHandlers,
  ...billHandlers,
  ...financeOverviewHandlers,
  ...packageHandlers,
  ...rebuyHandlers,
  ...linkPackageHandlers,
  ...linkBatchHandlers(shortLinkUrl, files),
  ...settingHandlers,
  ...alertHandlers(secret),
  ...linkHandlers(shortLinkUrl),
  ...linkListHandlers(shortLinkUrl),
  ...linkDomainHandlers({ dns, shortLinkUrl, publicUrl }),
  ...visitHandlers(shortLinkUrl),
  ...invoiceHandlers({ files }),
  ...invoiceTitleHandlers,
  ...invoiceDeliveryHandlers(publicUrl ?? null),
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
  /** What short links begin with; without it the calls of short links say an address that leads nowhere. */
  shortLinkUrl?: string | undefined
  /** Whom to ask whether customers' domains lead here; without it the machine's name servers. */
  dns?: Dns
  /** The gateways of payment; without them nothing can be paid online. */
  payment?: PaymentOptions
  /** Where programs reach us; without it the screens of apps say an address that leads nowhere. */
  openUrl?: string
  /** Where programs bind by SMPP; without it the same. */
  smppAddress?: string
  /** Webhooks may lead to this machine: for development. */
  allowsLoopback?: boolean
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
  const { secret, handset = null, shortLinkUrl = 'http://short.invalid', payment = noPayment, openUrl = noOpenUrl, smppAddress } = options
  const { dns = openDns(), publicUrl, allowsLoopback = false } = options
  serve(
    app,
    doors,
    customerHandlers({ secret, files, handset, shortLinkUrl, publicUrl, dns, payment, openUrl, smppAddress, allowsLoopback }),
  )
  serveUploadDoors(app, doors, files)
  serveContactDoors(app, doors, files)
  serveProofDoors(app, doors, files)
  serveBillPapers(app, doors)
  servePrivateFileDoors(app, doors, files)
  serveCertificateDoor(app, doors, secret)
  serveLinkBatchDoor(app, doors, shortLinkUrl)
  serveTemplateDoor(app, doors)
  serveExportDoor(app, doors, options.secret, files)
  serveProgress(app, doors)
  serveAvatars(app, doors)
  serveLiveVisits(app, doors)
  serveOptOutLinks(app)
  servePaymentNotices(app, doors, payment)
  serveBankLetter(app, doors)
  serveRechargeReceipt(app, doors)
  serveInvoiceEmailPage(app, doors)
  return app
}
