import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ProtocolError } from '../wire/protocol-error.ts'
import { FrameSplitter } from '../wire/splitter.ts'
import { decodePdu } from './decode.ts'
import { encodePdu } from './encode.ts'
import { smppFrames } from './header.ts'
import { deliverSm, type Pdu, submitSm } from './pdu.ts'
import { statuses } from './status.ts'

const hex = (text: string) => Buffer.from(text.replace(/\s/g, ''), 'hex')

const word = (maxLength: number) =>
  fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map(code => String.fromCharCode(code)), maxLength })
const byte = fc.integer({ min: 0, max: 255 })
const header = { status: fc.integer({ min: 0, max: 0xffffffff }), sequence: fc.integer({ min: 1, max: 0x7fffffff }) }
const bytes = (maxLength: number) => fc.uint8Array({ maxLength }).map(array => Buffer.from(array))
const tlvs = fc.array(fc.record({ tag: fc.integer({ min: 0, max: 0xffff }), value: bytes(300) }), { maxLength: 3 })
const message = fc.record({
  command: fc.constantFrom('submit_sm' as const, 'deliver_sm' as const),
  ...header,
  serviceType: word(5),
  sourceTon: byte,
  sourceNpi: byte,
  source: word(20),
  destinationTon: byte,
  destinationNpi: byte,
  destination: word(20),
  esmClass: byte,
  protocolId: byte,
  priority: byte,
  scheduleTime: word(16),
  validityPeriod: word(16),
  registeredDelivery: byte,
  replaceIfPresent: byte,
  dataCoding: byte,
  defaultMessageId: byte,
  shortMessage: bytes(254),
  tlvs,
})
const pdus: fc.Arbitrary<Pdu> = fc.oneof(
  message as fc.Arbitrary<Pdu>,
  fc.record({ command: fc.constantFrom('submit_sm_resp' as const, 'deliver_sm_resp' as const), ...header, messageId: word(64) }),
  fc.record({
    command: fc.constantFrom('bind_receiver' as const, 'bind_transmitter' as const, 'bind_transceiver' as const),
    ...header,
    systemId: word(15),
    password: word(8),
    systemType: word(12),
    interfaceVersion: byte,
    addressTon: byte,
    addressNpi: byte,
    addressRange: word(40),
  }),
  fc.record({
    command: fc.constant('query_sm' as const),
    ...header,
    messageId: word(64),
    sourceTon: byte,
    sourceNpi: byte,
    source: word(20),
  }),
  fc.record({
    command: fc.constant('query_sm_resp' as const),
    ...header,
    messageId: word(64),
    finalDate: word(16),
    messageState: byte,
    errorCode: byte,
  }),
  fc.record({
    command: fc.constant('cancel_sm' as const),
    ...header,
    serviceType: word(5),
    messageId: word(64),
    sourceTon: byte,
    sourceNpi: byte,
    source: word(20),
    destinationTon: byte,
    destinationNpi: byte,
    destination: word(20),
  }),
  fc.record({ command: fc.constant('bind_transceiver_resp' as const), ...header, systemId: word(15), tlvs }),
  fc.record({
    command: fc.constantFrom(
      'unbind' as const,
      'unbind_resp' as const,
      'enquire_link' as const,
      'generic_nack' as const,
      'cancel_sm_resp' as const,
    ),
    ...header,
  }),
)

describe('PDUs are encoded to the documented bytes', () => {
  test('bind_transmitter is laid out as in SMPP 3.4 §4.1.1', () => {
    const frame = hex('0000002F 00000002 00000000 00000001 534D50503354455354 00 7365637265743038 00 5355424D495431 00 34 01 01 00')
    expect(frame.length).toBe(0x2f)
    const pdu: Pdu = {
      command: 'bind_transmitter',
      status: 0,
      sequence: 1,
      systemId: 'SMPP3TEST',
      password: 'secret08',
      systemType: 'SUBMIT1',
      interfaceVersion: 0x34,
      addressTon: 1,
      addressNpi: 1,
      addressRange: '',
    }
    expect(decodePdu(frame)).toEqual(pdu)
    expect(encodePdu(pdu).toString('hex')).toBe(frame.toString('hex'))
  })

  test('submit_sm has its fields in the order of §4.4.1', () => {
    const pdu = submitSm({ source: '106', destination: '138', registeredDelivery: 1, dataCoding: 8, shortMessage: hex('4F60') })
    pdu.sequence = 2
    const frame = hex('00000029 00000004 00000000 00000002 00 0000 31303600 0000 31333800 000000 00 00 01 00 08 00 02 4F60')
    expect(encodePdu(pdu).toString('hex')).toBe(frame.toString('hex'))
    expect(decodePdu(frame)).toEqual(pdu)
  })

  test('an optional parameter follows the mandatory fields (§5.3)', () => {
    const pdu = deliverSm({ tlvs: [{ tag: 0x0427, value: hex('02') }] })
    expect(encodePdu(pdu).subarray(-5).toString('hex')).toBe('0427000102')
  })

  test('a refused submit may be answered without a body', () => {
    expect(decodePdu(hex('00000010 80000004 00000058 00000007'))).toEqual({
      command: 'submit_sm_resp',
      status: 0x58,
      sequence: 7,
      messageId: '',
    })
  })

  test('an unknown command is refused with 0x03, an overlong text is not sent', () => {
    expect(() => decodePdu(hex('00000010 00000099 00000000 00000001'))).toThrow(
      expect.objectContaining({ status: statuses.invalidCommandId }),
    )
    expect(() => encodePdu(submitSm({ shortMessage: Buffer.alloc(255) }))).toThrow(ProtocolError)
  })
})

describe('the codec has its properties for any PDU', () => {
  test('decoding gives back what was encoded', () => {
    fc.assert(
      fc.property(pdus, pdu => {
        expect(decodePdu(encodePdu(pdu))).toEqual(pdu)
      }),
    )
  })

  test('a stream cut at every byte gives the same PDUs', () => {
    fc.assert(
      fc.property(fc.array(pdus, { minLength: 1, maxLength: 3 }), sent => {
        const stream = Buffer.concat(sent.map(encodePdu))
        for (let cut = 0; cut <= stream.length; cut++) expect(split([stream.subarray(0, cut), stream.subarray(cut)])).toEqual(sent)
        expect(split([...stream].map(value => Buffer.from([value])))).toEqual(sent)
      }),
      { numRuns: 30 },
    )
  })

  const isProper = (work: () => unknown) => {
    try {
      work()
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
    }
  }

  test('a PDU that ends at any byte is a ProtocolError or a PDU', () => {
    fc.assert(
      fc.property(pdus, pdu => {
        const frame = encodePdu(pdu)
        for (let length = 16; length < frame.length; length++) {
          const short = Buffer.from(frame.subarray(0, length))
          short.writeUInt32BE(length)
          isProper(() => decodePdu(short))
        }
      }),
    )
  })

  test('garbage is a ProtocolError or a PDU', () => {
    fc.assert(
      fc.property(bytes(400), garbage => isProper(() => decodePdu(garbage))),
      { numRuns: 2000 },
    )
    fc.assert(
      fc.property(fc.array(bytes(200), { maxLength: 5 }), chunks => isProper(() => split(chunks))),
      { numRuns: 2000 },
    )
    fc.assert(
      fc.property(pdus, fc.nat(), byte, (pdu, place, value) => {
        const frame = encodePdu(pdu)
        frame[4 + (place % (frame.length - 4))] = value
        isProper(() => decodePdu(frame))
      }),
      { numRuns: 2000 },
    )
  })

  test('a length beyond the maximum or below a header ends the stream before anything is reserved', () => {
    const splitter = () => new FrameSplitter(smppFrames)
    for (const length of ['FFFFFFFF', '00010001', '0000000F', '00000000']) {
      expect(() => splitter().push(hex(length), () => {})).toThrow(expect.objectContaining({ isFatal: true }))
    }
  })
})

function split(chunks: Buffer[]): Pdu[] {
  const found: Pdu[] = []
  const splitter = new FrameSplitter(smppFrames)
  for (const chunk of chunks) splitter.push(chunk, frame => found.push(decodePdu(frame)))
  return found
}
