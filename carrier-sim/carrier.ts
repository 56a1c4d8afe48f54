import { type PartPlace, Reassembly } from '#protocol/text/concatenation.ts'
import { textParts } from '#protocol/text/text-part.ts'
import { deleteOldest } from '#values/oldest.ts'
import { getOrThrow } from '#values/or-throw.ts'
import { Answers, type Behaviour } from './answers.ts'
import { Delays } from './delays.ts'
import type { CustomerSession } from './delivered.ts'
import { Handset, type HandsetMessage } from './handset.ts'
import { type MessageIdFormat, MessageIds } from './message-id.ts'
import { Outbox } from './outbox.ts'
import { AllQuirks } from './quirks.ts'
import { Trace } from './trace.ts'

export interface CarrierOptions {
  /** Passwords by SMPP system id. */
  systems: Record<string, string>
  /** Secrets by CMPP account (at most six characters) and by SMGP client id (at most eight). */
  cmppAccounts: Record<string, string>
  smgpAccounts: Record<string, string>
  /** Passwords by SGIP login name. */
  sgipAccounts: Record<string, string>
  /** Passwords by account of the HTTP API. */
  httpAccounts: Record<string, string>
  /** Usual delay of the report: each takes half to one and a half of it; 0: at once. */
  reportDelayMs: number
  /** Maximum of unanswered deliveries on a session. */
  deliverWindow: number
  deliverTimeoutMs: number
  /** Of SMPP. */
  messageIds: MessageIdFormat
  /** False: only counts, for benchmarks. */
  remembers: boolean
  traceFile: string | null
  random: () => number
}

/** A part that a customer submits, in no protocol any more. */
export interface Submission {
  customer: string
  /** Null: a request of HTTP. */
  session: CustomerSession | null
  /** As the submit writes them: reports repeat them. */
  phone: string
  sender: string
  read: () => { text: string; place: PartPlace | null }
  wantsReport: 'always' | 'failures' | 'never'
  nextId: () => string
  /** `status`: an SMPP command_status, which rules of any protocol use; 0: taken with this id. */
  answer: (status: number, messageId: string) => void
  garble: () => void
  cut: () => void
}

/** Maximum of sessions; further ones are closed. */
const maximumSessions = 1000
const sendersKept = 100_000

/**
 * The carrier behind the doors of its protocols: accepts submits from any number of sessions, answers and reports them
 * by the number's behaviour, and forwards replies of phones.
 */
export class Carrier {
  readonly answers = new Answers()
  readonly quirks = new AllQuirks()
  readonly handset = new Handset()
  readonly counters = { submits: 0, accepted: 0, refused: 0, reports: 0, replies: 0, disconnects: 0 }
  readonly options: CarrierOptions
  readonly ids: MessageIds
  readonly #sessions = new Set<CustomerSession>()
  readonly #outboxes = new Map<string, Outbox>()
  /** The customer that last sent from a sender number. */
  readonly #customerOfSender = new Map<string, string>()
  readonly #delays = new Delays()
  readonly #reassembly = new Reassembly<string>({ maximumMessages: 10_000, expiryMs: 60_000 })
  readonly #trace: Trace | null
  #reference = 0

  constructor(options: CarrierOptions) {
    this.options = options
    this.ids = new MessageIds(options.messageIds, Date.now())
    this.#trace = options.traceFile === null ? null : new Trace(options.traceFile)
    const { systems, cmppAccounts, smgpAccounts, sgipAccounts, httpAccounts } = options
    for (const customer of [systems, cmppAccounts, smgpAccounts, sgipAccounts, httpAccounts].flatMap(accounts => Object.keys(accounts)))
      this.#outboxes.set(customer, new Outbox((delayMs, work) => this.#delays.after(delayMs, work)))
  }

  get isFull(): boolean {
    return this.#sessions.size >= maximumSessions
  }

  /** A connection was opened. */
  opened(session: CustomerSession): void {
    this.#sessions.add(session)
  }

  /** A session logged in, and takes deliveries. */
  attach(session: CustomerSession, customer: string): void {
    getOrThrow(this.#outboxes, customer).attach(session)
  }

  closed(session: CustomerSession): void {
    this.#sessions.delete(session)
    if (session.customer !== null) getOrThrow(this.#outboxes, session.customer).detach(session)
  }

  sessionsOf(customer: string): CustomerSession[] {
    return [...this.#sessions].filter(session => session.customer === customer)
  }

  get state() {
    const systems = [...this.#outboxes].map(([systemId, outbox]) => ({
      systemId,
      sessions: this.sessionsOf(systemId).length,
      unanswered: outbox.size,
      ...outbox.counters,
    }))
    return { ...this.counters, systems }
  }

  /** Sends a phone's message to the customer who sends from the number; false when there is none. */
  reply(phone: string, text: string, to: string): boolean {
    const customer = this.#customerOfSender.get(to)
    if (customer === undefined) return false
    this.#reference = (this.#reference + 1) & 0xff
    const isWhole = Object.hasOwn(this.options.httpAccounts, customer)
    for (const part of isWhole ? [{ text, place: null }] : textParts(text, () => this.#reference))
      getOrThrow(this.#outboxes, customer).add({ kind: 'reply', part, phone, sender: to })
    this.counters.replies++
    if (this.options.remembers) {
      const at = new Date().toISOString()
      this.handset.add({ id: this.ids.next(), phone, sender: to, text, at, direction: 'replied', state: null, errorCode: null })
    }
    return true
  }

  /** Closes every connection, or those of one customer. */
  disconnect(systemId?: string): number {
    const cut = [...this.#sessions].filter(session => systemId === undefined || session.customer === systemId)
    for (const session of cut) session.destroy('cut by the carrier')
    this.counters.disconnects += cut.length
    return cut.length
  }

  async close(): Promise<void> {
    this.#delays.close()
    for (const session of this.#sessions) session.destroy('the carrier stops')
    await this.#trace?.close()
  }

  submit(submission: Submission): void {
    this.counters.submits++
    const phone = plainPhone(submission.phone)
    const behaviour = this.answers.behaviourOf(phone)
    if (behaviour.disconnect) {
      this.counters.disconnects++
      submission.cut()
      return
    }
    const status = this.answers.submitStatusOf(phone, behaviour)
    if (status !== 0) {
      this.counters.refused++
      this.#answer(behaviour, () => submission.answer(status, ''))
      return
    }
    const messageId = submission.nextId()
    this.counters.accepted++
    this.#rememberSender(submission.sender, submission.customer)
    const shown = this.#keep(submission, phone, messageId)
    const acceptedAt = new Date()
    const report = () => this.#report(submission, messageId, behaviour, shown, acceptedAt)
    if (behaviour.report === 'before') report()
    const isGarbled = behaviour.garbleEvery !== null && this.counters.accepted % behaviour.garbleEvery === 0
    this.#answer(behaviour, () => (isGarbled ? submission.garble() : submission.answer(0, messageId)))
    if (behaviour.report !== 'none' && behaviour.report !== 'before')
      this.#after((behaviour.answerDelayMs ?? 0) + this.#reportDelay(behaviour), report)
  }

  /** Delays the answer where the report must come first. */
  #answer(behaviour: Behaviour, answer: () => void): void {
    if (behaviour.answerDelayMs === null) return
    this.#after(behaviour.answerDelayMs + (behaviour.report === 'before' ? 50 : 0), answer)
  }

  #after(delayMs: number, work: () => void): void {
    if (delayMs === 0) work()
    else this.#delays.after(delayMs, work)
  }

  #reportDelay(behaviour: Behaviour): number {
    return behaviour.reportDelayMs ?? this.options.reportDelayMs * (0.5 + this.options.random())
  }

  #report(submission: Submission, messageId: string, behaviour: Behaviour, shown: HandsetMessage | null, submittedAt: Date): void {
    const { state, errorCode } = behaviour
    if (shown) {
      shown.state = state
      shown.errorCode = errorCode
      this.handset.changed(shown)
    }
    const { customer, session, phone, sender, wantsReport } = submission
    if (wantsReport === 'never' || (wantsReport === 'failures' && state === 'DELIVRD')) return
    const { omitsTimes, reportsOver } = this.quirks.of(customer)
    const times = omitsTimes ? { submittedAt: null, doneAt: null } : { submittedAt, doneAt: new Date() }
    const facts = { kind: 'report', messageId, phone, sender, ...times, notOver: reportsOver === 'another' ? session : null } as const
    const final = { state, errorCode }
    const before = behaviour.report === 'accepted' ? [{ state: 'ACCEPTD', errorCode: '000' }] : []
    for (const words of [...before, final, ...(behaviour.report === 'twice' ? [final] : [])]) {
      this.counters.reports++
      getOrThrow(this.#outboxes, customer).add({ ...facts, ...words })
    }
  }

  #rememberSender(sender: string, customer: string): void {
    if (this.#customerOfSender.get(sender) === customer) return
    this.#customerOfSender.set(sender, customer)
    if (this.#customerOfSender.size > sendersKept) deleteOldest(this.#customerOfSender)
  }

  /** Writes the part into the trace, and the message to the phone once all its parts have arrived. */
  #keep({ sender, read }: Submission, phone: string, messageId: string): HandsetMessage | null {
    if (!this.options.remembers && !this.#trace) return null
    const { text, place } = read()
    this.#trace?.add({ phone, sender, messageId, part: partName(place), text })
    if (!this.options.remembers) return null
    const whole = place ? this.#reassembly.add(`${sender} ${phone}`, place, text, Date.now()) : [text]
    if (!whole) return null
    const message: HandsetMessage = {
      id: messageId,
      phone,
      sender,
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
