import type { Socket } from 'node:net'
import { connectSgip } from '#protocol/sgip/client.ts'
import { CommandCounter, type IncomingRequest, SgipConnection } from '#protocol/sgip/connection.ts'
import { type Bind, deliverPdu, type Report, results, type Submit } from '#protocol/sgip/pdu.ts'
import { statuses } from '#protocol/smpp/status.ts'
import { decodeCarrierText, encodeCarrierText } from '#protocol/text/carrier-text.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import type { Carrier } from './carrier.ts'
import type { CustomerSession, Delivered, DeliveryEnd } from './delivered.ts'
import { LoginSession } from './login-session.ts'
import type { Quirks } from './quirks.ts'

/** The gateway's own node. */
const gateway = { node: 1_010_000_001, counter: new CommandCounter(), now: () => new Date() }

/** What SGIP answers for the SMPP statuses that the carrier's rules name. */
const resultOfStatus = new Map<number, number>([
  [statuses.ok, results.ok],
  [statuses.throttled, results.tooFast],
  [statuses.queueFull, results.busy],
  [statuses.invalidDestinationAddress, results.phone],
])

/** A customer's session of SGIP 1.2: it takes submits; reports go another way. */
export class SgipSession extends LoginSession {
  readonly freeSlots = 0
  readonly #connection: SgipConnection

  constructor(carrier: Carrier, socket: Socket) {
    super(carrier)
    const handlers = { onRequest: (request: IncomingRequest) => this.#take(request), onClose: () => this.ended() }
    this.#connection = new SgipConnection(socket, handlers, { ...gateway, ...LoginSession.optionsOf(carrier) })
  }

  destroy(reason: string): void {
    this.#connection.destroy(reason)
  }

  protected leave(): void {
    void this.#connection.unbind()
  }

  deliver(_: Delivered, onEnd: (end: DeliveryEnd) => void): void {
    onEnd('again')
  }

  #take(request: IncomingRequest): void {
    if (request.command === 'bind') this.#bind(request)
    else if (this.customer === null) this.#connection.end('not bound')
    else if (request.command === 'submit') this.#submit(request, this.customer)
    else this.#connection.answer(request, results.parameter)
  }

  #bind(request: Bind): void {
    const { sgipAccounts: accounts } = this.carrier.options
    const isRight = Object.hasOwn(accounts, request.name) && accounts[request.name] === request.password && request.loginType === 1
    const refusal = isRight ? this.refusalOf(request.name, results.tooManyConnections) : results.login
    this.#connection.answer(request, refusal ?? results.ok)
    if (refusal === null) this.loggedIn(request.name)
    else this.#connection.end('bind refused')
  }

  #submit(request: Submit, customer: string): void {
    const connection = this.#connection
    const isOne = request.destinations.length === 1
    if (!isOne || !firstOrThrow(request.destinations).startsWith('86')) {
      connection.answer(request, isOne ? results.phone : results.parameter)
      return
    }
    const { node, time, sequence } = request
    this.submit({
      customer,
      phone: firstOrThrow(request.destinations),
      sender: request.source,
      read: () => decodeCarrierText(request),
      wantsReport: request.reportFlag === 1 ? 'always' : request.reportFlag === 0 ? 'failures' : 'never',
      nextId: () => [node, time, sequence].join(' '),
      answer: status => connection.answer(request, resultOfStatus.get(status) ?? results.parameter),
      garble: () => connection.socket.write(Buffer.alloc(20, 0xff)),
      cut: () => connection.destroy('cut by the carrier'),
    })
  }
}

/** The carrier's way to a customer's listener: it connects when it has something to report, as gateways of SGIP do. */
export class SgipCourier implements CustomerSession {
  readonly customer: string
  readonly #address: { host: string; port: number }
  readonly #password: string
  readonly #carrier: Carrier
  #connection: SgipConnection | null = null
  #isConnecting = false

  constructor(carrier: Carrier, customer: string, address: { host: string; port: number }) {
    this.customer = customer
    this.#carrier = carrier
    this.#address = address
    this.#password = carrier.options.sgipAccounts[customer] ?? ''
  }

  /** Without a connection one delivery at a time asks for it. */
  get freeSlots(): number {
    if (this.#connection) return this.#connection.freeSlots
    return this.#isConnecting ? 0 : 1
  }

  destroy(reason: string): void {
    this.#connection?.destroy(reason)
  }

  deliver(delivered: Delivered, onEnd: (end: DeliveryEnd) => void): void {
    if (this.#connection) this.#deliverOn(this.#connection, delivered, onEnd)
    else void this.#connectFor(delivered, onEnd)
  }

  #deliverOn(connection: SgipConnection, delivered: Delivered, onEnd: (end: DeliveryEnd) => void): void {
    connection.send(pduOf(delivered, this.#carrier.quirks.of(this.customer)), (answer, failure) => {
      if (failure === 'closed') onEnd('again')
      else if (!answer || answer.command === 'unbind_resp') onEnd('again')
      else onEnd(answer.result === results.ok ? 'taken' : 'refused')
    })
  }

  async #connectFor(delivered: Delivered, onEnd: (end: DeliveryEnd) => void): Promise<void> {
    this.#isConnecting = true
    const handlers = {
      onRequest: (request: IncomingRequest, from: SgipConnection) => from.answer(request, results.parameter),
      onClose: () => {
        this.#connection = null
      },
    }
    const account = { ...gateway, ...this.#address, name: this.customer, password: this.#password }
    const form = { loginType: 2, ...LoginSession.optionsOf(this.#carrier) } as const
    try {
      this.#connection = await connectSgip({ ...account, ...form }, handlers)
      this.#deliverOn(this.#connection, delivered, onEnd)
    } catch {
      // The listener is not there yet: the outbox tries again in a second.
      onEnd('again')
    } finally {
      this.#isConnecting = false
    }
  }
}

const unnumbered = { node: 0, time: 0, sequence: 0 }

function pduOf(delivered: Delivered, { headerIndicator, reportNode }: Quirks) {
  const { phone, sender } = delivered
  if (delivered.kind === 'reply') {
    const text = encodeCarrierText(delivered.part, 'ascii_when_possible')
    return deliverPdu({ source: `86${phone}`, destination: sender, ...text, headerIndicator: text.headerIndicator && headerIndicator })
  }
  const [node = 0, time = 0, sequence = 0] = delivered.messageId.split(' ').map(Number)
  const state = { DELIVRD: 0, ACCEPTD: 1 }[delivered.state] ?? 2
  const code = Number(/\d+$/.exec(delivered.errorCode)?.[0] ?? 0)
  const report: Report = {
    command: 'report',
    ...unnumbered,
    submit: { node: reportNode ?? node, time, sequence },
    reportType: 0,
    phone,
    state,
    errorCode: state === 2 ? code & 0xff : 0,
  }
  return report
}
