import { connectSmpp } from '#protocol/smpp/client.ts'
import type { SmppConnection } from '#protocol/smpp/connection.ts'
import type { DeliverSm } from '#protocol/smpp/pdu.ts'
import { statuses } from '#protocol/smpp/status.ts'
import type { Channel } from './channel.ts'
import { type BreakerState, CircuitBreaker } from './circuit-breaker.ts'
import { AdaptiveWindow } from './pace.ts'

/** What can be said of a channel's links at a moment. */
export interface LinksState {
  boundCount: number
  /** Those bound that may send. */
  sendingCount: number
  /** Why the links that are missing are missing, null when all are there. */
  problem: string | null
  /** Those whose circuit breaker is not closed. `link` counts from one. */
  breakers: { link: number; state: BreakerState; reason: string }[]
}

export interface LinksOptions {
  channel: Channel
  elapsedMs: () => number
  random: () => number
  onDeliver: (request: DeliverSm, connection: SmppConnection) => void
  /** A link was bound or lost, or its circuit breaker turned. */
  onChange: (state: LinksState) => void
}

const firstPauseMs = 500
const longestPauseMs = 30_000

/** What a link that is bound anew takes over from the one before. */
interface Slot {
  breaker: CircuitBreaker
  window: AdaptiveWindow
}

/** A bound session and how much it may have open. */
export class Link {
  readonly connection: SmppConnection
  readonly #breaker: CircuitBreaker
  readonly #window: AdaptiveWindow

  constructor(connection: SmppConnection, { breaker, window }: Slot) {
    this.connection = connection
    this.#breaker = breaker
    this.#window = window
    connection.windowSize = window.size
  }

  get maySend(): boolean {
    return this.#breaker.state !== 'open'
  }

  get freeSlots(): number {
    if (!this.maySend) return 0
    const free = Math.max(0, this.connection.freeSlots)
    return this.#breaker.state === 'closed' ? free : Math.min(free, this.connection.outstanding > 0 ? 0 : 1)
  }

  sent(nowMs: number): void {
    this.#breaker.sent(nowMs)
  }

  /** A submit was answered. One that tried the link lets more follow, slowly. */
  answered(nowMs: number): void {
    if (this.#breaker.state === 'half_open') this.#resize(window => window.restart())
    this.#breaker.answered(nowMs, this.connection.outstanding)
  }

  /** A submit stays without an answer. What may be lost at once next time is less. */
  inDoubt(nowMs: number): void {
    this.#resize(window => window.narrow(nowMs))
    this.#breaker.inDoubt(nowMs, this.connection.outstanding)
  }

  throttled(nowMs: number): void {
    this.#resize(window => window.narrow(nowMs))
  }

  taken(): void {
    this.#resize(window => window.taken())
  }

  #resize(change: (window: AdaptiveWindow) => void): void {
    change(this.#window)
    this.connection.windowSize = this.#window.size
  }

  /** A message of more parts than the window holds goes alone, when nothing else is open. */
  makeRoomFor(partCount: number): boolean {
    if (this.freeSlots >= partCount) return true
    if (!this.maySend || this.connection.outstanding > 0 || !this.connection.isOpen) return false
    this.connection.windowSize = partCount
    return true
  }
}

/** A channel's links, as many as it is to have: each is bound again after a growing pause when it is lost. */
export class Links {
  readonly #options: LinksOptions
  readonly #bound = new Set<Link>()
  readonly #slots: Slot[] = []
  readonly #keepers: Promise<void>[] = []
  readonly #ending = Promise.withResolvers<void>()
  #isEnding = false
  #turn = 0
  #problem: string | null = null

  constructor(options: LinksOptions) {
    this.#options = options
    const { bindCount, windowSize } = options.channel
    for (let index = 0; index < bindCount; index++) {
      const breaker = new CircuitBreaker(windowSize, () => this.#changed())
      const slot = { breaker, window: new AdaptiveWindow(windowSize) }
      this.#slots.push(slot)
      this.#keepers.push(this.#keep(slot))
    }
  }

  /** To be called again and again: the breakers turn with time. */
  watch(): void {
    const nowMs = this.#options.elapsedMs()
    for (const { breaker } of this.#slots) breaker.watch(nowMs)
  }

  #changed(): void {
    if (this.#isEnding) return
    const breakers = this.#slots.flatMap(({ breaker: { state, reason } }, index) =>
      state === 'closed' ? [] : [{ link: index + 1, state, reason: reason! }],
    )
    const sendingCount = [...this.#bound].filter(link => link.maySend).length
    this.#options.onChange({ boundCount: this.#bound.size, sendingCount, problem: this.#problem, breakers })
  }

  get freeSlots(): number {
    let free = 0
    for (const link of this.#bound) free += link.freeSlots
    return free
  }

  /** A link that takes this many parts now, by turns; null when none does. */
  take(partCount: number): Link | null {
    const links = [...this.#bound]
    for (let tries = 0; tries < links.length; tries++) {
      const link = links[this.#turn++ % links.length]!
      if (link.freeSlots >= partCount) return link
    }
    return links.find(link => link.makeRoomFor(partCount)) ?? null
  }

  /** Ends the sessions in order: open requests are awaited, at most this long. */
  async close(limitMs: number): Promise<void> {
    this.#end()
    const timer = setTimeout(() => this.#cut('stopped'), limitMs)
    await Promise.all([...this.#bound].map(link => link.connection.unbind()))
    clearTimeout(timer)
    await Promise.all(this.#keepers)
  }

  /** Cuts the links at once. */
  async destroy(reason: string): Promise<void> {
    this.#end()
    this.#cut(reason)
    await Promise.all(this.#keepers)
  }

  #end(): void {
    this.#isEnding = true
    this.#ending.resolve()
  }

  #cut(reason: string): void {
    for (const link of this.#bound) link.connection.destroy(reason)
  }

  async #keep(slot: Slot): Promise<void> {
    let pauseMs = firstPauseMs
    while (!this.#isEnding) {
      try {
        this.#problem = await this.#session(slot)
        pauseMs = firstPauseMs
      } catch (error) {
        this.#problem = (error as Error).message
      }
      this.#changed()
      if (this.#isEnding) return
      await this.#pause(pauseMs * (0.5 + this.#options.random()))
      pauseMs = Math.min(longestPauseMs, pauseMs * 2)
    }
  }

  /** One session from bind to end. Gives why it ended; rejects when it could not be bound. */
  async #session(slot: Slot): Promise<string> {
    const { channel, onDeliver } = this.#options
    const { host, port, systemId, password, windowSize } = channel
    const closed = Promise.withResolvers<string>()
    const connection = await connectSmpp(
      { host, port, systemId, password, windowSize },
      {
        onRequest: (request, from) => {
          if (request.command === 'deliver_sm') onDeliver(request, from)
          else from.refuse(request.sequence, statuses.invalidCommandId)
        },
        onClose: closed.resolve,
      },
    )
    if (this.#isEnding) connection.destroy('stopped')
    const link = new Link(connection, slot)
    this.#bound.add(link)
    this.#problem = null
    this.#changed()
    const reason = await closed.promise
    this.#bound.delete(link)
    return reason
  }

  async #pause(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    await Promise.race([this.#ending.promise, new Promise(resolve => (timer = setTimeout(resolve, ms)))])
    clearTimeout(timer)
  }
}
