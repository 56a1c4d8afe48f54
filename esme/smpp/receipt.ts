import type { KnownSubmit } from '#domain/apps/index.ts'
import { ucs2Part } from '#protocol/smpp/body.ts'
import { type DeliverSm, deliverSm } from '#protocol/smpp/pdu.ts'
import { formatReceipt, type ReceiptState, receiptStates } from '#protocol/smpp/receipt.ts'
import { type Tlv, tlvTags } from '#protocol/smpp/tlv.ts'
import { type Delivery, isPlain, type SubmitEnd, stateWord } from '../delivery.ts'
import { encodeMessageId } from './message-id.ts'

/** message_state of SMPP 3.4 (§5.2.28). */
export const stateNumber = (state: ReceiptState): number => receiptStates.indexOf(state) + 1

const foreign = /[^!"#%&'()*+,\-./0-9:;<=>?A-Za-z]/g

/** A delivery as a packet. */
export const deliveryPdu = (delivery: Delivery): DeliverSm =>
  delivery.kind === 'report' ? receiptPdu(delivery.submit, delivery.end) : inboundPdu(delivery)

/** The delivery receipt of one submit_sm: as text for old programs, as TLV parameters for newer ones. */
export function receiptPdu(submit: Omit<KnownSubmit, 'end' | 'appId' | 'protocol' | 'wireId'>, { state, code, at }: SubmitEnd): DeliverSm {
  const word = stateWord(state)
  const id = encodeMessageId(submit.submitId)
  const errorCode = word === 'DELIVRD' ? '000' : code.replace(/\s+/g, '').replace(foreign, '-') || '000'
  const text = formatReceipt({ messageId: id, state: word, errorCode, submittedAt: submit.submittedAt, doneAt: at })
  const tlvs: Tlv[] = [
    { tag: tlvTags.receiptedMessageId, value: Buffer.from(`${id}\0`, 'latin1') },
    { tag: tlvTags.messageState, value: Buffer.from([stateNumber(word)]) },
  ]
  return deliverSm({
    sourceTon: submit.destinationKind >> 8,
    sourceNpi: submit.destinationKind & 0xff,
    source: submit.destination,
    destinationTon: submit.sourceKind >> 8,
    destinationNpi: submit.sourceKind & 0xff,
    destination: submit.source,
    esmClass: 0x04,
    shortMessage: Buffer.from(text, 'latin1'),
    tlvs,
  })
}

/** A part of an inbound message. */
function inboundPdu({ inbound, part }: Extract<Delivery, { kind: 'inbound' }>): DeliverSm {
  const addresses = { source: inbound.phone, destination: inbound.senderNumber }
  if (part.place === null && isPlain(part.text)) return deliverSm({ ...addresses, shortMessage: Buffer.from(part.text, 'latin1') })
  return deliverSm({ ...addresses, ...ucs2Part(part) })
}
