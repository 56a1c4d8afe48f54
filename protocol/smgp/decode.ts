import { FieldReader } from '../wire/fields.ts'
import { gatewayHeaderBytes } from '../wire/gateway-session.ts'
import { ProtocolError } from '../wire/protocol-error.ts'
import { commandIds, type Deliver, type Pdu, type SmgpVersion, type Submit, statuses } from './pdu.ts'
import { decodeOptions } from './tlv.ts'

const reserveBytes = 8

/**
 * Reads one frame in the form of a version. Throws a ProtocolError with the status to answer when the command is
 * unknown or the body is shorter than its fields.
 */
export function decodePdu(frame: Buffer, version: SmgpVersion): Pdu {
  const [command, sequence] = [frame.readUInt32BE(4), frame.readUInt32BE(8)]
  const reader = new FieldReader(frame, gatewayHeaderBytes, statuses.structure)
  switch (command) {
    case commandIds.login: {
      const [account, authenticator, mode] = [reader.text(8), reader.bytes(16), reader.byte()]
      return { command: 'login', sequence, account, authenticator, mode, timestamp: reader.uint32(), version: reader.byte() }
    }
    case commandIds.login_resp: {
      const status = reader.uint32()
      // A refusal may end behind its status.
      if (reader.left < 17) return { command: 'login_resp', sequence, status, authenticator: Buffer.alloc(16), version: 0 }
      return { command: 'login_resp', sequence, status, authenticator: reader.bytes(16), version: reader.byte() }
    }
    case commandIds.submit:
      return readSubmit(reader, sequence, version)
    case commandIds.deliver:
      return readDeliver(reader, sequence)
    case commandIds.submit_resp:
      return { command: 'submit_resp', sequence, messageId: readId(reader), status: reader.uint32() }
    case commandIds.deliver_resp:
      return { command: 'deliver_resp', sequence, messageId: readId(reader), status: reader.uint32() }
    case commandIds.active_test:
      return { command: 'active_test', sequence }
    case commandIds.active_test_resp:
      return { command: 'active_test_resp', sequence }
    case commandIds.exit:
      return { command: 'exit', sequence }
    case commandIds.exit_resp:
      return { command: 'exit_resp', sequence }
    default:
      throw new ProtocolError(`command 0x${frame.toString('hex', 4, 8)}`, statuses.command)
  }
}

const readId = (reader: FieldReader) => reader.bytes(10).toString('hex')

function readSubmit(reader: FieldReader, sequence: number, version: SmgpVersion): Submit {
  const head = {
    messageType: reader.byte(),
    needReport: reader.byte(),
    priority: reader.byte(),
    serviceId: reader.text(10),
    feeType: reader.text(2),
    feeCode: reader.text(6),
    fixedFee: version === '3.0' ? reader.text(6) : '',
    format: reader.byte(),
    validUntil: reader.text(17),
    sendAt: reader.text(17),
    source: reader.text(21),
    chargedNumber: reader.text(21),
  }
  const destinations = Array.from({ length: reader.byte() }, () => reader.text(21))
  const content = reader.bytes(reader.byte())
  reader.skip(reserveBytes)
  return { command: 'submit', sequence, ...head, destinations, content, ...decodeOptions(reader) }
}

function readDeliver(reader: FieldReader, sequence: number): Deliver {
  const head = {
    messageId: readId(reader),
    isReport: reader.byte() === 1,
    format: reader.byte(),
    receivedAt: reader.text(14),
    source: reader.text(21),
    destination: reader.text(21),
  }
  const contentBytes = reader.byte()
  const content = reader.bytes(head.isReport ? Math.min(contentBytes, reader.left) : contentBytes)
  reader.skip(reserveBytes)
  return { command: 'deliver', sequence, ...head, content, ...decodeOptions(reader) }
}
