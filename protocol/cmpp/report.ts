import { formatCarrierTime, parseCarrierTime } from '../text/carrier-time.ts'
import { FieldWriter } from '../wire/fields.ts'
import { type CmppVersion, sizes } from './pdu.ts'

/** The content of a delivery that is a report. */
export interface CmppReport {
  /** The id of the submit's answer, unsigned decimal digits. */
  messageId: string
  /** A word such as DELIVRD, or a code in its place. */
  state: string
  submittedAt: Date | null
  doneAt: Date | null
  phone: string
}

const phoneOffset = 35
const sequenceBytes = 4

/**
 * Reads a report by its length whatever the version: 60 bytes hold a phone of 21, 71 one of 32; of any other length the
 * phone is what stands before the last four bytes. Null when it ends before the phone.
 */
export function readReport(content: Buffer): CmppReport | null {
  if (content.length < phoneOffset) return null
  const phoneEnd = Math.max(phoneOffset, content.length - sequenceBytes)
  return {
    messageId: content.readBigUInt64BE(0).toString(),
    state: textOf(content.subarray(8, 15)),
    submittedAt: parseCarrierTime(textOf(content.subarray(15, 25))),
    doneAt: parseCarrierTime(textOf(content.subarray(25, 35))),
    phone: textOf(content.subarray(phoneOffset, phoneEnd)),
  }
}

function textOf(bytes: Buffer): string {
  const zero = bytes.indexOf(0)
  return bytes.toString('latin1', 0, zero < 0 ? bytes.length : zero).trim()
}

/** The content of a report as gateways of a version write it. */
export function formatReport(report: CmppReport, version: CmppVersion, sequence: number): Buffer {
  const { phone, report: bytes } = sizes[version]
  return new FieldWriter(bytes)
    .uint64(BigInt(report.messageId))
    .text(report.state, 7)
    .text(formatCarrierTime(report.submittedAt), 10)
    .text(formatCarrierTime(report.doneAt), 10)
    .text(report.phone, phone)
    .uint32(sequence).buffer
}
