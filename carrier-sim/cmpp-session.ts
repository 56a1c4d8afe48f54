import type { Socket } from 'node:net'
import { CmppConnection, type IncomingRequest } from '#protocol/cmpp/connection.ts'
import { answerAuthenticatorOf, authenticatorOf, versionBytes, versionOf } from '#protocol/cmpp/login.ts'
import { messageIdOf } from '#protocol/cmpp/message-id.ts'
import { type CmppVersion, type Connect, deliverPdu, loginStatuses, results, type Submit, sizes } from '#protocol/cmpp/pdu.ts'
import { formatReport } from '#protocol/cmpp/report.ts'
import { statuses } from '#protocol/smpp/status.ts'
import { decodeCarrierText, encodeCarrierText } from '#protocol/text/carrier-text.ts'
import { digitsOfTimestamp } from '#protocol/wire/login-hash.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import type { Carrier, Submission } from './carrier.ts'
import { codeOrWord, type Delivered, type DeliveryEnd } from './delivered.ts'
import { LoginSession } from './login-session.ts'
import type { Quirks } from './quirks.ts'

/** Six digits as of a real gateway. */
const gatewayCode = 106_801

/** What CMPP answers for the SMPP statuses that the carrier's rules name. */
const resultOfStatus = new Map<number, number>([
  [statuses.ok, results.ok],
  [statuses.throttled, results.throttled],
  [statuses.queueFull, results.throttled],
  [statuses.invalidSourceAddress, results.sourceId],
  [statuses.invalidDestinationAddress, results.destination],
])

let lastSequence = 0
/** Of all sessions: a second has 65,536 ids. */
const nextId = () => messageIdOf(new Date(), gatewayCode, ++lastSequence)

/** Deliveries end early where the account's quirks say so. */
class GatewayConnection extends CmppConnection {
  linkIdBytes: number | null = null

  protected override encode(request: Parameters<CmppConnection['encode']>[0]): Buffer {
    const frame = super.encode(request)
    if (request.command !== 'deliver' || this.linkIdBytes === null) return frame
    const short = frame.subarray(0, frame.length - sizes[this.version].link + this.linkIdBytes)
    short.writeUInt32BE(short.length)
    return short
  }
}

/** A session of CMPP 2.0 or 3.0, as the customer's login says. */
export class CmppSession extends LoginSession {
  readonly #connection: GatewayConnection

  constructor(carrier: Carrier, socket: Socket) {
    super(carrier)
    const handlers = { onRequest: (request: IncomingRequest) => this.#take(request), onClose: () => this.ended() }
    this.#connection = new GatewayConnection(socket, handlers, LoginSession.optionsOf(carrier))
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
    this.#connection.send(deliverOf(delivered, this.#connection.version, this.quirks), (answer, failure) => {
      if (failure === 'closed') onEnd('closed')
      else if (answer?.command !== 'deliver_resp' || answer.result === results.throttled) onEnd('again')
      else onEnd(answer.result === results.ok ? 'taken' : 'refused')
    })
  }

  #take(request: IncomingRequest): void {
    if (request.command === 'connect') this.#login(request)
    else if (this.customer === null) this.#connection.end('not logged in')
    else if (request.command === 'submit') this.#submit(request, this.customer)
    else this.#connection.answer(request, results.command)
  }

  #login(request: Connect): void {
    const connection = this.#connection
    connection.version = versionOf(request.version)
    const { cmppAccounts: accounts } = this.carrier.options
    const secret = Object.hasOwn(accounts, request.account) ? accounts[request.account] : undefined
    const digits = digitsOfTimestamp(request.timestamp)
    const isRight = (form: 'padded' | 'bare') =>
      secret !== undefined && authenticatorOf(request.account, secret, digits, form).equals(request.authenticator)
    const version = this.carrier.quirks.of(request.account).version ?? versionBytes[connection.version]
    const isOwn = this.customer === null && (isRight('padded') || isRight('bare'))
    const wrong = secret === undefined ? loginStatuses.account : loginStatuses.authentication
    const refusal = isOwn ? this.refusalOf(request.account, loginStatuses.other) : wrong
    const proof = answerAuthenticatorOf(loginStatuses.ok, connection.version, request.authenticator, secret ?? '')
    connection.answerLogin(request, refusal ?? loginStatuses.ok, { authenticator: refusal === null ? proof : Buffer.alloc(16), version })
    if (refusal !== null) {
      connection.end('login refused')
      return
    }
    this.loggedIn(request.account)
    connection.linkIdBytes = this.quirks.linkIdBytes
    this.carrier.attach(this, request.account)
  }

  #submit(request: Submit, customer: string): void {
    const connection = this.#connection
    if (request.destinations.length !== 1) {
      connection.answer(request, results.destination, '0')
      return
    }
    const submission: Omit<Submission, 'session'> = {
      customer,
      phone: firstOrThrow(request.destinations),
      sender: request.source,
      read: () => decodeCarrierText(request),
      wantsReport: request.registeredDelivery === 1 ? 'always' : 'never',
      nextId: () => this.carrier.quirks.messageId(customer, nextId),
      answer: (status, messageId) => connection.answer(request, resultOfStatus.get(status) ?? results.notServed, messageId || '0'),
      garble: () => connection.socket.write(Buffer.alloc(12, 0xff)),
      cut: () => connection.destroy('cut by the carrier'),
    }
    this.submit(submission)
  }
}

function deliverOf(delivered: Delivered, version: CmppVersion, { reportBytes, headerIndicator }: Quirks) {
  const { phone, sender } = delivered
  const addresses = { messageId: nextId(), source: phone, destination: sender }
  if (delivered.kind === 'reply') {
    const text = encodeCarrierText(delivered.part, 'ascii_when_possible')
    return deliverPdu({ ...addresses, ...text, headerIndicator: text.headerIndicator && headerIndicator })
  }
  const form = reportBytes === null ? version : reportBytes === sizes['2.0'].report ? '2.0' : '3.0'
  const content = formatReport({ ...delivered, state: codeOrWord(delivered) }, form, ++lastSequence)
  return deliverPdu({ ...addresses, format: 0, isReport: true, content })
}
