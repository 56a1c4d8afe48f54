import { ProtocolError } from '../wire/protocol-error.ts'
import { headerBytes } from './header.ts'
import {
  type BindAnswer,
  type BindCommand,
  type CancelSm,
  type Command,
  commandIds,
  type MessageAnswer,
  type MessagePdu,
  type Pdu,
  type QueryAnswer,
} from './pdu.ts'
import { statuses } from './status.ts'
import { findTlv, noTlvs, readTlvs, tlvTags } from './tlv.ts'

const commands = new Map<number, Command>(Object.entries(commandIds).map(([name, id]) => [id, name as Command]))

/**
 * Longest strings in bytes without the terminating zero. Ids and passwords may be longer than in the standard, as
 * carriers' are.
 */
const longest = { serviceType: 20, address: 64, time: 16, systemId: 64, password: 64, systemType: 64, addressRange: 64, messageId: 128 }

/** Reads the fields of one frame in order. */
class Reader {
  readonly frame: Buffer
  offset = headerBytes

  constructor(frame: Buffer) {
    this.frame = frame
  }

  text(longestBytes: number): string {
    const { frame } = this
    const start = this.offset
    let end = start
    while (end < frame.length && frame[end] !== 0) end++
    if (end === frame.length) throw new ProtocolError('a string has no end', statuses.invalidCommandLength)
    if (end - start > longestBytes) throw new ProtocolError(`a string of ${end - start} bytes`, statuses.invalidParameterLength)
    this.offset = end + 1
    return end === start ? '' : frame.toString('latin1', start, end)
  }

  byte(): number {
    const value = this.frame[this.offset++]
    if (value === undefined) throw new ProtocolError('the PDU is cut off', statuses.invalidCommandLength)
    return value
  }

  bytes(count: number): Buffer {
    const end = this.offset + count
    if (end > this.frame.length) throw new ProtocolError('the text is cut off', statuses.invalidMessageLength)
    const view = this.frame.subarray(this.offset, end)
    this.offset = end
    return view
  }
}

function readMessage(command: 'submit_sm' | 'deliver_sm', status: number, sequence: number, reader: Reader): MessagePdu {
  const pdu: MessagePdu = {
    command,
    status,
    sequence,
    serviceType: reader.text(longest.serviceType),
    sourceTon: reader.byte(),
    sourceNpi: reader.byte(),
    source: reader.text(longest.address),
    destinationTon: reader.byte(),
    destinationNpi: reader.byte(),
    destination: reader.text(longest.address),
    esmClass: reader.byte(),
    protocolId: reader.byte(),
    priority: reader.byte(),
    scheduleTime: reader.text(longest.time),
    validityPeriod: reader.text(longest.time),
    registeredDelivery: reader.byte(),
    replaceIfPresent: reader.byte(),
    dataCoding: reader.byte(),
    defaultMessageId: reader.byte(),
    shortMessage: reader.bytes(reader.byte()),
    tlvs: noTlvs,
  }
  pdu.tlvs = readTlvs(reader.frame, reader.offset)
  return pdu
}

function readBind(command: BindCommand, status: number, sequence: number, reader: Reader): Pdu {
  return {
    command,
    status,
    sequence,
    systemId: reader.text(longest.systemId),
    password: reader.text(longest.password),
    systemType: reader.text(longest.systemType),
    interfaceVersion: reader.byte(),
    addressTon: reader.byte(),
    addressNpi: reader.byte(),
    addressRange: reader.text(longest.addressRange),
  }
}

/** A refusal may come without a body (SMPP 3.4 §4.1.2). */
function readBindAnswer(command: BindAnswer['command'], status: number, sequence: number, reader: Reader): BindAnswer {
  if (reader.frame.length === headerBytes) return { command, status, sequence, systemId: '', tlvs: noTlvs }
  const systemId = reader.text(longest.systemId)
  return { command, status, sequence, systemId, tlvs: readTlvs(reader.frame, reader.offset) }
}

/** A refusal may come without a body (SMPP 3.4 §4.4.2). Of what follows the message id only the congestion is read. */
function readMessageAnswer(command: MessageAnswer['command'], status: number, sequence: number, reader: Reader): MessageAnswer {
  const messageId = reader.frame.length === headerBytes ? '' : reader.text(longest.messageId)
  if (reader.frame.length <= reader.offset + 4) return { command, status, sequence, messageId }
  return { command, status, sequence, messageId, congestion: congestionIn(reader) }
}

/** Peers of 3.4 may write anything there. */
function congestionIn(reader: Reader): number | undefined {
  try {
    return findTlv(readTlvs(reader.frame, reader.offset), tlvTags.congestionState)?.[0]
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
    return undefined
  }
}

/** A refusal may come without a body. */
function readQueryAnswer(status: number, sequence: number, reader: Reader): QueryAnswer {
  if (reader.frame.length === headerBytes)
    return { command: 'query_sm_resp', status, sequence, messageId: '', finalDate: '', messageState: 0, errorCode: 0 }
  return {
    command: 'query_sm_resp',
    status,
    sequence,
    messageId: reader.text(longest.messageId),
    finalDate: reader.text(longest.time),
    messageState: reader.byte(),
    errorCode: reader.byte(),
  }
}

function readCancel(status: number, sequence: number, reader: Reader): CancelSm {
  return {
    command: 'cancel_sm',
    status,
    sequence,
    serviceType: reader.text(longest.serviceType),
    messageId: reader.text(longest.messageId),
    sourceTon: reader.byte(),
    sourceNpi: reader.byte(),
    source: reader.text(longest.address),
    destinationTon: reader.byte(),
    destinationNpi: reader.byte(),
    destination: reader.text(longest.address),
  }
}

/**
 * Parses one whole frame (from the splitter). Buffers in the PDU are views on the frame. Throws a ProtocolError with
 * the status for the peer; the stream itself stays readable.
 */
export function decodePdu(frame: Buffer): Pdu {
  if (frame.length < headerBytes || frame.readUInt32BE(0) !== frame.length)
    throw new ProtocolError('length and frame differ', statuses.invalidCommandLength)
  const command = commands.get(frame.readUInt32BE(4))
  const status = frame.readUInt32BE(8)
  const sequence = frame.readUInt32BE(12)
  const reader = new Reader(frame)
  switch (command) {
    case 'submit_sm':
    case 'deliver_sm':
      return readMessage(command, status, sequence, reader)
    case 'submit_sm_resp':
    case 'deliver_sm_resp':
      return readMessageAnswer(command, status, sequence, reader)
    case 'query_sm':
      return {
        command,
        status,
        sequence,
        messageId: reader.text(longest.messageId),
        sourceTon: reader.byte(),
        sourceNpi: reader.byte(),
        source: reader.text(longest.address),
      }
    case 'query_sm_resp':
      return readQueryAnswer(status, sequence, reader)
    case 'cancel_sm':
      return readCancel(status, sequence, reader)
    case 'bind_receiver':
    case 'bind_transmitter':
    case 'bind_transceiver':
      return readBind(command, status, sequence, reader)
    case 'bind_receiver_resp':
    case 'bind_transmitter_resp':
    case 'bind_transceiver_resp':
      return readBindAnswer(command, status, sequence, reader)
    case undefined:
      throw new ProtocolError(`unknown command 0x${frame.readUInt32BE(4).toString(16)}`, statuses.invalidCommandId)
    default:
      return { command, status, sequence }
  }
}
