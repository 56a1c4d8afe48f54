import type { Socket } from 'node:net'
import { localDigits } from '../text/carrier-time.ts'
import { type GatewayHandlers, GatewaySession, gatewayDefaults } from '../wire/gateway-session.ts'
import type { ProtocolError } from '../wire/protocol-error.ts'
import type { Answering, SessionOptions } from '../wire/session.ts'
import { decodePdu, sequenceOf } from './decode.ts'
import { encodePdu } from './encode.ts'
import {
  type AnswerPdu,
  type Bare,
  type Bind,
  commandIds,
  type Deliver,
  headerBytes,
  type Report,
  results,
  type Submit,
  timeOf,
  type UserReport,
} from './pdu.ts'

export type IncomingRequest = Bind | Submit | Deliver | Report | UserReport
export type SgipHandlers = GatewayHandlers<IncomingRequest, SgipConnection>

/** Counts the commands of a node, over all its connections: a submit's number is its id. */
export class CommandCounter {
  #last = Math.floor(Math.random() * 0x7fffffff)

  next(): number {
    this.#last = this.#last >= 0xffffffff ? 1 : this.#last + 1
    return this.#last
  }
}

export interface SgipOptions extends SessionOptions {
  /** Who issues our commands. */
  node: number
  counter: CommandCounter
  now: () => Date
}

const answersOf = {
  bind: 'bind_resp',
  submit: 'submit_resp',
  deliver: 'deliver_resp',
  report: 'report_resp',
  user_report: 'user_report_resp',
} as const

/** One SGIP session over TCP, for either side. It has no question whether the peer is alive. */
export class SgipConnection extends GatewaySession<Submit | Deliver | Report, Bind | Bare, AnswerPdu> {
  readonly #handlers: SgipHandlers
  readonly #node: number
  readonly #counter: CommandCounter
  readonly #now: () => Date

  constructor(
    socket: Socket,
    handlers: SgipHandlers,
    { node, counter, now, ...options }: Partial<SessionOptions> & Pick<SgipOptions, 'node' | 'counter' | 'now'>,
  ) {
    super(
      socket,
      { headerBytes, lengthStatus: results.length },
      { ...gatewayDefaults, windowSize: 32, answerTimeoutMs: 30_000, ...options },
    )
    this.#handlers = handlers
    this.#node = node
    this.#counter = counter
    this.#now = now
  }

  protected override nextSequence(): number {
    return this.#counter.next()
  }

  protected encode(request: Submit | Deliver | Report | Bind | Bare): Buffer {
    request.node = this.#node
    request.time = timeOf(localDigits(this.#now()))
    return encodePdu(request)
  }

  protected keepalive(): null {
    return null
  }

  protected goodbye(): Bare {
    return { command: 'unbind', node: 0, time: 0, sequence: 0 }
  }

  protected violated(error: ProtocolError, frame: Buffer | null): void {
    this.#handlers.onProtocolError?.(error, frame)
  }

  protected ended(reason: string): void {
    this.#handlers.onClose(reason, this)
  }

  /** Sends a bind (`connectSgip` in client.ts awaits it). */
  bind(request: Pick<Bind, 'loginType' | 'name' | 'password'>, onAnswer: Answering<AnswerPdu>['onAnswer']): void {
    this.control({ command: 'bind', node: 0, time: 0, sequence: 0, ...request }, onAnswer)
  }

  answer({ command, node, time, sequence }: IncomingRequest, result: number): void {
    this.write(encodePdu({ command: answersOf[command], node, time, sequence, result }))
  }

  protected take(frame: Buffer): void {
    const pdu = decodePdu(frame)
    switch (pdu.command) {
      case 'unbind':
        void this.leave(encodePdu({ ...pdu, command: 'unbind_resp' }))
        break
      case 'bind':
      case 'submit':
      case 'deliver':
      case 'report':
      case 'user_report':
        this.#handlers.onRequest(pdu, this)
        break
      case 'unbind_resp':
        this.takeAnswer({ ...pdu, command: 'unbind_resp' })
        break
      default:
        this.takeAnswer(pdu)
    }
  }

  /** Only requests with an answer of their own are told what is wrong with them. */
  protected refuse(frame: Buffer, result: number): void {
    const id = frame.readUInt32BE(4)
    for (const command of ['submit', 'deliver', 'report'] as const)
      if (id === commandIds[command]) this.write(encodePdu({ command: answersOf[command], ...sequenceOf(frame), result }))
  }
}
