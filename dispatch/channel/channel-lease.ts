import type { Logger } from 'pino'
import type { ChannelLoad } from '#contract/messages/channel-load.ts'
import type { Db } from '#db/connect.ts'
import { BackOff } from '#dispatch/back-off.ts'
import { ReportQuery } from '#dispatch/link/http/report-query.ts'
import { Links, type LinksState } from '#dispatch/link/links.ts'
import { claimDurations, claimedTotal, removeLinks, setLinks, submitsTotal } from '#dispatch/metrics.ts'
import { Deliveries } from '#dispatch/report/delivery.ts'
import { matchParked } from '#dispatch/report/report.ts'
import { Signal } from '#dispatch/signal.ts'
import type { Answer } from '#dispatch/submit/answer.ts'
import { AnswerLog } from '#dispatch/submit/answer-log.ts'
import { type Claimed, claimNext, releaseForgotten } from '#dispatch/submit/claim.ts'
import { flushExchanges, noteExchange } from '#dispatch/submit/exchanges.ts'
import { Sender, type SenderOptions } from '#dispatch/submit/sender.ts'
import { SubmitSteps } from '#dispatch/submit/submit-steps.ts'
import { dueFrom, readTurns, type Turn, Turns } from '#dispatch/submit/turns.ts'
import { countAnswer, countRefusal } from '#dispatch/traffic.ts'
import { toError } from '#values/error.ts'
import type { Channel } from './channel.ts'

export interface ChannelLeaseOptions {
  db: Db
  channel: Channel
  /** The fencing token of this ownership. */
  token: number
  now: () => Date
  elapsedMs: () => number
  random: () => number
  logger: Logger
  /** False once the lease may have expired. */
  maySend: () => boolean
  onChange: (links: LinksState) => void
}

/** Polling interval, for work without a notification. */
const pollMs = 100
/** What was due long ago and came back waits no longer than this to be found. */
const wholeLookLimitMs = 2_000
const maxClaimed = 300
/** A claim is for several accounts if so many messages of each may be claimed. */
const leastOfTurn = 30
/** Claims pause while there is less room than this: a claim for each free slot would cost more than it gains. */
const minFreeSlots = 100
const roomPauseMs = 4
const recoverEveryMs = 5_000
/**
 * Under load an account's claims are at least this far apart, so that messages that arrive one by one share a claim.
 * Who has more waiting than was claimed needs no such wait: half the windows are refilled as soon as they are free.
 */
const claimEveryMs = 24
/** After a node of a cluster could not be asked. */
const surveyAgainMs = 5_000
const recentMs = 60_000
const violationEveryMs = 60_000
/** Time limit of a graceful shutdown for outstanding answers; messages without one are in doubt. */
const closeLimitMs = 6_000

/**
 * Lease of a channel with a fencing token: one ownership, from taking the lease to losing or releasing it. Claims,
 * submit answers and reports run concurrently.
 */
export class ChannelLease {
  readonly #options: ChannelLeaseOptions
  readonly #links: Links
  readonly #sender: Sender
  readonly #answers: AnswerLog
  readonly #deliveries: Deliveries
  readonly #signal = new Signal()
  readonly #steps: SubmitSteps
  readonly #claims: Promise<void>
  readonly #reportQuery: ReportQuery
  #isEnding = false
  readonly #turns = new Turns()
  #lookAtMs = Number.NEGATIVE_INFINITY
  #wholeLookAtMs = Number.NEGATIVE_INFINITY
  /** When the first of what waited at the last look was due. */
  #dueSince: Date | undefined
  #claimedAtMs = Number.NEGATIVE_INFINITY
  /** The last claim got as much as there was room for, of each account that it was for. */
  #isBehind = false
  #recoverAtMs = Number.NEGATIVE_INFINITY
  /** Whether all that a failed claim of ours may have committed is known. */
  #isSure = false
  #surveyError: Error | null = null
  #surveyAtMs = Number.NEGATIVE_INFINITY
  #apartUntilMs = Number.NEGATIVE_INFINITY
  #violatedAtMs = Number.NEGATIVE_INFINITY

  constructor(options: ChannelLeaseOptions) {
    this.#options = options
    const { db, channel, now, elapsedMs, random, logger, maySend } = options
    this.#steps = new SubmitSteps(channel.channelId)
    this.#answers = new AnswerLog(db, channel, now, logger)
    this.#deliveries = new Deliveries({ db, channel, answers: this.#answers, now, logger })
    this.#links = new Links({
      channel,
      elapsedMs,
      random,
      now,
      onDelivery: delivery => this.#deliveries.take(delivery),
      onProtocolError: (error, frame) => this.#violated(error, frame),
      onChange: links => {
        options.onChange(links)
        // Claimed messages that can't be sent may be rerouted.
        if (links.sendingCount === 0) this.#sender.giveBack()
        this.wake()
      },
    })
    const onAnswer = (answer: Answer) => {
      if (answer.kind !== 'part') submitsTotal.inc({ channel: channel.channelId, outcome: answer.kind })
      countAnswer(channel.channelId, answer)
      this.#steps.end(answer)
      this.#answers.add(answer)
      this.wake()
    }
    const onExchange: SenderOptions['onExchange'] = (message, outcome, exchange) => {
      if (outcome.kind === 'refused' || outcome.kind === 'misconfigured') countRefusal(channel.channelId)
      if (!noteExchange(channel.channelId, message, outcome, now(), exchange)) return
      flushExchanges(db).catch(error => logger.warn({ err: error }, 'the exchange of a trial was not stored'))
    }
    this.#sender = new Sender({ channel, links: this.#links, now, elapsedMs, random, maySend, onAnswer, onExchange })
    this.#reportQuery = new ReportQuery({ db, channel, now, logger, take: delivery => this.#deliveries.take(delivery) })
    this.#claims = this.#claim()
  }

  get token(): number {
    return this.#options.token
  }

  /** When something was last sent, on the monotonic clock. */
  get sentAtMs(): number {
    return this.#sender.sentAtMs
  }

  /** Parts written so far, and the connections now. */
  get load(): Pick<ChannelLoad, 'links'> & { partCount: number } {
    return { partCount: this.#sender.partCount, links: this.#links.connections }
  }

  /** Signals that there may be something to claim, of a certain account if one is given. */
  wake(turn?: Turn): void {
    if (turn) this.#turns.add(turn)
    this.#signal.notify()
  }

  /** Stops sending, waits for outstanding answers and writes them. */
  async close(): Promise<void> {
    this.#isEnding = true
    this.wake()
    await this.#claims
    this.#sender.giveBack()
    await this.#reportQuery.stop()
    await this.#links.close(closeLimitMs)
    removeLinks(this.#options.channel.channelId)
    await this.#answers.close()
    await this.#deliveries.idle()
  }

  /** Another owner has the channel: unsent claims belong to it, and so do the connections to the carrier. */
  async drop(): Promise<void> {
    this.#isEnding = true
    this.#sender.drop()
    this.wake()
    await this.#reportQuery.stop()
    await this.#links.destroy('the lease was lost')
    await this.#claims
    removeLinks(this.#options.channel.channelId)
    await this.#answers.close()
    await this.#deliveries.idle()
  }

  /** Logs the bytes that can't be read, for the carrier's technician: at most once a minute. */
  #violated(error: Error, frame: Buffer | null): void {
    const { channel, elapsedMs, logger } = this.#options
    if (elapsedMs() < this.#violatedAtMs + violationEveryMs) return
    this.#violatedAtMs = elapsedMs()
    logger.warn({ err: error, channel: channel.channelId, hex: frame?.toString('hex') ?? null }, 'the carrier violates its protocol')
  }

  async #claim(): Promise<void> {
    const { db, channel, token, logger } = this.#options
    const backOff = new BackOff()
    while (!this.#isEnding) {
      this.#links.watch()
      setLinks(channel.channelId, this.#links.facts)
      try {
        await this.#survey(() => this.#recover())
        const isClaiming = await this.#claimOnce()
        if (this.#surveyError && !isClaiming) throw this.#surveyError
        backOff.reset()
      } catch (error) {
        // The database is unavailable. Nothing is lost: claimed messages stay ours, and what a failed claim may have
        // committed is found again.
        logger.warn({ err: error, channel: channel.channelId }, 'nothing could be claimed')
        this.#isSure = false
        await this.#signal.wait(this.#turns.count > 0 ? pollMs : backOff.next())
      }
    }
    if (!this.#isSure) await releaseForgotten(db, { channelId: channel.channelId, token }, this.#outboxIds()).catch(() => undefined)
  }

  /**
   * Asks for work of all accounts. On a cluster that fails while one of its nodes is away: what was announced for
   * accounts of the others is claimed all the same, and it is asked again now and then.
   */
  async #survey(ask: () => Promise<void>): Promise<void> {
    const { elapsedMs } = this.#options
    if (this.#surveyError && this.#turns.count > 0 && elapsedMs() < this.#surveyAtMs) return
    try {
      await ask()
      this.#surveyError = null
    } catch (error) {
      this.#surveyError = toError(error)
      this.#surveyAtMs = elapsedMs() + surveyAgainMs
    }
  }

  /** Returns whether it claimed, or waits a moment when there is nothing to claim or no room for it. */
  async #claimOnce(): Promise<boolean> {
    const { channel, maySend, elapsedMs } = this.#options
    this.#sender.flush()
    if (!maySend()) return this.#idle(pollMs)
    const room = Math.min(maxClaimed, this.#sender.room, this.#unclaimedCount)
    if (room <= 0) return this.#idle(this.#sender.isCutOff ? pollMs : roomPauseMs)
    // A message that was announced is claimed before anything is looked for.
    if (this.#turns.count === 0 || elapsedMs() > this.#lookAtMs + pollMs) await this.#survey(() => this.#look())
    const turns = this.#turns.take(elapsedMs() < this.#apartUntilMs ? 1 : Math.max(1, Math.floor(room / leastOfTurn)))
    if (turns.length === 0) return this.#idle(this.#surveyError ? 0 : pollMs)
    const limit = Math.floor(room / turns.length)
    const isRefill = this.#isBehind && room >= Math.min(maxClaimed, (channel.bindCount * channel.windowSize) / 2)
    const earlyMs = this.#claimedAtMs + (claimEveryMs * turns.length) / (this.#turns.count + turns.length) - elapsedMs()
    if (earlyMs > 0 && !isRefill) await new Promise(resolve => setTimeout(resolve, earlyMs))
    this.#claimedAtMs = elapsedMs()
    const claims = await this.#claimTurns(turns, limit)
    claimedTotal.inc({ channel: channel.channelId }, claims.flat().length)
    for (const claimed of claims) await this.#steps.begin(this.#options.db, claimed)
    this.#sender.add(claims.flat())
    const behind = turns.flatMap((turn, index) => {
      const claimed = claims[index] ?? []
      return claimed.length === limit ? [{ ...turn, dueSince: new Date(Math.max(...claimed.map(({ dueAt }) => dueAt.getTime()))) }] : []
    })
    for (const turn of behind) this.#turns.add(turn)
    this.#isBehind = behind.length === turns.length
    if (Math.min(this.#sender.room, this.#unclaimedCount) < minFreeSlots) await new Promise(resolve => setTimeout(resolve, roomPauseMs))
    return true
  }

  async #idle(timeoutMs: number): Promise<false> {
    await this.#signal.wait(timeoutMs)
    return false
  }

  async #claimTurns(turns: readonly Turn[], limit: number): Promise<Claimed[][]> {
    const { db, channel, token, now, elapsedMs } = this.#options
    const stop = claimDurations.startTimer({ channel: channel.channelId })
    try {
      return await claimNext(db, { channelId: channel.channelId, token }, turns, limit, now())
    } catch (error) {
      // One account whose node of a cluster is away fails the others: they are claimed one by one for a while.
      if (turns.length > 1) {
        for (const turn of turns) this.#turns.add(turn)
        this.#apartUntilMs = elapsedMs() + surveyAgainMs
      }
      throw error
    } finally {
      stop()
    }
  }

  /**
   * Looks for work without a notification, several times a second; seldom when there is so much that looking takes
   * long, and more seldom for what was due long ago and came back.
   */
  async #look(): Promise<void> {
    const { db, channel, now, elapsedMs } = this.#options
    const startedAtMs = elapsedMs()
    if (startedAtMs < this.#lookAtMs) return
    const isWhole = startedAtMs >= this.#wholeLookAtMs
    const since = isWhole ? new Date(0) : dueFrom(this.#dueSince, now())
    const turns = await readTurns(db, channel.channelId, { since, now: now() })
    for (const turn of turns) this.#turns.add(turn)
    this.#dueSince = turns.reduce<Date | undefined>((first, { dueSince }) => (first && first < dueSince ? first : dueSince), undefined)
    const tookMs = elapsedMs() - startedAtMs
    this.#lookAtMs = elapsedMs() + Math.max(pollMs, 10 * tookMs)
    if (isWhole) this.#wholeLookAtMs = elapsedMs() + Math.min(50 * tookMs, wholeLookLimitMs)
  }

  /**
   * How many messages may be claimed beside those in memory: waiting, on the wire, or answered but not written. All of
   * these are in doubt after a crash, so they never exceed the windows.
   */
  get #unclaimedCount(): number {
    const { bindCount, windowSize } = this.#options.channel
    return bindCount * windowSize - this.#sender.messageCount - this.#answers.messageCount
  }

  /**
   * Every few seconds: what a failed claim of ours committed only later, and reports that wait for their message.
   * Reports that an earlier owner received, before or while it lost the lease, may have missed their answers: the first
   * pass looks at all parked reports, later ones at new ones.
   */
  async #recover(): Promise<void> {
    const { db, channel, now, elapsedMs } = this.#options
    if (!this.#isSure) await this.#takeStock()
    this.#isSure = true
    if (elapsedMs() < this.#recoverAtMs) return
    const isFirst = this.#recoverAtMs === Number.NEGATIVE_INFINITY
    if (!isFirst) await this.#takeStock()
    const since = new Date(isFirst ? 0 : now().getTime() - recentMs)
    await db.transaction().execute(tx => matchParked(tx, channel.channelId, { since }))
    this.#recoverAtMs = elapsedMs() + recoverEveryMs
  }

  /** Releases what a failed claim of ours may have committed after all. */
  async #takeStock(): Promise<void> {
    const { db, channel, token } = this.#options
    await releaseForgotten(db, { channelId: channel.channelId, token }, this.#outboxIds())
  }

  #outboxIds(): string[] {
    return [...new Set([...this.#sender.outboxIds, ...this.#answers.outboxIds])]
  }
}
