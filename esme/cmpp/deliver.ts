import { cmppAccessNumberOf } from '#contract/apps/esme.ts'
import type { InboundData } from '#contract/push/push.ts'
import { messageIdOf } from '#protocol/cmpp/message-id.ts'
import { type CmppVersion, type Deliver, deliverPdu } from '#protocol/cmpp/pdu.ts'
import { formatReport } from '#protocol/cmpp/report.ts'
import { encodeCarrierText } from '#protocol/text/carrier-text.ts'
import { type Delivery, type SubmitEnd, stateWord } from '../delivery.ts'

/** Codes of carriers that fit Stat, which programs know: MK:0001. */
const fitting = /^[A-Z0-9:_-]{1,7}$/

/** Stat of a report: DELIVRD, the carrier's code where it fits, else the word of the state. */
function stat({ state, code }: SubmitEnd): string {
  const word = stateWord(state)
  return word !== 'DELIVRD' && fitting.test(code) ? code : word
}

/** Msg_Id of a part of an inbound message: the same when it is delivered again. */
function inboundId({ inboundId, receivedAt }: InboundData, part: number): string {
  const random = Number.parseInt(inboundId.replaceAll('-', '').slice(-10), 16)
  return messageIdOf(receivedAt, Math.floor(random / 0x10000) & 0x3fffff, random + part)
}

/** A delivery as a packet; `loginName`: of the account that gets it. */
export function deliveryPdu(
  delivery: Delivery,
  { version, loginName, sequence }: { version: CmppVersion; loginName: string; sequence: number },
): Deliver {
  const accessNumber = delivery.submit?.source || cmppAccessNumberOf(loginName)
  if (delivery.kind === 'inbound') {
    const { inbound, part } = delivery
    return deliverPdu({
      messageId: inboundId(inbound, part.place?.number ?? 0),
      source: inbound.phone,
      destination: accessNumber,
      ...encodeCarrierText(part, 'ascii_when_possible'),
    })
  }
  const { submit, end } = delivery
  const phone = submit.destination
  const report = { messageId: submit.wireId ?? '0', state: stat(end), submittedAt: submit.submittedAt, doneAt: end.at, phone }
  return deliverPdu({
    messageId: report.messageId,
    source: phone,
    destination: accessNumber,
    format: 0,
    isReport: true,
    content: formatReport(report, version, sequence),
  })
}
