import type { Logger } from 'pino'
import type { Db } from '#db/connect.ts'
import { BackOff } from './back-off.ts'
import { ChannelLease } from './channel-lease.ts'
import { ChannelState } from './channel-state.ts'
import { resolveDoubt } from './doubt.ts'
import { holdLease, leaseMarginMs, leaseMs, leaseName, releaseLease, renewEveryMs } from './lease.ts'
import { Signal } from './signal.ts'
import type { UpstreamIdForm } from './upstream-id.ts'
import { Watchdog } from './watchdog.ts'

/** A way to a carrier. */
export interface Channel {
  channelId: string
  host: string
  port: number
  systemId: string
  password: string
  senderNumber: string
  /** Parts that may wait for their answers on one link. */
  windowSize: number
  /** Parts a second over all links. */
  ratePerSecond: number
  /** Links at once. */
  bindCount: number
  upstreamIdForm: UpstreamIdForm
}

export interface ChannelContext {
  db: Db
  /** Differs with each start of a program: what an earlier run left is in doubt. */
  owner: string
  now: () => Date
  /** False: this host must own no channel now, since its clock is wrong. Unset: it always may. */
  mayOwn?: () => boolean
  /** A clock that never jumps, in milliseconds, for everything that is a span of time. */
  elapsedMs: () => number
  random: () => number
  logger: Logger
}

/** Owns one channel while it holds the lease, and stands by while another does. */
export class ChannelOwner {
  readonly #channel: Channel
  readonly #to: ChannelContext
  readonly #state: ChannelState
  readonly #watchdog: Watchdog
  readonly #ending = new Signal()
  #channelLease: ChannelLease | null = null
  #mayUseUntilMs = Number.NEGATIVE_INFINITY
  #isStopping = false
  #ended: Promise<void> = Promise.resolve()

  constructor(channel: Channel, context: ChannelContext) {
    this.#channel = channel
    this.#to = context
    this.#state = new ChannelState(context.db, channel, context.now, context.logger)
    this.#watchdog = new Watchdog(context.db, channel.channelId, context.logger)
  }

  start(): void {
    this.#ended = this.#own()
  }

  /** There may be something to send. */
  wake(): void {
    this.#channelLease?.wake()
  }

  /** Sends nothing more, waits for what is on the wire, gives the lease back. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.#ending.notify()
    await this.#ended
  }

  async #own(): Promise<void> {
    const { logger } = this.#to
    const backOff = new BackOff()
    while (!this.#isStopping) {
      try {
        if (this.#to.mayOwn?.() ?? true) await this.#renew()
        else await this.#leave('服务器时钟不准，已停止')
        backOff.reset()
        await this.#ending.wait(renewEveryMs)
      } catch (error) {
        logger.warn({ err: error, channel: this.#channel.channelId }, 'the lease could not be renewed')
        await backOff.pause()
      }
    }
    await this.#leave()
  }

  /** Ends the ownership in order and gives the lease to whoever wants it. */
  async #leave(why?: string): Promise<void> {
    if (!this.#channelLease) return
    const { db, owner } = this.#to
    const channelLease = this.#channelLease
    this.#channelLease = null
    await channelLease.close()
    await this.#state.stopped(why)
    await releaseLease(db, leaseName(this.#channel.channelId), owner)
  }

  /** Holds the lease for another while; another token than before means that somebody else had it in between. */
  async #renew(): Promise<void> {
    const { db, owner, now, elapsedMs, logger } = this.#to
    const askedAtMs = elapsedMs()
    const token = await holdLease(db, leaseName(this.#channel.channelId), owner)
    if (this.#channelLease && this.#channelLease.token !== token) {
      logger.warn({ channel: this.#channel.channelId, token: this.#channelLease.token }, 'the lease was lost')
      const lost = this.#channelLease
      this.#channelLease = null
      await lost.drop()
    }
    if (token === null) return
    this.#mayUseUntilMs = askedAtMs + leaseMs - leaseMarginMs
    if (!this.#channelLease)
      await this.#begin(token).catch(async error => {
        // A lease is for who serves: another owner may be able to.
        await releaseLease(db, leaseName(this.#channel.channelId), owner)
        throw error
      })
    await this.#watchdog.look(now(), elapsedMs(), this.#channelLease!.sentAtMs)
  }

  async #begin(token: number): Promise<void> {
    const { db, now, elapsedMs, random, logger } = this.#to
    const doubtCount = await resolveDoubt(db, this.#channel.channelId, token, now())
    if (doubtCount > 0)
      logger.warn({ channel: this.#channel.channelId, messageCount: doubtCount }, 'messages of an earlier owner were in doubt')
    this.#channelLease = new ChannelLease({
      db,
      channel: this.#channel,
      token,
      now,
      elapsedMs,
      random,
      logger,
      maySend: () => elapsedMs() < this.#mayUseUntilMs,
      onChange: links => this.#state.linksChanged(links),
    })
  }
}
