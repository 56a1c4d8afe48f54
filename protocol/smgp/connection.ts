import type { Socket } from 'node:net'
import { type GatewayHandlers, GatewaySession, gatewayDefaults, gatewayHeaderBytes } from '../wire/gateway-session.ts'
import type { ProtocolError } from '../wire/protocol-error.ts'
import type { Answering, SessionOptions } from '../wire/session.ts'
import { decodePdu } from './decode.ts'
import { encodePdu } from './encode.ts'
import {
  type AnswerPdu,
  type Bare,
  commandIds,
  type Deliver,
  type Login,
  noMessageId,
  type SmgpVersion,
  type Submit,
  statuses,
} from './pdu.ts'

export type IncomingRequest = Login | Submit | Deliver
export type SmgpHandlers = GatewayHandlers<IncomingRequest, SmgpConnection>
export type SmgpOptions = SessionOptions & { version: SmgpVersion }

/** One SMGP session over TCP, for either side. */
export class SmgpConnection extends GatewaySession<Submit | Deliver, Login | Bare, AnswerPdu> {
  /** The form of submits; a server takes it from the login. */
  version: SmgpVersion
  readonly #handlers: SmgpHandlers

  constructor(socket: Socket, handlers: SmgpHandlers, { version = '3.0', ...options }: Partial<SmgpOptions> = {}) {
    super(socket, { headerBytes: gatewayHeaderBytes, lengthStatus: statuses.structure }, { ...gatewayDefaults, ...options })
    this.version = version
    this.#handlers = handlers
  }

  protected encode(request: Submit | Deliver | Login | Bare): Buffer {
    return encodePdu(request, this.version)
  }

  protected keepalive(): Bare {
    return { command: 'active_test', sequence: 0 }
  }

  protected goodbye(): Bare {
    return { command: 'exit', sequence: 0 }
  }

  protected violated(error: ProtocolError, frame: Buffer | null): void {
    this.#handlers.onProtocolError?.(error, frame)
  }

  protected ended(reason: string): void {
    this.#handlers.onClose(reason, this)
  }

  /** Sends a login (`connectSmgp` in client.ts awaits it). */
  login(request: Omit<Login, 'command' | 'sequence'>, onAnswer: Answering<AnswerPdu>['onAnswer']): void {
    this.control({ command: 'login', sequence: 0, ...request }, onAnswer)
  }

  answerLogin(request: Login, status: number, { authenticator, version }: { authenticator: Buffer; version: number }): void {
    this.write(encodePdu({ command: 'login_resp', sequence: request.sequence, status, authenticator, version }, this.version))
  }

  /** Answers a submit, or a delivery, whose answer repeats its id. */
  answer(request: Submit | Deliver, status: number, messageId = request.command === 'deliver' ? request.messageId : noMessageId): void {
    const command = request.command === 'submit' ? 'submit_resp' : 'deliver_resp'
    this.write(encodePdu({ command, sequence: request.sequence, messageId, status }, this.version))
  }

  protected take(frame: Buffer): void {
    const pdu = decodePdu(frame, this.version)
    switch (pdu.command) {
      case 'active_test':
        this.write(encodePdu({ command: 'active_test_resp', sequence: pdu.sequence }, this.version))
        break
      case 'exit':
        void this.leave(encodePdu({ command: 'exit_resp', sequence: pdu.sequence }, this.version))
        break
      case 'login':
      case 'submit':
      case 'deliver':
        this.#handlers.onRequest(pdu, this)
        break
      case 'active_test_resp':
      case 'exit_resp':
        this.takeAnswer({ command: pdu.command, sequence: pdu.sequence })
        break
      default:
        this.takeAnswer(pdu)
    }
  }

  /** Only submits and deliveries have an answer for what can't be read. */
  protected refuse(frame: Buffer, status: number): void {
    const [command, sequence] = [frame.readUInt32BE(4), frame.readUInt32BE(8)]
    const idEnd = gatewayHeaderBytes + noMessageId.length / 2
    if (command === commandIds.submit)
      this.write(encodePdu({ command: 'submit_resp', sequence, messageId: noMessageId, status }, this.version))
    if (command !== commandIds.deliver) return
    const messageId = frame.length >= idEnd ? frame.toString('hex', gatewayHeaderBytes, idEnd) : noMessageId
    this.write(encodePdu({ command: 'deliver_resp', sequence, messageId, status }, this.version))
  }
}
