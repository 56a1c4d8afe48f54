import { FieldWriter } from '../wire/fields.ts'
import { gatewayHeaderBytes } from '../wire/gateway-session.ts'
import { ProtocolError } from '../wire/protocol-error.ts'
import { commandIds, type Deliver, type Pdu, type SmgpVersion, type Submit, statuses } from './pdu.ts'
import { encodeOptions } from './tlv.ts'

const longestContentBytes = 255
const mostDestinations = 100
const idBytes = 10
const reserveBytes = 8

function begin({ command, sequence }: Pick<Pdu, 'command' | 'sequence'>, bodyBytes: number): FieldWriter {
  const bytes = gatewayHeaderBytes + bodyBytes
  return new FieldWriter(bytes).uint32(bytes).uint32(commandIds[command]).uint32(sequence)
}

const idOf = (messageId: string) => Buffer.from(messageId.padStart(2 * idBytes, '0'), 'hex')

/** The bytes of a PDU in the form of a version. Throws a ProtocolError when its fields have no room for a value. */
export function encodePdu(pdu: Pdu, version: SmgpVersion): Buffer {
  switch (pdu.command) {
    case 'login':
      return begin(pdu, 30).text(pdu.account, 8).bytes(pdu.authenticator).byte(pdu.mode).uint32(pdu.timestamp).byte(pdu.version).buffer
    case 'login_resp':
      return begin(pdu, 21).uint32(pdu.status).bytes(pdu.authenticator).byte(pdu.version).buffer
    case 'submit':
      return encodeSubmit(pdu, version)
    case 'deliver':
      return encodeDeliver(pdu)
    case 'submit_resp':
    case 'deliver_resp':
      return begin(pdu, idBytes + 4)
        .bytes(idOf(pdu.messageId))
        .uint32(pdu.status).buffer
    case 'active_test':
    case 'active_test_resp':
    case 'exit':
    case 'exit_resp':
      return begin(pdu, 0).buffer
  }
}

function requireLength(content: Buffer): void {
  if (content.length > longestContentBytes) throw new ProtocolError(`content of ${content.length} bytes`, statuses.length)
}

function encodeSubmit(pdu: Submit, version: SmgpVersion): Buffer {
  const { destinations, content } = pdu
  requireLength(content)
  if (destinations.length > mostDestinations) throw new ProtocolError(`${destinations.length} recipients`, statuses.destination)
  const fixedFeeBytes = version === '3.0' ? 6 : 0
  const options = encodeOptions(pdu)
  return begin(pdu, 108 + fixedFeeBytes + 21 * destinations.length + content.length + options.length)
    .byte(pdu.messageType)
    .byte(pdu.needReport)
    .byte(pdu.priority)
    .text(pdu.serviceId, 10)
    .text(pdu.feeType, 2)
    .text(pdu.feeCode, 6)
    .text(pdu.fixedFee, fixedFeeBytes)
    .byte(pdu.format)
    .text(pdu.validUntil, 17)
    .text(pdu.sendAt, 17)
    .text(pdu.source, 21)
    .text(pdu.chargedNumber, 21)
    .byte(destinations.length)
    .texts(destinations, 21)
    .byte(content.length)
    .bytes(content)
    .text('', reserveBytes)
    .bytes(options).buffer
}

function encodeDeliver(pdu: Deliver): Buffer {
  const { content } = pdu
  requireLength(content)
  const options = encodeOptions(pdu)
  return begin(pdu, 77 + content.length + options.length)
    .bytes(idOf(pdu.messageId))
    .byte(pdu.isReport ? 1 : 0)
    .byte(pdu.format)
    .text(pdu.receivedAt, 14)
    .text(pdu.source, 21)
    .text(pdu.destination, 21)
    .byte(content.length)
    .bytes(content)
    .text('', reserveBytes)
    .bytes(options).buffer
}
