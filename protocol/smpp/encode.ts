import { ProtocolError } from '../wire/protocol-error.ts'
import { headerBytes } from './header.ts'
import { type Bind, type CancelSm, type Command, commandIds, type MessageFields, type Pdu, type QueryAnswer, type QuerySm } from './pdu.ts'
import { statuses } from './status.ts'
import { tlvBytes, writeTlvs } from './tlv.ts'

/** Text of a C-octet string: a loop beats the call into C++ for strings as short as addresses and ids. */
function writeText(target: Buffer, start: number, text: string): number {
  let offset = start
  for (let index = 0; index < text.length; index++) target[offset++] = text.charCodeAt(index)
  target[offset++] = 0
  return offset
}

function frame(command: Command, status: number, sequence: number, bytes: number): Buffer {
  const target = Buffer.allocUnsafe(bytes)
  target.writeUInt32BE(bytes, 0)
  target.writeUInt32BE(commandIds[command], 4)
  target.writeUInt32BE(status, 8)
  target.writeUInt32BE(sequence, 12)
  return target
}

function encodeBind(pdu: Bind): Buffer {
  const bytes = headerBytes + pdu.systemId.length + pdu.password.length + pdu.systemType.length + pdu.addressRange.length + 4 + 3
  const target = frame(pdu.command, pdu.status, pdu.sequence, bytes)
  let offset = writeText(target, headerBytes, pdu.systemId)
  offset = writeText(target, offset, pdu.password)
  offset = writeText(target, offset, pdu.systemType)
  target[offset++] = pdu.interfaceVersion
  target[offset++] = pdu.addressTon
  target[offset++] = pdu.addressNpi
  writeText(target, offset, pdu.addressRange)
  return target
}

/** Bytes of a message besides text and optional parameters: five terminating zeros and twelve one-byte fields. */
const fixedMessageBytes = 5 + 12

function encodeMessage(command: 'submit_sm' | 'deliver_sm', status: number, sequence: number, fields: MessageFields): Buffer {
  const textBytes = fields.shortMessage.length
  if (textBytes > 254) throw new ProtocolError(`short_message of ${textBytes} bytes`, statuses.invalidMessageLength)
  const stringBytes =
    fields.serviceType.length + fields.source.length + fields.destination.length + fields.scheduleTime.length + fields.validityPeriod.length
  const target = frame(command, status, sequence, headerBytes + fixedMessageBytes + stringBytes + textBytes + tlvBytes(fields.tlvs))
  let offset = writeText(target, headerBytes, fields.serviceType)
  target[offset++] = fields.sourceTon
  target[offset++] = fields.sourceNpi
  offset = writeText(target, offset, fields.source)
  target[offset++] = fields.destinationTon
  target[offset++] = fields.destinationNpi
  offset = writeText(target, offset, fields.destination)
  target[offset++] = fields.esmClass
  target[offset++] = fields.protocolId
  target[offset++] = fields.priority
  offset = writeText(target, offset, fields.scheduleTime)
  offset = writeText(target, offset, fields.validityPeriod)
  target[offset++] = fields.registeredDelivery
  target[offset++] = fields.replaceIfPresent
  target[offset++] = fields.dataCoding
  target[offset++] = fields.defaultMessageId
  target[offset++] = textBytes
  target.set(fields.shortMessage, offset)
  writeTlvs(target, offset + textBytes, fields.tlvs)
  return target
}

function encodeQuery(pdu: QuerySm): Buffer {
  const target = frame(pdu.command, pdu.status, pdu.sequence, headerBytes + pdu.messageId.length + pdu.source.length + 4)
  let offset = writeText(target, headerBytes, pdu.messageId)
  target[offset++] = pdu.sourceTon
  target[offset++] = pdu.sourceNpi
  writeText(target, offset, pdu.source)
  return target
}

function encodeQueryAnswer(pdu: QueryAnswer): Buffer {
  const target = frame(pdu.command, pdu.status, pdu.sequence, headerBytes + pdu.messageId.length + pdu.finalDate.length + 4)
  let offset = writeText(target, headerBytes, pdu.messageId)
  offset = writeText(target, offset, pdu.finalDate)
  target[offset++] = pdu.messageState
  target[offset] = pdu.errorCode
  return target
}

function encodeCancel(pdu: CancelSm): Buffer {
  const bytes = pdu.serviceType.length + pdu.messageId.length + pdu.source.length + pdu.destination.length + 8
  const target = frame(pdu.command, pdu.status, pdu.sequence, headerBytes + bytes)
  let offset = writeText(target, headerBytes, pdu.serviceType)
  offset = writeText(target, offset, pdu.messageId)
  target[offset++] = pdu.sourceTon
  target[offset++] = pdu.sourceNpi
  offset = writeText(target, offset, pdu.source)
  target[offset++] = pdu.destinationTon
  target[offset++] = pdu.destinationNpi
  writeText(target, offset, pdu.destination)
  return target
}

/** Encodes a PDU (SMPP 3.4 §4). Throws a ProtocolError when a text is longer than its field allows. */
export function encodePdu(pdu: Pdu): Buffer {
  switch (pdu.command) {
    case 'submit_sm':
    case 'deliver_sm':
      return encodeMessage(pdu.command, pdu.status, pdu.sequence, pdu)
    case 'submit_sm_resp':
    case 'deliver_sm_resp':
      return encodeMessageAnswer(pdu.command, pdu.status, pdu.sequence, pdu.messageId)
    case 'query_sm':
      return encodeQuery(pdu)
    case 'query_sm_resp':
      return encodeQueryAnswer(pdu)
    case 'cancel_sm':
      return encodeCancel(pdu)
    case 'bind_receiver':
    case 'bind_transmitter':
    case 'bind_transceiver':
      return encodeBind(pdu)
    case 'bind_receiver_resp':
    case 'bind_transmitter_resp':
    case 'bind_transceiver_resp': {
      const bytes = headerBytes + pdu.systemId.length + 1 + tlvBytes(pdu.tlvs)
      const target = frame(pdu.command, pdu.status, pdu.sequence, bytes)
      writeTlvs(target, writeText(target, headerBytes, pdu.systemId), pdu.tlvs)
      return target
    }
    default:
      return frame(pdu.command, pdu.status, pdu.sequence, headerBytes)
  }
}

/** Encodes an answer to a submit_sm or deliver_sm without an intermediate object. */
export function encodeMessageAnswer(
  command: 'submit_sm_resp' | 'deliver_sm_resp',
  status: number,
  sequence: number,
  messageId: string,
): Buffer {
  const target = frame(command, status, sequence, headerBytes + messageId.length + 1)
  writeText(target, headerBytes, messageId)
  return target
}
