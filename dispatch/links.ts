import { connectSmpp } from '#protocol/smpp/client.ts'
import type { SmppConnection } from '#protocol/smpp/connection.ts'
import type { DeliverSm } from '#protocol/smpp/pdu.ts'
import { statuses } from '#protocol/smpp/status.ts'
import type { Channel } from './channel.ts'
import { AdaptiveWindow } from './pace.ts'

export interface LinksOptions {
  channel: Channel
  random: () => number
  onDeliver: (request: DeliverSm, connection: SmppConnection) => void
  /** A link was bound or lost. `problem` says why the links that are missing are missing, null when all are there. */
  onChange: (boundCount: number, problem: string | null) => void
}

const firstPauseMs = 500
const longestPauseMs = 30_000

/** A bound session and how much it may have open. */
export class Link {
  readonly connection: SmppConnection
  readonly #window: AdaptiveWindow

  constructor(connection: SmppConnection, windowSize: number) {
    this.connection = connection
    this.#window = new AdaptiveWindow(windowSize)
  }

  get freeSlots(): number {
    return Math.max(0, this.connection.freeSlots)
  }

  throttled(nowMs: number): void {
    this.#window.throttled(nowMs)
    this.connection.windowSize = this.#window.size
  }

  taken(): void {
    this.#window.taken()
    this.connection.windowSize = this.#window.size
  }

  /** A message of more parts than the window holds goes alone, when nothing else is open. */
  makeRoomFor(partCount: number): boolean {
    if (this.freeSlots >= partCount) return true
    if (this.connection.outstanding > 0 || !this.connection.isOpen) return false
    this.connection.windowSize = partCount
    return true
  }
}

/** A channel's links, as many as it is to have: each is bound again after a growing pause when it is lost. */
export class Links {
  readonly #options: LinksOptions
  readonly #bound = new Set<Link>()
  readonly #keepers: Promise<void>[] = []
  readonly #ending = Promise.withResolvers<void>()
  #isEnding = false
  #turn = 0

  constructor(options: LinksOptions) {
    this.#options = options
    for (let index = 0; index < options.channel.bindCount; index++) this.#keepers.push(this.#keep())
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

  async #keep(): Promise<void> {
    let pauseMs = firstPauseMs
    while (!this.#isEnding) {
      let problem: string
      try {
        problem = await this.#session()
        pauseMs = firstPauseMs
      } catch (error) {
        problem = (error as Error).message
      }
      if (this.#isEnding) return
      this.#options.onChange(this.#bound.size, problem)
      await this.#pause(pauseMs * (0.5 + this.#options.random()))
      pauseMs = Math.min(longestPauseMs, pauseMs * 2)
    }
  }

  /** One session from bind to end. Gives why it ended; rejects when it could not be bound. */
  async #session(): Promise<string> {
    const { channel, onDeliver, onChange } = this.#options
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
    const link = new Link(connection, windowSize)
    this.#bound.add(link)
    if (!this.#isEnding) onChange(this.#bound.size, null)
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
