import { FieldWriter } from '../wire/fields.ts'
import { ProtocolError } from '../wire/protocol-error.ts'
import {
  type CmppVersion,
  type ConnectAnswer,
  commandIds,
  type Deliver,
  headerBytes,
  type MessageAnswer,
  type Pdu,
  results,
  type Submit,
  sizes,
} from './pdu.ts'

/** Msg_Length has one byte; a part has at most 159 bytes of ASCII or 140 of another coding. */
const longestContentBytes = 255
const mostDestinations = 99

function begin({ command, sequence }: Pick<Pdu, 'command' | 'sequence'>, bodyBytes: number): FieldWriter {
  const bytes = headerBytes + bodyBytes
  return new FieldWriter(bytes).uint32(bytes).uint32(commandIds[command]).uint32(sequence)
}

const writeStatus = (writer: FieldWriter, version: CmppVersion, status: number) =>
  version === '2.0' ? writer.byte(Math.min(status, 0xff)) : writer.uint32(status)

/** The bytes of a PDU in the form of a version. Throws a ProtocolError when its fields have no room for a value. */
export function encodePdu(pdu: Pdu, version: CmppVersion): Buffer {
  switch (pdu.command) {
    case 'connect':
      return begin(pdu, 27).text(pdu.account, 6).bytes(pdu.authenticator).byte(pdu.version).uint32(pdu.timestamp).buffer
    case 'connect_resp':
      return encodeConnectAnswer(pdu, version)
    case 'submit':
      return encodeSubmit(pdu, version)
    case 'deliver':
      return encodeDeliver(pdu, version)
    case 'submit_resp':
    case 'deliver_resp':
      return encodeMessageAnswer(pdu, version)
    case 'active_test_resp':
      return begin(pdu, 1).byte(0).buffer
    case 'terminate':
    case 'terminate_resp':
    case 'active_test':
      return begin(pdu, 0).buffer
  }
}

function encodeConnectAnswer(pdu: ConnectAnswer, version: CmppVersion): Buffer {
  const writer = writeStatus(begin(pdu, sizes[version].status + 17), version, pdu.status)
  return writer.bytes(pdu.authenticator).byte(pdu.version).buffer
}

function encodeMessageAnswer(pdu: MessageAnswer, version: CmppVersion): Buffer {
  return writeStatus(begin(pdu, 8 + sizes[version].status).uint64(BigInt(pdu.messageId)), version, pdu.result).buffer
}

function requireLength(content: Buffer): void {
  if (content.length > longestContentBytes) throw new ProtocolError(`content of ${content.length} bytes`, results.tooLong)
}

function encodeSubmit(pdu: Submit, version: CmppVersion): Buffer {
  const { phone, type, link } = sizes[version]
  const { destinations, content } = pdu
  requireLength(content)
  if (destinations.length > mostDestinations) throw new ProtocolError(`${destinations.length} recipients`, results.destination)
  const writer = begin(pdu, 97 + phone * (1 + destinations.length) + type * 2 + content.length + link)
    .uint64(BigInt(pdu.messageId))
    .byte(pdu.partTotal)
    .byte(pdu.partNumber)
    .byte(pdu.registeredDelivery)
    .byte(pdu.level)
    .text(pdu.serviceId, 10)
    .byte(pdu.feeUserType)
    .text(pdu.feeTerminal, phone)
  if (type > 0) writer.byte(pdu.feeTerminalType)
  writer
    .byte(pdu.protocolId)
    .byte(pdu.headerIndicator)
    .byte(pdu.format)
    .text(pdu.messageSource, 6)
    .text(pdu.feeType, 2)
    .text(pdu.feeCode, 6)
    .text(pdu.validUntil, 17)
    .text(pdu.sendAt, 17)
    .text(pdu.source, 21)
    .byte(destinations.length)
    .texts(destinations, phone)
  if (type > 0) writer.byte(pdu.destinationType)
  return writer.byte(content.length).bytes(content).text(pdu.linkId, link).buffer
}

function encodeDeliver(pdu: Deliver, version: CmppVersion): Buffer {
  const { phone, type, link } = sizes[version]
  const { content } = pdu
  requireLength(content)
  const writer = begin(pdu, 44 + phone + type + content.length + link)
    .uint64(BigInt(pdu.messageId))
    .text(pdu.destination, 21)
    .text(pdu.serviceId, 10)
    .byte(pdu.protocolId)
    .byte(pdu.headerIndicator)
    .byte(pdu.format)
    .text(pdu.source, phone)
  if (type > 0) writer.byte(pdu.sourceType)
  return writer
    .byte(pdu.isReport ? 1 : 0)
    .byte(content.length)
    .bytes(content)
    .text(pdu.linkId, link).buffer
}
