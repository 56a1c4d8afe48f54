/** The gateways by which money comes in at once. */
export type GatewayName = 'alipay' | 'wechat'

/** What is to be paid. Its number is ours: up to 32 letters and digits, unique at the gateway. */
export interface Trade {
  tradeNumber: string
  amountFen: number
  /** What the payer reads. */
  subject: string
  expiresAt: Date
}

/** How the payer gets to the gateway: a page of it, or a text that is shown as a QR code. */
export type PayWay = { kind: 'page'; url: string } | { kind: 'code'; text: string }

/** What a gateway knows of a trade. */
export interface TradeFacts {
  tradeNumber: string
  /** paying: somebody has begun. */
  state: 'waiting' | 'paying' | 'paid' | 'closed'
  /** Null while nobody has paid. */
  payment: { gatewayNumber: string; amountFen: number; payer: string; paidAt: Date } | null
}

export interface Refund {
  tradeNumber: string
  /** Ours, unique: the same one again asks for nothing more. */
  refundNumber: string
  amountFen: number
  /** Of the whole trade. */
  tradeFen: number
  reason: string
}
/** What a gateway knows of a refund. */
export interface RefundFacts {
  /** failed: it won't happen, as when the payer's account is gone. */
  state: 'done' | 'pending' | 'failed'
  /** When the payer got it, as the gateway says; null before, and where it doesn't say. */
  doneAt: Date | null
  /** Its word for why not. */
  trouble: string | null
}

/** A line of a gateway's statement of a day. */
export interface StatementLine {
  kind: 'payment' | 'refund'
  tradeNumber: string
  /** Empty for a payment. */
  refundNumber: string
  gatewayNumber: string
  /** Positive, of refunds too. */
  amountFen: number
  at: Date
}

/** A message of a gateway that came by itself, as the door received it. */
export interface RawNotice {
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>
  body: string
}
export interface Notice {
  /** The gateway's own, the same when it sends the message again. */
  noticeId: string
  /** Null: a message about something else than a payment. */
  trade: TradeFacts | null
}

export interface PaymentGateway {
  name: GatewayName
  pay(trade: Trade, from: { noticeUrl: string; returnUrl: string }): Promise<PayWay>
  /** Null: the gateway has no such trade, as when nobody opened its page. */
  query(tradeNumber: string): Promise<TradeFacts | null>
  /** No more payment is taken. One that was taken meanwhile stands: ask again afterwards. */
  close(tradeNumber: string): Promise<void>
  /** The same number again is the same refund. Rejects with `GatewayRefused` when the gateway says no. */
  refund(refund: Refund): Promise<RefundFacts>
  /** Null: it knows nothing of this refund. */
  queryRefund(refund: Pick<Refund, 'tradeNumber' | 'refundNumber'>): Promise<RefundFacts | null>
  /** Every payment and refund of a day in China, `2026-11-20`. Rejects with `GatewayFailed` while there is no statement yet. */
  statement(day: string): Promise<StatementLine[]>
  /** Rejects with `NoticeForged` what isn't signed by the gateway or meant for somebody else. */
  readNotice(notice: RawNotice): Promise<Notice>
  /** What it wants to hear for a message that was taken. */
  readonly received: { type: string; body: string }
}

/** The gateway could not be reached, or what it said can't be trusted or understood. Nothing is known of the trade. */
export class GatewayFailed extends Error {
  override readonly name: string = 'GatewayFailed'
}

/** The gateway understood and said no, for a reason that asking again does not change. */
export class GatewayRefused extends GatewayFailed {
  override readonly name = 'GatewayRefused'
}

/** A message that pretends to be the gateway's. */
export class NoticeForged extends Error {
  override readonly name = 'NoticeForged'
}

const fenPattern = /^(0|[1-9]\d{0,9})(?:\.(\d{1,2}))?$/

/** `12.30`, as gateways write yuan. */
export const yuanOfFen = (fen: number): string => `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`

/** Whole fen of such a text. Throws for anything else: no amount is ever guessed. */
export function fenOfYuan(text: string): number {
  const match = fenPattern.exec(text)
  if (!match) throw new GatewayFailed(`not an amount: ${text}`)
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}
