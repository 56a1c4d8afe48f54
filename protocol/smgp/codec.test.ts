import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeUcs2 } from '../text/ucs2.ts'
import { ProtocolError } from '../wire/protocol-error.ts'
import { decodePdu } from './decode.ts'
import { encodePdu } from './encode.ts'
import { answerAuthenticatorOf, authenticatorOf } from './login.ts'
import { deliverPdu, type Pdu, type SmgpVersion, submitPdu, versionBytes } from './pdu.ts'
import { formatReport, readReport } from './report.ts'
import { encodeOptions } from './tlv.ts'

const versions: SmgpVersion[] = ['1.3', '3.0']
const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex')
const messageId = '01006111221847000042'
const report = {
  messageId,
  state: 'DELIVRD',
  errorCode: '000',
  submittedAt: new Date('2026-11-22T18:47:00+08:00'),
  doneAt: new Date('2026-11-22T18:48:00+08:00'),
}

test('a login is hashed with the ten digits of its time', () => {
  const authenticator = authenticatorOf('10690001', 's3cret', '0301000000')
  expect(authenticator.toString('hex')).toBe('a3d9012b347d27000e83a13bfe5ea1c4')
  expect(authenticatorOf('hy123', 's3cret', '0301000000').toString('hex')).toBe('b1c9479bad1e5bfcc3dd478bb21d30d0')
  expect(authenticatorOf('hy123', 's3cret', '0301000000', 'padded').toString('hex')).toBe('25d9f98ba96e2f4ffe7fe943ae773399')
  const login = { command: 'login' as const, sequence: 1, account: '10690001', authenticator, mode: 2, timestamp: 301000000, version: 0x30 }
  const frame = encodePdu(login, '3.0')
  expect(frame.toString('hex')).toBe('0000002a00000001000000013130363930303031a3d9012b347d27000e83a13bfe5ea1c40211f0e54030')
  expect(decodePdu(frame, '3.0')).toEqual(login)
  const proof = answerAuthenticatorOf(0, authenticator, 's3cret')
  const answer = { command: 'login_resp' as const, sequence: 1, status: 0, authenticator: proof, version: versionBytes['3.0'] }
  expect(encodePdu(answer, '3.0')).toHaveLength(33)
  expect(decodePdu(encodePdu(answer, '3.0'), '3.0')).toEqual(answer)
})

test('a submit and its TLVs have the bytes of the standard; version 1.3 has no FixedFee', () => {
  const fields = { serviceId: 'HYTZ', priority: 2, source: '1069000100', destinations: ['18900001234'] }
  const submit = { ...submitPdu({ ...fields, content: encodeUcs2('【鸿雁】验证码1234，5分钟内有效。') }), sequence: 2 }
  const frame = encodePdu(submit, '3.0')
  expect([frame.length, md5(frame)]).toEqual([185, '2ee4defad1776f12e20c7b0cf116f668'])
  expect(encodePdu(submit, '1.3')).toHaveLength(179)
  expect(decodePdu(encodePdu(submit, '1.3'), '1.3')).toEqual({ ...submit, fixedFee: '' })
  const options = { headerIndicator: 1, partTotal: 2, partNumber: 1, messageSource: '', productId: '' }
  expect(encodeOptions(options).toString('hex')).toBe('00020001010009000102000a000101')
  const long = { ...submit, ...options, messageSource: '12345', productId: 'P1' }
  expect(decodePdu(encodePdu(long, '3.0'), '3.0')).toEqual(long)
  // Another tag stands before, and a length that is wrong ends reading.
  const odd = Buffer.concat([encodePdu(submit, '3.0'), Buffer.from('0001000100' + '0002000101' + '00090009ff', 'hex')])
  expect(decodePdu(odd, '3.0')).toEqual({ ...submit, headerIndicator: 1 })
})

test('a report is read with a raw id or hex digits, labels in any case, or as bare bytes', () => {
  const content = formatReport(report)
  expect(content).toHaveLength(122)
  expect(content.toString('hex')).toBe(
    `69643a01006111221847000042207375623a30303120646c7672643a303031207375626d697420646174653a3236313132323138343720646f6e6520646174653a3236313132323138343820737461743a44454c49565244206572723a30303020746578743a${'00'.repeat(20)}`,
  )
  expect(readReport(content)).toEqual(report)
  // Bytes of the id that mean something in a text.
  const strange = { ...report, messageId: '003a20737562003a2000' }
  expect(readReport(formatReport(strange))).toEqual(strange)
  const digits = Buffer.from(`id:${messageId} sub:001 dlvrd:001 Submit_Date:2611221847 Done_Date:2611221848 Stat:MK:0001 Err:705 Text:`)
  expect(readReport(digits)).toEqual({ ...report, state: 'MK:0001', errorCode: '705' })
  const bare = Buffer.concat([Buffer.from(messageId, 'hex'), Buffer.from('00100126112218472611221848DELIVRD000'), Buffer.alloc(20)])
  expect(readReport(bare)).toEqual(report)
  for (const end of [0, 2, 3, 13, 22, 40]) expect(readReport(content.subarray(0, end))).toBeNull()
})

test('a delivery has the bytes of the standard', () => {
  const fields = { messageId, isReport: true, format: 0, receivedAt: '20261122184800', source: '18900001234', destination: '1069000100' }
  const deliver = { ...deliverPdu({ ...fields, content: formatReport(report) }), sequence: 5 }
  const frame = encodePdu(deliver, '3.0')
  expect([frame.length, md5(frame)]).toEqual([211, '106618cb1127261edceb5c90bd0c315e'])
  expect(decodePdu(frame, '3.0')).toEqual(deliver)
  const answer = { command: 'submit_resp' as const, sequence: 2, messageId, status: 0 }
  expect(encodePdu(answer, '3.0')).toHaveLength(26)
  expect(decodePdu(encodePdu(answer, '3.0'), '3.0')).toEqual(answer)
})

const word = (maxLength: number) =>
  fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map(code => String.fromCharCode(code)), maxLength })
const sequence = fc.integer({ min: 0, max: 0xffffffff })
const bytes = (minLength: number, maxLength: number) => fc.uint8Array({ minLength, maxLength }).map(value => Buffer.from(value))
const idOf = bytes(10, 10).map(value => value.toString('hex'))
const options = { headerIndicator: fc.constantFrom(0, 1), partTotal: fc.nat(255), partNumber: fc.nat(255), messageSource: word(8) }
const pdus: fc.Arbitrary<Pdu> = fc.oneof(
  fc.record({
    command: fc.constantFrom('active_test' as const, 'active_test_resp' as const, 'exit' as const, 'exit_resp' as const),
    sequence,
  }),
  fc.record({ command: fc.constantFrom('submit_resp' as const, 'deliver_resp' as const), sequence, messageId: idOf, status: sequence }),
  fc
    .record({ ...options, sequence, source: word(21), destinations: fc.array(word(21), { maxLength: 100 }), content: bytes(0, 255) })
    .map(({ sequence: number, ...fields }) => ({ ...submitPdu(fields), sequence: number })),
  fc
    .record({ ...options, sequence, messageId: idOf, source: word(21), isReport: fc.boolean(), content: bytes(0, 255) })
    .map(({ sequence: number, ...fields }) => ({ ...deliverPdu(fields), sequence: number })),
)

test('every PDU is read as it was written; cut off at any byte, or of random bytes, it is a ProtocolError or a PDU', () => {
  fc.assert(
    fc.property(pdus, fc.constantFrom(...versions), (pdu, version) => {
      const frame = encodePdu(pdu, version)
      expect(frame.readUInt32BE(0)).toBe(frame.length)
      const written = pdu.command === 'submit' && version === '1.3' ? { ...pdu, fixedFee: '' } : pdu
      expect(decodePdu(frame, version)).toEqual(written)
      for (let end = 12; end < frame.length; end++) expectPduOrError(frame.subarray(0, end), version)
    }),
    { numRuns: 50, seed: 30 },
  )
  const command = fc.constantFrom(1, 2, 3, 4, 5, 6, 7, 0x80000001, 0x80000002, 0x80000003, 0xffffffff)
  fc.assert(
    fc.property(command, bytes(0, 400), fc.constantFrom(...versions), (number, body, version) => {
      const frame = Buffer.concat([Buffer.alloc(12), body])
      frame.writeUInt32BE(number, 4)
      expectPduOrError(frame, version)
      readReport(Buffer.concat([Buffer.from('id:'), body]))
    }),
    { numRuns: 2_000, seed: 31 },
  )
})

function expectPduOrError(frame: Buffer, version: SmgpVersion): void {
  try {
    expect(decodePdu(frame, version).command).toBeTruthy()
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
    expect([10, 11]).toContain(error.status)
  }
}
