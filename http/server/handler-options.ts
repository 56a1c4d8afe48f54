import type { Dns } from '#domain/links/index.ts'
import type { Files } from '#domain/platform/index.ts'
import type { PaymentOptions } from '#http/payments/recharge.ts'

/** What handlers of the customer console may be made from. */
export interface CustomerHandlerOptions {
  /** The platform's master secret. */
  secret: string
  files: Files
  /** Where people find the virtual handset; null: messages reach real phones. */
  handset: string | null
  /** What short links begin with: `https://hy.example`. */
  shortLinkUrl: string
  /** Where the console is, when it has a public name. */
  publicUrl: string | undefined
  /** Whom to ask whether customers' domains lead here. */
  dns: Dns
  payment: PaymentOptions
  /** Where programs reach us. */
  openUrl: string
  /** Where programs bind by SMPP, `host:port`. */
  smppAddress: string
  /** Webhooks may lead to this machine: for development. */
  allowsLoopback: boolean
}

/** What handlers of the back office may be made from. */
export interface AdminHandlerOptions {
  /** The platform's master secret. */
  secret: string
  /** What the platform's short links begin with. */
  shortLinkUrl: string
  files: Files
  /** Staff without an authenticator may do nothing but bind one. */
  isTotpRequired: boolean
  /** Where the customers' console is. */
  consoleUrl: string
}
