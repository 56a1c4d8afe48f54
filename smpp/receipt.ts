import type { InboundData, ReportData } from '#contract/push/push.ts'
import type { KnownSubmit } from '#domain/apps/index.ts'
import { ucs2Parts } from '#protocol/smpp/body.ts'
import { type DeliverSm, deliverSm } from '#protocol/smpp/pdu.ts'
import { formatReceipt, type ReceiptState, receiptStates } from '#protocol/smpp/receipt.ts'
import { type Tlv, tlvTags } from '#protocol/smpp/tlv.ts'
import { encodeMessageId } from './message-id.ts'

/** Our message states as states of SMPP 3.4 (Appendix B, §5.2.28). */
export const receiptStateOf: Record<string, ReceiptState> = {
  queued: 'ENROUTE',
  held: 'ENROUTE',
  sending: 'ENROUTE',
  submitted: 'ENROUTE',
  delivered: 'DELIVRD',
  undelivered: 'UNDELIV',
  expired: 'EXPIRED',
  rejected: 'REJECTD',
  refused: 'REJECTD',
  unknown: 'UNKNOWN',
  canceled: 'DELETED',
}

export const stateNumber = (state: ReceiptState): number => receiptStates.indexOf(state) + 1

/** Whether registered_delivery asks for a receipt of this final state. */
const isWanted = ({ receipt }: Pick<KnownSubmit, 'receipt'>, state: string): boolean =>
  receipt === 1 || (receipt === 2 && state !== 'delivered')

interface End {
  state: string
  code: string
  at: Date
}

/**
 * Characters with the same code in ASCII and in the GSM alphabet: they read right in both interpretations of
 * data_coding 0.
 */
const plain = /^[\n\r !"#%&'()*+,\-./0-9:;<=>?A-Za-z]*$/
const foreign = /[^!"#%&'()*+,\-./0-9:;<=>?A-Za-z]/g

/** The delivery receipt of one submit_sm: as text for old programs, as TLV parameters for newer ones. */
export function receiptPdu(submit: KnownSubmit, { state, code, at }: End): DeliverSm {
  const word = receiptStateOf[state] ?? 'UNKNOWN'
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

/** The receipts of all submissions that a message was made of. */
export const receiptsOf = (submits: readonly KnownSubmit[], report: ReportData): DeliverSm[] =>
  submits
    .filter(submit => isWanted(submit, report.state))
    .map(submit => receiptPdu(submit, { state: report.state, code: report.code, at: report.finishedAt }))

/** Longest text in one part (GSM 03.38: 160 septets). */
const plainUnits = 160

/** An inbound message (MO); a long one in several parts with their place. */
export function inboundPdus(inbound: InboundData, reference: number): DeliverSm[] {
  const addresses = { source: inbound.phone, destination: inbound.senderNumber }
  const { text } = inbound
  if (text.length <= plainUnits && plain.test(text)) return [deliverSm({ ...addresses, shortMessage: Buffer.from(text, 'latin1') })]
  return ucs2Parts(text, reference).map(part => deliverSm({ ...addresses, ...part }))
}
