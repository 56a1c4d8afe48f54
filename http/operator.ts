import { operatorPaths } from '#contract/operator-pages.ts'
import type { Db } from '#db/connect.ts'
import { Files } from '#domain/files.ts'
import { type App, createApp, type Standing } from './app.ts'
import { operatorActivityHandlers } from './operator-activity.ts'
import { operatorAttestationHandlers } from './operator-attestation.ts'
import { operatorBankHandlers, serveReceiptFileDoor } from './operator-bank.ts'
import { operatorBlacklistHandlers } from './operator-blacklist.ts'
import { operatorChannelHandlers } from './operator-channel.ts'
import { operatorCodeHandlers } from './operator-code.ts'
import { operatorContentHandlers } from './operator-content.ts'
import { operatorCouponHandlers } from './operator-coupon.ts'
import { operatorCustomerHandlers } from './operator-customer.ts'
import { operatorDomainHandlers } from './operator-domain.ts'
import { operatorFilingHandlers, serveFilingDoors } from './operator-filing.ts'
import { operatorHomeHandlers } from './operator-home.ts'
import { operatorInvoiceHandlers, serveInvoicePreview } from './operator-invoice.ts'
import { operatorInvoiceSettingHandlers } from './operator-invoice-setting.ts'
import { operatorTitleHandlers } from './operator-invoice-title.ts'
import { operatorLedgerHandlers } from './operator-ledger.ts'
import { linkReviewHandlers, operatorLinkHandlers } from './operator-link.ts'
import { linkReportHandlers } from './operator-link-report.ts'
import { operatorNoticeHandlers } from './operator-notice.ts'
import { operatorApprovalHandlers, operatorOrderHandlers } from './operator-order.ts'
import { operatorPackageHandlers } from './operator-package.ts'
import { operatorPersonHandlers } from './operator-person.ts'
import { operatorReviewHandlers } from './operator-review.ts'
import { operatorSegmentHandlers, serveSegmentDoors } from './operator-segment.ts'
import { operatorSettingHandlers } from './operator-setting.ts'
import { operatorSignInHandlers } from './operator-sign-in.ts'
import { operatorSmppHandlers } from './operator-smpp.ts'
import { operatorSelfHandlers, operatorStaffHandlers } from './operator-staff.ts'
import { operatorStatisticsHandlers } from './operator-statistics.ts'
import { operatorWithdrawalHandlers } from './operator-withdrawal.ts'
import { operatorWordHandlers, serveWordDoor } from './operator-word.ts'
import { serveStaffFileDoors } from './private-file.ts'
import { serveStaffProofDoor } from './proof.ts'
import { operatorRechargeHandlers, reconciliationHandlers } from './reconciliation.ts'
import { type Handler, serve } from './serve.ts'
import { readStaffSession } from './staff-sessions.ts'
import { serveStatic } from './static.ts'

/** Everything the back office's browser may call. `shortLinkUrl`: what the platform's short links begin with. */
export const operatorHandlers = (
  secret: string,
  shortLinkUrl: string,
  files: Files = new Files('/dev/null/files'),
  isTotpRequired = false,
  consoleUrl = 'http://console.invalid',
): readonly Handler[] => [
  ...operatorNoticeHandlers,
  ...operatorSignInHandlers(secret, isTotpRequired),
  ...operatorSelfHandlers(secret, isTotpRequired),
  ...operatorStaffHandlers,
  ...operatorStatisticsHandlers,
  ...operatorPersonHandlers(consoleUrl),
  ...operatorSmppHandlers,
  ...operatorHomeHandlers,
  ...operatorReviewHandlers,
  ...operatorAttestationHandlers(secret),
  ...operatorContentHandlers,
  ...operatorFilingHandlers,
  ...operatorWordHandlers,
  ...operatorBlacklistHandlers,
  ...linkReviewHandlers(shortLinkUrl),
  ...operatorLinkHandlers(shortLinkUrl),
  ...linkReportHandlers(shortLinkUrl),
  ...operatorDomainHandlers,
  ...operatorCustomerHandlers,
  ...operatorChannelHandlers(secret),
  ...operatorSettingHandlers,
  ...operatorSegmentHandlers,
  ...operatorCodeHandlers,
  ...operatorPackageHandlers,
  ...operatorCouponHandlers,
  ...operatorOrderHandlers,
  ...operatorInvoiceHandlers(files),
  ...operatorTitleHandlers,
  ...operatorInvoiceSettingHandlers,
  ...operatorApprovalHandlers,
  ...operatorLedgerHandlers,
  ...operatorActivityHandlers,
  ...operatorBankHandlers,
  ...operatorWithdrawalHandlers,
  ...operatorRechargeHandlers,
  ...reconciliationHandlers,
]

export interface OperatorOptions extends Standing {
  /** Of the platform's role, which sees every account. */
  db: Db
  now: () => Date
  /** The platform's master secret. */
  secret: string
  /** What the platform's short links begin with. */
  shortLinkUrl?: string | undefined
  /** Where the customers' console is. */
  consoleUrl?: string
  /** Staff without an authenticator may do nothing but bind one. */
  isStaffTotpRequired?: boolean
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
  const { isStaffTotpRequired = false } = options
  const doors = { db: options.db, now: options.now, readStaffSession, isStaffTotpRequired }
  serve(
    app,
    doors,
    operatorHandlers(
      options.secret,
      options.shortLinkUrl ?? 'http://short.invalid',
      options.files,
      isStaffTotpRequired,
      options.consoleUrl,
    ),
  )
  serveInvoicePreview(app, doors)
  serveSegmentDoors(app, doors)
  serveFilingDoors(app, doors)
  serveWordDoor(app, doors)
  serveReceiptFileDoor(app, doors)
  if (options.files) serveStaffProofDoor(app, doors, options.files)
  if (options.files) serveStaffFileDoors(app, doors, options.files)
  return app
}
