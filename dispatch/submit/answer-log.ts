import type { Logger } from 'pino'
import type { Db } from '#db/connect.ts'
import { BackOff } from '#dispatch/back-off.ts'
import type { Channel } from '#dispatch/channel/channel.ts'
import { Gathering } from '#dispatch/gather.ts'
import { Signal } from '#dispatch/signal.ts'
import { type Answer, recordAnswers, upstreamIdsOf } from './answer.ts'

/**
 * A window of a thousand parts is claimed, sent and written concurrently (measured: batches of 1,000 are a third
 * slower).
 */
const mostAnswers = 300

/** While others are written, answers that can't be are retried several times a second, and logged so seldom. */
const warnEveryMs = 5_000

/** Messages that a line of the log names. */
const namedCount = 10

/** Writes submit answers in batches as they arrive, and retries until each is written. */
export class AnswerLog {
  readonly #db: Db
  readonly #channelId: string
  /** No more than half the windows: unwritten answers leave the rest for new messages. */
  readonly #batchSize: number
  readonly #now: () => Date
  readonly #logger: Logger
  readonly #signal = new Signal()
  readonly #gathering = new Gathering()
  readonly #upstreamIds = new Set<string>()
  readonly #run: Promise<void>
  #answers: Answer[] = []
  #batch: readonly Answer[] = []
  #written = Promise.withResolvers<void>()
  #isClosing = false
  #warnedAtMs = Number.NEGATIVE_INFINITY

  constructor(db: Db, channel: Pick<Channel, 'channelId' | 'bindCount' | 'windowSize'>, now: () => Date, logger: Logger) {
    this.#db = db
    this.#channelId = channel.channelId
    this.#batchSize = Math.max(1, Math.min(mostAnswers, Math.floor((channel.bindCount * channel.windowSize) / 2)))
    this.#now = now
    this.#logger = logger
    this.#run = this.#loop()
  }

  add(answer: Answer): void {
    this.#answers.push(answer)
    for (const id of upstreamIdsOf(answer)) this.#upstreamIds.add(id)
    this.#signal.notify()
  }

  /** Whether a submit answer with this id of the carrier has arrived and is not written yet. */
  isUnwritten(upstreamId: string): boolean {
    return this.#upstreamIds.has(upstreamId)
  }

  get messageCount(): number {
    return this.#batch.length + this.#answers.length
  }

  /** Rows of the outbox with messages whose answer is not written yet. */
  get outboxIds(): string[] {
    return [...this.#batch, ...this.#answers].map(answer => answer.message.outboxId)
  }

  /** Resolves when the batch that is being written is committed; at once when there is none. */
  async batchWritten(): Promise<void> {
    if (this.#batch.length > 0 || this.#answers.length > 0) await this.#written.promise
  }

  /** Writes what is left and ends. */
  async close(): Promise<void> {
    this.#isClosing = true
    this.#signal.notify()
    await this.#run
  }

  async #loop(): Promise<void> {
    const backOff = new BackOff()
    while (!this.#isClosing || this.#answers.length > 0) {
      if (this.#answers.length === 0) await this.#signal.wait(60_000)
      await this.#gathering.wait(() => this.#answers.length, this.#batchSize)
      this.#batch = this.#answers.splice(0, mostAnswers)
      if (this.#batch.length === 0) continue
      const { failed, error } = await recordAnswers(this.#db, this.#channelId, this.#batch, this.#now())
      if (failed.length === 0) backOff.reset()
      const isStuck = failed.length === this.#batch.length
      this.#forget(failed)
      if (failed.length === 0) continue
      if (isStuck || performance.now() > this.#warnedAtMs + warnEveryMs) this.#warn(failed, error)
      // Those of other accounts go first: these wait for their node of a cluster, or all for the database.
      this.#answers.push(...failed)
      if (isStuck) await backOff.pause()
    }
  }

  #warn(failed: readonly Answer[], error: unknown): void {
    this.#warnedAtMs = performance.now()
    const messageIds = failed.slice(0, namedCount).map(answer => answer.message.messageId)
    this.#logger.warn({ err: error, channel: this.#channelId, count: failed.length, messageIds }, 'submit answers not stored yet')
  }

  #forget(failed: readonly Answer[]): void {
    for (const answer of this.#batch) for (const id of upstreamIdsOf(answer)) this.#upstreamIds.delete(id)
    for (const answer of failed) for (const id of upstreamIdsOf(answer)) this.#upstreamIds.add(id)
    this.#batch = []
    this.#written.resolve()
    this.#written = Promise.withResolvers()
  }
}
