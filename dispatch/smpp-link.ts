import { readBody, ucs2Part } from '#protocol/smpp/body.ts'
import { connectSmpp } from '#protocol/smpp/client.ts'
import type { SmppConnection } from '#protocol/smpp/connection.ts'
import { encodePdu } from '#protocol/smpp/encode.ts'
import { type AnswerPdu, type DeliverSm, submitSm } from '#protocol/smpp/pdu.ts'
import { isReceipt, parseReceipt } from '#protocol/smpp/receipt.ts'
import { isRetryableStatus, statuses, statusName } from '#protocol/smpp/status.ts'
import { decodeText } from '#protocol/text/data-coding.ts'
import type { Channel } from './channel.ts'
import { SessionLink } from './session-link.ts'
import { type UpstreamIdForm, upstreamId } from './upstream-id.ts'
import type { CarrierReport, Delivery, Inbound, LinkHandlers, PartOutcome, UpstreamLink } from './upstream-link.ts'

/** Connects and binds as a transceiver (SMPP 3.4). */
export async function openSmppLink(channel: Channel, handlers: LinkHandlers): Promise<UpstreamLink> {
  const { host, port, systemId, password, windowSize, upstreamIdForm } = channel
  const connection = await connectSmpp(
    { host, port, systemId, password, windowSize },
    {
      onRequest: (request, from) => {
        if (request.command === 'deliver_sm') handlers.onDelivery(deliveryOf(request, from, upstreamIdForm))
        else from.refuse(request.sequence, statuses.invalidCommandId)
      },
      onClose: handlers.onClose,
      onProtocolError: error => handlers.onProtocolError(error, null),
    },
  )
  return new SessionLink(connection, {
    requestOf: ({ source, phone, text, place }) =>
      submitSm({ ...ucs2Part({ text, place }), source, destination: phone, registeredDelivery: 1 }),
    frameOf: encodePdu,
    outcomeOf: answer => outcomeOf(answer, upstreamIdForm),
    refusalOf,
    noRoom: refusalOf(statuses.throttled),
  })
}

function outcomeOf(answer: AnswerPdu, idForm: UpstreamIdForm): PartOutcome {
  if (answer.status !== statuses.ok) return refusalOf(answer.status)
  return { kind: 'taken', upstreamId: upstreamId(idForm, 'answer', 'messageId' in answer ? answer.messageId : '') }
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
