import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { sniffKind } from './sniff.ts'

const text = '手机号,姓名\n13800138000,张三\n13900139000,李四😀\n'
const gbkText = '手机号,姓名\n13800138000,张三\n'

test.each([
  ['utf-8', Buffer.from(text)],
  ['utf-8', Buffer.from(`\ufeff${text}`)],
  ['utf-8', Buffer.from('13800138000\n')],
  ['utf-16le', iconv.encode(text, 'utf-16le', { addBOM: true })],
  ['utf-16be', iconv.encode(text, 'utf-16be', { addBOM: true })],
  ['utf-16le', iconv.encode('13800138000\n', 'utf-16le', { addBOM: false })],
  ['gb18030', iconv.encode(gbkText, 'gbk')],
])('a text in %s is read as such', (encoding, bytes) => {
  expect(sniffKind(bytes, true)).toEqual({ format: 'text', encoding })
})

test('a head that ends within a character is still recognized', () => {
  const bytes = Buffer.from('13800138000,张三')
  expect(sniffKind(bytes.subarray(0, bytes.length - 1), false)).toEqual({ format: 'text', encoding: 'utf-8' })
  const gbk = iconv.encode(gbkText, 'gbk')
  expect(sniffKind(gbk.subarray(0, 3), false)).toEqual({ format: 'text', encoding: 'gb18030' })
})

describe('a file that is no list of numbers is refused', () => {
  test.each([
    ['file_empty', Buffer.alloc(0)],
    ['file_empty', Buffer.from('\ufeff \r\n\n')],
    ['file_kind_unknown', Buffer.from('89504e470d0a1a0a0000000d', 'hex')],
    ['file_kind_unknown', Buffer.from('%PDF-1.7\n')],
    ['file_kind_unknown', Buffer.from('d0cf11e0a1b11ae100', 'hex')],
    ['file_kind_unknown', Buffer.from('PK\u0003\u0004mimetype')],
    ['file_kind_unknown', Buffer.from('13800138000\u0000\u0000,a\n')],
    ['file_encoding_unknown', Buffer.from('ff80ff80ff80ff80ff80', 'hex')],
  ])('%s', (code, bytes) => {
    expect(() => sniffKind(bytes, true)).toThrow(expect.objectContaining({ code }))
  })
})
