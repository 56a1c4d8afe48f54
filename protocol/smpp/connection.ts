import type { Socket } from 'node:net'
import { ProtocolError } from '../wire/protocol-error.ts'
import { type Answering, type SessionOptions, WireSession } from '../wire/session.ts'
import { decodePdu } from './decode.ts'
import { encodeMessageAnswer, encodePdu } from './encode.ts'
import { answerBit, maximumSequence, smppFrames } from './header.ts'
import type { AnswerPdu, BareRequest, Bind, CancelSm, DataSm, DeliverSm, Pdu, QueryAnswer, QuerySm, SubmitSm } from './pdu.ts'
import { statuses } from './status.ts'
import { tlvTags } from './tlv.ts'

/** Requests passed to the owner; enquire_link and unbind are answered here. */
export type IncomingRequest = Bind | SubmitSm | DeliverSm | QuerySm | CancelSm | DataSm
type OutgoingRequest = SubmitSm | DeliverSm | QuerySm | CancelSm

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

export type ConnectionOptions = SessionOptions

const connectionDefaults: ConnectionOptions = {
  windowSize: 100,
  answerTimeoutMs: 30_000,
  keepaliveIntervalMs: 30_000,
  keepaliveTries: 1,
}

/** One SMPP session over TCP, for either side. */
export class SmppConnection extends WireSession<OutgoingRequest, Bind | BareRequest, AnswerPdu> {
  protected readonly maximumSequence = maximumSequence
  readonly #handlers: ConnectionHandlers

  constructor(socket: Socket, handlers: ConnectionHandlers, options: Partial<ConnectionOptions> = {}) {
    super(socket, smppFrames, { ...connectionDefaults, ...options })
    this.#handlers = handlers
  }

  protected encode(request: OutgoingRequest | Bind | BareRequest): Buffer {
    return encodePdu(request)
  }

  protected keepalive(): BareRequest {
    return { command: 'enquire_link', status: 0, sequence: 0 }
  }

  protected goodbye(): BareRequest {
    return { command: 'unbind', status: 0, sequence: 0 }
  }

  protected unreadable(error: ProtocolError): void {
    this.#handlers.onProtocolError?.(error, this)
    this.refuse(0, error.status)
  }

  protected ended(reason: string): void {
    this.#handlers.onClose(reason, this)
  }

  protected override slotFreed(): void {
    this.#handlers.onFreeSlot?.(this)
  }

  /** Answers a submit_sm or deliver_sm. */
  answer(request: SubmitSm | DeliverSm, status: number, messageId = ''): void {
    this.write(
      encodeMessageAnswer(request.command === 'submit_sm' ? 'submit_sm_resp' : 'deliver_sm_resp', status, request.sequence, messageId),
    )
  }

  /** Answers a bind, with version 3.4 (sc_interface_version) unless the peer is too old for optional parameters. */
  answerBind(request: Bind, status: number, systemId: string): void {
    const tlvs =
      status === statuses.ok && request.interfaceVersion >= 0x34 ? [{ tag: tlvTags.interfaceVersion, value: Buffer.from([0x34]) }] : []
    this.write(encodePdu({ command: `${request.command}_resp`, status, sequence: request.sequence, systemId, tlvs }))
  }

  answerQuery(
    request: QuerySm,
    status: number,
    found: Pick<QueryAnswer, 'finalDate' | 'messageState' | 'errorCode'> = { finalDate: '', messageState: 0, errorCode: 0 },
  ): void {
    const { sequence, messageId } = request
    this.write(encodePdu({ command: 'query_sm_resp', status, sequence, messageId, ...found }))
  }

  answerCancel(request: CancelSm, status: number): void {
    this.write(encodePdu({ command: 'cancel_sm_resp', status, sequence: request.sequence }))
  }

  /** Refuses a PDU (generic_nack). */
  refuse(sequence: number, status: number): void {
    this.write(encodePdu({ command: 'generic_nack', status, sequence }))
  }

  /** Sends a bind request (`connectSmpp` in client.ts awaits it). `onAnswer` is called exactly once. */
  bind(request: Omit<Bind, 'status' | 'sequence'>, onAnswer: Answering<AnswerPdu>['onAnswer']): void {
    this.control({ ...request, status: 0, sequence: 0 }, onAnswer)
  }

  protected takeFrame(frame: Buffer): void {
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
        this.write(encodePdu({ command: 'enquire_link_resp', status: statuses.ok, sequence: pdu.sequence }))
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
        this.takeAnswer(pdu)
    }
  }

  async #unbound(sequence: number): Promise<void> {
    this.beginEnding()
    const { onUnbind } = this.#handlers
    if (onUnbind) await onUnbind(this)
    this.write(encodePdu({ command: 'unbind_resp', status: statuses.ok, sequence }))
    this.end('unbound by the peer')
  }
}
