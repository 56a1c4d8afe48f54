import type { SmgpSettings } from '#contract/messages/channel-settings.ts'
import type { Channel } from '#dispatch/channel/channel.ts'
import { connectSmgp } from '#protocol/smgp/client.ts'
import type { SmgpConnection } from '#protocol/smgp/connection.ts'
import { encodePdu } from '#protocol/smgp/encode.ts'
import { type AnswerPdu, type Deliver, type Submit, statuses, submitPdu } from '#protocol/smgp/pdu.ts'
import { readReport } from '#protocol/smgp/report.ts'
import { barePhone, decodeCarrierText, encodeCarrierText, wirePhone } from '#protocol/text/carrier-text.ts'
import { LoginError } from '#protocol/wire/log-in.ts'
import { gatewayDelivery, loginRefusal, versionText } from './gateway-link.ts'
import { SessionLink } from './session-link.ts'
import type { CarrierReport, Delivery, LinkHandlers, OutgoingPart, PartOutcome, UpstreamLink } from './upstream-link.ts'

/** Connects and logs in (SMGP 3.0, 1.3). */
export async function openSmgpLink(channel: Channel, settings: SmgpSettings, handlers: LinkHandlers, now: Date): Promise<UpstreamLink> {
  const { host, port, systemId: account, password: secret, windowSize } = channel
  const { version, enterpriseCode: messageSource, serviceId, productId } = settings
  try {
    const connection = await connectSmgp(
      { host, port, account, secret, version, windowSize, now },
      {
        onRequest: (request, from) => {
          if (request.command === 'deliver') handlers.onDelivery(deliveryOf(request, from))
          else if (request.command === 'submit') from.answer(request, statuses.command)
        },
        onClose: handlers.onClose,
        onProtocolError: handlers.onProtocolError,
      },
    )
    // What is the same in all submits of the channel.
    const common = { messageSource, serviceId, productId }
    return new SessionLink(connection, {
      frameOf: pdu => encodePdu(pdu, version),
      requestOf: part => submitPdu({ ...common, ...fieldsOf(part, settings) }),
      outcomeOf,
      refusalOf: outcomeOfStatus,
      noRoom: outcomeOfStatus(statuses.busy),
    })
  } catch (error) {
    if (!(error instanceof LoginError)) throw error
    throw loginRefusal(error, {
      [statuses.structure]: '登录报文格式错误',
      [statuses.address]: '本机IP不在运营商白名单',
      [statuses.authentication]: '认证失败：账号或密码不正确',
      [statuses.version]: `版本不一致：通道设为SMGP ${version}，运营商最高${versionText(error.version)}`,
    })
  }
}

/** Priority: codes first. */
const priorities = { otp: 3, transactional: 2, marketing: 0 } as const

const fieldsOf = ({ source, phone, kind, ...part }: OutgoingPart, { coding, phoneForm }: SmgpSettings): Partial<Submit> => ({
  ...encodeCarrierText(part, coding),
  partTotal: part.place?.total ?? 0,
  partNumber: part.place?.number ?? 0,
  priority: priorities[kind],
  source,
  destinations: [wirePhone(phone, phoneForm)],
})

function outcomeOf(answer: AnswerPdu): PartOutcome {
  // Another answer with a submit's number says nothing about it.
  if (answer.command !== 'submit_resp') return { kind: 'doubtful' }
  return answer.status === statuses.ok ? { kind: 'taken', upstreamId: answer.messageId } : outcomeOfStatus(answer.status)
}

/** A number that repeats one of an earlier link is another the next time; forbidden hours pass. */
const temporary: readonly number[] = [statuses.repeatedSequence, statuses.hours]
/** Fees, codes, numbers that the channel's settings say of each message; an account that has lapsed. */
const misconfigured: readonly number[] = [30, 31, 32, 33, 34, 40, 43, 46, 48, 49, 69, 73, 76]

function outcomeOfStatus(status: number): PartOutcome {
  const code = `SMGP:${status}`
  if (status === statuses.busy) return { kind: 'throttled', code }
  if (misconfigured.includes(status)) return { kind: 'misconfigured', code }
  return { kind: temporary.includes(status) ? 'temporary' : 'refused', code }
}

function deliveryOf(request: Deliver, connection: SmgpConnection): Delivery {
  return gatewayDelivery(
    {
      isReport: request.isReport,
      report: request.isReport ? reportOf(request) : null,
      inbound: () => ({ phone: barePhone(request.source), senderNumber: request.destination, ...decodeCarrierText(request) }),
      answer: status => connection.isOpen && connection.answer(request, status),
    },
    { ok: statuses.ok, structure: statuses.structure, never: statuses.length },
  )
}

function reportOf(request: Deliver): CarrierReport | null {
  const report = readReport(request.content)
  if (!report) return null
  const { messageId, state, errorCode, doneAt } = report
  // The number is more exact than the word, unless it says nothing.
  const code = /^0*$/.test(errorCode) ? state : errorCode
  return { upstreamId: messageId, state, code, phone: barePhone(request.source), doneAt }
}
