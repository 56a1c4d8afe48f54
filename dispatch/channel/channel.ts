import type { Logger } from 'pino'
import type { ChannelSettings } from '#contract/messages/channel-settings.ts'
import type { Db } from '#db/connect.ts'
import { BackOff } from '#dispatch/back-off.ts'
import type { UpstreamIdForm } from '#dispatch/link/upstream-id.ts'
import { doubtfulTotal } from '#dispatch/metrics.ts'
import { Signal } from '#dispatch/signal.ts'
import { resolveDoubt } from '#dispatch/submit/doubt.ts'
import type { Turn } from '#dispatch/submit/turns.ts'
import { ChannelLease } from './channel-lease.ts'
import { ChannelState } from './channel-state.ts'
import { holdLease, leaseMarginMs, leaseMs, leaseName, releaseLease, renewEveryMs } from './lease.ts'
import { Watchdog } from './watchdog.ts'

/** A connection contract to a carrier. */
export interface Channel {
  channelId: string
  host: string
  port: number
  systemId: string
  password: string
  /** Certificate and key, PEM, for a carrier that asks for them in TLS. */
  clientCertificate?: string | null
  senderNumber: string
  /** Parts that may be unanswered on one link. */
  windowSize: number
  /** Parts per second over all links. */
  ratePerSecond: number
  /** Number of concurrent links. */
  bindCount: number
  upstreamIdForm: UpstreamIdForm
  /** What its protocol has of its own. */
  settings: ChannelSettings
  /** Where an upstream by HTTP calls us with reports and messages from phones; unset: nowhere. */
  callbackUrl?: string
}

export interface ChannelContext {
  db: Db
  /** Connections for leases alone; unset: those of `db`. */
  leaseDb?: Db
  /** Differs with each start of a program: messages that an earlier run left are in doubt. */
  owner: string
  now: () => Date
  /** Returns false while this host must own no channel because its clock is wrong. Unset: it always may. */
  mayOwn?: () => boolean
  /** A monotonic clock in milliseconds, for every duration. */
  elapsedMs: () => number
  random: () => number
  logger: Logger
}

/**
 * Owner of a channel by a lease with a fencing token: sends while it holds the lease, and stands by while another owner
 * does.
 */
export class ChannelOwner {
  readonly #channel: Channel
  readonly #to: ChannelContext
  readonly #state: ChannelState
  readonly #watchdog: Watchdog
  readonly #ending = new Signal()
  #channelLease: ChannelLease | null = null
  #mayUseUntilMs = Number.NEGATIVE_INFINITY
  #measured: { lease: ChannelLease; partCount: number; atMs: number } | null = null
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

  /** Signals that an account has something to send. */
  wake(turn: Turn): void {
    this.#channelLease?.wake(turn)
  }

  /** To be called every few seconds: shows the connections and the rate since the last call. */
  async measure(): Promise<void> {
    if (!this.#channelLease) return
    const { partCount, links } = this.#channelLease.load
    const atMs = this.#to.elapsedMs()
    const before = this.#measured?.lease === this.#channelLease ? this.#measured : null
    const partsPerSecond = before ? Math.round(((partCount - before.partCount) / (atMs - before.atMs)) * 10_000) / 10 : 0
    this.#measured = { lease: this.#channelLease, partCount, atMs }
    await this.#state.measured({ partsPerSecond, links })
  }

  /** Stops sending, waits for outstanding answers, releases the lease. */
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

  /** Ends the ownership gracefully and releases the lease to the next owner. */
  async #leave(why?: string): Promise<void> {
    if (!this.#channelLease) return
    const channelLease = this.#channelLease
    this.#channelLease = null
    await channelLease.close()
    await this.#state.stopped(why)
    await this.#release()
  }

  /** Renews the lease; a token that differs from the last one means that another owner held it in between. */
  async #renew(): Promise<void> {
    const { owner, now, elapsedMs, logger } = this.#to
    const askedAtMs = elapsedMs()
    const token = await holdLease(this.#leaseDb, leaseName(this.#channel.channelId), owner)
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
        // An owner that can't serve releases the lease: another one may be able to.
        await this.#release()
        throw error
      })
    await this.#watchdog.check(now(), elapsedMs(), this.#channelLease!.sentAtMs)
  }

  get #leaseDb(): Db {
    return this.#to.leaseDb ?? this.#to.db
  }

  async #release(): Promise<void> {
    await releaseLease(this.#leaseDb, leaseName(this.#channel.channelId), this.#to.owner)
  }

  async #begin(token: number): Promise<void> {
    const { db, now, elapsedMs, random, logger } = this.#to
    const doubtCount = await resolveDoubt(db, this.#channel.channelId, token, now())
    if (doubtCount > 0) {
      doubtfulTotal.inc({ channel: this.#channel.channelId }, doubtCount)
      logger.warn({ channel: this.#channel.channelId, messageCount: doubtCount }, 'messages of an earlier owner were in doubt')
    }
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
