import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { TextEncoding } from './sniff.ts'
import { isVcard, vcardRows } from './vcard.ts'

async function cellsOf(text: string, pieceBytes = 1_000, encoding: TextEncoding = 'utf-8') {
  const bytes = Buffer.from(text, encoding === 'utf-16le' ? 'utf16le' : 'utf8')
  const pieces = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, index) =>
    bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes),
  )
  const rows = []
  for await (const row of vcardRows(Readable.from(pieces), encoding)) rows.push([row.line, ...row.cells])
  return rows.slice(1)
}

const phoneBook = [
  'BEGIN:VCARD',
  'VERSION:3.0',
  'N:欧阳;娜娜;;;',
  'FN:欧阳娜娜',
  'item1.TEL;TYPE=CELL:+86 138-0013-8000',
  'TEL;TYPE=WORK:13900139000',
  'ORG:山间茶舍;市场部',
  'NOTE:喜欢龙井\\, 送货请在\\n下午三',
  ' 点以后',
  'PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQAAAQABAAD',
  ' TEL:13000000000',
  'END:VCARD',
  'BEGIN:VCARD',
  'VERSION:2.1',
  'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E5=BC=A0;=E4=B8=',
  '=89',
  'END:VCARD',
  'BEGIN:VCARD',
  'N:Li;Anna',
  'TEL;VALUE=uri:tel:+8613700137000',
  'END:VCARD',
].join('\r\n')

test.each([1_000, 7, 1])(
  'each number of a card is a row, whatever way lines are folded and bytes arrive (%i at a time)',
  async pieceBytes => {
    expect(await cellsOf(phoneBook, pieceBytes)).toEqual([
      [1, '+86 138-0013-8000', '欧阳娜娜', '山间茶舍 市场部', '喜欢龙井, 送货请在 下午三点以后'],
      [1, '13900139000', '欧阳娜娜', '山间茶舍 市场部', '喜欢龙井, 送货请在 下午三点以后'],
      [13, '', '张三', '', ''],
      [18, '+8613700137000', 'Anna Li', '', ''],
    ])
  },
)

test('other encodings are decoded, and a card without end is read', async () => {
  expect(await cellsOf('\ufeffBEGIN:VCARD\nFN:张三\nTEL:13800138000\nEND:VCARD\nBEGIN:VCARD\nTEL:1', 5, 'utf-16le')).toEqual([
    [1, '13800138000', '张三', '', ''],
  ])
})

test('a vCard file is recognized by its beginning', () => {
  expect(isVcard('\ufeffBEGIN:VCARD\r\nVERSION:3.0')).toBe(true)
  expect(isVcard('手机号,姓名\nBEGIN:VCARD\n')).toBe(false)
})

test('more rows than the limit are refused', async () => {
  const rows = vcardRows(Readable.from([Buffer.from(phoneBook)]), 'utf-8', 2)
  await expect(Array.fromAsync(rows)).rejects.toMatchObject({ code: 'file_too_many_rows' })
})
