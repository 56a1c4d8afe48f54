/** The gateways for immediate payments. */
export type GatewayName = 'alipay' | 'wechat'

/** A trade to be paid. Its number is ours: up to 32 letters and digits, unique at the gateway. */
interface Trade {
  tradeNumber: string
  amountFen: number
  /** What the payer reads. */
  subject: string
  expiresAt: Date
}

/** How the payer gets to the gateway: by its page, or by a QR code of this text. */
export type NextAction = { kind: 'page'; url: string } | { kind: 'code'; text: string }

/** A gateway's facts of a trade. */
export interface TradeFacts {
  tradeNumber: string
  /** paying: the payer has begun. */
  state: 'waiting' | 'paying' | 'paid' | 'closed'
  /** Null while it is unpaid. */
  payment: { gatewayNumber: string; amountFen: number; payer: string; paidAt: Date } | null
}

interface Refund {
  tradeNumber: string
  /** Ours, unique: idempotency key of the refund. */
  refundNumber: string
  amountFen: number
  /** Of the whole trade. */
  tradeFen: number
  reason: string
}
/** A gateway's facts of a refund. */
export interface RefundFacts {
  /** failed: final, as when the payer's account is closed. */
  state: 'done' | 'pending' | 'failed'
  /** When the payer got it, as the gateway says; null before, and where it doesn't say. */
  doneAt: Date | null
  /** The gateway's reason for a failure. */
  trouble: string | null
}

/** A line of a gateway's daily statement. */
export interface StatementLine {
  kind: 'payment' | 'refund'
  tradeNumber: string
  /** Empty for a payment. */
  refundNumber: string
  gatewayNumber: string
  /** Positive, also for refunds. */
  amountFen: number
  at: Date
}

/** A payment webhook as it was received. */
export interface RawWebhook {
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>
  body: string
}
export interface Webhook {
  /** The gateway's id, the same when it resends the webhook. */
  webhookId: string
  /** Null: the webhook is not about a payment. */
  trade: TradeFacts | null
}

export interface PaymentGateway {
  name: GatewayName
  pay(trade: Trade, from: { webhookUrl: string; returnUrl: string }): Promise<NextAction>
  /** Null: the gateway has no such trade, as when nobody opened its page. */
  query(tradeNumber: string): Promise<TradeFacts | null>
  /** Prevents further payment. A payment that arrived meanwhile stays valid: query again afterwards. */
  close(tradeNumber: string): Promise<void>
  /** Idempotent by the refund number. Rejects with `GatewayRefused` when the gateway refuses. */
  refund(refund: Refund): Promise<RefundFacts>
  /** Null: it has no such refund. */
  queryRefund(refund: Pick<Refund, 'tradeNumber' | 'refundNumber'>): Promise<RefundFacts | null>
  /**
   * Every payment and refund of a day in China, `2026-11-20`. Rejects with `GatewayFailed` while there is no statement
   * yet.
   */
  statement(day: string): Promise<StatementLine[]>
  /**
   * Verifies a payment webhook. Rejects with `WebhookForged` what isn't signed by the gateway or is meant for somebody
   * else.
   */
  readWebhook(webhook: RawWebhook): Promise<Webhook>
  /** The acknowledgement that the gateway expects. */
  readonly received: { type: string; body: string }
}

/** The gateway could not be reached, or its answer can't be trusted or understood. The trade's state is unknown. */
export class GatewayFailed extends Error {
  override readonly name: string = 'GatewayFailed'
}

/** The gateway refused for a reason that a retry does not change. */
export class GatewayRefused extends GatewayFailed {
  override readonly name = 'GatewayRefused'
}

/** A webhook that is not the gateway's. */
export class WebhookForged extends Error {
  override readonly name = 'WebhookForged'
}

const fenPattern = /^(0|[1-9]\d{0,9})(?:\.(\d{1,2}))?$/

/** `12.30`, the gateways' format of yuan. */
export const yuanOfFen = (fen: number): string => `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`

/** Parses such a text into whole fen. Throws for anything else: no amount is ever guessed. */
export function fenOfYuan(text: string): number {
  const match = fenPattern.exec(text)
  if (!match) throw new GatewayFailed(`not an amount: ${text}`)
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}
