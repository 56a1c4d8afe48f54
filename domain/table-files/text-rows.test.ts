import { Readable } from 'node:stream'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import type { Row } from './row.ts'
import type { TextEncoding } from './sniff.ts'
import { guessDelimiter, textRows } from './text-rows.ts'

/** Reads a text that arrives in pieces of so many bytes. */
async function read(bytes: Buffer, encoding: TextEncoding, maxRows?: number, pieceBytes = 3) {
  const pieces = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, index) =>
    bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes),
  )
  const rows: Row[] = []
  for await (const row of textRows(Readable.from(pieces), encoding, ',', maxRows)) rows.push(row)
  return rows
}

const text = '手机号,姓名\r\n13800138000,"张,三"\r\n\r\n 13900139000 ,李四😀\r\n'
const rows = [
  { line: 1, cells: ['手机号', '姓名'] },
  { line: 2, cells: ['13800138000', '张,三'] },
  { line: 4, cells: ['13900139000', '李四😀'] },
]

test.each([
  ['utf-8', Buffer.from(`\ufeff${text}`)],
  ['utf-16le', iconv.encode(text, 'utf-16le', { addBOM: true })],
  ['utf-16be', iconv.encode(text, 'utf-16be', { addBOM: true })],
  ['gb18030', iconv.encode(text, 'gb18030')],
] as const)('characters cut between two pieces are whole in %s', async (encoding, bytes) => {
  const read3 = await read(bytes, encoding)
  expect(read3.map(row => row.cells)).toEqual(rows.map(row => row.cells))
})

test('rows have the line that an editor shows', async () => {
  expect(await read(Buffer.from(text), 'utf-8')).toEqual(rows)
})

test('a cell of two lines counts both', async () => {
  const bytes = Buffer.from('13800138000,"张\n三"\n13900139000,李\n')
  expect((await read(bytes, 'utf-8')).map(row => row.line)).toEqual([1, 3])
})

test('the row beyond the limit is refused, the last one within it is read', async () => {
  const bytes = Buffer.from('13800138000\n'.repeat(5))
  expect(await read(bytes, 'utf-8', 5)).toHaveLength(5)
  await expect(read(bytes, 'utf-8', 4)).rejects.toMatchObject({ code: 'file_too_many_rows' })
})

test('a million columns, an endless line and zero bytes are refused, each with its own reason', async () => {
  await expect(read(Buffer.from(`${'1,'.repeat(1_000_000)}\n`), 'utf-8', undefined, 65_536)).rejects.toMatchObject({
    code: 'file_too_many_columns',
  })
  await expect(read(Buffer.from(`13800138000\n${'1'.repeat(1_000_000)}\n`), 'utf-8', undefined, 65_536)).rejects.toMatchObject({
    code: 'file_line_too_long',
    facts: { line: 2 },
  })
  await expect(read(Buffer.from('13800138000\n138\u000000138000\n'), 'utf-8')).rejects.toMatchObject({ code: 'file_damaged' })
})

test.each([
  ['13800138000\n13900139000', ','],
  ['13800138000;张,三\n13900139000;李四', ';'],
  ['13800138000\t张三\n13900139000\t李四', '\t'],
  ['', ','],
])('the delimiter of %j is %j', (head, delimiter) => {
  expect(guessDelimiter(head)).toBe(delimiter)
})
