import type { Socket } from 'node:net'
import { readBody, ucs2Parts } from '#protocol/smpp/body.ts'
import { type IncomingRequest, SmppConnection } from '#protocol/smpp/connection.ts'
import { type Bind, deliverSm, type SubmitSm } from '#protocol/smpp/pdu.ts'
import { formatReceipt } from '#protocol/smpp/receipt.ts'
import { statuses } from '#protocol/smpp/status.ts'
import { type PartPlace, Reassembly } from '#protocol/text/concatenation.ts'
import { decodeText } from '#protocol/text/data-coding.ts'
import { deleteOldest } from '#values/oldest.ts'
import { getOrThrow } from '#values/or-throw.ts'
import { Answers, type Behaviour } from './answers.ts'
import { Delays } from './delays.ts'
import { Handset, type HandsetMessage } from './handset.ts'
import { type MessageIdFormat, MessageIds } from './message-id.ts'
import { Outbox } from './outbox.ts'
import { Trace } from './trace.ts'

export interface CarrierOptions {
  /** Passwords by system id. */
  systems: Record<string, string>
  /** Usual delay of the report: each takes half to one and a half of it; 0: at once. */
  reportDelayMs: number
  /** Maximum of unanswered deliver_sm on a session. */
  deliverWindow: number
  deliverTimeoutMs: number
  messageIds: MessageIdFormat
  /** False: only counts, for benchmarks. */
  remembers: boolean
  traceFile: string | null
  random: () => number
}

/** Maximum of sessions; further ones are closed. */
const maximumSessions = 1000
const bindLimitMs = 30_000
const sendersKept = 100_000

interface Session {
  connection: SmppConnection
  systemId: string | null
  canSubmit: boolean
  bindTimer: NodeJS.Timeout
}

/**
 * The carrier: accepts submits from any number of sessions, answers and reports them by the number's behaviour, and
 * forwards replies of phones.
 */
export class Carrier {
  readonly answers = new Answers()
  readonly handset = new Handset()
  readonly counters = { submits: 0, accepted: 0, refused: 0, reports: 0, replies: 0, disconnects: 0 }
  readonly #options: CarrierOptions
  readonly #sessions = new Map<SmppConnection, Session>()
  readonly #outboxes = new Map<string, Outbox>()
  /** The system id that last sent from a sender number. */
  readonly #systemOfSender = new Map<string, string>()
  readonly #delays = new Delays()
  readonly #ids: MessageIds
  readonly #reassembly = new Reassembly<string>({ maximumMessages: 10_000, expiryMs: 60_000 })
  readonly #trace: Trace | null
  #reference = 0

  constructor(options: CarrierOptions) {
    this.#options = options
    this.#ids = new MessageIds(options.messageIds, Date.now())
    this.#trace = options.traceFile === null ? null : new Trace(options.traceFile)
    for (const systemId of Object.keys(options.systems))
      this.#outboxes.set(systemId, new Outbox((delayMs, work) => this.#delays.after(delayMs, work)))
  }

  /** Accepts a new TCP connection. */
  accept(socket: Socket): void {
    if (this.#sessions.size >= maximumSessions) {
      socket.destroy()
      return
    }
    const connection = new SmppConnection(
      socket,
      { onRequest: (request, from) => this.#take(request, from), onClose: (_, closed) => this.#forget(closed) },
      { windowSize: this.#options.deliverWindow, answerTimeoutMs: this.#options.deliverTimeoutMs },
    )
    const bindTimer = setTimeout(() => connection.destroy('no bind'), bindLimitMs).unref()
    this.#sessions.set(connection, { connection, systemId: null, canSubmit: false, bindTimer })
  }

  get state() {
    const systems = [...this.#outboxes].map(([systemId, outbox]) => ({
      systemId,
      sessions: [...this.#sessions.values()].filter(session => session.systemId === systemId).length,
      unanswered: outbox.size,
      ...outbox.counters,
    }))
    return { ...this.counters, systems }
  }

  /** Sends a phone's message to the customer who sends from the number; false when there is none. */
  reply(phone: string, text: string, to: string): boolean {
    const systemId = this.#systemOfSender.get(to)
    if (systemId === undefined) return false
    this.#reference = (this.#reference + 1) & 0xff
    for (const part of ucs2Parts(text, this.#reference))
      getOrThrow(this.#outboxes, systemId).add(deliverSm({ ...part, source: phone, destination: to }))
    this.counters.replies++
    if (this.#options.remembers) {
      const at = new Date().toISOString()
      this.handset.add({ id: this.#ids.next(), phone, sender: to, text, at, direction: 'replied', state: null, errorCode: null })
    }
    return true
  }

  /** Closes every connection, or those of one system id. */
  disconnect(systemId?: string): number {
    const cut = [...this.#sessions.values()].filter(session => systemId === undefined || session.systemId === systemId)
    for (const { connection } of cut) connection.destroy('cut by the carrier')
    this.counters.disconnects += cut.length
    return cut.length
  }

  async close(): Promise<void> {
    this.#delays.close()
    for (const connection of this.#sessions.keys()) connection.destroy('the carrier stops')
    await this.#trace?.close()
  }

  #forget(connection: SmppConnection): void {
    const session = this.#sessions.get(connection)
    if (!session) return
    clearTimeout(session.bindTimer)
    this.#sessions.delete(connection)
    if (session.systemId !== null) getOrThrow(this.#outboxes, session.systemId).detach(connection)
  }

  #take(request: IncomingRequest, connection: SmppConnection): void {
    const session = this.#sessions.get(connection)
    if (!session) return
    switch (request.command) {
      case 'submit_sm':
        if (session.canSubmit) this.#submit(request, connection, session.systemId!)
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
        this.#bind(request, session)
    }
  }

  #bind(request: Bind, session: Session): void {
    const { connection } = session
    if (session.systemId !== null) {
      connection.answerBind(request, statuses.alreadyBound, '')
      return
    }
    const { systems } = this.#options
    const isKnown = Object.hasOwn(systems, request.systemId)
    if (!isKnown || systems[request.systemId] !== request.password) {
      connection.answerBind(request, isKnown ? statuses.invalidPassword : statuses.invalidSystemId, '')
      connection.end('bind refused')
      return
    }
    clearTimeout(session.bindTimer)
    session.systemId = request.systemId
    session.canSubmit = request.command !== 'bind_receiver'
    connection.answerBind(request, statuses.ok, 'hongyan-carrier')
    if (request.command !== 'bind_transmitter') getOrThrow(this.#outboxes, request.systemId).attach(connection)
  }

  #submit(request: SubmitSm, connection: SmppConnection, systemId: string): void {
    this.counters.submits++
    const phone = plainPhone(request.destination)
    const behaviour = this.answers.behaviourOf(phone)
    if (behaviour.disconnect) {
      this.counters.disconnects++
      connection.destroy('cut by the carrier')
      return
    }
    const status = this.answers.submitStatusOf(phone, behaviour)
    if (status !== statuses.ok) {
      this.counters.refused++
      this.#answer(behaviour, () => connection.answer(request, status))
      return
    }
    const messageId = this.#ids.next()
    this.counters.accepted++
    this.#rememberSender(request.source, systemId)
    const shown = this.#keep(request, phone, messageId)
    const acceptedAt = new Date()
    const report = () => this.#report(request, messageId, behaviour, systemId, shown, acceptedAt)
    if (behaviour.report === 'before') report()
    const isGarbled = behaviour.garbleEvery !== null && this.counters.accepted % behaviour.garbleEvery === 0
    this.#answer(behaviour, () => {
      if (isGarbled) connection.socket.write(Buffer.alloc(16, 0xff))
      else connection.answer(request, statuses.ok, messageId)
    })
    if (behaviour.report === 'once' || behaviour.report === 'twice')
      this.#after(behaviour.answerDelayMs + this.#reportDelay(behaviour), report)
  }

  /** Delays the answer where the report must come first. */
  #answer(behaviour: Behaviour, answer: () => void): void {
    this.#after(behaviour.answerDelayMs + (behaviour.report === 'before' ? 50 : 0), answer)
  }

  #after(delayMs: number, work: () => void): void {
    if (delayMs === 0) work()
    else this.#delays.after(delayMs, work)
  }

  #reportDelay(behaviour: Behaviour): number {
    return behaviour.reportDelayMs ?? this.#options.reportDelayMs * (0.5 + this.#options.random())
  }

  #report(
    request: SubmitSm,
    messageId: string,
    behaviour: Behaviour,
    systemId: string,
    shown: HandsetMessage | null,
    acceptedAt: Date,
  ): void {
    if (shown) {
      shown.state = behaviour.state
      shown.errorCode = behaviour.errorCode
      this.handset.changed(shown)
    }
    const wanted = request.registeredDelivery & 0x03
    if (wanted === 0 || (wanted === 2 && behaviour.state === 'DELIVRD')) return
    const text = formatReceipt({
      messageId,
      state: behaviour.state,
      errorCode: behaviour.errorCode,
      submittedAt: acceptedAt,
      doneAt: new Date(),
    })
    const times = behaviour.report === 'twice' ? 2 : 1
    for (let time = 0; time < times; time++) {
      this.counters.reports++
      const fields = { source: request.destination, destination: request.source, esmClass: 0x04, shortMessage: Buffer.from(text, 'latin1') }
      getOrThrow(this.#outboxes, systemId).add(deliverSm(fields))
    }
  }

  #rememberSender(sender: string, systemId: string): void {
    if (this.#systemOfSender.get(sender) === systemId) return
    this.#systemOfSender.set(sender, systemId)
    if (this.#systemOfSender.size > sendersKept) deleteOldest(this.#systemOfSender)
  }

  /** Writes the part into the trace, and the message to the phone once all its parts have arrived. */
  #keep(request: SubmitSm, phone: string, messageId: string): HandsetMessage | null {
    if (!this.#options.remembers && !this.#trace) return null
    const body = readBody(request)
    const text = decodeText(request.dataCoding, body.text) ?? `[${body.text.toString('hex')}]`
    this.#trace?.add({ phone, sender: request.source, messageId, part: partName(body.place), text })
    if (!this.#options.remembers) return null
    const whole = body.place ? this.#reassembly.add(`${request.source} ${phone}`, body.place, text, Date.now()) : [text]
    if (!whole) return null
    const message: HandsetMessage = {
      id: messageId,
      phone,
      sender: request.source,
      text: whole.join(''),
      at: new Date().toISOString(),
      direction: 'received',
      state: null,
      errorCode: null,
    }
    this.handset.add(message)
    return message
  }
}

function partName(place: PartPlace | null): string {
  return place ? `${place.number}/${place.total}` : '1/1'
}

/** The 11 digits of a number with or without country code. */
function plainPhone(destination: string): string {
  return destination.length === 11 ? destination : destination.replace(/^\+?86(?=1\d{10}$)/, '')
}
