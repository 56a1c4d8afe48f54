import fc from 'fast-check'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { readBody, ucs2Parts } from '../smpp/body.ts'
import { concatenationHeader, parseUserDataHeader, Reassembly } from './concatenation.ts'
import { decodeText, decodeTextStrictly } from './data-coding.ts'
import { decodeGsm7, encodeGsm7 } from './gsm7.ts'
import { decodeUcs2, encodeUcs2, splitUcs2 } from './ucs2.ts'

const text = fc.string({ unit: fc.constantFrom('a', '你', '【', '😀', '𠮷'), maxLength: 400 })

test('UCS-2 is UTF-16, high byte first', () => {
  expect(encodeUcs2('你A').toString('hex')).toBe('4f600041')
  fc.assert(
    fc.property(text, value => {
      expect(decodeUcs2(encodeUcs2(value))).toBe(value)
    }),
  )
})

test('a text of 70 units is one part, a longer one has parts of at most 67, and no pair is split', () => {
  expect(splitUcs2('一'.repeat(70))).toHaveLength(1)
  expect(splitUcs2('一'.repeat(71)).map(part => part.length)).toEqual([67, 4])
  expect(splitUcs2(`${'一'.repeat(66)}😀${'一'.repeat(10)}`).map(part => part.length)).toEqual([66, 12])
  fc.assert(
    fc.property(text, value => {
      const parts = splitUcs2(value)
      expect(parts.join('')).toBe(value)
      for (const part of parts) {
        expect(part.length).toBeLessThanOrEqual(parts.length === 1 ? 70 : 67)
        expect(part.isWellFormed()).toBe(true)
      }
    }),
  )
})

test('GSM alphabet is encoded with its extension', () => {
  expect(encodeGsm7('@£€[]')?.toString('hex')).toBe('00011b651b3c1b3e')
  expect(encodeGsm7('你')).toBeNull()
  const characters = fc.constantFrom(...'@£$ AZaz09äöüßΩ^{}\\[~]|€\n')
  fc.assert(
    fc.property(fc.string({ unit: characters }), value => {
      expect(decodeGsm7(encodeGsm7(value)!)).toBe(value)
    }),
  )
  expect(decodeGsm7(Buffer.from([0x1b]))).toBe('')
})

test('data codings are decoded', () => {
  expect(decodeText(0, Buffer.from('TD'))).toBe('TD')
  expect(decodeText(1, Buffer.from('a@b_c $5\r\n'))).toBe('a@b_c $5\r\n')
  // node-smpp's bytes of a text whose coding it was not told.
  expect(decodeText(1, Buffer.from('610062116320021b28781b29201b6535', 'hex'))).toBe('a@b_c ${x} €5')
  expect(decodeText(3, Buffer.from([0xe9]))).toBe('é')
  expect(decodeText(8, encodeUcs2('退订'))).toBe('退订')
  expect(decodeText(15, iconv.encode('退订', 'gbk'))).toBe('退订')
  expect(decodeText(4, Buffer.alloc(3))).toBeNull()
})

test('bytes that are invalid in their coding are no text to send', () => {
  const strict = (dataCoding: number, bytes: Buffer) => decodeTextStrictly(dataCoding, bytes)
  expect(strict(8, encodeUcs2('【鸿雁】令认😀 ok'))).toBe('【鸿雁】令认😀 ok')
  expect(strict(8, encodeUcs2('\ue863先生'))).toBe('\ue863先生')
  // Of even and of odd length.
  for (const text of ['【鸿雁】您的验证码为386072', '【鸿雁】您的验证码为38607']) expect(strict(8, Buffer.from(text))).toBeNull()
  expect(strict(8, encodeUcs2('退订').subarray(0, 3))).toBeNull()
  expect(strict(8, encodeUcs2('😀').subarray(0, 2))).toBeNull()
  expect(strict(0, Buffer.from('退订'))).toBeNull()
  expect(strict(0, Buffer.from('TD'))).toBe('TD')
  expect(strict(15, Buffer.from([0xff, 0xff]))).toBeNull()
  expect(strict(15, iconv.encode('退订', 'gbk'))).toBe('退订')
  expect(strict(4, Buffer.alloc(3))).toBeNull()
})

test('headers with 8-bit and 16-bit references are parsed', () => {
  const header = concatenationHeader({ reference: 0x1a7, total: 3, number: 2 })
  expect(header.toString('hex')).toBe('050003a70302')
  expect(parseUserDataHeader(header)).toEqual({ headerBytes: 6, place: { reference: 0xa7, total: 3, number: 2 }, isBroken: false })
  expect(parseUserDataHeader(Buffer.from('06080401a70302ff', 'hex'))).toEqual({
    headerBytes: 7,
    place: { reference: 0x1a7, total: 3, number: 2 },
    isBroken: false,
  })
  // A header that is no part's, such as with port numbers; and one without elements.
  expect(parseUserDataHeader(Buffer.from('0605040b8423f0ff', 'hex'))).toEqual({ headerBytes: 7, place: null, isBroken: false })
  expect(parseUserDataHeader(Buffer.from('00ff', 'hex'))).toEqual({ headerBytes: 1, place: null, isBroken: false })
  for (const broken of ['', 'c8000000', '050003a70304', '050003000000', '050003a70300', '040002a703', '05000403a703', '0101'])
    expect(parseUserDataHeader(Buffer.from(broken, 'hex'))).toMatchObject({ place: null, isBroken: true })
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), bytes => {
      expect(parseUserDataHeader(Buffer.from(bytes)).headerBytes).toBeLessThanOrEqual(bytes.length)
    }),
  )
})

test('parts in any order give the text again, by header, SAR parameters or payload', () => {
  const whole = `【鸿雁】${'春江潮水连海平😀'.repeat(30)}`
  const parts = ucs2Parts(whole, 9)
  const reassembly = new Reassembly<string>({ maximumMessages: 10, expiryMs: 1000 })
  let joined: string[] | null = null
  for (const part of parts.toReversed()) {
    expect(part.shortMessage.length).toBeLessThanOrEqual(140)
    const body = readBody({ ...part, tlvs: [] })
    joined = reassembly.add('106 138', body.place!, decodeUcs2(body.text), 0)
  }
  expect(joined?.join('')).toBe(whole)
  const sar = [
    { tag: 0x020c, value: Buffer.from([1, 2]) },
    { tag: 0x020e, value: Buffer.from([2]) },
    { tag: 0x020f, value: Buffer.from([1]) },
  ]
  expect(readBody({ esmClass: 0, shortMessage: encodeUcs2('你'), tlvs: sar }).place).toEqual({ reference: 258, total: 2, number: 1 })
  const payload = [{ tag: 0x0424, value: encodeUcs2('长') }]
  expect(decodeUcs2(readBody({ esmClass: 0, shortMessage: Buffer.alloc(0), tlvs: payload }).text)).toBe('长')
})

test('incomplete messages are bounded and expire', () => {
  const reassembly = new Reassembly<string>({ maximumMessages: 2, expiryMs: 1000 })
  for (let reference = 0; reference < 5; reference++) reassembly.add('a', { reference, total: 2, number: 1 }, 'x', 0)
  expect(reassembly.size).toBe(2)
  expect(reassembly.add('a', { reference: 4, total: 2, number: 2 }, 'y', 1000)).toBeNull()
  expect(reassembly.size).toBe(1)
})
