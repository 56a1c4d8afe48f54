import type { Socket } from 'node:net'
import { type GatewayHandlers, GatewaySession, gatewayDefaults } from '../wire/gateway-session.ts'
import type { ProtocolError } from '../wire/protocol-error.ts'
import type { Answering, SessionOptions } from '../wire/session.ts'
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
  results,
  type Submit,
} from './pdu.ts'

export type IncomingRequest = Connect | Submit | Deliver
export type CmppHandlers = GatewayHandlers<IncomingRequest, CmppConnection>
export type CmppOptions = SessionOptions & { version: CmppVersion }

/** One CMPP session over TCP, for either side. */
export class CmppConnection extends GatewaySession<Submit | Deliver, Connect | Bare, AnswerPdu> {
  /** The form of all PDUs; a server takes it from the login. */
  version: CmppVersion
  readonly #handlers: CmppHandlers

  constructor(socket: Socket, handlers: CmppHandlers, { version = '3.0', ...options }: Partial<CmppOptions> = {}) {
    super(socket, { headerBytes, lengthStatus: results.length }, { ...gatewayDefaults, ...options })
    this.version = version
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

  protected violated(error: ProtocolError, frame: Buffer | null): void {
    this.#handlers.onProtocolError?.(error, frame)
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

  protected take(frame: Buffer): void {
    const pdu = decodePdu(frame, this.version)
    switch (pdu.command) {
      case 'active_test':
        this.write(encodePdu({ command: 'active_test_resp', sequence: pdu.sequence }, this.version))
        break
      case 'terminate':
        void this.leave(encodePdu({ command: 'terminate_resp', sequence: pdu.sequence }, this.version), this.#handlers.onGoodbye?.())
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

  /** Answers a submit or a delivery that can't be read; other commands have no answer for it. */
  protected refuse(frame: Buffer, result: number): void {
    const [command, sequence] = [frame.readUInt32BE(4), frame.readUInt32BE(8)]
    if (command !== commandIds.submit && command !== commandIds.deliver) return
    const messageId = frame.length >= headerBytes + 8 ? frame.readBigUInt64BE(headerBytes).toString() : '0'
    const answer = command === commandIds.submit ? 'submit_resp' : 'deliver_resp'
    this.write(encodePdu({ command: answer, sequence, messageId, result }, this.version))
  }
}
