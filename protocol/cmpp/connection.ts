import type { Socket } from 'node:net'
import { ProtocolError } from '../wire/protocol-error.ts'
import { type Answering, type SessionOptions, WireSession } from '../wire/session.ts'
import { decodePdu } from './decode.ts'
import { encodePdu } from './encode.ts'
import {
  type AnswerPdu,
  type Bare,
  type CmppVersion,
  type Connect,
  commandIds,
  type Deliver,
  headerBytes,
  maximumSequence,
  results,
  type Submit,
} from './pdu.ts'

/** Requests passed to the owner; active tests and terminate are answered here. */
export type IncomingRequest = Connect | Submit | Deliver

export interface CmppHandlers {
  onRequest: (request: IncomingRequest, connection: CmppConnection) => void
  /** The link has ended; called once, after every open request failed with `closed`. `reason` is for logs. */
  onClose: (reason: string, connection: CmppConnection) => void
  /** Bytes that violate the protocol, already answered where an answer exists. For logs. */
  onProtocolError?: (error: ProtocolError, frame: Buffer | null) => void
}

export type CmppOptions = SessionOptions & { version: CmppVersion }

const defaults: CmppOptions = { version: '3.0', windowSize: 16, answerTimeoutMs: 60_000, keepaliveIntervalMs: 30_000, keepaliveTries: 3 }

/** No PDU of an account is longer: a submit to 99 numbers has less than 3,600 bytes. */
const frames = { headerBytes, maximumBytes: 4096, lengthStatus: results.length }

/** A peer that terminates may still answer what it has for this long. */
const goodbyeLimitMs = 5_000

/** One CMPP session over TCP, for either side. */
export class CmppConnection extends WireSession<Submit | Deliver, Connect | Bare, AnswerPdu> {
  /** The form of all PDUs; a server takes it from the login. */
  version: CmppVersion
  protected readonly maximumSequence = maximumSequence
  readonly #handlers: CmppHandlers

  constructor(socket: Socket, handlers: CmppHandlers, options: Partial<CmppOptions> = {}) {
    const all = { ...defaults, ...options }
    // A gateway may remember the last numbers of an account and refuse them as repeated.
    super(socket, frames, all, Math.floor(Math.random() * 0x7fffffff))
    this.version = all.version
    this.#handlers = handlers
  }

  protected encode(request: Submit | Deliver | Connect | Bare): Buffer {
    return encodePdu(request, this.version)
  }

  protected keepalive(): Bare {
    return { command: 'active_test', sequence: 0 }
  }

  protected goodbye(): Bare {
    return { command: 'terminate', sequence: 0 }
  }

  protected unreadable(error: ProtocolError): void {
    this.#handlers.onProtocolError?.(error, null)
  }

  protected ended(reason: string): void {
    this.#handlers.onClose(reason, this)
  }

  /** Sends a login (`connectCmpp` in client.ts awaits it). */
  login(request: Omit<Connect, 'command' | 'sequence'>, onAnswer: Answering<AnswerPdu>['onAnswer']): void {
    this.control({ command: 'connect', sequence: 0, ...request }, onAnswer)
  }

  answerLogin(request: Connect, status: number, { authenticator, version }: { authenticator: Buffer; version: number }): void {
    this.write(encodePdu({ command: 'connect_resp', sequence: request.sequence, status, authenticator, version }, this.version))
  }

  /** Answers a submit or a delivery; a delivery's answer repeats its id. */
  answer(request: Submit | Deliver, result: number, messageId = request.messageId): void {
    const command = request.command === 'submit' ? 'submit_resp' : 'deliver_resp'
    this.write(encodePdu({ command, sequence: request.sequence, messageId, result }, this.version))
  }

  protected takeFrame(frame: Buffer): void {
    try {
      this.#take(frame)
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
      this.#handlers.onProtocolError?.(error, frame)
      this.#refuse(frame, error.status)
    }
  }

  #take(frame: Buffer): void {
    const pdu = decodePdu(frame, this.version)
    switch (pdu.command) {
      case 'active_test':
        this.write(encodePdu({ command: 'active_test_resp', sequence: pdu.sequence }, this.version))
        break
      case 'terminate':
        void this.#terminated(pdu.sequence)
        break
      case 'connect':
      case 'submit':
      case 'deliver':
        this.#handlers.onRequest(pdu, this)
        break
      case 'terminate_resp':
      case 'active_test_resp':
        this.takeAnswer({ command: pdu.command, sequence: pdu.sequence })
        break
      default:
        this.takeAnswer(pdu)
    }
  }

  async #terminated(sequence: number): Promise<void> {
    this.write(encodePdu({ command: 'terminate_resp', sequence }, this.version))
    await this.drain(goodbyeLimitMs)
    this.end('terminated by the peer')
  }

  /** Answers a submit or a delivery that can't be read; other commands have no answer for it. */
  #refuse(frame: Buffer, result: number): void {
    const [command, sequence] = [frame.readUInt32BE(4), frame.readUInt32BE(8)]
    if (command !== commandIds.submit && command !== commandIds.deliver) return
    const messageId = frame.length >= headerBytes + 8 ? frame.readBigUInt64BE(headerBytes).toString() : '0'
    const answer = command === commandIds.submit ? 'submit_resp' : 'deliver_resp'
    this.write(encodePdu({ command: answer, sequence, messageId, result }, this.version))
  }
}
