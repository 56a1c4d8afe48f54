import { formatCarrierTime, parseCarrierTime } from '../text/carrier-time.ts'
import { FieldReader, FieldWriter } from '../wire/fields.ts'
import { type CmppVersion, results, sizes } from './pdu.ts'

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
  const reader = new FieldReader(content, 0, results.structure)
  return {
    messageId: reader.uint64().toString(),
    state: reader.text(7),
    submittedAt: parseCarrierTime(reader.text(10)),
    doneAt: parseCarrierTime(reader.text(10)),
    phone: reader.text(Math.max(0, reader.left - sequenceBytes)),
  }
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
