import type { Logger } from 'pino'
import type { Db } from '#db/connect.ts'
import { type Answer, recordAnswers, upstreamIdsOf } from './answer.ts'
import { BackOff } from './back-off.ts'
import type { Channel } from './channel.ts'
import { Gathering } from './gather.ts'
import { Signal } from './signal.ts'

/**
 * A window of a thousand parts is claimed, sent and written concurrently (measured: batches of 1,000 are a third
 * slower).
 */
const mostAnswers = 300

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
      try {
        await recordAnswers(this.#db, this.#channelId, this.#batch, this.#now())
        backOff.reset()
        this.#forget()
      } catch (error) {
        const messageIds = this.#batch.slice(0, namedCount).map(answer => answer.message.messageId)
        this.#logger.warn({ err: error, channel: this.#channelId, count: this.#batch.length, messageIds }, 'submit answers not stored yet')
        this.#answers = [...this.#batch, ...this.#answers]
        this.#batch = []
        await backOff.pause()
      }
    }
  }

  #forget(): void {
    for (const answer of this.#batch) for (const id of upstreamIdsOf(answer)) this.#upstreamIds.delete(id)
    this.#batch = []
    this.#written.resolve()
    this.#written = Promise.withResolvers()
  }
}
