import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeUcs2 } from '../text/ucs2.ts'
import { ProtocolError } from '../wire/protocol-error.ts'
import { decodePdu } from './decode.ts'
import { encodePdu } from './encode.ts'
import { deliverPdu, messageIdOf, type Pdu, submitPdu } from './pdu.ts'

const number = { node: 3010012345, time: 1122184753, sequence: 42 }

test('bind, submit and report have the bytes of the standard', () => {
  const bind = { command: 'bind' as const, ...number, loginType: 1, name: 'hongyan', password: 'pass1234' }
  expect(encodePdu(bind).toString('hex')).toBe(
    `0000003d00000001b36924b942e32e310000002a01686f6e6779616e${'00'.repeat(9)}7061737331323334${'00'.repeat(16)}`,
  )
  const facts = { source: '106550010', destinations: ['8618600001234'], enterpriseCode: '12345', serviceType: 'HYTZ' }
  const submit = submitPdu({ ...number, ...facts, content: encodeUcs2('【鸿雁】验证码1234，5分钟内有效。') })
  const frame = encodePdu(submit)
  expect([frame.length, createHash('md5').update(frame).digest('hex')]).toEqual([202, '5ddf4eb08b1f21d07a4d61fe9ee82b39'])
  const report = { command: 'report' as const, ...number, submit: number, reportType: 0, phone: '8618600001234', state: 0, errorCode: 0 }
  expect(encodePdu(report).toString('hex')).toBe(
    `0000004000000005b36924b942e32e310000002ab36924b942e32e310000002a0038363138363030303031323334${'00'.repeat(18)}`,
  )
  for (const pdu of [bind, submit, report]) expect(decodePdu(encodePdu(pdu))).toEqual(pdu)
  expect(messageIdOf(number)).toBe('11221847530000000042')
  expect(messageIdOf({ time: 301000000, sequence: 7 })).toBe('03010000000000000007')
})

const uint32 = fc.integer({ min: 0, max: 0xffffffff })
const sequence = { node: uint32, time: uint32, sequence: uint32 }
const word = (maxLength: number) =>
  fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map(code => String.fromCharCode(code)), maxLength })
const content = fc.uint8Array({ maxLength: 300 }).map(bytes => Buffer.from(bytes))
const pdus: fc.Arbitrary<Pdu> = fc.oneof(
  fc.record({ command: fc.constantFrom('unbind' as const, 'unbind_resp' as const, 'user_report' as const), ...sequence }),
  fc.record({
    command: fc.constantFrom('bind_resp' as const, 'submit_resp' as const, 'report_resp' as const),
    ...sequence,
    result: fc.nat(255),
  }),
  fc.record({ ...sequence, source: word(21), destinations: fc.array(word(21), { maxLength: 100 }), content }).map(submitPdu),
  fc.record({ ...sequence, source: word(21), destination: word(21), headerIndicator: fc.nat(255), content }).map(deliverPdu),
)

test('every PDU is read as it was written; cut off at any byte, or of random bytes, it is a ProtocolError or a PDU', () => {
  fc.assert(
    fc.property(pdus, pdu => {
      const frame = encodePdu(pdu)
      expect(frame.readUInt32BE(0)).toBe(frame.length)
      expect(decodePdu(frame)).toEqual(pdu)
      for (let end = 20; end < frame.length; end++) expectPduOrError(frame.subarray(0, end))
    }),
    { numRuns: 50, seed: 40 },
  )
  const command = fc.constantFrom(1, 2, 3, 4, 5, 6, 0x11, 0x1000, 0x80000001, 0x80000003, 0xffffffff)
  fc.assert(
    fc.property(command, fc.uint8Array({ maxLength: 400 }), (id, body) => {
      const frame = Buffer.concat([Buffer.alloc(20), body])
      frame.writeUInt32BE(id, 4)
      expectPduOrError(frame)
    }),
    { numRuns: 2_000, seed: 41 },
  )
})

function expectPduOrError(frame: Buffer): void {
  try {
    expect(decodePdu(frame).command).toBeTruthy()
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
    expect(error.status).toBe(5)
  }
}
