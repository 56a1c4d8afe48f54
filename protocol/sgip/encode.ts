import { FieldWriter } from '../wire/fields.ts'
import { ProtocolError } from '../wire/protocol-error.ts'
import { commandIds, type Deliver, headerBytes, type Pdu, type Report, results, type Submit } from './pdu.ts'

/** A part has at most 140 bytes; gateways that split take longer texts, which we don't send. */
const longestContentBytes = 1_500
const mostDestinations = 100
const reserveBytes = 8

function begin({ command, node, time, sequence }: Pdu, bodyBytes: number): FieldWriter {
  const bytes = headerBytes + bodyBytes
  return new FieldWriter(bytes).uint32(bytes).uint32(commandIds[command]).uint32(node).uint32(time).uint32(sequence)
}

/** The bytes of a PDU. Throws a ProtocolError when its fields have no room for a value. */
export function encodePdu(pdu: Pdu): Buffer {
  switch (pdu.command) {
    case 'bind':
      return begin(pdu, 41).byte(pdu.loginType).text(pdu.name, 16).text(pdu.password, 16).text('', reserveBytes).buffer
    case 'submit':
      return encodeSubmit(pdu)
    case 'deliver':
      return encodeDeliver(pdu)
    case 'report':
      return encodeReport(pdu)
    case 'user_report':
      return begin(pdu, 51).text('', 51).buffer
    case 'unbind':
    case 'unbind_resp':
      return begin(pdu, 0).buffer
    default:
      return begin(pdu, 9).byte(pdu.result).text('', reserveBytes).buffer
  }
}

function requireLength(content: Buffer): void {
  if (content.length > longestContentBytes) throw new ProtocolError(`content of ${content.length} bytes`, results.length)
}

function encodeSubmit(pdu: Submit): Buffer {
  const { destinations, content } = pdu
  requireLength(content)
  if (destinations.length > mostDestinations) throw new ProtocolError(`${destinations.length} recipients`, results.parameter)
  return begin(pdu, 123 + 21 * destinations.length + content.length)
    .text(pdu.source, 21)
    .text(pdu.chargedNumber, 21)
    .byte(destinations.length)
    .texts(destinations, 21)
    .text(pdu.enterpriseCode, 5)
    .text(pdu.serviceType, 10)
    .byte(pdu.feeType)
    .text(pdu.feeValue, 6)
    .text(pdu.givenValue, 6)
    .byte(pdu.agentFlag)
    .byte(pdu.reason)
    .byte(pdu.priority)
    .text(pdu.validUntil, 16)
    .text(pdu.sendAt, 16)
    .byte(pdu.reportFlag)
    .byte(pdu.protocolId)
    .byte(pdu.headerIndicator)
    .byte(pdu.format)
    .byte(pdu.messageType)
    .uint32(content.length)
    .bytes(content)
    .text('', reserveBytes).buffer
}

function encodeDeliver(pdu: Deliver): Buffer {
  const { content } = pdu
  requireLength(content)
  return begin(pdu, 57 + content.length)
    .text(pdu.source, 21)
    .text(pdu.destination, 21)
    .byte(pdu.protocolId)
    .byte(pdu.headerIndicator)
    .byte(pdu.format)
    .uint32(content.length)
    .bytes(content)
    .text('', reserveBytes).buffer
}

function encodeReport(pdu: Report): Buffer {
  const { node, time, sequence } = pdu.submit
  return begin(pdu, 44)
    .uint32(node)
    .uint32(time)
    .uint32(sequence)
    .byte(pdu.reportType)
    .text(pdu.phone, 21)
    .byte(pdu.state)
    .byte(pdu.errorCode)
    .text('', reserveBytes).buffer
}
