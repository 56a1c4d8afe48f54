import type { Socket } from 'node:net'
import { readBody, ucs2Part } from '#protocol/smpp/body.ts'
import { type IncomingRequest, SmppConnection } from '#protocol/smpp/connection.ts'
import { type Bind, deliverSm, type SubmitSm } from '#protocol/smpp/pdu.ts'
import { formatReceipt } from '#protocol/smpp/receipt.ts'
import { isRetryableStatus, statuses } from '#protocol/smpp/status.ts'
import { decodeText } from '#protocol/text/data-coding.ts'
import type { Carrier, Submission } from './carrier.ts'
import type { Delivered, DeliveryEnd } from './delivered.ts'
import { LoginSession } from './login-session.ts'

/** A session of SMPP 3.4. */
export class SmppSession extends LoginSession {
  readonly #connection: SmppConnection
  #canSubmit = false

  constructor(carrier: Carrier, socket: Socket) {
    super(carrier)
    const handlers = { onRequest: (request: IncomingRequest) => this.#take(request), onClose: () => this.ended() }
    this.#connection = new SmppConnection(socket, handlers, LoginSession.optionsOf(carrier))
  }

  get freeSlots(): number {
    return this.#connection.freeSlots
  }

  destroy(reason: string): void {
    this.#connection.destroy(reason)
  }

  protected leave(): void {
    void this.#connection.unbind()
  }

  deliver(delivered: Delivered, onEnd: (end: DeliveryEnd) => void): void {
    this.#connection.send(deliverOf(delivered), (answer, failure) => {
      if (failure === 'closed') onEnd('closed')
      else if (!answer || isRetryableStatus(answer.status)) onEnd('again')
      else onEnd(answer.status === statuses.ok ? 'taken' : 'refused')
    })
  }

  #take(request: IncomingRequest): void {
    const connection = this.#connection
    switch (request.command) {
      case 'submit_sm':
        if (this.#canSubmit && this.customer !== null) this.submit(this.#submissionOf(request, this.customer))
        else connection.answer(request, statuses.invalidBindState)
        break
      case 'deliver_sm':
        connection.answer(request, statuses.invalidBindState)
        break
      case 'data_sm':
      case 'query_sm':
      case 'cancel_sm':
        connection.refuse(request.sequence, statuses.invalidCommandId)
        break
      default:
        this.#bind(request)
    }
  }

  #bind(request: Bind): void {
    const connection = this.#connection
    if (this.customer !== null) {
      connection.answerBind(request, statuses.alreadyBound, '')
      return
    }
    const { systems } = this.carrier.options
    const isKnown = Object.hasOwn(systems, request.systemId)
    const isRight = isKnown && systems[request.systemId] === request.password
    const refusal = this.refusalOf(request.systemId, statuses.bindFailed)
    if (!isRight || refusal !== null) {
      connection.answerBind(request, (isRight ? refusal : null) ?? (isKnown ? statuses.invalidPassword : statuses.invalidSystemId), '')
      connection.end('bind refused')
      return
    }
    this.loggedIn(request.systemId)
    this.#canSubmit = request.command !== 'bind_receiver'
    connection.answerBind(request, statuses.ok, 'hongyan-carrier')
    if (request.command !== 'bind_transmitter') this.carrier.attach(this, request.systemId)
  }

  #submissionOf(request: SubmitSm, customer: string): Omit<Submission, 'session'> {
    const connection = this.#connection
    const wanted = request.registeredDelivery & 0x03
    return {
      customer,
      phone: request.destination,
      sender: request.source,
      read: () => {
        const body = readBody(request)
        return { text: decodeText(request.dataCoding, body.text) ?? `[${body.text.toString('hex')}]`, place: body.place }
      },
      wantsReport: wanted === 0 ? 'never' : wanted === 2 ? 'failures' : 'always',
      nextId: () => this.carrier.quirks.messageId(customer, () => this.carrier.ids.next()),
      answer: (status, messageId) => connection.answer(request, status, messageId),
      garble: () => connection.socket.write(Buffer.alloc(16, 0xff)),
      cut: () => connection.destroy('cut by the carrier'),
    }
  }
}

function deliverOf(delivered: Delivered) {
  if (delivered.kind === 'reply') return deliverSm({ ...ucs2Part(delivered.part), source: delivered.phone, destination: delivered.sender })
  const shortMessage = Buffer.from(formatReceipt(delivered), 'latin1')
  return deliverSm({ source: delivered.phone, destination: delivered.sender, esmClass: 0x04, shortMessage })
}
