import { formatCarrierTime, parseCarrierTime } from '../text/carrier-time.ts'
import type { MessageFields } from './pdu.ts'
import { findTlv, findTlvText, tlvTags } from './tlv.ts'

/** Final and intermediate states of SMPP 3.4 Appendix B, as they appear in `stat:`. */
export const receiptStates = ['ENROUTE', 'DELIVRD', 'EXPIRED', 'DELETED', 'UNDELIV', 'ACCEPTD', 'UNKNOWN', 'REJECTD'] as const
export type ReceiptState = (typeof receiptStates)[number]

export interface Receipt {
  messageId: string
  /** One of receiptStates, or another text of the carrier. */
  state: string
  /**
   * The carrier's own code, `000` or `MK:0001`: from `stat:` when it has no known state, else from `err:`. Empty: none.
   */
  errorCode: string
  submittedAt: Date | null
  doneAt: Date | null
}

const idPattern = /(?:^|\s)id:(\S*)/i
const statePattern = /(?:^|\s)stat:(\S*)/i
const errorPattern = /(?:^|\s)err:(\S*)/i
const submitPattern = /submit date:(\d{10}(?:\d{2})?)(?!\d)/i
const donePattern = /done date:(\d{10}(?:\d{2})?)(?!\d)/i

/** Whether a deliver_sm is a delivery receipt rather than a message from a phone (MO; SMPP 3.4 §5.2.12). */
export function isReceipt(pdu: Pick<MessageFields, 'esmClass'>): boolean {
  return (pdu.esmClass & 0x3c) === 0x04
}

/**
 * Parses the delivery receipt in a deliver_sm: the parameters receipted_message_id and message_state take precedence;
 * the text of Appendix B is read in any case, with or without seconds. Null when neither has a message id and a state.
 */
export function parseReceipt(pdu: Pick<MessageFields, 'shortMessage' | 'tlvs'>): Receipt | null {
  const text = (findTlv(pdu.tlvs, tlvTags.messagePayload) ?? pdu.shortMessage).toString('latin1')
  const stateByte = findTlv(pdu.tlvs, tlvTags.messageState)?.[0]
  const messageId = findTlvText(pdu.tlvs, tlvTags.receiptedMessageId) ?? idPattern.exec(text)?.[1]
  const word = statePattern.exec(text)?.[1]?.replaceAll('\0', '') ?? ''
  const named = receiptStates.find(state => state === word.toUpperCase())
  const state = (stateByte === undefined ? undefined : receiptStates[stateByte - 1]) ?? named ?? word
  if (!messageId || !state) return null
  return {
    messageId,
    state,
    errorCode: (named ? '' : word) || (errorPattern.exec(text)?.[1] ?? ''),
    submittedAt: parseCarrierTime(submitPattern.exec(text)?.[1]),
    doneAt: parseCarrierTime(donePattern.exec(text)?.[1]),
  }
}

/**
 * Formats a receipt as in Appendix B. Vendor codes are in `err:`, longer than its three digits, as carriers do it.
 * Times are to the minute.
 */
export function formatReceipt(receipt: Receipt): string {
  const delivered = receipt.state === 'DELIVRD' ? '001' : '000'
  return `id:${receipt.messageId} sub:001 dlvrd:${delivered} submit date:${formatCarrierTime(receipt.submittedAt)} done date:${formatCarrierTime(receipt.doneAt)} stat:${receipt.state} err:${receipt.errorCode} text:`
}
