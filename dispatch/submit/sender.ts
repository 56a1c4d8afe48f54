import type { Channel } from '#dispatch/channel/channel.ts'
import type { Link, Links } from '#dispatch/link/links.ts'
import { partsOf } from '#dispatch/link/upstream.ts'
import type { Exchange, PartOutcome } from '#dispatch/link/upstream-link.ts'
import { submitDurations, throttledTotal } from '#dispatch/metrics.ts'
import type { TextPart } from '#protocol/text/text-part.ts'
import { TokenBucket } from '#values/limiter.ts'
import { limits } from '#values/limits.ts'
import { itemOrThrow } from '#values/or-throw.ts'
import type { Answer } from './answer.ts'
import type { Claimed } from './claim.ts'
import { References } from './references.ts'

export interface SenderOptions {
  channel: Channel
  links: Pick<Links, 'freeSlots' | 'take'>
  now: () => Date
  /** A monotonic clock in milliseconds. */
  elapsedMs: () => number
  random: () => number
  /** False once the lease may have expired: another owner may be sending. */
  maySend: () => boolean
  onAnswer: (answer: Answer) => void
  /** What was written about a part, and the answer. */
  onExchange: (message: Claimed, outcome: PartOutcome, exchange: () => Exchange) => void
}

interface Outgoing {
  message: Claimed
  parts: TextPart[]
}

/** How often refused parts are retried when other parts of the message were accepted. */
const partTries = 6

/** Exponential backoff with jitter for what was throttled, up to a minute. */
const backOffMs = (tries: number, random: number) => Math.min(60_000, 250 * 2 ** Math.min(tries, 8)) * (0.5 + random)

/**
 * Share of a second's allowance that may go at once after a quiet time. Carriers count in seconds of their own: the
 * burst and what arrives in a second are together no more than the allowance, wherever that second begins.
 */
const burstShare = 0.1

/**
 * Submits claimed messages: within the windows and the rate limit, all parts of one message on one link. Reports the
 * outcome of each message once.
 */
export class Sender {
  readonly #options: SenderOptions
  readonly #bucket: TokenBucket
  readonly #open = new Map<string, Claimed>()
  #unsent: Outgoing[] = []
  readonly #references: References
  #isDropped = false
  /** When a part was last written to a link. */
  sentAtMs: number
  /** Parts that were written to links. */
  partCount = 0

  constructor(options: SenderOptions) {
    this.#options = options
    this.sentAtMs = options.elapsedMs()
    this.#references = new References(options.random)
    const steadyRate = options.channel.ratePerSecond * (1 - burstShare)
    this.#bucket = new TokenBucket(steadyRate, options.elapsedMs(), burstShare / (1 - burstShare))
  }

  /**
   * How many messages may be claimed now: no more than could be sent at once, since claimed messages are in doubt after
   * a crash.
   */
  get room(): number {
    return Math.min(this.#options.links.freeSlots, this.#bucket.available(this.#options.elapsedMs())) - this.#unsent.length
  }

  /** There is no link: nothing can be sent, and no outstanding answer will change that. */
  get isCutOff(): boolean {
    return this.#open.size === 0 && this.#options.links.freeSlots === 0
  }

  get messageCount(): number {
    return this.#open.size + this.#unsent.length
  }

  /** Rows of the outbox with claimed messages that are not answered yet. */
  get outboxIds(): string[] {
    return [...this.#open.values(), ...this.#unsent.map(({ message }) => message)].map(message => message.outboxId)
  }

  add(messages: readonly Claimed[]): void {
    if (this.#isDropped) return
    const now = this.#options.now()
    for (const message of messages) {
      if (message.isOver || message.expiresAt <= now) this.#options.onAnswer({ message, kind: 'expired' })
      else
        this.#unsent.push({ message, parts: partsOf(this.#options.channel, message.content, () => this.#references.next(message.phone)) })
    }
    this.flush()
  }

  /** Sends as much as there is room for. Returns whether messages still wait. */
  flush(): boolean {
    let sentCount = 0
    for (const { message, parts } of this.#unsent) {
      const least = Math.min(parts.length, this.#bucket.capacity)
      if (this.#bucket.available(this.#options.elapsedMs()) < Math.floor(least) || !this.#options.maySend()) break
      const link = this.#options.links.take(parts.length)
      if (!link) break
      sentCount += 1
      this.#bucket.take(parts.length)
      this.partCount += parts.length
      this.#open.set(message.messageId, message)
      new Transmission(this.#options, message, parts, link, answer => this.#answered(answer)).send()
    }
    if (sentCount > 0) {
      this.sentAtMs = this.#options.elapsedMs()
      this.#unsent = this.#unsent.slice(sentCount)
    }
    return this.#unsent.length > 0
  }

  /** Releases what was not sent. */
  giveBack(): void {
    const unsent = this.#unsent
    this.#unsent = []
    const dueAt = this.#options.now()
    for (const { message } of unsent) this.#options.onAnswer({ message, kind: 'later', dueAt })
  }

  /** Drops what was not sent: it belongs to another owner now. */
  drop(): void {
    this.#isDropped = true
    this.#unsent = []
  }

  #answered(answer: Answer): void {
    this.#open.delete(answer.message.messageId)
    this.#options.onAnswer(answer)
    if (!this.#isDropped) this.flush()
  }
}

/** One message in transmission: its parts in sequence on one link, until each is answered. */
class Transmission {
  readonly #options: SenderOptions
  readonly #message: Claimed
  readonly #parts: TextPart[]
  readonly #link: Link
  readonly #onEnd: (answer: Answer) => void
  readonly #outcomes: PartOutcome[] = []
  #openCount = 0
  #tries = 0

  constructor(options: SenderOptions, message: Claimed, parts: TextPart[], link: Link, onEnd: (answer: Answer) => void) {
    this.#options = options
    this.#message = message
    this.#parts = parts
    this.#link = link
    this.#onEnd = onEnd
  }

  send(): void {
    const indexes = [...this.#parts.keys()].filter(index => this.#outcomes[index]?.kind !== 'taken')
    this.#openCount = indexes.length
    for (const index of indexes) this.#sendPart(index)
  }

  #sendPart(index: number): void {
    const { channel, elapsedMs, onExchange } = this.#options
    const part = {
      ...itemOrThrow(this.#parts, index),
      // Digits beyond the carrier's limit are cut off at the end: the signature's come first.
      source: (channel.senderNumber + this.#message.extension).slice(0, limits.senderNumberDigits),
      messageId: this.#message.messageId,
      phone: this.#message.phone,
      kind: this.#message.kind,
    }
    const sentAtMs = elapsedMs()
    const unsent = this.#link.upstream.send(part, {
      onOutcome: (outcome, exchange) => {
        this.#tellLink(outcome)
        if (exchange) onExchange(this.#message, outcome, exchange)
        if (outcome.kind !== 'doubtful') submitDurations.observe({ channel: channel.channelId }, (elapsedMs() - sentAtMs) / 1000)
        if (outcome.kind === 'throttled') throttledTotal.inc({ channel: channel.channelId })
        this.#partEnded(index, outcome)
      },
      onLate: upstreamId => this.#tellPart(index, upstreamId),
    })
    // Only a part that is retried may find no room.
    if (unsent) queueMicrotask(() => this.#partEnded(index, unsent))
    else this.#link.sent(elapsedMs())
  }

  #tellLink(outcome: PartOutcome): void {
    const { kind } = outcome
    const nowMs = this.#options.elapsedMs()
    if (kind === 'doubtful') this.#link.inDoubt(nowMs)
    else if (kind === 'misconfigured') this.#link.misconfigured(nowMs, outcome)
    else this.#link.answered(nowMs)
    if (kind === 'taken' && outcome.isCongested) this.#link.throttled(nowMs)
    else if (kind === 'taken') this.#link.taken()
    if (kind === 'throttled') this.#link.throttled(nowMs)
  }

  #partEnded(index: number, outcome: PartOutcome): void {
    this.#outcomes[index] = outcome
    this.#openCount -= 1
    if (this.#openCount === 0) this.#allEnded()
  }

  #allEnded(): void {
    const answer = this.#wholeAnswer()
    if (answer) this.#end(answer)
    else setTimeout(() => this.send(), backOffMs(this.#tries, this.#options.random()))
  }

  #end(answer: Answer): void {
    this.#onEnd(answer)
    if (answer.kind !== 'doubtful') return
    for (const [index, outcome] of this.#outcomes.entries()) if (outcome.kind === 'taken') this.#tellPart(index, outcome.upstreamId)
  }

  /** A part of a message in doubt that the carrier has. */
  #tellPart(index: number, upstreamId: string): void {
    const { onAnswer } = this.#options
    onAnswer({ message: this.#message, kind: 'part', upstreamId, part: index + 1, partCount: this.#parts.length })
  }

  /**
   * The outcome of the message; null when some parts were accepted and the others must follow, or the phone would get
   * half of it.
   */
  #wholeAnswer(): Answer | null {
    const { now, random } = this.#options
    const message = this.#message
    const upstreamIds = this.#outcomes.flatMap(outcome => (outcome.kind === 'taken' ? [outcome.upstreamId] : []))
    if (upstreamIds.length === this.#parts.length) return { message, kind: 'taken', upstreamIds }
    const failed = this.#outcomes.filter(outcome => outcome.kind !== 'taken')
    if (failed.some(outcome => outcome.kind === 'doubtful')) return { message, kind: 'doubtful', wasSent: true }
    const isOver = ++this.#tries >= partTries
    if (upstreamIds.length === 0 && failed.every(isRetryable))
      return { message, kind: 'later', dueAt: new Date(now().getTime() + backOffMs(message.attemptCount, random())) }
    const codes = failed.flatMap(outcome => ('code' in outcome && (isOver || !isRetryable(outcome)) ? [outcome.code] : []))
    return codes[0] === undefined ? null : { message, kind: 'refused', code: codes[0] }
  }
}

const isRetryable = ({ kind }: PartOutcome) => kind === 'throttled' || kind === 'temporary' || kind === 'misconfigured'
