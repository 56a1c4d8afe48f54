import type { CmppSettings } from '#contract/messages/channel-settings.ts'
import { connectCmpp, LoginError } from '#protocol/cmpp/client.ts'
import type { CmppConnection } from '#protocol/cmpp/connection.ts'
import { type AnswerPdu, type Deliver, loginStatuses, results, type Submit, submitPdu } from '#protocol/cmpp/pdu.ts'
import { readReport } from '#protocol/cmpp/report.ts'
import { barePhone, decodeCarrierText, encodeCarrierText } from '#protocol/text/carrier-text.ts'
import { ProtocolError } from '#protocol/wire/protocol-error.ts'
import type { Channel } from './channel.ts'
import {
  type CarrierReport,
  type Delivery,
  type LinkHandlers,
  LoginRefusal,
  type OutgoingPart,
  type PartHandlers,
  type PartOutcome,
  type UpstreamLink,
} from './upstream-link.ts'

/** Connects and logs in (CMPP 2.0, 3.0). */
export async function openCmppLink(channel: Channel, settings: CmppSettings, handlers: LinkHandlers, now: Date): Promise<UpstreamLink> {
  const { host, port, systemId: account, password: secret, windowSize } = channel
  try {
    const connection = await connectCmpp(
      { host, port, account, secret, version: settings.version, windowSize, now },
      {
        onRequest: (request, from) => {
          if (request.command === 'deliver') handlers.onDelivery(deliveryOf(request, from))
          else if (request.command === 'submit') from.answer(request, results.command)
        },
        onClose: handlers.onClose,
        onProtocolError: handlers.onProtocolError,
      },
    )
    return new CmppLink(connection, account, settings)
  } catch (error) {
    throw error instanceof LoginError ? refusalOf(error, settings) : error
  }
}

/** Gateways lock an account for minutes after failed logins. */
const refusedWaitMs = 60_000

function refusalOf({ status, version }: LoginError, settings: CmppSettings): LoginRefusal {
  if (status === null) return new LoginRefusal('登录没有得到应答', 0)
  const reasons: Record<number, string> = {
    [loginStatuses.structure]: '登录报文格式错误',
    [loginStatuses.account]: '账号不存在，或本机IP不在运营商白名单',
    [loginStatuses.authentication]: '认证失败：账号或密码不正确',
    [loginStatuses.version]: `版本不一致：通道设为CMPP ${settings.version}，运营商最高${version >> 4}.${version & 0x0f}`,
  }
  const reason = reasons[status]
  // A gateway holds the links of a program that died for a while: nothing is wrong with the settings.
  return reason === undefined
    ? new LoginRefusal(`登录被拒（状态${status}）：连接数超限或账号已停用`, 0)
    : new LoginRefusal(`${reason}（状态${status}）`, refusedWaitMs)
}

/** Msg_level: codes first. */
const levels = { otp: 5, transactional: 3, marketing: 0 } as const

class CmppLink implements UpstreamLink {
  readonly #connection: CmppConnection
  readonly #settings: CmppSettings
  /** What is the same in all submits of the channel. */
  readonly #common: Pick<Submit, 'serviceId' | 'messageSource'>

  constructor(connection: CmppConnection, account: string, settings: CmppSettings) {
    this.#connection = connection
    this.#settings = settings
    this.#common = { serviceId: settings.serviceId, messageSource: settings.enterpriseCode || account }
  }

  get isOpen(): boolean {
    return this.#connection.isOpen
  }

  get freeSlots(): number {
    return this.#connection.freeSlots
  }

  get outstanding(): number {
    return this.#connection.outstanding
  }

  get windowSize(): number {
    return this.#connection.windowSize
  }

  set windowSize(size: number) {
    this.#connection.windowSize = size
  }

  send(part: OutgoingPart, { onOutcome, onLate }: PartHandlers): PartOutcome | null {
    try {
      const sequence = this.#connection.send(
        this.#submitOf(part),
        answer => onOutcome(answer === null ? { kind: 'doubtful' } : outcomeOf(answer)),
        answer => {
          const outcome = outcomeOf(answer)
          if (outcome.kind === 'taken') onLate(outcome.upstreamId)
        },
      )
      if (sequence > 0) return null
      return this.isOpen ? outcomeOfResult(results.throttled) : { kind: 'doubtful' }
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
      return outcomeOfResult(error.status)
    }
  }

  #submitOf({ source, phone, kind, ...part }: OutgoingPart): Submit {
    const { coding, phoneForm } = this.#settings
    return submitPdu({
      ...this.#common,
      ...encodeCarrierText(part, coding),
      partTotal: part.place?.total ?? 1,
      partNumber: part.place?.number ?? 1,
      level: levels[kind],
      source,
      destinations: [phoneForm === '86' ? `86${phone}` : phone],
    })
  }

  unbind(): Promise<void> {
    return this.#connection.unbind()
  }

  destroy(reason: string): void {
    this.#connection.destroy(reason)
  }
}

function outcomeOf(answer: AnswerPdu): PartOutcome {
  // Another answer with a submit's number says nothing about it.
  if (answer.command !== 'submit_resp') return { kind: 'doubtful' }
  return answer.result === results.ok ? { kind: 'taken', upstreamId: answer.messageId } : outcomeOfResult(answer.result)
}

function outcomeOfResult(result: number): PartOutcome {
  const code = `CMPP:${result}`
  if (result === results.throttled) return { kind: 'throttled', code }
  // The sequence number repeats one of an earlier link: the next has another.
  if (result === results.repeatedSequence) return { kind: 'temporary', code }
  return { kind: 'refused', code }
}

function deliveryOf(request: Deliver, connection: CmppConnection): Delivery {
  const report = request.isReport ? reportOf(request) : null
  const isUnreadable = request.isReport && report === null
  return {
    report,
    inbound: request.isReport
      ? null
      : { phone: barePhone(request.source), senderNumber: request.destination, ...decodeCarrierText(request) },
    answer: outcome => {
      // A gateway delivers again what is not answered.
      if (outcome === 'later' || !connection.isOpen) return
      connection.answer(request, isUnreadable ? results.structure : outcome === 'stored' ? results.ok : results.notServed)
    },
  }
}

function reportOf(request: Deliver): CarrierReport | null {
  const report = readReport(request.content)
  if (!report) return null
  const { messageId, state, phone, doneAt } = report
  return { upstreamId: messageId, state, code: state, phone: barePhone(phone || request.source), doneAt }
}
