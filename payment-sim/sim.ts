import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { toError } from '#values/error.ts'
import type { Book, PaymentMethod, SimRefund, SimTrade } from './book.ts'
import type { Contract } from './contract.ts'
import { alipayWebhook, type SimWebhook, wechatWebhook } from './webhooks.ts'

/** How webhooks about payments are sent: normally, never, or each several times concurrently. */
export type WebhookMode = 'normal' | 'none' | 'double'

/**
 * The outcome of requested refunds: done; pending until the mode changes (stuck); the payer's account is closed
 * (refused); done but the answer is lost.
 */
export type RefundMode = 'normal' | 'stuck' | 'refused' | 'lost'

/** WeChat's first retry intervals; Alipay's are minutes, too long for a test. */
const retryMs = [15_000, 15_000, 30_000, 180_000, 600_000]

/**
 * Simulator of both gateways behind their interfaces: trades, payments by the push of a button, webhooks to the
 * merchant.
 */
export class PaymentSim {
  readonly contract: Contract
  readonly book: Book
  webhookMode: WebhookMode = 'normal'
  refundMode: RefundMode = 'normal'
  readonly #now: () => number
  readonly #stop = new AbortController()

  constructor(contract: Contract, book: Book, now: () => number = Date.now) {
    this.contract = contract
    this.book = book
    this.#now = now
  }

  /**
   * Opens a trade as the merchant describes it. The same number again is the same trade; with another sum it is
   * refused.
   */
  open(
    paymentMethod: PaymentMethod,
    asked: Pick<SimTrade, 'tradeNumber' | 'amountFen' | 'subject' | 'webhookUrl' | 'returnUrl' | 'expiresAtMs'>,
  ): SimTrade | null {
    const known = this.find(paymentMethod, asked.tradeNumber)
    if (known) return known.amountFen === asked.amountFen ? known : null
    const trade: SimTrade = {
      ...asked,
      paymentMethod,
      state: 'waiting',
      gatewayNumber: `${paymentMethod === 'alipay' ? '20' : '42'}${this.#now()}${randomBytes(6).readUIntBE(0, 6).toString().padStart(15, '0')}`,
      code: `weixin://wxpay/bizpayurl?pr=${randomBytes(6).toString('base64url')}`,
      paidAtMs: null,
      refunds: [],
    }
    this.book.add(trade)
    return trade
  }

  /** The current state of a trade: an expired one can't be paid. */
  find(paymentMethod: PaymentMethod, tradeNumber: string): SimTrade | undefined {
    const trade = this.book.find(paymentMethod, tradeNumber)
    if (trade?.state === 'waiting' && trade.expiresAtMs <= this.#now()) this.#set(trade, 'closed')
    return trade
  }

  /** Pays like a person at the cashier; false when it is too late. `amountFen` pays a wrong sum. */
  pay(paymentMethod: PaymentMethod, tradeNumber: string, amountFen?: number): boolean {
    const trade = this.find(paymentMethod, tradeNumber)
    if (trade?.state !== 'waiting') return false
    trade.paidAtMs = this.#now()
    trade.amountFen = amountFen ?? trade.amountFen
    this.#set(trade, 'paid')
    const times = { normal: 1, none: 0, double: 3 }[this.webhookMode]
    const webhookId = randomUUID().replaceAll('-', '')
    for (let time = 0; time < times; time += 1) void this.#notify(trade, webhookId)
    return true
  }

  close(paymentMethod: PaymentMethod, tradeNumber: string): 'closed' | 'paid' | 'missing' {
    const trade = this.find(paymentMethod, tradeNumber)
    if (!trade) return 'missing'
    if (trade.state === 'waiting') this.#set(trade, 'closed')
    return trade.state === 'paid' ? 'paid' : 'closed'
  }

  /** Refunds a payment; null when it doesn't exist. The same number again changes nothing. */
  refund(
    paymentMethod: PaymentMethod,
    tradeNumber: string,
    refundNumber: string,
    amountFen: number,
  ): { refund: SimRefund; isNew: boolean } | null {
    const trade = this.find(paymentMethod, tradeNumber)
    if (trade?.state !== 'paid') return null
    const known = this.findRefund(paymentMethod, tradeNumber, refundNumber)
    if (known) return known.amountFen === amountFen ? { refund: known, isNew: false } : null
    const before = trade.refunds.reduce((sum, one) => sum + (one.state === 'failed' ? 0 : one.amountFen), 0)
    if (before + amountFen > trade.amountFen) return null
    const states = { normal: 'done', lost: 'done', stuck: 'pending', refused: 'failed' } as const
    const refund = { refundNumber, amountFen, atMs: this.#now(), state: states[this.refundMode] }
    // Alipay refuses and stores nothing; WeChat stores a failed refund.
    if (paymentMethod === 'alipay' && refund.state === 'failed') return { refund, isNew: true }
    trade.refunds.push(refund)
    this.book.save()
    return { refund, isNew: true }
  }

  /**
   * The current state of a refund: a stuck one continues when the mode allows. Empty trade number: by its own number
   * alone.
   */
  findRefund(paymentMethod: PaymentMethod, tradeNumber: string, refundNumber: string): SimRefund | undefined {
    const trades = this.book
      .all()
      .filter(one => one.paymentMethod === paymentMethod && (tradeNumber === '' || one.tradeNumber === tradeNumber))
    const refund = trades.flatMap(one => one.refunds).find(one => one.refundNumber === refundNumber)
    if (refund?.state === 'pending' && this.refundMode !== 'stuck') {
      Object.assign(refund, { state: 'done', atMs: this.#now() })
      this.book.save()
    }
    return refund
  }

  /** Adds a trade as if it had been opened and paid at that time: history for tests. */
  addPaid(
    paymentMethod: PaymentMethod,
    {
      tradeNumber,
      amountFen,
      paidAtMs,
      gatewayNumber,
    }: Pick<SimTrade, 'tradeNumber' | 'amountFen' | 'gatewayNumber'> & { paidAtMs: number },
  ): void {
    this.book.add({
      paymentMethod,
      tradeNumber,
      amountFen,
      gatewayNumber,
      paidAtMs,
      subject: '账户充值',
      webhookUrl: '',
      returnUrl: '',
      expiresAtMs: paidAtMs,
      state: 'paid',
      code: '',
      refunds: [],
    })
  }

  /** The webhook of a payment as it would be sent now. */
  webhookOf(trade: SimTrade, webhookId: string): SimWebhook {
    const make = trade.paymentMethod === 'alipay' ? alipayWebhook : wechatWebhook
    return make(this.contract, trade, webhookId, this.#now())
  }

  stop(): void {
    this.#stop.abort()
  }

  #set(trade: SimTrade, state: SimTrade['state']): void {
    trade.state = state
    this.book.save()
  }

  async #notify(trade: SimTrade, webhookId: string): Promise<void> {
    const { signal } = this.#stop
    for (const waitMs of retryMs) {
      const { url, headers, body, isTaken } = this.webhookOf(trade, webhookId)
      try {
        const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.any([signal, AbortSignal.timeout(5_000)]) })
        if (isTaken(response.status, await response.text())) return
      } catch (error) {
        if (signal.aborted) return
        console.error(`支付模拟器：通知 ${trade.tradeNumber} 未送达（${toError(error).message}），稍后重试`)
      }
      try {
        await pause(waitMs, undefined, { signal })
      } catch {
        // The simulator is stopping; the merchant's own query will settle the payment.
        return
      }
    }
  }
}
