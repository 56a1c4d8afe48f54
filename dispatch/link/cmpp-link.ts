import type { CmppSettings } from '#contract/messages/channel-settings.ts'
import type { Channel } from '#dispatch/channel/channel.ts'
import { connectCmpp } from '#protocol/cmpp/client.ts'
import type { CmppConnection } from '#protocol/cmpp/connection.ts'
import { encodePdu } from '#protocol/cmpp/encode.ts'
import { type AnswerPdu, type Deliver, loginStatuses, results, type Submit, submitPdu } from '#protocol/cmpp/pdu.ts'
import { readReport } from '#protocol/cmpp/report.ts'
import { barePhone, decodeCarrierText, encodeCarrierText, wirePhone } from '#protocol/text/carrier-text.ts'
import { LoginError } from '#protocol/wire/log-in.ts'
import { gatewayDelivery, loginRefusal, versionText } from './gateway-link.ts'
import { SessionLink } from './session-link.ts'
import type { CarrierReport, Delivery, LinkHandlers, OutgoingPart, PartOutcome, UpstreamLink } from './upstream-link.ts'

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
    // What is the same in all submits of the channel.
    const common = { serviceId: settings.serviceId, messageSource: settings.enterpriseCode || account }
    return new SessionLink(connection, {
      requestOf: part => submitPdu({ ...common, ...fieldsOf(part, settings) }),
      frameOf: pdu => encodePdu(pdu, settings.version),
      outcomeOf,
      refusalOf: outcomeOfResult,
      noRoom: outcomeOfResult(results.throttled),
    })
  } catch (error) {
    if (!(error instanceof LoginError)) throw error
    throw loginRefusal(error, {
      [loginStatuses.structure]: '登录报文格式错误',
      [loginStatuses.account]: '账号不存在，或本机IP不在运营商白名单',
      [loginStatuses.authentication]: '认证失败：账号或密码不正确',
      [loginStatuses.version]: `版本不一致：通道设为CMPP ${settings.version}，运营商最高${versionText(error.version)}`,
    })
  }
}

/** Fee code, Service_Id, Src_Id, Msg_src, Fee_terminal_Id: what the channel's settings say of each message. */
const misconfigured: readonly number[] = [5, 7, 10, 11, 12]

/** Msg_level: codes first. */
const levels = { otp: 5, transactional: 3, marketing: 0 } as const

const fieldsOf = ({ source, phone, kind, ...part }: OutgoingPart, { coding, phoneForm }: CmppSettings): Partial<Submit> => ({
  ...encodeCarrierText(part, coding),
  partTotal: part.place?.total ?? 1,
  partNumber: part.place?.number ?? 1,
  level: levels[kind],
  source,
  destinations: [wirePhone(phone, phoneForm)],
})

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
  return { kind: misconfigured.includes(result) ? 'misconfigured' : 'refused', code }
}

function deliveryOf(request: Deliver, connection: CmppConnection): Delivery {
  return gatewayDelivery(
    {
      isReport: request.isReport,
      report: request.isReport ? reportOf(request) : null,
      inbound: () => ({ phone: barePhone(request.source), senderNumber: request.destination, ...decodeCarrierText(request) }),
      answer: result => connection.isOpen && connection.answer(request, result),
    },
    { ok: results.ok, structure: results.structure, never: results.notServed },
  )
}

function reportOf(request: Deliver): CarrierReport | null {
  const report = readReport(request.content)
  if (!report) return null
  const { messageId, state, phone, doneAt } = report
  return { upstreamId: messageId, state, code: state, phone: barePhone(phone || request.source), doneAt }
}
