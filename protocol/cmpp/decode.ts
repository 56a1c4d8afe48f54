import { FieldReader } from '../wire/fields.ts'
import { ProtocolError } from '../wire/protocol-error.ts'
import {
  type CmppVersion,
  type ConnectAnswer,
  commandIds,
  type Deliver,
  headerBytes,
  type Pdu,
  results,
  type Submit,
  sizes,
} from './pdu.ts'

/** Length of a login's answer in version 3.0: the only PDU whose form is told by its length. */
const connectAnswerBytes3 = headerBytes + 21

/**
 * Reads one frame in the form of a version; bytes behind the last field are ignored. Throws a ProtocolError with the
 * result to answer when the command is unknown or the body is shorter than its fields.
 */
export function decodePdu(frame: Buffer, version: CmppVersion): Pdu {
  const [command, sequence] = [frame.readUInt32BE(4), frame.readUInt32BE(8)]
  const reader = new FieldReader(frame, headerBytes, results.structure)
  switch (command) {
    case commandIds.connect: {
      const [account, authenticator] = [reader.text(6), reader.bytes(16)]
      return { command: 'connect', sequence, account, authenticator, version: reader.byte(), timestamp: reader.uint32() }
    }
    case commandIds.connect_resp:
      return readConnectAnswer(reader, sequence, frame.length >= connectAnswerBytes3)
    case commandIds.submit:
      return readSubmit(reader, sequence, version)
    case commandIds.deliver:
      return readDeliver(reader, sequence, version)
    case commandIds.submit_resp:
      return { command: 'submit_resp', sequence, messageId: reader.uint64().toString(), result: readStatus(reader, version) }
    case commandIds.deliver_resp:
      return { command: 'deliver_resp', sequence, messageId: reader.uint64().toString(), result: readStatus(reader, version) }
    case commandIds.terminate:
      return { command: 'terminate', sequence }
    case commandIds.terminate_resp:
      return { command: 'terminate_resp', sequence }
    case commandIds.active_test:
      return { command: 'active_test', sequence }
    case commandIds.active_test_resp:
      return { command: 'active_test_resp', sequence }
    default:
      throw new ProtocolError(`command 0x${frame.toString('hex', 4, 8)}`, results.command)
  }
}

const readStatus = (reader: FieldReader, version: CmppVersion) => (version === '2.0' ? reader.byte() : reader.uint32())

function readConnectAnswer(reader: FieldReader, sequence: number, isLong: boolean): ConnectAnswer {
  const status = isLong ? reader.uint32() : reader.byte()
  // A refusal may end behind its status.
  if (reader.left < 17) return { command: 'connect_resp', sequence, status, authenticator: Buffer.alloc(16), version: 0 }
  return { command: 'connect_resp', sequence, status, authenticator: reader.bytes(16), version: reader.byte() }
}

function readSubmit(reader: FieldReader, sequence: number, version: CmppVersion): Submit {
  const { phone, type, link } = sizes[version]
  const head = {
    messageId: reader.uint64().toString(),
    partTotal: reader.byte(),
    partNumber: reader.byte(),
    registeredDelivery: reader.byte(),
    level: reader.byte(),
    serviceId: reader.text(10),
    feeUserType: reader.byte(),
    feeTerminal: reader.text(phone),
    feeTerminalType: type > 0 ? reader.byte() : 0,
    protocolId: reader.byte(),
    headerIndicator: reader.byte(),
    format: reader.byte(),
    messageSource: reader.text(6),
    feeType: reader.text(2),
    feeCode: reader.text(6),
    validUntil: reader.text(17),
    sendAt: reader.text(17),
    source: reader.text(21),
  }
  const destinationCount = reader.byte()
  const destinations = Array.from({ length: destinationCount }, () => reader.text(phone))
  const destinationType = type > 0 ? reader.byte() : 0
  const content = reader.bytes(reader.byte())
  return { command: 'submit', sequence, ...head, destinations, destinationType, content, linkId: readLink(reader, link) }
}

function readDeliver(reader: FieldReader, sequence: number, version: CmppVersion): Deliver {
  const { phone, type, link } = sizes[version]
  const head = {
    messageId: reader.uint64().toString(),
    destination: reader.text(21),
    serviceId: reader.text(10),
    protocolId: reader.byte(),
    headerIndicator: reader.byte(),
    format: reader.byte(),
    source: reader.text(phone),
    sourceType: type > 0 ? reader.byte() : 0,
    isReport: reader.byte() === 1,
  }
  const contentBytes = reader.byte()
  // Some gateways announce a longer report than they send.
  const content = reader.bytes(head.isReport ? Math.min(contentBytes, reader.left) : contentBytes)
  return { command: 'deliver', sequence, ...head, content, linkId: readLink(reader, link) }
}

/** Nobody needs it, and some peers leave it out or shorten it. */
const readLink = (reader: FieldReader, size: number) => reader.text(Math.min(size, reader.left))
