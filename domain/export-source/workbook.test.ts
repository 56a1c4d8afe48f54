import { Readable } from 'node:stream'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { csvLine } from '#values/csv.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { csvEncoder } from './csv.ts'
import { workbookOf } from './csv-workbook.ts'
import type { FileEncoder } from './form.ts'
import type { ExportCell, ExportColumn } from './source.ts'
import { xlsxForm } from './xlsx.ts'
import { zipDirectory, zipHeader } from './zip.ts'

const columns: ExportColumn[] = [
  { key: 'text', title: '内容', kind: 'text' },
  { key: 'phone', title: '手机号', kind: 'phone' },
  { key: 'time', title: '时间', kind: 'time' },
  { key: 'number', title: '条数', kind: 'number' },
  { key: 'money', title: '费用（元）', kind: 'money' },
]

async function written<State>(form: FileEncoder<State>, batches: ExportCell[][][], of = columns): Promise<Buffer> {
  const chunks: Buffer[] = []
  let { bytes, state } = await form.begin('发送记录', of)
  chunks.push(bytes)
  for (const rows of batches) {
    // The state between two batches passes through the database.
    ;({ bytes, state } = await form.rows(JSON.parse(JSON.stringify(state)), of, rows))
    chunks.push(bytes)
  }
  return Buffer.concat([...chunks, await form.end(state)])
}
const readBack = async (file: Buffer) => firstOrThrow((await readXlsx(file)).sheets)

const row = (text: string, hao = 0): ExportCell[] => [text, '13800138000', new Date('2026-11-21T02:00:00.999Z'), 3, hao]

test('workbook: cells are typed; times are times, amounts are exact, phone numbers stay text', async () => {
  const { name, rows } = await readBack(
    await written(xlsxForm, [[row('您好', 450), row('您好', 12_345_600)], [[null, null, null, null, null]]]),
  )
  expect(name).toBe('发送记录')
  expect(rows[0]).toEqual(['内容', '手机号', '时间', '条数', '费用（元）'])
  expect(rows[1]).toEqual(['您好', '13800138000', new Date('2026-11-21T10:00:00Z'), 3, 0.045])
  expect(itemOrThrow(rows, 2)[4]).toBe(1234.56)
})

const payloads = [
  '=1+1',
  '=cmd|"/C calc"!A0',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1+1',
  '<script>&amp;"\'',
  '_x0041_ 和 __x0041_',
  '一\n二',
  ' 前后有空格 ',
  '😀𠮷',
  ']]>',
]
test.each(payloads)('%j in a workbook: stays text, not a formula', async payload => {
  const file = await written(xlsxForm, [[row(payload)]])
  const read = await readXlsx(file, { readStyles: true })
  const { rows, cells } = firstOrThrow(read.sheets)
  expect(String(itemOrThrow(rows, 1)[0]).replaceAll('_x005F_', '_')).toBe(payload)
  expect([...(cells?.values() ?? [])].some(cell => cell.formula)).toBe(false)
})

test('workbook text: drops characters that XML can’t contain, truncates cells at the spreadsheet maximum', async () => {
  const { rows } = await readBack(await written(xlsxForm, [[row('一\u0000\u000b\ud800二\uffff三'), row('长'.repeat(40_000))]]))
  expect(itemOrThrow(rows, 1)[0]).toBe('一二三')
  expect(itemOrThrow(rows, 2)[0]).toHaveLength(32_767)
})

test('columns after Z have two letters', async () => {
  const wide = Array.from({ length: 60 }, (_, index): ExportColumn => ({ key: `${index}`, title: `第${index + 1}列`, kind: 'number' }))
  const { rows } = await readBack(await written(xlsxForm, [[wide.map((_, index) => index)]], wide))
  expect(rows[1]).toEqual(wide.map((_, index) => index))
})

test('export without rows: only a heading', async () => {
  expect((await readBack(await written(xlsxForm, []))).rows).toEqual([columns.map(column => column.title)])
  expect((await written(csvEncoder, [])).toString()).toBe('\ufeff内容,手机号,时间,条数,费用（元）\r\n')
})

test('CSV: exact amounts, China times, and long digits that spreadsheets don’t round', async () => {
  const file = await written(csvEncoder, [[row('=1+1', 450), row('-1', -12_345_600), row('您好', 10_000)]])
  expect(file.toString().split('\r\n').slice(1, 4)).toEqual([
    "'=1+1,13800138000\t,2026-11-21 10:00:00,3,0.045",
    "'-1,13800138000\t,2026-11-21 10:00:00,3,-1234.56",
    '您好,13800138000\t,2026-11-21 10:00:00,3,1.00',
  ])
})

test('archive larger than 4 GiB: uses ZIP64 records', () => {
  const common = { crc: 1, byteCount: 3e9, packedBytes: 3e9, isDeflated: false, isMeasuredAfter: false }
  const near = { ...common, name: '一.xlsx', offset: 0 }
  const far = { ...common, name: '二.xlsx', offset: 6e9 }
  const directoryAt = 9e9 + zipHeader(far).length
  const end = zipDirectory([near, far], directoryAt)
  const wide = end.length - 22 - 20 - 56
  expect(end.readUInt32LE(end.length - 22 + 16)).toBe(0xffff_ffff)
  expect(end.readUInt32LE(wide)).toBe(0x0606_4b50)
  expect(end.readBigUInt64LE(wide + 48)).toBe(BigInt(directoryAt))
  expect(end.readBigUInt64LE(wide + 56 + 8)).toBe(BigInt(directoryAt + wide))
  // The second entry's directory record ends with its ZIP64 offset.
  expect(end.readBigUInt64LE(wide - 8)).toBe(6_000_000_000n)
})

test('a CSV file of ours as a workbook: the same texts, without the guard against formulas and the tab behind digits', async () => {
  const rows = Array.from({ length: 4_500 }, (_, index) => [String(index), '=1+1', '13800138000', '一\n二，"三"'])
  const csv = Readable.from([`\ufeff${csvLine(['序号', '内容', '手机号', '备注'])}`, ...rows.map(csvLine)])
  const sheet = await readBack(Buffer.concat(await Array.fromAsync(workbookOf(csv, '没有导入的行'))))
  expect(sheet.name).toBe('没有导入的行')
  expect(sheet.rows[0]).toEqual(['序号', '内容', '手机号', '备注'])
  expect(sheet.rows.slice(1)).toEqual(rows)
})
