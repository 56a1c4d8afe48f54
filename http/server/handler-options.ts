import type { EsmeProtocol } from '#contract/apps/app-labels.ts'
import type { IcpRecord } from '#contract/links/link-icp.ts'
import type { Replica } from '#db/replica.ts'
import type { Dns } from '#domain/links/index.ts'
import type { Files } from '#domain/platform/index.ts'
import type { WebhookClient } from '#domain/push/index.ts'
import type { PaymentOptions } from '#http/payments/recharge.ts'

/** Dependencies of the customer console's handlers. */
export interface CustomerHandlerOptions {
  /** The platform's master secret. */
  secret: string
  files: Files
  /** Address of the virtual handset; null: messages reach real phones. */
  handset: string | null
  /** Base of short links: `https://hy.example`. */
  shortLinkUrl: string
  /** How its domain is filed; null: not stated. */
  shortIcpRecord: IcpRecord | null
  /** Public address of the console, if there is one. */
  publicUrl: string | undefined
  /** DNS for checks of customers' domains. */
  dns: Dns
  payment: PaymentOptions
  /** Public address of the open API. */
  openUrl: string
  /** Where programs log in by SMPP and CMPP, `host:port`. */
  esmeAddresses: Readonly<Record<EsmeProtocol, string>>
  /** Allows webhooks to this machine, for development. */
  allowsLoopback: boolean
}

/** Dependencies of the back office's handlers. */
export interface AdminHandlerOptions {
  /** The platform's master secret. */
  secret: string
  /** Base of the platform's own short links. */
  shortLinkUrl: string
  files: Files
  /** Staff without an authenticator may only bind one. */
  isTotpRequired: boolean
  /** Public address of the customer console. */
  consoleUrl: string
  /** Address of the back office, for links in notices. */
  adminUrl: string
  /** Calls robots; the real one unless a test gives another. */
  webhookClient?: WebhookClient | undefined
  /** Where dispatch listens for upstreams by HTTP; unset: nowhere. */
  upstreamCallbackUrl?: string | undefined
  /** Where the statistics are read, if there is one. */
  replica?: Replica | null | undefined
}
