import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { concatenationHeader } from '../text/concatenation.ts'
import { encodeUcs2 } from '../text/ucs2.ts'
import { digitsOfTimestamp, loginDigits } from '../wire/login-hash.ts'
import { ProtocolError } from '../wire/protocol-error.ts'
import { decodePdu } from './decode.ts'
import { encodePdu } from './encode.ts'
import { answerAuthenticatorOf, authenticatorOf, versionBytes, versionOf } from './login.ts'
import { messageIdOf } from './message-id.ts'
import { type CmppVersion, deliverPdu, type Pdu, submitPdu } from './pdu.ts'
import { formatReport, readReport } from './report.ts'

const versions: CmppVersion[] = ['2.0', '3.0']
const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex')
const messageId = '13495877691688157697'
const [account, secret, digits] = ['901234', 's3cret', '0810200730']
const text = encodeUcs2('【鸿雁】验证码1234，5分钟内有效。')
const submit = {
  ...submitPdu({ level: 1, serviceId: 'HYTZ', messageSource: account, source: '106900010001', destinations: ['13800138000'] }),
  sequence: 2,
}
const atMinute = new Date('2026-11-22T18:47:00+08:00')
const report = { messageId, state: 'DELIVRD', submittedAt: atMinute, doneAt: new Date('2026-11-22T18:48:00+08:00'), phone: '13800138000' }

test('a login is hashed with the ten digits of its time', () => {
  const authenticator = authenticatorOf(account, secret, digits)
  expect(authenticator.toString('hex')).toBe('5ada72f9116a13246a54e27c1e90df73')
  expect(authenticatorOf(account, secret, digits.slice(1)).toString('hex')).toBe('5543383f15b7a498ffc6a4802f64946d')
  expect(authenticatorOf('9012', secret, digits).toString('hex')).toBe('289389e890dba1ef2393fcf0ebbe3b81')
  expect(authenticatorOf('9012', secret, digits, 'bare').toString('hex')).toBe('68ed5b3e6973427623756fb9708bfab0')
  const login = { command: 'connect' as const, sequence: 1, account, authenticator, timestamp: Number(digits) }
  const hex = (version: CmppVersion) => encodePdu({ ...login, version: versionBytes[version] }, version).toString('hex')
  expect(hex('3.0')).toBe('0000002700000001000000013930313233345ada72f9116a13246a54e27c1e90df7330304aae9a')
  expect(hex('2.0')).toBe('0000002700000001000000013930313233345ada72f9116a13246a54e27c1e90df7320304aae9a')
  expect(decodePdu(Buffer.from(hex('3.0'), 'hex'), '3.0')).toEqual({ ...login, version: 0x30 })
})

test('a login has ten digits in each month, also when its number has lost the leading zero', () => {
  for (let month = 1; month <= 12; month++) {
    const now = new Date(`2026-${String(month).padStart(2, '0')}-10T20:07:30+08:00`)
    expect(loginDigits(now)).toBe(`${String(month).padStart(2, '0')}10200730`)
    expect(digitsOfTimestamp(Number(loginDigits(now)))).toBe(loginDigits(now))
  }
  expect([0x20, 0x21, 0x2f, 0x30, 0x31].map(versionOf)).toEqual(['2.0', '2.0', '2.0', '3.0', '3.0'])
})

test("a login's answer is told apart by its length", () => {
  const authenticator = authenticatorOf(account, secret, digits)
  const proofs = { '2.0': 'aaf0698c1d5f5b1b7dbbc04e3a5dd76c', '3.0': '9e643cd40ef668a6178d1d9d6aa0513a' }
  for (const version of versions) {
    const proof = answerAuthenticatorOf(0, version, authenticator, secret)
    expect(proof.toString('hex')).toBe(proofs[version])
    const answer = { command: 'connect_resp' as const, sequence: 1, status: 3, authenticator: proof, version: 0x20 }
    const frame = encodePdu(answer, version)
    expect(frame).toHaveLength(version === '2.0' ? 30 : 33)
    for (const asked of versions) expect(decodePdu(frame, asked)).toEqual(answer)
  }
})

test('an id is an unsigned number of its time, gateway and sequence', () => {
  expect(messageIdOf(new Date('2026-11-22T18:47:53+08:00'), 106801, 513)).toBe(messageId)
  const answer = { command: 'submit_resp' as const, sequence: 2, messageId, result: 0 }
  expect(encodePdu(answer, '3.0').toString('hex')).toBe('000000188000000400000002bb4afd41a131020100000000')
  expect(encodePdu(answer, '2.0').toString('hex')).toBe('000000158000000400000002bb4afd41a131020100')
  for (const version of versions) expect(decodePdu(encodePdu(answer, version), version)).toEqual(answer)
})

test('a submit has the bytes of the standard in both versions, and long texts a header', () => {
  const short = { ...submit, content: text }
  expect(encodePdu(short, '2.0')).toHaveLength(197)
  expect(md5(encodePdu(short, '2.0'))).toBe('74382d50f1f88e477f3f3565d8329063')
  expect(encodePdu(short, '3.0')).toHaveLength(233)
  expect(md5(encodePdu(short, '3.0'))).toBe('a9be3a7755ecf55f281f6c85dddc9de6')
  const part = (number: number, units: number) => {
    const content = Buffer.concat([concatenationHeader({ reference: 0x2a, total: 2, number }), encodeUcs2('一'.repeat(units))])
    return encodePdu({ ...submit, sequence: 2 + number, headerIndicator: 1, partTotal: 2, partNumber: number, content }, '3.0')
  }
  expect([part(1, 67), part(2, 33)].map(frame => [frame.length, md5(frame)])).toEqual([
    [335, '52e1915c895a726a87bb9b4ef3754fa0'],
    [267, 'a37b21150c7a75291e2c690e6f2802e1'],
  ])
  for (const version of versions) expect(decodePdu(encodePdu(short, version), version)).toEqual(short)
})

test('a report is read by its length, 60 or 71, and also when it ends early', () => {
  const [old, current] = [formatReport(report, '2.0', 7), formatReport(report, '3.0', 7)]
  expect(old.toString('hex')).toBe(
    'bb4afd41a131020144454c49565244323631313232313834373236313132323138343831333830303133383030300000000000000000000000000007',
  )
  expect(current.toString('hex')).toBe(
    'bb4afd41a131020144454c495652443236313132323138343732363131323231383438313338303031333830303000000000000000000000000000000000000000000000000007',
  )
  for (const content of [old, current]) expect(readReport(content)).toEqual(report)
  expect(readReport(current.subarray(0, 60))).toEqual(report)
  expect(readReport(current.subarray(0, 35))).toEqual({ ...report, phone: '' })
  expect(readReport(current.subarray(0, 34))).toBeNull()
  const timeless = formatReport({ ...report, submittedAt: null, doneAt: null }, '2.0', 7)
  expect(readReport(timeless)).toMatchObject({ submittedAt: null, doneAt: null })
})

test('a delivery has the bytes of the standard, with a report of either length', () => {
  const id = (BigInt(messageId) + 1n).toString()
  const fields = { messageId: id, destination: '106900010001', serviceId: 'HYTZ', source: '13800138000', format: 0, isReport: true }
  const frame = (version: CmppVersion, length: CmppVersion) =>
    encodePdu({ ...deliverPdu({ ...fields, content: formatReport(report, length, 7) }), sequence: 9 }, version)
  expect([frame('2.0', '2.0'), frame('3.0', '3.0'), frame('3.0', '2.0')].map(bytes => [bytes.length, md5(bytes)])).toEqual([
    [145, 'b181f9b8ae96e87ef810808aa069978a'],
    [180, 'd18fe7841c7154f1c79c6bbf0097dc14'],
    [169, 'fff83c110311d331a386155ffe036e14'],
  ])
  expect(decodePdu(frame('3.0', '3.0'), '3.0')).toMatchObject({ ...fields, content: formatReport(report, '3.0', 7) })
  // A gateway announces 71 bytes and sends 60, then nothing.
  const short = frame('3.0', '3.0').subarray(0, 12 + 77 + 60)
  const read = decodePdu(short, '3.0')
  expect(read.command === 'deliver' && readReport(read.content)).toEqual(report)
})

const byte = fc.integer({ min: 0, max: 255 })
const word = (maxLength: number) =>
  fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map(code => String.fromCharCode(code)), maxLength })
const id = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String)
const sequence = fc.integer({ min: 0, max: 0xffffffff })
const content = fc.uint8Array({ maxLength: 255 }).map(bytes => Buffer.from(bytes))
const pdus: fc.Arbitrary<Pdu> = fc.oneof(
  fc.record({
    command: fc.constant('connect' as const),
    sequence,
    account: word(6),
    authenticator: fc.uint8Array({ minLength: 16, maxLength: 16 }).map(bytes => Buffer.from(bytes)),
    version: byte,
    timestamp: sequence,
  }),
  fc.record({ command: fc.constantFrom('submit_resp' as const, 'deliver_resp' as const), sequence, messageId: id, result: byte }),
  fc.record({ command: fc.constantFrom('terminate' as const, 'terminate_resp' as const, 'active_test' as const), sequence }),
  fc
    .record({ messageId: id, sequence, source: word(21), destinations: fc.array(word(21), { maxLength: 99 }), content, linkId: word(8) })
    .map(({ sequence: number, ...fields }) => ({ ...submitPdu(fields), sequence: number })),
  fc
    .record({ messageId: id, sequence, source: word(21), isReport: fc.boolean(), content, linkId: word(8) })
    .map(({ sequence: number, ...fields }) => ({ ...deliverPdu(fields), sequence: number })),
)

test('every PDU is read as it was written, and cut off at any byte it is a ProtocolError or a PDU', () => {
  fc.assert(
    fc.property(pdus, fc.constantFrom(...versions), (pdu, version) => {
      const frame = encodePdu(pdu, version)
      expect(frame.readUInt32BE(0)).toBe(frame.length)
      expect(decodePdu(frame, version)).toEqual(pdu)
      for (let end = 12; end < frame.length; end++) expectPduOrError(frame.subarray(0, end), version)
    }),
    { numRuns: 50, seed: 20 },
  )
})

test('random bytes behind a header are a ProtocolError or a PDU', () => {
  const command = fc.constantFrom(1, 2, 4, 5, 6, 7, 8, 9, 0x80000001, 0x80000004, 0x80000005, 0x80000008, 0xffffffff)
  fc.assert(
    fc.property(command, fc.uint8Array({ maxLength: 400 }), fc.constantFrom(...versions), (number, bytes, version) => {
      const frame = Buffer.concat([Buffer.alloc(12), bytes])
      frame.writeUInt32BE(number, 4)
      expectPduOrError(frame, version)
      readReport(Buffer.from(bytes))
    }),
    { numRuns: 2_000, seed: 21 },
  )
})

function expectPduOrError(frame: Buffer, version: CmppVersion): void {
  try {
    expect(decodePdu(frame, version).command).toBeTruthy()
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
    expect([1, 2]).toContain(error.status)
  }
}

test('a text that has no room is refused, a value that is too long is cut off', () => {
  expect(() => encodePdu(submitPdu({ content: Buffer.alloc(256) }), '2.0')).toThrow(ProtocolError)
  expect(() => encodePdu(submitPdu({ destinations: Array(100).fill('1') }), '2.0')).toThrow(ProtocolError)
  const read = decodePdu(encodePdu(submitPdu({ source: '1'.repeat(30) }), '3.0'), '3.0')
  expect(read).toMatchObject({ source: '1'.repeat(21) })
})
