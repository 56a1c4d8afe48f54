import type { Logger } from 'pino'
import type { Db } from '#db/connect.ts'
import type { Channel } from '#dispatch/channel/channel.ts'
import { Gathering } from '#dispatch/gather.ts'
import type { CarrierReport, Delivery, Inbound } from '#dispatch/link/upstream-link.ts'
import type { AnswerLog } from '#dispatch/submit/answer-log.ts'
import { ingestInbound } from '#domain/delivery/index.ts'
import { rejections } from '#domain/numbering/index.ts'
import { errorCode } from '#values/error.ts'
import { ingestReports, matchParked, type PartReport } from './report.ts'
import { reportedState } from './report-state.ts'

const batchSize = 1000
/** Reports that a line of the log names. */
const namedCount = 10

/** `isVendorWord`: the code table decides whether the part was rejected. */
type ReadReport = PartReport & { isVendorWord: boolean }

interface Waiting {
  report: ReadReport | null
  inbound: Inbound | null
  answer: Delivery['answer']
}

export interface DeliveriesOptions {
  db: Db
  channel: Channel
  answers: Pick<AnswerLog, 'isUnwritten' | 'batchWritten'>
  now: () => Date
  logger: Logger
}

/**
 * Ingests what a carrier delivers, delivery reports and inbound messages (MO), in batches: committed first, then
 * acknowledged.
 */
export class Deliveries {
  readonly #options: DeliveriesOptions
  readonly #gathering = new Gathering()
  #waiting: Waiting[] = []
  /** The most deliveries without an answer lately: with as many the carrier may wait for ours. */
  #mostUnanswered = 1
  #batchCount = 0
  #work: Promise<void> | null = null

  constructor(options: DeliveriesOptions) {
    this.#options = options
  }

  take({ report, inbound, answer }: Delivery): void {
    this.#waiting.push({ report: report && this.#readReport(report), inbound: inbound && storableInbound(inbound), answer })
    this.#mostUnanswered = Math.max(this.#mostUnanswered, this.#batchCount + this.#waiting.length)
    this.#work ??= this.#run()
  }

  /** Resolves when everything received so far is written and answered. */
  async idle(): Promise<void> {
    await this.#work
  }

  async #run(): Promise<void> {
    // What arrives while a batch is written is in the next batch.
    while (this.#waiting.length > 0) {
      if (await this.#gathering.wait(() => this.#waiting.length, Math.min(batchSize, this.#mostUnanswered)))
        this.#mostUnanswered = this.#waiting.length
      const batch = this.#nextBatch()
      if (batch.length === 0) {
        await this.#options.answers.batchWritten()
        continue
      }
      this.#batchCount = batch.length
      await this.#ingestReports(batch.filter(one => one.inbound === null))
      for (const one of batch) if (one.inbound) await this.#ingestInbound(one, one.inbound)
      this.#batchCount = 0
    }
    this.#work = null
  }

  /** Reports of messages whose submit answer is in memory wait until it is written, so that they needn't be parked. */
  #nextBatch(): Waiting[] {
    const { answers } = this.#options
    const batch: Waiting[] = []
    const later: Waiting[] = []
    for (const one of this.#waiting) {
      if (batch.length === batchSize || (one.report && answers.isUnwritten(one.report.upstreamId))) later.push(one)
      else batch.push(one)
    }
    this.#waiting = later
    return batch
  }

  async #ingestReports(batch: readonly Waiting[]): Promise<void> {
    const { db, channel, answers } = this.#options
    const reports = batch.map(one => one.report).filter(report => report !== null)
    const nothing = { parkedIds: [], failedIds: [], error: null }
    try {
      const ingested = reports.length > 0 ? await ingestReports(db, channel.channelId, await this.#judged(reports)) : nothing
      const failed = new Set(ingested.failedIds)
      const lost = batch.filter(one => one.report && failed.has(one.report.upstreamId))
      for (const one of batch) if (!lost.includes(one)) one.answer('stored')
      if (lost.length > 0) await this.#reportsFailed(lost, ingested.error)
      if (ingested.parkedIds.length === 0) return
      await answers.batchWritten()
      await this.#stored([], () => db.transaction().execute(tx => matchParked(tx, channel.channelId, { upstreamIds: ingested.parkedIds })))
    } catch (error) {
      await this.#reportsFailed(batch, error)
    }
  }

  /** One item that can't be stored must not block the others. */
  async #reportsFailed(batch: readonly Waiting[], error: unknown): Promise<void> {
    if (isDataError(error) && batch.length > 1) for (const one of batch) await this.#ingestReports([one])
    else this.#notStored(batch, error)
  }

  async #ingestInbound(one: Waiting, inbound: Inbound): Promise<void> {
    const { db, channel, now } = this.#options
    await this.#stored([one], () => ingestInbound(db, channel, inbound, now()))
  }

  /** Does the work and answers the carrier. */
  async #stored(batch: readonly Waiting[], work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
      for (const one of batch) one.answer('stored')
    } catch (error) {
      this.#notStored(batch, error)
    }
  }

  /**
   * What is not stored is not acknowledged: the carrier keeps it and delivers it again. What the database can never
   * store is refused for good.
   */
  #notStored(batch: readonly Waiting[], error: unknown): void {
    const upstreamIds = batch.slice(0, namedCount).flatMap(one => one.report?.upstreamId ?? [])
    const { channelId: channel } = this.#options.channel
    this.#options.logger.warn({ err: error, channel, count: batch.length, upstreamIds }, 'deliveries not stored')
    for (const one of batch) one.answer(isDataError(error) ? 'never' : 'later')
  }

  /** Returns a final report; an intermediate one is acknowledged and not saved. */
  #readReport({ upstreamId, state: word, code, phone, doneAt }: CarrierReport): ReadReport | null {
    const reported = reportedState(word)
    if (reported === 'passing') return null
    const isVendorWord = reported === 'vendor'
    const state = isVendorWord ? 'undelivered' : reported
    return { upstreamId, state, code: storable(code), phone: storable(phone), doneAt: doneTime(doneAt, this.#options.now()), isVendorWord }
  }

  async #judged(reports: readonly ReadReport[]): Promise<PartReport[]> {
    const words = reports.filter(report => report.isVendorWord).map(report => report.code)
    const rejected = await rejections(this.#options.db, words)
    return reports.map(({ isVendorWord, ...report }) =>
      isVendorWord && rejected.has(report.code) ? { ...report, state: 'rejected' } : report,
    )
  }
}

/** Where carriers bring what they have to our own address. */
export interface CarrierListenerOptions {
  host: string
  /** 0 picks a free one. */
  port: number
  db: Db
  /** The enabled channels now. */
  channels: () => readonly Channel[]
  now: () => Date
  logger: Logger
}

/** Answers of submits are with the owner of the channel: what comes before them is parked. */
const noAnswers = { isUnwritten: () => false, batchWritten: () => Promise.resolve() }

/** Ingests what carriers bring to our own address, for channels that another program may own. */
export class UnownedDeliveries {
  readonly #options: Omit<DeliveriesOptions, 'channel' | 'answers'>
  readonly #byChannel = new Map<string, Deliveries>()

  constructor(options: Omit<DeliveriesOptions, 'channel' | 'answers'>) {
    this.#options = options
  }

  of(channel: Channel): Deliveries {
    const known = this.#byChannel.get(channel.channelId)
    if (known) return known
    const { db, now, logger } = this.#options
    const made = new Deliveries({ db, channel, answers: noAnswers, now, logger })
    this.#byChannel.set(channel.channelId, made)
    return made
  }

  /** Resolves when everything received so far is written and answered. */
  async idle(): Promise<void> {
    await Promise.all([...this.#byChannel.values()].map(one => one.idle()))
  }
}

const minuteMs = 60_000

/**
 * When the message of a report became final. Carriers give the minute (SMPP 3.4, Appendix B): for a report that arrives
 * within that minute our own clock is more exact, and no message arrives before it was submitted. A delayed report
 * keeps the carrier's time.
 */
export function doneTime(given: Date | null, receivedAt: Date): Date {
  if (given === null) return receivedAt
  const isPresent = Math.abs(receivedAt.getTime() - given.getTime()) <= minuteMs
  return isPresent ? receivedAt : given
}

/** SQLSTATE classes 22 and 23: the values themselves are invalid, and retrying can't help. */
const isDataError = (error: unknown) => /^2[23]/.test(errorCode(error) ?? '')

/** PostgreSQL's text can't hold NUL, and nobody means it. */
const storable = (text: string) => text.replaceAll('\0', '')

function storableInbound({ phone, senderNumber, text, place }: Inbound): Inbound {
  return { phone: storable(phone), senderNumber: storable(senderNumber), text: storable(text), place }
}
