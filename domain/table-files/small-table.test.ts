import { writeXlsx } from 'hucre/xlsx'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { Refusal } from '#contract/refusals.ts'
import { smallTable } from './small-table.ts'

const columns = { word: { names: ['词', '违禁词'], isNeeded: true }, remark: { names: ['说明'] } }
const read = (bytes: Buffer, maxRows = 10) => smallTable(bytes, columns, maxRows)
const refusalOf = (bytes: Buffer, maxRows?: number) =>
  read(bytes, maxRows).then(
    () => 'read',
    (error: unknown) => (error instanceof Refusal ? error.message : Promise.reject(error)),
  )

test('columns are found by any of their names, in any order and file format', async () => {
  const rows = [{ line: 2, cells: { word: '赌博', remark: '涉赌' } }]
  const lines = ['说明,其他,违 禁 词*', '涉赌,x,赌博'].join('\n')
  expect(await read(Buffer.from(lines))).toEqual(rows)
  expect(await read(iconv.encode(lines, 'gb18030'))).toEqual(rows)
  expect(await read(iconv.encode(lines.replaceAll(',', '\t'), 'utf-16le', { addBOM: true }))).toEqual(rows)
  const workbook = await writeXlsx({
    sheets: [
      {
        name: '词',
        rows: [
          ['说明', '其他', '违禁词'],
          ['涉赌', 'x', '赌博'],
        ],
      },
    ],
  })
  expect(await read(Buffer.from(workbook))).toEqual(rows)
})

test('an optional column is empty when missing, and a guarded formula is its original text', async () => {
  expect(await read(Buffer.from("词\n'=SUM(A1)\n"))).toEqual([{ line: 2, cells: { word: '=SUM(A1)', remark: '' } }])
})

test('a file that is no such table is refused with a reason', async () => {
  expect(await refusalOf(Buffer.from('名称,说明\n赌博,涉赌'))).toBe('表格缺少列：词，请按模板的列名填写')
  expect(await refusalOf(Buffer.from(`词\n${'一\n'.repeat(11)}`))).toBe('文件超过10行，请拆分后再上传')
  expect(await refusalOf(Buffer.from(`词\n${'一\n'.repeat(10)}`))).toBe('read')
  expect(await refusalOf(Buffer.from('%PDF-1.7 no table'))).toBe('无法识别该文件，请上传CSV、TXT或XLSX格式')
})
