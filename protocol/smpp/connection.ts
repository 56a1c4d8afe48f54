import type { Socket } from 'node:net'
import { decodePdu } from './decode.ts'
import { encodeMessageAnswer, encodePdu } from './encode.ts'
import { answerBit, maximumPduBytes, maximumSequence, ProtocolError } from './header.ts'
import type { AnswerPdu, BareRequest, Bind, CancelSm, DataSm, DeliverSm, Pdu, QueryAnswer, QuerySm, SubmitSm } from './pdu.ts'
import { FrameSplitter } from './splitter.ts'
import { statuses } from './status.ts'
import { tlvTags } from './tlv.ts'

/** Why a request has no answer. Either way the peer may have accepted it: its outcome is unknown. */
export type Failure = 'timeout' | 'closed'
export type OnAnswer = (answer: AnswerPdu | null, failure: Failure | null) => void
/** Requests passed to the owner; enquire_link and unbind are answered here. */
export type IncomingRequest = Bind | SubmitSm | DeliverSm | QuerySm | CancelSm | DataSm
export type OutgoingRequest = SubmitSm | DeliverSm | QuerySm | CancelSm

export interface ConnectionHandlers {
  onRequest: (request: IncomingRequest, connection: SmppConnection) => void
  /** The link has ended; called once, after every open request failed with `closed`. `reason` is for logs. */
  onClose: (reason: string, connection: SmppConnection) => void
  /** The peer unbinds. Resolves when its pending requests are answered; the peer is answered then. */
  onUnbind?: (connection: SmppConnection) => Promise<void>
  /** A slot became free after the window was full. */
  onFreeSlot?: (connection: SmppConnection) => void
  /** Unreadable bytes; the peer has been nacked. For logs. */
  onProtocolError?: (error: ProtocolError, connection: SmppConnection) => void
}

export interface ConnectionOptions {
  /** Requests that may await their answers at once. */
  windowSize: number
  answerTimeoutMs: number
  /** Silence of the peer after which enquire_link is sent; without an answer in answerTimeoutMs the link is cut. */
  enquireIntervalMs: number
  maximumPduBytes: number
}

const connectionDefaults: ConnectionOptions = {
  windowSize: 100,
  answerTimeoutMs: 30_000,
  enquireIntervalMs: 30_000,
  maximumPduBytes,
}

interface Pending {
  onAnswer: OnAnswer
  sentAtMs: number
  takesSlot: boolean
}

/**
 * Backpressure: a peer that doesn't read its answers isn't read either beyond this. Large enough that two full windows
 * can't block each other.
 */
const unsentLimitBytes = 4 * 1024 * 1024

/**
 * One SMPP session over TCP, for either side. Everything written in one turn of the event loop is sent in one write.
 * Answers are passed to callbacks, in the peer's order.
 */
export class SmppConnection {
  readonly socket: Socket
  /** Answers that arrived after their request had timed out. */
  lateAnswers = 0
  readonly #handlers: ConnectionHandlers
  readonly #options: ConnectionOptions
  readonly #splitter: FrameSplitter
  readonly #pending = new Map<number, Pending>()
  readonly #timer: NodeJS.Timeout
  #queue: Buffer[] = []
  #isFlushPlanned = false
  #sequence = 0
  #usedSlots = 0
  #heardAtMs = performance.now()
  #isEnquiring = false
  #isEnding = false
  #isClosed = false
  /** The stream became unreadable: nothing after that byte is parsed. */
  #isUnreadable = false
  #reason = 'closed by the peer'
  #drained: (() => void) | null = null

  constructor(socket: Socket, handlers: ConnectionHandlers, options: Partial<ConnectionOptions> = {}) {
    this.socket = socket
    this.#handlers = handlers
    this.#options = { ...connectionDefaults, ...options }
    this.#splitter = new FrameSplitter(this.#options.maximumPduBytes)
    socket.setNoDelay(true)
    socket.on('data', chunk => this.#read(chunk as Buffer))
    socket.on('drain', () => socket.resume())
    socket.on('error', error => {
      this.#reason = error.message
    })
    socket.on('close', () => this.#closed())
    const periodMs = Math.max(10, Math.min(1000, this.#options.answerTimeoutMs / 4, this.#options.enquireIntervalMs / 2))
    this.#timer = setInterval(() => this.#watch(performance.now()), periodMs)
    this.#timer.unref()
  }

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

  /** Changes the window while the session runs: a throttled sender narrows it. Requests already sent stay open. */
  set windowSize(size: number) {
    this.#options.windowSize = size
  }

  /** Why the link ended or is ending, for logs. */
  get reason(): string {
    return this.#reason
  }

  get windowSize(): number {
    return this.#options.windowSize
  }

  /**
   * Sends a request and returns its sequence number (also set on it); 0 when no slot is free, with nothing sent.
   * `onAnswer` is called exactly once, never within this call. Throws a ProtocolError when the request can't be
   * encoded.
   */
  send(request: OutgoingRequest, onAnswer: OnAnswer): number {
    if (this.freeSlots <= 0) return 0
    this.#request(request, onAnswer, true)
    return request.sequence
  }

  /** Answers a submit_sm or deliver_sm. */
  answer(request: SubmitSm | DeliverSm, status: number, messageId = ''): void {
    this.#write(
      encodeMessageAnswer(request.command === 'submit_sm' ? 'submit_sm_resp' : 'deliver_sm_resp', status, request.sequence, messageId),
    )
  }

  /** Answers a bind, with version 3.4 (sc_interface_version) unless the peer is too old for optional parameters. */
  answerBind(request: Bind, status: number, systemId: string): void {
    const tlvs =
      status === statuses.ok && request.interfaceVersion >= 0x34 ? [{ tag: tlvTags.interfaceVersion, value: Buffer.from([0x34]) }] : []
    this.#write(encodePdu({ command: `${request.command}_resp`, status, sequence: request.sequence, systemId, tlvs }))
  }

  answerQuery(
    request: QuerySm,
    status: number,
    found: Pick<QueryAnswer, 'finalDate' | 'messageState' | 'errorCode'> = { finalDate: '', messageState: 0, errorCode: 0 },
  ): void {
    const { sequence, messageId } = request
    this.#write(encodePdu({ command: 'query_sm_resp', status, sequence, messageId, ...found }))
  }

  answerCancel(request: CancelSm, status: number): void {
    this.#write(encodePdu({ command: 'cancel_sm_resp', status, sequence: request.sequence }))
  }

  /** Refuses a PDU (generic_nack). */
  refuse(sequence: number, status: number): void {
    this.#write(encodePdu({ command: 'generic_nack', status, sequence }))
  }

  /** Sends a bind request (`connectSmpp` in client.ts awaits it). `onAnswer` is called exactly once. */
  bind(request: Omit<Bind, 'status' | 'sequence'>, onAnswer: OnAnswer): void {
    this.#request({ ...request, status: 0, sequence: 0 }, onAnswer)
  }

  /** Ends the session gracefully: no new requests, waits for open ones (up to their time-out), unbinds, closes. */
  async unbind(): Promise<void> {
    if (this.#isClosed || this.#isEnding) return
    this.#isEnding = true
    this.#reason = 'unbound'
    if (this.#usedSlots > 0) await new Promise<void>(resolve => (this.#drained = resolve))
    if (this.#isClosed) return
    await new Promise<void>(resolve => this.#request({ command: 'unbind', status: 0, sequence: 0 }, () => resolve()))
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

  #end(): Promise<void> {
    if (this.#isClosed) return Promise.resolve()
    this.#flush()
    const closed = new Promise<void>(resolve => this.socket.once('close', () => resolve()))
    this.socket.end(() => this.socket.destroySoon())
    // A peer that never closes its side is cut.
    setTimeout(() => this.socket.destroy(), 2000).unref()
    return closed
  }

  #request(request: OutgoingRequest | Bind | BareRequest, onAnswer: OnAnswer, takesSlot = false): void {
    if (this.#isClosed) {
      queueMicrotask(() => onAnswer(null, 'closed'))
      return
    }
    const sequence = this.#sequence === maximumSequence ? 1 : this.#sequence + 1
    request.sequence = sequence
    const bytes = encodePdu(request)
    this.#sequence = sequence
    this.#pending.set(sequence, { onAnswer, sentAtMs: performance.now(), takesSlot })
    if (takesSlot) this.#usedSlots++
    this.#write(bytes)
  }

  #write(bytes: Buffer): void {
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
      this.#handlers.onProtocolError?.(error, this)
      this.refuse(0, error.status)
      this.end(error.message)
    }
  }

  readonly #onFrame = (frame: Buffer): void => {
    if (this.#isClosed || this.socket.destroyed) return
    let pdu: Pdu
    try {
      pdu = decodePdu(frame)
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
      this.#handlers.onProtocolError?.(error, this)
      const isAnswer = (frame.readUInt32BE(4) & answerBit) !== 0
      if (!isAnswer) this.refuse(frame.readUInt32BE(12), error.status)
      return
    }
    this.#take(pdu)
  }

  #take(pdu: Pdu): void {
    switch (pdu.command) {
      case 'enquire_link':
        this.#write(encodePdu({ command: 'enquire_link_resp', status: statuses.ok, sequence: pdu.sequence }))
        break
      case 'unbind':
        void this.#unbound(pdu.sequence)
        break
      case 'submit_sm':
      case 'deliver_sm':
      case 'data_sm':
      case 'query_sm':
      case 'cancel_sm':
      case 'bind_receiver':
      case 'bind_transmitter':
      case 'bind_transceiver':
        this.#handlers.onRequest(pdu, this)
        break
      default:
        this.#takeAnswer(pdu)
    }
  }

  async #unbound(sequence: number): Promise<void> {
    this.#isEnding = true
    const { onUnbind } = this.#handlers
    if (onUnbind) await onUnbind(this)
    this.#write(encodePdu({ command: 'unbind_resp', status: statuses.ok, sequence }))
    this.end('unbound by the peer')
  }

  #takeAnswer(answer: AnswerPdu): void {
    const pending = this.#pending.get(answer.sequence)
    if (!pending) {
      this.lateAnswers++
      return
    }
    this.#settle(answer.sequence, pending, answer, null)
  }

  #settle(sequence: number, pending: Pending, answer: AnswerPdu | null, failure: Failure | null): void {
    this.#pending.delete(sequence)
    const wasFull = pending.takesSlot && this.#usedSlots >= this.#options.windowSize
    if (pending.takesSlot) this.#usedSlots--
    pending.onAnswer(answer, failure)
    if (wasFull && this.freeSlots > 0) this.#handlers.onFreeSlot?.(this)
    if (this.#usedSlots === 0) this.#drained?.()
  }

  /** Times out old requests (the map keeps the order of sending) and sends enquire_link to a silent peer. */
  #watch(nowMs: number): void {
    for (const [sequence, pending] of this.#pending) {
      if (nowMs - pending.sentAtMs < this.#options.answerTimeoutMs) break
      this.#settle(sequence, pending, null, 'timeout')
    }
    if (this.#isEnquiring || this.#isEnding || nowMs - this.#heardAtMs < this.#options.enquireIntervalMs) return
    this.#isEnquiring = true
    this.#request({ command: 'enquire_link', status: 0, sequence: 0 }, (_, failure) => {
      this.#isEnquiring = false
      if (failure === 'timeout') this.destroy('the peer is silent')
    })
  }

  #closed(): void {
    this.#isClosed = true
    this.#queue = []
    clearInterval(this.#timer)
    for (const [sequence, pending] of this.#pending) this.#settle(sequence, pending, null, 'closed')
    this.#drained?.()
    this.#handlers.onClose(this.#reason, this)
  }
}
