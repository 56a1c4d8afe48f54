import { itemOrThrow } from '#values/or-throw.ts'
import type { CustomerSession, Delivered } from './delivered.ts'

/** Limit of queued reports for an unbound customer; further ones are dropped and counted. */
const longestQueue = 1_000_000
const retryDelayMs = 1000

/** Queue of reports and inbound messages for one customer: each stays until it is answered, across reconnects. */
export class Outbox {
  readonly counters = { delivered: 0, refused: 0, dropped: 0 }
  readonly #sessions: CustomerSession[] = []
  readonly #later: (delayMs: number, work: () => void) => void
  /** Sent before and not answered: these go first. */
  #again: Delivered[] = []
  #waiting: Delivered[] = []
  #head = 0
  #turn = 0
  #open = 0

  constructor(later: (delayMs: number, work: () => void) => void) {
    this.#later = later
  }

  /** Number of unanswered deliveries, sent or not. */
  get size(): number {
    return this.#waiting.length - this.#head + this.#again.length + this.#open
  }

  add(delivered: Delivered): void {
    if (this.size >= longestQueue) {
      this.counters.dropped++
      return
    }
    this.#waiting.push(delivered)
    this.pump()
  }

  attach(session: CustomerSession): void {
    this.#sessions.push(session)
    this.pump()
  }

  detach(session: CustomerSession): void {
    const index = this.#sessions.indexOf(session)
    if (index >= 0) this.#sessions.splice(index, 1)
    this.pump()
  }

  /** Sends as much as the sessions' windows allow, by round robin. */
  pump(): void {
    while (this.#again.length > 0 || this.#head < this.#waiting.length) {
      const session = this.#nextSession(this.#again[0] ?? itemOrThrow(this.#waiting, this.#head))
      if (!session) return
      const delivered = this.#again.shift() ?? this.#next()
      this.#open++
      session.deliver(delivered, end => {
        this.#open--
        if (end === 'taken') this.counters.delivered++
        else if (end === 'refused') this.counters.refused++
        else this.#sendAgain(delivered, end === 'closed' ? 0 : retryDelayMs)
        this.pump()
      })
    }
  }

  #sendAgain(delivered: Delivered, delayMs: number): void {
    if (delayMs === 0) {
      this.#again.push(delivered)
      return
    }
    this.#open++
    this.#later(delayMs, () => {
      this.#open--
      this.#again.push(delivered)
      this.pump()
    })
  }

  #next(): Delivered {
    const delivered = itemOrThrow(this.#waiting, this.#head++)
    if (this.#head > 1024 && this.#head * 2 > this.#waiting.length) {
      this.#waiting = this.#waiting.slice(this.#head)
      this.#head = 0
    }
    return delivered
  }

  #nextSession(delivered: Delivered): CustomerSession | null {
    const avoided = delivered.kind === 'report' && this.#sessions.length > 1 ? delivered.notOver : null
    for (let tries = 0; tries < this.#sessions.length; tries++) {
      const session = itemOrThrow(this.#sessions, this.#turn++ % this.#sessions.length)
      if (session.freeSlots > 0 && session !== avoided) return session
    }
    return null
  }
}
