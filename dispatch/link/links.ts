import type { ChannelLoad } from '#contract/messages/channel-load.ts'
import type { Channel } from '#dispatch/channel/channel.ts'
import type { LinkFacts } from '#dispatch/metrics.ts'
import { itemOrThrow } from '#values/or-throw.ts'
import { AdaptiveWindow } from './adaptive-window.ts'
import { type BreakerState, CircuitBreaker } from './circuit-breaker.ts'
import { connectionProblem } from './connection-problem.ts'
import { openUpstreamLink } from './upstream.ts'
import { type LinkHandlers, LoginRefusal, type UpstreamLink } from './upstream-link.ts'

/** The state of a channel's links at one moment. */
export interface LinksState {
  boundCount: number
  /** Bound links that may send. */
  sendingCount: number
  /** Why links are missing, null when none is. */
  problem: string | null
  /** Links whose circuit breaker is not closed. `link` counts from one. */
  breakers: { link: number; state: BreakerState; reason: string }[]
}

export interface LinksOptions extends Pick<LinkHandlers, 'onDelivery' | 'onProtocolError'> {
  channel: Channel
  now: () => Date
  elapsedMs: () => number
  random: () => number
  /** Called when a link is bound or lost, or its circuit breaker changes state. */
  onChange: (state: LinksState) => void
}

const firstPauseMs = 500
const longestPauseMs = 30_000

/** What a newly bound link inherits from its predecessor. */
interface Slot {
  breaker: CircuitBreaker
  window: AdaptiveWindow
  link: Link | null
  /** Why there is no link. */
  problem: string | null
}

/** A bound session and its limit of unanswered parts. */
export class Link {
  readonly upstream: UpstreamLink
  readonly #breaker: CircuitBreaker
  readonly #window: AdaptiveWindow

  constructor(upstream: UpstreamLink, { breaker, window }: Pick<Slot, 'breaker' | 'window'>) {
    this.upstream = upstream
    this.#breaker = breaker
    this.#window = window
    upstream.windowSize = window.size
  }

  get maySend(): boolean {
    return this.#breaker.state !== 'open'
  }

  get freeSlots(): number {
    if (!this.maySend) return 0
    const free = Math.max(0, this.upstream.freeSlots)
    return this.#breaker.state === 'closed' ? free : Math.min(free, this.upstream.outstanding > 0 ? 0 : 1)
  }

  sent(nowMs: number): void {
    this.#breaker.sent(nowMs)
  }

  /** A submit was answered. After a probe, more may follow slowly. */
  answered(nowMs: number): void {
    if (this.#breaker.state === 'half_open') this.#resize(window => window.restart())
    this.#breaker.answered(nowMs, this.upstream.outstanding)
  }

  /** A submit stays unanswered. The window shrinks, so that less can be lost at once. */
  inDoubt(nowMs: number): void {
    this.#resize(window => window.narrow(nowMs))
    this.#breaker.inDoubt(nowMs, this.upstream.outstanding)
  }

  /** The carrier refuses the channel's settings or account. */
  misconfigured(nowMs: number, refusal: { code: string; isLogin?: boolean }): void {
    this.#breaker.misconfigured(nowMs, refusal, this.upstream.outstanding)
  }

  throttled(nowMs: number): void {
    this.#resize(window => window.narrow(nowMs))
  }

  taken(): void {
    this.#resize(window => window.taken())
  }

  #resize(change: (window: AdaptiveWindow) => void): void {
    change(this.#window)
    this.upstream.windowSize = this.#window.size
  }

  /** A message of more parts than the window holds is sent alone, when nothing else is unanswered. */
  makeRoomFor(partCount: number): boolean {
    if (this.freeSlots >= partCount) return true
    if (!this.maySend || this.upstream.outstanding > 0 || !this.upstream.isOpen) return false
    this.upstream.windowSize = partCount
    return true
  }
}

/** The links of a channel, `bindCount` of them: a lost one is bound again after a growing pause. */
export class Links {
  readonly #options: LinksOptions
  readonly #bound = new Set<Link>()
  readonly #slots: Slot[] = []
  readonly #linkLoops: Promise<void>[] = []
  readonly #ending = Promise.withResolvers<void>()
  #isEnding = false
  #turn = 0
  #problem: string | null = null

  constructor(options: LinksOptions) {
    this.#options = options
    const { bindCount, windowSize } = options.channel
    for (let index = 0; index < bindCount; index++) {
      const breaker = new CircuitBreaker(windowSize, () => this.#changed())
      const slot: Slot = { breaker, window: new AdaptiveWindow(windowSize), link: null, problem: null }
      this.#slots.push(slot)
      this.#linkLoops.push(this.#keep(slot))
    }
  }

  /** To be called periodically: circuit breakers change with time. */
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

  get facts(): LinkFacts {
    const links = [...this.#bound]
    const sumOf = (read: (link: Link) => number) => links.reduce((sum, link) => sum + read(link), 0)
    return {
      boundCount: links.length,
      sendingCount: links.filter(link => link.maySend).length,
      windowSize: sumOf(link => link.upstream.windowSize),
      outstandingCount: sumOf(link => link.upstream.outstanding),
    }
  }

  /** Each connection, as staff see it. */
  get connections(): ChannelLoad['links'] {
    return this.#slots.map(({ link, window, problem }, index) => ({
      link: index + 1,
      isBound: link !== null,
      outstanding: link?.upstream.outstanding ?? 0,
      window: window.size,
      problem: link === null ? problem : null,
    }))
  }

  get freeSlots(): number {
    let free = 0
    for (const link of this.#bound) free += link.freeSlots
    return free
  }

  /** Returns a link that accepts this many parts now, by round robin; null when there is none. */
  take(partCount: number): Link | null {
    const links = [...this.#bound]
    for (let tries = 0; tries < links.length; tries++) {
      const link = itemOrThrow(links, this.#turn++ % links.length)
      if (link.freeSlots >= partCount) return link
    }
    return links.find(link => link.makeRoomFor(partCount)) ?? null
  }

  /** Ends the sessions gracefully: waits for open requests, at most this long. */
  async close(limitMs: number): Promise<void> {
    this.#end()
    const timer = setTimeout(() => this.#cut('stopped'), limitMs)
    await Promise.all([...this.#bound].map(link => link.upstream.unbind()))
    clearTimeout(timer)
    await Promise.all(this.#linkLoops)
  }

  /** Cuts the links at once. */
  async destroy(reason: string): Promise<void> {
    this.#end()
    this.#cut(reason)
    await Promise.all(this.#linkLoops)
  }

  #end(): void {
    this.#isEnding = true
    this.#ending.resolve()
  }

  #cut(reason: string): void {
    for (const link of this.#bound) link.upstream.destroy(reason)
  }

  async #keep(slot: Slot): Promise<void> {
    let pauseMs = firstPauseMs
    while (!this.#isEnding) {
      let leastPauseMs = 0
      try {
        this.#problem = slot.problem = await this.#session(slot)
        pauseMs = firstPauseMs
      } catch (error) {
        this.#problem = slot.problem = connectionProblem(error)
        if (error instanceof LoginRefusal) leastPauseMs = error.waitMs
      }
      this.#changed()
      if (this.#isEnding) return
      await this.#pause(Math.max(leastPauseMs, pauseMs * (0.5 + this.#options.random())))
      pauseMs = Math.min(longestPauseMs, pauseMs * 2)
    }
  }

  /** One session from bind to end. Returns why it ended; rejects when it could not be bound. */
  async #session(slot: Slot): Promise<string> {
    const { channel, now, onDelivery, onProtocolError } = this.#options
    const closed = Promise.withResolvers<string>()
    const upstream = await openUpstreamLink(channel, { onDelivery, onProtocolError, onClose: closed.resolve }, now)
    if (this.#isEnding) upstream.destroy('stopped')
    const link = new Link(upstream, slot)
    this.#bound.add(link)
    slot.link = link
    this.#problem = null
    this.#changed()
    const reason = await closed.promise
    this.#bound.delete(link)
    slot.link = null
    return reason
  }

  async #pause(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    await Promise.race([this.#ending.promise, new Promise(resolve => (timer = setTimeout(resolve, ms)))])
    clearTimeout(timer)
  }
}
