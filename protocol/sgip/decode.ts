import { FieldReader } from '../wire/fields.ts'
import { ProtocolError } from '../wire/protocol-error.ts'
import { type Answer, commandIds, type Deliver, headerBytes, type Pdu, type Report, results, type Sequence, type Submit } from './pdu.ts'

const answers = new Map<number, Answer['command']>([
  [commandIds.bind_resp, 'bind_resp'],
  [commandIds.submit_resp, 'submit_resp'],
  [commandIds.deliver_resp, 'deliver_resp'],
  [commandIds.report_resp, 'report_resp'],
  [commandIds.user_report_resp, 'user_report_resp'],
])

/** The sequence number in a frame's header, whatever its body. */
export const sequenceOf = (frame: Buffer): Sequence => ({
  node: frame.readUInt32BE(8),
  time: frame.readUInt32BE(12),
  sequence: frame.readUInt32BE(16),
})

/**
 * Reads one frame; bytes behind the last field are ignored. Throws a ProtocolError with the result to answer when the
 * command is unknown or the body is shorter than its fields.
 */
export function decodePdu(frame: Buffer): Pdu {
  const number = sequenceOf(frame)
  const reader = new FieldReader(frame, headerBytes, results.parameter)
  const command = frame.readUInt32BE(4)
  const answer = answers.get(command)
  if (answer) return { command: answer, ...number, result: reader.byte() }
  switch (command) {
    case commandIds.bind:
      return { command: 'bind', ...number, loginType: reader.byte(), name: reader.text(16), password: reader.text(16) }
    case commandIds.unbind:
      return { command: 'unbind', ...number }
    case commandIds.unbind_resp:
      return { command: 'unbind_resp', ...number }
    case commandIds.submit:
      return readSubmit(reader, number)
    case commandIds.deliver:
      return readDeliver(reader, number)
    case commandIds.report:
      return readReport(reader, number)
    case commandIds.user_report:
      return { command: 'user_report', ...number }
    default:
      throw new ProtocolError(`command 0x${frame.toString('hex', 4, 8)}`, results.parameter)
  }
}

function readSubmit(reader: FieldReader, number: Sequence): Submit {
  const [source, chargedNumber] = [reader.text(21), reader.text(21)]
  const destinations = Array.from({ length: reader.byte() }, () => reader.text(21))
  return {
    command: 'submit',
    ...number,
    source,
    chargedNumber,
    destinations,
    enterpriseCode: reader.text(5),
    serviceType: reader.text(10),
    feeType: reader.byte(),
    feeValue: reader.text(6),
    givenValue: reader.text(6),
    agentFlag: reader.byte(),
    reason: reader.byte(),
    priority: reader.byte(),
    validUntil: reader.text(16),
    sendAt: reader.text(16),
    reportFlag: reader.byte(),
    protocolId: reader.byte(),
    headerIndicator: reader.byte(),
    format: reader.byte(),
    messageType: reader.byte(),
    content: reader.bytes(reader.uint32()),
  }
}

function readDeliver(reader: FieldReader, number: Sequence): Deliver {
  return {
    command: 'deliver',
    ...number,
    source: reader.text(21),
    destination: reader.text(21),
    protocolId: reader.byte(),
    headerIndicator: reader.byte(),
    format: reader.byte(),
    content: reader.bytes(reader.uint32()),
  }
}

function readReport(reader: FieldReader, number: Sequence): Report {
  const submit = { node: reader.uint32(), time: reader.uint32(), sequence: reader.uint32() }
  return {
    command: 'report',
    ...number,
    submit,
    reportType: reader.byte(),
    phone: reader.text(21),
    state: reader.byte(),
    errorCode: reader.byte(),
  }
}
