import type { SmppConnection } from '#protocol/smpp/connection.ts'
import type { DeliverSm } from '#protocol/smpp/pdu.ts'
import { isRetryableStatus } from '#protocol/smpp/status.ts'
import { itemOrThrow } from '#values/or-throw.ts'

/** Limit of queued reports for an unbound customer; further ones are dropped and counted. */
const longestQueue = 1_000_000
const retryDelayMs = 1000

/** Queue of reports and inbound messages for one system id: each stays until its deliver_sm_resp, across reconnects. */
export class Outbox {
  readonly counters = { delivered: 0, refused: 0, dropped: 0 }
  readonly #sessions: SmppConnection[] = []
  readonly #later: (delayMs: number, work: () => void) => void
  /** Sent before and not answered: these go first. */
  #again: DeliverSm[] = []
  #waiting: DeliverSm[] = []
  #head = 0
  #turn = 0
  #open = 0

  constructor(later: (delayMs: number, work: () => void) => void) {
    this.#later = later
  }

  /** Number of unanswered packets, sent or not. */
  get size(): number {
    return this.#waiting.length - this.#head + this.#again.length + this.#open
  }

  add(pdu: DeliverSm): void {
    if (this.size >= longestQueue) {
      this.counters.dropped++
      return
    }
    this.#waiting.push(pdu)
    this.pump()
  }

  attach(session: SmppConnection): void {
    this.#sessions.push(session)
    this.pump()
  }

  detach(session: SmppConnection): void {
    const index = this.#sessions.indexOf(session)
    if (index >= 0) this.#sessions.splice(index, 1)
    this.pump()
  }

  /** Sends as much as the sessions' windows allow, by round robin. */
  pump(): void {
    while (this.#again.length > 0 || this.#head < this.#waiting.length) {
      const session = this.#nextSession()
      if (!session) return
      const pdu = this.#again.shift() ?? this.#next()
      this.#open++
      session.send(pdu, (answer, failure) => {
        this.#open--
        if (failure || !answer || isRetryableStatus(answer.status)) this.#sendAgain(pdu, failure === 'closed' ? 0 : retryDelayMs)
        else if (answer.status === 0) this.counters.delivered++
        else this.counters.refused++
        this.pump()
      })
    }
  }

  #sendAgain(pdu: DeliverSm, delayMs: number): void {
    if (delayMs === 0) {
      this.#again.push(pdu)
      return
    }
    this.#open++
    this.#later(delayMs, () => {
      this.#open--
      this.#again.push(pdu)
      this.pump()
    })
  }

  #next(): DeliverSm {
    const pdu = itemOrThrow(this.#waiting, this.#head++)
    if (this.#head > 1024 && this.#head * 2 > this.#waiting.length) {
      this.#waiting = this.#waiting.slice(this.#head)
      this.#head = 0
    }
    return pdu
  }

  #nextSession(): SmppConnection | null {
    for (let tries = 0; tries < this.#sessions.length; tries++) {
      const session = itemOrThrow(this.#sessions, this.#turn++ % this.#sessions.length)
      if (session.freeSlots > 0) return session
    }
    return null
  }
}
