import type { Socket } from 'node:net'
import { type IncomingRequest, SmgpConnection } from '#protocol/smgp/connection.ts'
import { answerAuthenticatorOf, authenticatorOf } from '#protocol/smgp/login.ts'
import { deliverPdu, type Login, noMessageId, type Submit, statuses, versionBytes } from '#protocol/smgp/pdu.ts'
import { formatReport } from '#protocol/smgp/report.ts'
import { statuses as smppStatuses } from '#protocol/smpp/status.ts'
import { decodeCarrierText, encodeCarrierText } from '#protocol/text/carrier-text.ts'
import { localDigits } from '#protocol/text/carrier-time.ts'
import { digitsOfTimestamp } from '#protocol/wire/login-hash.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import type { Carrier } from './carrier.ts'
import { codeOrWord, type Delivered, type DeliveryEnd } from './delivered.ts'
import { LoginSession } from './login-session.ts'
import type { Quirks } from './quirks.ts'

const gatewayCode = '010061'

/** What SMGP answers for the SMPP statuses that the carrier's rules name. */
const statusOf = new Map<number, number>([
  [smppStatuses.ok, statuses.ok],
  [smppStatuses.throttled, statuses.busy],
  [smppStatuses.queueFull, statuses.busy],
  [smppStatuses.invalidSourceAddress, statuses.sourceNumber],
  [smppStatuses.invalidDestinationAddress, statuses.destination],
])

let lastSequence = 0
/** Gateway code, MMDDHHMM in China and a sequence number, all as digits. */
function nextId(): string {
  lastSequence = (lastSequence + 1) % 1_000_000
  return gatewayCode + localDigits(new Date()).slice(4, 12) + String(lastSequence).padStart(6, '0')
}

/** A session of SMGP 3.0 or 1.3, as the customer's login says. */
export class SmgpSession extends LoginSession {
  readonly #connection: SmgpConnection

  constructor(carrier: Carrier, socket: Socket) {
    super(carrier)
    const handlers = { onRequest: (request: IncomingRequest) => this.#take(request), onClose: () => this.ended() }
    this.#connection = new SmgpConnection(socket, handlers, LoginSession.optionsOf(carrier))
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
    this.#connection.send(deliverOf(delivered, this.quirks), (answer, failure) => {
      if (failure === 'closed') onEnd('closed')
      else if (answer?.command !== 'deliver_resp' || answer.status === statuses.busy) onEnd('again')
      else onEnd(answer.status === statuses.ok ? 'taken' : 'refused')
    })
  }

  #take(request: IncomingRequest): void {
    if (request.command === 'login') this.#login(request)
    else if (this.customer === null) this.#connection.end('not logged in')
    else if (request.command === 'submit') this.#submit(request, this.customer)
    else this.#connection.answer(request, statuses.command)
  }

  #login(request: Login): void {
    const connection = this.#connection
    connection.version = request.version >= versionBytes['3.0'] ? '3.0' : '1.3'
    const { smgpAccounts: accounts } = this.carrier.options
    const secret = Object.hasOwn(accounts, request.account) ? accounts[request.account] : undefined
    const digits = digitsOfTimestamp(request.timestamp)
    const isRight = (form: 'bare' | 'padded') =>
      secret !== undefined && authenticatorOf(request.account, secret, digits, form).equals(request.authenticator)
    const version = this.carrier.quirks.of(request.account).version ?? versionBytes[connection.version]
    const isOwn = this.customer === null && (isRight('bare') || isRight('padded'))
    const refusal = isOwn ? this.refusalOf(request.account, statuses.tooManyConnections) : statuses.authentication
    const proof = answerAuthenticatorOf(statuses.ok, request.authenticator, secret ?? '')
    connection.answerLogin(request, refusal ?? statuses.ok, { authenticator: refusal === null ? proof : Buffer.alloc(16), version })
    if (refusal !== null) {
      connection.end('login refused')
      return
    }
    this.loggedIn(request.account)
    this.carrier.attach(this, request.account)
  }

  #submit(request: Submit, customer: string): void {
    const connection = this.#connection
    if (request.destinations.length !== 1) {
      connection.answer(request, statuses.destination)
      return
    }
    this.submit({
      customer,
      phone: firstOrThrow(request.destinations),
      sender: request.source,
      read: () => decodeCarrierText(request),
      wantsReport: request.needReport === 1 ? 'always' : 'never',
      nextId: () => this.carrier.quirks.messageId(customer, nextId),
      answer: (status, messageId) => connection.answer(request, statusOf.get(status) ?? statuses.structure, messageId || noMessageId),
      garble: () => connection.socket.write(Buffer.alloc(12, 0xff)),
      cut: () => connection.destroy('cut by the carrier'),
    })
  }
}

function deliverOf(delivered: Delivered, { headerIndicator }: Quirks) {
  const addresses = { messageId: nextId(), source: delivered.phone, destination: delivered.sender }
  const receivedAt = localDigits(new Date())
  if (delivered.kind === 'reply') {
    const { place } = delivered.part
    const parts = place ? { partTotal: place.total, partNumber: place.number } : {}
    const text = encodeCarrierText(delivered.part, 'gbk')
    return deliverPdu({ ...addresses, ...parts, ...text, headerIndicator: text.headerIndicator && headerIndicator, receivedAt })
  }
  const content = formatReport({ ...delivered, state: codeOrWord(delivered), errorCode: '000' })
  return deliverPdu({ ...addresses, receivedAt, format: 0, isReport: true, content })
}
