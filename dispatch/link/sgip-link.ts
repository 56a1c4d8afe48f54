import type { SgipSettings } from '#contract/messages/channel-settings.ts'
import type { Channel } from '#dispatch/channel/channel.ts'
import { connectSgip } from '#protocol/sgip/client.ts'
import { CommandCounter, type SgipConnection } from '#protocol/sgip/connection.ts'
import { encodePdu } from '#protocol/sgip/encode.ts'
import { type AnswerPdu, messageIdOf, results, type Submit, submitPdu } from '#protocol/sgip/pdu.ts'
import { encodeCarrierText, wirePhone } from '#protocol/text/carrier-text.ts'
import { LoginError } from '#protocol/wire/log-in.ts'
import { ProtocolError } from '#protocol/wire/protocol-error.ts'
import { toError } from '#values/error.ts'
import { loginRefusal } from './gateway-link.ts'
import { hexOf } from './session-link.ts'
import type { LinkHandlers, OutgoingPart, PartHandlers, PartOutcome, UpstreamLink } from './upstream-link.ts'

/** Gateways close what is idle for a minute: we do before, and come back with the next part. */
const idleMs = 30_000

/** One counter for all links of a channel: the number of a submit is its id. */
const counters = new Map<string, CommandCounter>()

/** Connects and binds once (SGIP 1.2), so that a wrong account shows at once; then the link comes and goes. */
export async function openSgipLink(
  channel: Channel,
  settings: SgipSettings,
  handlers: LinkHandlers,
  now: () => Date,
  limits: { idleMs: number } = { idleMs },
): Promise<UpstreamLink> {
  const link = new SgipLink(channel, settings, handlers, now, limits.idleMs)
  await link.connect()
  return link
}

/**
 * A link on demand: it counts as open while its last attempt did not fail, closes when it is idle and connects with the
 * next part.
 */
class SgipLink implements UpstreamLink {
  readonly #channel: Channel
  readonly #settings: SgipSettings
  readonly #handlers: LinkHandlers
  readonly #now: () => Date
  readonly #idleMs: number
  readonly #counter: CommandCounter
  #connection: SgipConnection | null = null
  #isConnecting = false
  #waiting: { part: OutgoingPart; handlers: PartHandlers }[] = []
  #windowSize: number
  #idleTimer: NodeJS.Timeout | undefined
  isOpen = true
  #isOver = false
  #reason = ''

  constructor(channel: Channel, settings: SgipSettings, handlers: LinkHandlers, now: () => Date, idle: number) {
    this.#channel = channel
    this.#settings = settings
    this.#handlers = handlers
    this.#now = now
    this.#idleMs = idle
    this.#windowSize = channel.windowSize
    this.#counter = counters.get(channel.channelId) ?? new CommandCounter()
    counters.set(channel.channelId, this.#counter)
  }

  get outstanding(): number {
    return (this.#connection?.outstanding ?? 0) + this.#waiting.length
  }

  get freeSlots(): number {
    return this.isOpen ? this.#windowSize - this.outstanding : 0
  }

  get windowSize(): number {
    return this.#windowSize
  }

  set windowSize(size: number) {
    this.#windowSize = size
    if (this.#connection) this.#connection.windowSize = size
  }

  /** Rejects with the reason when the gateway can't be reached or refuses the account. */
  async connect(): Promise<void> {
    const { host, port, systemId: name, password } = this.#channel
    const node = Number(this.#settings.nodeNumber)
    const options = { host, port, name, password, node, loginType: 1, counter: this.#counter, now: this.#now } as const
    try {
      this.#connection = await connectSgip(
        { ...options, windowSize: this.#windowSize },
        {
          // Reports and messages from phones come to our listener (sgip-listener.ts).
          onRequest: (request, from) => from.answer(request, results.parameter),
          onClose: () => this.#closed(),
          onProtocolError: this.#handlers.onProtocolError,
        },
      )
    } catch (error) {
      throw error instanceof LoginError ? loginRefusal(error, reasons) : error
    }
    this.#rest()
  }

  send(part: OutgoingPart, handlers: PartHandlers): PartOutcome | null {
    if (!this.isOpen) return { kind: 'doubtful' }
    if (this.freeSlots <= 0) return outcomeOfResult(results.busy)
    if (this.#connection?.isOpen) return this.#sendOn(this.#connection, part, handlers)
    this.#waiting.push({ part, handlers })
    if (!this.#isConnecting) void this.#reconnect()
    return null
  }

  async #reconnect(): Promise<void> {
    this.#isConnecting = true
    let failure: Error | null = null
    try {
      await this.connect()
    } catch (error) {
      failure = toError(error)
    }
    this.#isConnecting = false
    if (failure) return this.destroy(failure.message)
    if (!this.isOpen) return this.#connection?.destroy('stopped')
    const waiting = this.#waiting
    this.#waiting = []
    for (const { part, handlers } of waiting) {
      const connection = this.#connection
      const unsent = connection?.isOpen ? this.#sendOn(connection, part, handlers) : notWritten
      if (unsent) handlers.onOutcome(unsent)
    }
  }

  #sendOn(connection: SgipConnection, part: OutgoingPart, { onOutcome, onLate }: PartHandlers): PartOutcome | null {
    clearTimeout(this.#idleTimer)
    const request = this.#submitOf(part)
    try {
      const sequence = connection.send(request, answer => {
        this.#rest()
        if (answer) return onOutcome(outcomeOf(answer), () => hexOf(encodePdu(request), encodePdu(answer)))
        onOutcome({ kind: 'doubtful' })
        // The id is known without an answer: a report may still settle the doubt.
        onLate(messageIdOf(request))
      })
      return sequence > 0 ? null : outcomeOfResult(results.busy)
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
      return outcomeOfResult(error.status)
    }
  }

  #submitOf({ source, phone, kind, ...part }: OutgoingPart): Submit {
    const { enterpriseCode, serviceId: serviceType, coding } = this.#settings
    return submitPdu({
      ...encodeCarrierText(part, coding),
      enterpriseCode,
      serviceType,
      source,
      destinations: [wirePhone(phone, '86')],
      priority: priorities[kind],
    })
  }

  /** Closes the connection once nothing has been sent for a while. */
  #rest(): void {
    clearTimeout(this.#idleTimer)
    this.#idleTimer = setTimeout(() => {
      if (this.outstanding === 0) void this.#connection?.unbind()
    }, this.#idleMs)
    this.#idleTimer.unref()
  }

  async unbind(): Promise<void> {
    if (!this.isOpen) return
    this.#beginEnd('unbound')
    await this.#connection?.unbind()
    if (!this.#connection) this.#closed()
  }

  destroy(reason: string): void {
    if (!this.isOpen) return
    this.#beginEnd(reason)
    if (this.#connection) this.#connection.destroy(reason)
    else this.#closed()
  }

  #beginEnd(reason: string): void {
    this.isOpen = false
    this.#reason = reason
    clearTimeout(this.#idleTimer)
    for (const { handlers } of this.#waiting) handlers.onOutcome(notWritten)
    this.#waiting = []
  }

  /** The connection ended: with the link, or only until the next part. */
  #closed(): void {
    this.#connection = null
    if (this.isOpen || this.#isOver) return
    this.#isOver = true
    this.#handlers.onClose(this.#reason)
  }
}

/** The gateway could not be reached: it has nothing of the part. */
const notWritten: PartOutcome = { kind: 'temporary', code: 'SGIP:link' }

/** Codes first. */
const priorities = { otp: 9, transactional: 5, marketing: 0 } as const

const reasons: Readonly<Record<number, string>> = {
  [results.login]: '认证失败：账号或密码不正确',
  [results.loginType]: '登录类型不被接受',
}

function outcomeOf(answer: AnswerPdu): PartOutcome {
  // Another answer with a submit's number says nothing about it.
  if (answer.command !== 'submit_resp') return { kind: 'doubtful' }
  return answer.result === results.ok ? { kind: 'taken', upstreamId: messageIdOf(answer) } : outcomeOfResult(answer.result)
}

const throttled: readonly number[] = [results.busy, results.queueFull, results.tooFast]
const temporary: readonly number[] = [results.repeatedSequence, results.unreachable]

function outcomeOfResult(result: number): PartOutcome {
  const code = `SGIP:${result}`
  if (throttled.includes(result)) return { kind: 'throttled', code }
  return { kind: temporary.includes(result) ? 'temporary' : 'refused', code }
}
