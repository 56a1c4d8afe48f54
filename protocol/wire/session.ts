import type { Socket } from 'node:net'
import { ProtocolError } from './protocol-error.ts'
import { type FrameForm, FrameSplitter } from './splitter.ts'

/** Why a request has no answer. Either way the peer may have accepted it: its outcome is unknown. */
export type Failure = 'timeout' | 'closed'

/** What every PDU has: the number that an answer repeats. */
export interface Sequenced {
  sequence: number
}

export interface SessionOptions {
  /** Requests that may await their answers at once. */
  windowSize: number
  answerTimeoutMs: number
  /** Silence of the peer after which it is asked whether it is alive. */
  keepaliveIntervalMs: number
  /** The link is cut after so many of these questions in a row without an answer in answerTimeoutMs. */
  keepaliveTries: number
}

export interface Answering<Answer> {
  /** Called exactly once, never within the call that sends. */
  onAnswer: (answer: Answer | null, failure: Failure | null) => void
  /** The answer came after `onAnswer` had been told of a timeout. */
  onLate?: ((answer: Answer) => void) | undefined
}

interface Pending<Answer> extends Answering<Answer> {
  sentAtMs: number
  takesSlot: boolean
}

/**
 * Backpressure: a peer that doesn't read its answers isn't read either beyond this. Large enough that two full windows
 * can't block each other.
 */
const unsentLimitBytes = 4 * 1024 * 1024
/** Requests without an answer in time whose answer is still waited for. */
const givenUpKept = 1_000

/**
 * One session over TCP of a protocol whose PDUs have a length, and answers that repeat the request's sequence number.
 * Everything written in one turn of the event loop is sent in one write. Answers are passed to callbacks, in the peer's
 * order. `Request` takes a slot of the window, `Control` (bind, keepalive, goodbye) does not.
 */
export abstract class WireSession<Request extends Sequenced, Control extends Sequenced, Answer extends Sequenced> {
  readonly socket: Socket
  /** Answers that arrived after their request had timed out. */
  lateAnswers = 0
  readonly #options: SessionOptions
  readonly #splitter: FrameSplitter
  readonly #pending = new Map<number, Pending<Answer>>()
  readonly #givenUp = new Map<number, Pending<Answer>>()
  readonly #timer: NodeJS.Timeout
  #queue: Buffer[] = []
  #isFlushPlanned = false
  #sequence: number
  #usedSlots = 0
  #heardAtMs = performance.now()
  #isAsking = false
  #unansweredCount = 0
  #isEnding = false
  #isClosed = false
  /** The stream became unreadable: nothing after that byte is parsed. */
  #isUnreadable = false
  #reason = 'closed by the peer'
  #drained: (() => void) | null = null

  /** `lastSequence`: requests are numbered from the one after it. */
  constructor(socket: Socket, frames: FrameForm, options: SessionOptions, lastSequence = 0) {
    this.socket = socket
    this.#options = { ...options }
    this.#sequence = lastSequence
    this.#splitter = new FrameSplitter(frames)
    socket.setNoDelay(true)
    socket.on('data', chunk => this.#read(chunk as Buffer))
    socket.on('drain', () => socket.resume())
    socket.on('error', error => {
      this.#reason = error.message
    })
    socket.on('close', () => this.#closed())
    const periodMs = Math.max(10, Math.min(1000, options.answerTimeoutMs / 4, options.keepaliveIntervalMs / 2))
    this.#timer = setInterval(() => this.#watch(performance.now()), periodMs)
    this.#timer.unref()
  }

  /** Throws a ProtocolError when the request can't be encoded. */
  protected abstract encode(request: Request | Control): Buffer
  /** Sequence numbers go from 1 to this and around. */
  protected abstract readonly maximumSequence: number
  /** The question whether the peer is alive; null: the protocol has none. */
  protected abstract keepalive(): Control | null
  protected abstract goodbye(): Control
  /** Takes one PDU of the peer. */
  protected abstract takeFrame(frame: Buffer): void
  /** The stream can't be read any further; the session ends after this. */
  protected abstract unreadable(error: ProtocolError): void
  /** The link has ended; called once, after every open request failed with `closed`. `reason` is for logs. */
  protected abstract ended(reason: string): void
  /** A slot became free after the window was full. */
  protected slotFreed(): void {}

  /** Requests that may be sent now; 0 once the session is ending. */
  get freeSlots(): number {
    return this.#isEnding || this.#isClosed ? 0 : this.#options.windowSize - this.#usedSlots
  }

  get outstanding(): number {
    return this.#usedSlots
  }

  get isOpen(): boolean {
    return !this.#isClosed && !this.#isEnding
  }

  get windowSize(): number {
    return this.#options.windowSize
  }

  /** Changes the window while the session runs: a throttled sender narrows it. Requests already sent stay open. */
  set windowSize(size: number) {
    this.#options.windowSize = size
  }

  /** Why the link ended or is ending, for logs. */
  get reason(): string {
    return this.#reason
  }

  /**
   * Sends a request and returns its sequence number (also set on it); 0 when no slot is free, with nothing sent. Throws
   * a ProtocolError when the request can't be encoded.
   */
  send(request: Request, onAnswer: Answering<Answer>['onAnswer'], onLate?: Answering<Answer>['onLate']): number {
    if (this.freeSlots <= 0) return 0
    this.#request(request, true, onAnswer, onLate)
    return request.sequence
  }

  /** Sends a request outside of the window. */
  protected control(request: Control, onAnswer: Answering<Answer>['onAnswer']): void {
    this.#request(request, false, onAnswer)
  }

  /** Ends the session gracefully: no new requests, waits for open ones (up to their time-out), unbinds, closes. */
  async unbind(): Promise<void> {
    if (this.#isClosed || this.#isEnding) return
    this.#isEnding = true
    this.#reason = 'unbound'
    if (this.#usedSlots > 0) await new Promise<void>(resolve => (this.#drained = resolve))
    if (this.#isClosed) return
    await new Promise<void>(resolve => this.control(this.goodbye(), () => resolve()))
    await this.#end()
  }

  /** Cuts the link at once; what was written in this turn may be lost. */
  destroy(reason: string): void {
    if (this.#isClosed) return
    this.#reason = reason
    this.#isEnding = true
    this.socket.destroy()
  }

  /** Flushes and closes. */
  end(reason: string): void {
    this.#reason = reason
    this.#isEnding = true
    void this.#end()
  }

  /** No new requests from now on; the session stays for what is in progress. */
  protected beginEnding(): void {
    this.#isEnding = true
  }

  /** Sends nothing new; resolves when no request is unanswered, at the latest after this time. */
  protected async drain(limitMs: number): Promise<void> {
    this.#isEnding = true
    if (this.#usedSlots === 0) return
    const drained = Promise.withResolvers<void>()
    this.#drained = drained.resolve
    const timer = setTimeout(drained.resolve, limitMs)
    await drained.promise
    clearTimeout(timer)
  }

  #end(): Promise<void> {
    if (this.#isClosed) return Promise.resolve()
    this.#flush()
    const closed = new Promise<void>(resolve => this.socket.once('close', () => resolve()))
    this.socket.end(() => this.socket.destroySoon())
    // A peer that never closes its side is cut.
    setTimeout(() => this.socket.destroy(), 2000).unref()
    return closed
  }

  protected nextSequence(): number {
    this.#sequence = this.#sequence >= this.maximumSequence ? 1 : this.#sequence + 1
    return this.#sequence
  }

  #request(
    request: Request | Control,
    takesSlot: boolean,
    onAnswer: Answering<Answer>['onAnswer'],
    onLate?: Answering<Answer>['onLate'],
  ): void {
    if (this.#isClosed) {
      queueMicrotask(() => onAnswer(null, 'closed'))
      return
    }
    const sequence = this.nextSequence()
    request.sequence = sequence
    const bytes = this.encode(request)
    this.#pending.set(sequence, { onAnswer, onLate, sentAtMs: performance.now(), takesSlot })
    if (takesSlot) this.#usedSlots++
    this.write(bytes)
  }

  protected write(bytes: Buffer): void {
    if (this.#isClosed) return
    this.#queue.push(bytes)
    if (this.#isFlushPlanned) return
    this.#isFlushPlanned = true
    setImmediate(() => this.#flush())
  }

  #flush(): void {
    this.#isFlushPlanned = false
    const queue = this.#queue
    const [first] = queue
    if (!first || !this.socket.writable) return
    this.#queue = []
    this.socket.write(queue.length === 1 ? first : Buffer.concat(queue))
    if (this.socket.writableLength > unsentLimitBytes) this.socket.pause()
  }

  #read(chunk: Buffer): void {
    if (this.#isUnreadable) return
    this.#heardAtMs = performance.now()
    try {
      this.#splitter.push(chunk, this.#onFrame)
    } catch (error) {
      if (!(error instanceof ProtocolError && error.isFatal)) throw error
      this.#isUnreadable = true
      this.unreadable(error)
      this.end(error.message)
    }
  }

  readonly #onFrame = (frame: Buffer): void => {
    if (this.#isClosed || this.socket.destroyed) return
    this.takeFrame(frame)
  }

  protected takeAnswer(answer: Answer): void {
    const pending = this.#pending.get(answer.sequence)
    if (pending) {
      this.#settle(answer.sequence, pending, answer, null)
      return
    }
    this.lateAnswers++
    this.#givenUp.get(answer.sequence)?.onLate?.(answer)
    this.#givenUp.delete(answer.sequence)
  }

  #settle(sequence: number, pending: Pending<Answer>, answer: Answer | null, failure: Failure | null): void {
    this.#pending.delete(sequence)
    const wasFull = pending.takesSlot && this.#usedSlots >= this.#options.windowSize
    if (pending.takesSlot) this.#usedSlots--
    pending.onAnswer(answer, failure)
    if (wasFull && this.freeSlots > 0) this.slotFreed()
    if (this.#usedSlots === 0) this.#drained?.()
  }

  /** Times out old requests (the map keeps the order of sending) and asks a silent peer whether it is alive. */
  #watch(nowMs: number): void {
    for (const [sequence, pending] of this.#pending) {
      if (nowMs - pending.sentAtMs < this.#options.answerTimeoutMs) break
      if (pending.onLate) this.#keepForLate(sequence, pending)
      this.#settle(sequence, pending, null, 'timeout')
    }
    if (this.#isAsking || this.#isEnding || nowMs - this.#heardAtMs < this.#options.keepaliveIntervalMs) return
    const question = this.keepalive()
    if (!question) return
    this.#isAsking = true
    this.control(question, (_, failure) => {
      this.#isAsking = false
      this.#unansweredCount = failure === 'timeout' ? this.#unansweredCount + 1 : 0
      if (this.#unansweredCount >= this.#options.keepaliveTries) this.destroy('the peer is silent')
    })
  }

  #keepForLate(sequence: number, pending: Pending<Answer>): void {
    this.#givenUp.set(sequence, pending)
    if (this.#givenUp.size <= givenUpKept) return
    const [oldest] = this.#givenUp.keys()
    if (oldest !== undefined) this.#givenUp.delete(oldest)
  }

  #closed(): void {
    this.#isClosed = true
    this.#queue = []
    clearInterval(this.#timer)
    for (const [sequence, pending] of this.#pending) this.#settle(sequence, pending, null, 'closed')
    this.#drained?.()
    this.ended(this.#reason)
  }
}
