import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { errorCode } from '#values/error.ts'
import { deleteOldest } from '#values/oldest.ts'

export type PaymentMethod = 'alipay' | 'wechat'

export interface SimTrade {
  paymentMethod: PaymentMethod
  tradeNumber: string
  amountFen: number
  subject: string
  webhookUrl: string
  returnUrl: string
  expiresAtMs: number
  state: 'waiting' | 'paid' | 'closed'
  /** The simulator's number for the payment, like a gateway's. */
  gatewayNumber: string
  /** The content of a WeChat trade's QR code. */
  code: string
  paidAtMs: number | null
  refunds: SimRefund[]
}

export interface SimRefund {
  refundNumber: string
  amountFen: number
  atMs: number
  state: 'pending' | 'done' | 'failed'
}

const maxTrades = 5_000

/** The trades of both gateways, stored in a file so that they survive a restart. */
export class Book {
  readonly #file: string | null
  readonly #trades = new Map<string, SimTrade>()

  constructor(file: string | null) {
    this.#file = file
    for (const trade of file ? read(file) : []) this.#trades.set(keyOf(trade.paymentMethod, trade.tradeNumber), trade)
  }

  find(paymentMethod: PaymentMethod, tradeNumber: string): SimTrade | undefined {
    return this.#trades.get(keyOf(paymentMethod, tradeNumber))
  }

  all(): SimTrade[] {
    return [...this.#trades.values()]
  }

  add(trade: SimTrade): void {
    this.#trades.set(keyOf(trade.paymentMethod, trade.tradeNumber), trade)
    if (this.#trades.size > maxTrades) deleteOldest(this.#trades)
    this.save()
  }

  save(): void {
    if (!this.#file) return
    writeFileSync(`${this.#file}.new`, JSON.stringify(this.all()), { mode: 0o600 })
    renameSync(`${this.#file}.new`, this.#file)
  }
}

const keyOf = (paymentMethod: PaymentMethod, tradeNumber: string) => `${paymentMethod}/${tradeNumber}`

function read(file: string): SimTrade[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as SimTrade[]
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}
