import type { Carrier, Submission } from './carrier.ts'
import type { CustomerSession, Delivered, DeliveryEnd } from './delivered.ts'
import type { Quirks } from './quirks.ts'

const loginLimitMs = 30_000

/** A connection of a customer, who must log in soon; a subclass speaks its protocol. */
export abstract class LoginSession implements CustomerSession {
  customer: string | null = null
  protected readonly carrier: Carrier
  readonly #loginTimer: NodeJS.Timeout
  #submitCount = 0

  constructor(carrier: Carrier) {
    this.carrier = carrier
    this.#loginTimer = setTimeout(() => this.destroy('no login'), loginLimitMs).unref()
    carrier.opened(this)
  }

  abstract get freeSlots(): number
  abstract deliver(delivered: Delivered, onEnd: (end: DeliveryEnd) => void): void
  abstract destroy(reason: string): void
  /** Says goodbye. */
  protected abstract leave(): void

  /** Of the account that logged in. */
  protected get quirks(): Quirks {
    return this.carrier.quirks.of(this.customer ?? '')
  }

  /** How the connection delivers. */
  static optionsOf({ options }: Carrier) {
    return { windowSize: options.deliverWindow, answerTimeoutMs: options.deliverTimeoutMs }
  }

  /** Status with which a right login is refused all the same; null: it is not. `full`: the protocol's, of one too many. */
  protected refusalOf(customer: string, full: number): number | null {
    const { loginStatus, connectionLimit } = this.carrier.quirks.of(customer)
    if (loginStatus !== 0) return loginStatus
    return connectionLimit !== null && this.carrier.sessionsOf(customer).length >= connectionLimit ? full : null
  }

  protected submit(submission: Omit<Submission, 'session'>): void {
    this.carrier.submit({ ...submission, session: this })
    this.#submitCount++
    if (this.#submitCount === this.quirks.terminateAfter) this.leave()
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
