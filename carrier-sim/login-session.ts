import type { Carrier } from './carrier.ts'
import type { CustomerSession, Delivered, DeliveryEnd } from './delivered.ts'

const loginLimitMs = 30_000

/** A connection of a customer, who must log in soon; a subclass speaks its protocol. */
export abstract class LoginSession implements CustomerSession {
  customer: string | null = null
  protected readonly carrier: Carrier
  readonly #loginTimer: NodeJS.Timeout

  constructor(carrier: Carrier) {
    this.carrier = carrier
    this.#loginTimer = setTimeout(() => this.destroy('no login'), loginLimitMs).unref()
    carrier.opened(this)
  }

  abstract get freeSlots(): number
  abstract deliver(delivered: Delivered, onEnd: (end: DeliveryEnd) => void): void
  abstract destroy(reason: string): void

  /** How the connection delivers. */
  protected static optionsOf({ options }: Carrier) {
    return { windowSize: options.deliverWindow, answerTimeoutMs: options.deliverTimeoutMs }
  }

  protected loggedIn(customer: string): void {
    clearTimeout(this.#loginTimer)
    this.customer = customer
  }

  protected ended(): void {
    clearTimeout(this.#loginTimer)
    this.carrier.closed(this)
  }
}
