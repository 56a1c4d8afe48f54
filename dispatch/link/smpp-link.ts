import type { SmppSettings } from '#contract/messages/channel-settings.ts'
import type { Channel } from '#dispatch/channel/channel.ts'
import { payloadPart, readBody, sarPart, ucs2Part } from '#protocol/smpp/body.ts'
import { BindError, connectSmpp } from '#protocol/smpp/client.ts'
import type { ConnectionHandlers, SmppConnection } from '#protocol/smpp/connection.ts'
import { encodePdu } from '#protocol/smpp/encode.ts'
import { type AnswerPdu, type BindCommand, type DeliverSm, submitSm } from '#protocol/smpp/pdu.ts'
import { isReceipt, parseReceipt } from '#protocol/smpp/receipt.ts'
import { isRetryableStatus, statuses, statusName } from '#protocol/smpp/status.ts'
import { wirePhone } from '#protocol/text/carrier-text.ts'
import { decodeText } from '#protocol/text/data-coding.ts'
import { isAbroad } from '#values/phone.ts'
import { SessionLink } from './session-link.ts'
import { type UpstreamIdForm, upstreamId } from './upstream-id.ts'
import {
  type CarrierReport,
  type Delivery,
  type Inbound,
  type LinkHandlers,
  LoginRefusal,
  type PartOutcome,
  type UpstreamLink,
} from './upstream-link.ts'

/** congestion_state from which the carrier says that it is nearly congested (SMPP 5.0 §4.8.4.18). */
const congestedFrom = 90
/** TON and NPI of a number with its country code, whatever the channel has for those at home. */
const international = { destinationTon: 1, destinationNpi: 1 }
const parts = { udh: ucs2Part, sar: sarPart, payload: payloadPart }

/** Connects and binds (SMPP 3.4, 5.0): one session that does both, or one that sends and one that receives. */
export async function openSmppLink(channel: Channel, settings: SmppSettings, handlers: LinkHandlers): Promise<UpstreamLink> {
  const { upstreamIdForm } = channel
  const onProtocolError = (error: Error) => handlers.onProtocolError(error, null)
  const onRequest: ConnectionHandlers['onRequest'] = (request, from) => {
    if (request.command === 'deliver_sm') handlers.onDelivery(deliveryOf(request, from, upstreamIdForm))
    else from.refuse(request.sequence, statuses.invalidCommandId)
  }
  const bind = (command: BindCommand, onClose: (reason: string) => void) =>
    connectSmpp({ ...connectOptions(channel, settings), bind: command }, { onRequest, onClose, onProtocolError }).catch(bindRefusal)
  const connection = settings.binds === 'pair' ? await bindPair(bind, handlers.onClose) : await bind('bind_transceiver', handlers.onClose)
  const { sourceTon = 0, sourceNpi = 0, destinationTon = 0, destinationNpi = 0, longText = 'udh', phoneForm = 'plain' } = settings
  const common = { sourceTon, sourceNpi, destinationTon, destinationNpi, registeredDelivery: 1 }
  return new SessionLink(connection, {
    requestOf: ({ source, phone, text, place }) =>
      submitSm({
        ...common,
        ...(isAbroad(phone) ? international : {}),
        ...parts[longText]({ text, place }),
        source,
        destination: wirePhone(phone, phoneForm),
      }),
    frameOf: encodePdu,
    outcomeOf: answer => outcomeOf(answer, upstreamIdForm),
    refusalOf,
    noRoom: refusalOf(statuses.throttled),
  })
}

function connectOptions({ host, port, systemId, password, windowSize, clientCertificate: own = null }: Channel, settings: SmppSettings) {
  const { version, systemType = '', addressRange = '', sourceTon = 0, sourceNpi = 0, tls = 'off', certificate = '' } = settings
  return {
    host,
    port,
    systemId,
    password,
    windowSize,
    systemType,
    interfaceVersion: version === '5.0' ? 0x50 : 0x34,
    address: { ton: sourceTon, npi: sourceNpi, range: addressRange },
    secured: tls === 'off' ? null : { certificate: tls === 'pinned' ? certificate : null, own },
  }
}

type BindOnce = (command: BindCommand, onClose: (reason: string) => void) => Promise<SmppConnection>

/** The session that sends; both end together. */
async function bindPair(bind: BindOnce, onClose: (reason: string) => void): Promise<SmppConnection> {
  let transmitter: SmppConnection | null = null
  const receiver = await bind('bind_receiver', reason => transmitter?.destroy(reason))
  try {
    transmitter = await bind('bind_transmitter', reason => {
      // What the carrier is delivering is answered first.
      void receiver.unbind().then(() => onClose(reason))
    })
  } catch (error) {
    receiver.destroy('the transmitter is not bound')
    throw error
  }
  if (!receiver.isOpen) transmitter.destroy(receiver.reason)
  return transmitter
}

const reasons: Readonly<Record<number, string>> = {
  [statuses.invalidPassword]: '认证失败：密码不正确',
  [statuses.invalidSystemId]: '认证失败：账号不存在',
  [statuses.bindFailed]: '登录被拒：连接数超限、本机IP不在白名单，或账号已停用',
  [statuses.alreadyBound]: '登录被拒：连接数超限',
}

function bindRefusal(error: unknown): never {
  if (!(error instanceof BindError) || error.status === null) throw error
  const reason = reasons[error.status]
  throw reason ? new LoginRefusal(`${reason}（${statusName(error.status)}）`, 0) : error
}

function outcomeOf(answer: AnswerPdu, idForm: UpstreamIdForm): PartOutcome {
  if (answer.status !== statuses.ok) return refusalOf(answer.status)
  const taken = { kind: 'taken', upstreamId: upstreamId(idForm, 'answer', 'messageId' in answer ? answer.messageId : '') } as const
  const congestion = 'congestion' in answer ? (answer.congestion ?? 0) : 0
  return congestion >= congestedFrom ? { ...taken, isCongested: true } : taken
}

function refusalOf(status: number): PartOutcome {
  const code = `SUBMIT:${statusName(status)}`
  if (status === statuses.throttled || status === statuses.queueFull) return { kind: 'throttled', code }
  return { kind: isRetryableStatus(status) ? 'temporary' : 'refused', code }
}

const answerStatuses = {
  stored: statuses.ok,
  later: statuses.systemError,
  never: statuses.permanentApplicationError,
} as const

function deliveryOf(request: DeliverSm, connection: SmppConnection, idForm: UpstreamIdForm): Delivery {
  const isReport = isReceipt(request)
  return {
    report: isReport ? reportOf(request, idForm) : null,
    inbound: isReport ? null : inboundOf(request),
    answer: outcome => {
      if (connection.isOpen) connection.answer(request, answerStatuses[outcome])
    },
  }
}

function reportOf(request: DeliverSm, idForm: UpstreamIdForm): CarrierReport | null {
  const receipt = parseReceipt(request)
  if (!receipt) return null
  const { state, errorCode, messageId, doneAt } = receipt
  const code = errorCode && !/^0+$/.test(errorCode) ? errorCode : state
  return { upstreamId: upstreamId(idForm, 'report', messageId), state, code, phone: request.source, doneAt }
}

/** An inbound message (MO), whole or as one part of a concatenated text. */
export function inboundOf(request: DeliverSm): Inbound {
  const { text: bytes, place } = readBody(request)
  return { phone: request.source, senderNumber: request.destination, text: decodeText(request.dataCoding, bytes) ?? '', place }
}
