import { Readable } from 'node:stream'
import { crc32, deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { writeXlsx, writeXlsxStream } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import type { Row } from '../row.ts'
import { serialText } from './serial.ts'
import { firstSheetRows, sheetRows } from './sheet-rows.ts'
import { XmlReader } from './xml-reader.ts'
import type { Bytes } from './zip.ts'

const bytesOf = (content: Uint8Array, pieceBytes = 65_536): Bytes => ({
  size: content.length,
  open: (from, byteCount) => {
    const part = Buffer.from(content.subarray(from, from + byteCount))
    return Readable.from(
      Array.from({ length: Math.ceil(part.length / pieceBytes) }, (_, index) =>
        part.subarray(index * pieceBytes, (index + 1) * pieceBytes),
      ),
    )
  },
})
async function read(content: Uint8Array, options: { maxRows?: number; pieceBytes?: number } = {}): Promise<Row[]> {
  const rows: Row[] = []
  for await (const row of sheetRows(bytesOf(content, options.pieceBytes), options)) rows.push(row)
  return rows
}

interface Part {
  name: string
  content: string | Buffer
  /** The size in the directory, where it is false. */
  size?: number
  flags?: number
  crc?: number
}

/** A zip file built by hand, with contents that no program would write. */
function zip(parts: readonly Part[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const part of parts) {
    const plain = Buffer.from(part.content)
    const packed = deflateRawSync(plain)
    const name = Buffer.from(part.name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(part.flags ?? 0, 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(part.crc ?? crc32(plain), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(part.size ?? plain.length, 18)
    common.writeUInt16LE(name.length, 22)
    const tail = Buffer.alloc(16)
    tail.writeUInt32LE(offset, 12)
    const file = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, name, packed])
    files.push(file)
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), common, tail.subarray(2), name]))
    offset += file.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(entries.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, entries, end])
}

const workbookPart = (properties = ''): Part => ({
  name: 'xl/workbook.xml',
  content: `<?xml version="1.0"?><workbook xmlns:r="x">${properties}<sheets><sheet name="一" sheetId="1" r:id="rId7"/><sheet name="二" sheetId="2" r:id="rId8"/></sheets></workbook>`,
})
const relationsPart: Part = {
  name: 'xl/_rels/workbook.xml.rels',
  content: `<Relationships><Relationship Id="rId7" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId9" Type="http://x/sharedStrings" Target="/xl/strings.xml"/></Relationships>`,
}
const sheetPart = (rows: string): Part => ({
  name: 'xl/worksheets/sheet1.xml',
  content: `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
})
const book = (rows: string, ...more: Part[]) => zip([workbookPart(), relationsPart, sheetPart(rows), ...more])

test('a workbook of another program is read as it is shown', async () => {
  const content = await writeXlsx({
    sheets: [
      {
        name: '名单',
        rows: [
          ['手机号', '姓名', '日期', '金额'],
          [13_800_138_000, '张三', new Date('2026-11-21T00:00:00Z'), 0.1 + 0.2],
          ['13900139000', ' 李四😀 & <王> ', null, true],
          [],
          [null, '仅姓名'],
        ],
      },
      { name: '别的', rows: [['不读']] },
    ],
  })
  expect(await read(content)).toEqual([
    { line: 1, cells: ['手机号', '姓名', '日期', '金额'] },
    { line: 2, cells: ['13800138000', '张三', '2026-11-21', '0.3'] },
    { line: 3, cells: ['13900139000', '李四😀 & <王>', '', 'TRUE'] },
    { line: 5, cells: ['', '仅姓名'] },
  ])
})

test('a long workbook is read row by row, up to its limit', async () => {
  const rows = function* () {
    for (let index = 0; index < 20_000; index += 1) yield [13_000_000_000 + index, `客户${index}`]
  }
  const content = new Uint8Array(await new Response(writeXlsxStream(rows(), { name: '名单' })).arrayBuffer())
  const all = await read(content, { maxRows: 20_000 })
  expect(all).toHaveLength(20_000)
  expect(all[19_999]).toEqual({ line: 20_000, cells: ['13000019999', '客户19999'] })
  await expect(read(content, { maxRows: 19_999 })).rejects.toMatchObject({ code: 'file_too_many_rows' })
})

test('reading the first rows keeps only their shared strings, wherever they are', async () => {
  const texts = Array.from({ length: 50_000 }, (_, index) => `<si><t>客户${index}</t></si>`).join('')
  const strings: Part = { name: 'xl/strings.xml', content: `<sst>${texts}</sst>` }
  const row = (index: number) => `<row><c t="s"><v>${index}</v></c><c><v>13800138000</v></c></row>`
  const content = book([49_999, 3, 20_000, 1].map(row).join(''), strings)
  const names = async (most: number) => (await firstSheetRows(bytesOf(content), most)).map(({ cells }) => cells[0])
  expect(await names(3)).toEqual(['客户49999', '客户3', '客户20000'])
  expect(await names(50)).toHaveLength(4)
  await expect(firstSheetRows(bytesOf(book(row(50_000), strings)), 3)).rejects.toMatchObject({ code: 'file_damaged' })
})

test('every kind of cell is read', async () => {
  const strings: Part = {
    name: 'xl/strings.xml',
    content:
      '<x:sst xmlns:x="m"><x:si><x:t>13800138000</x:t></x:si><x:si><x:r><x:t>张</x:t></x:r><x:r><x:t>三</x:t></x:r><x:rPh><x:t>zhang</x:t></x:rPh></x:si></x:sst>',
  }
  const rows = `<row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="s"><v>1</v></c><c t="inlineStr"><is><t>a&#20320;&lt;</t><rPh><t>x</t></rPh></is></c>
    <c r="E3" t="str"><f>A1&amp;"x"</f><v>合计</v></c><c r="F3"><v>1.38E10</v></c><c r="G3" t="e"><v>#N/A</v></c><c r="H3" t="b"><v>0</v></c><c r="I3"/><c r="XFD3"/></row>
    <row><c><v>13900139000</v></c><!-- <c><v>1</v></c> --></row>`
  expect(await read(book(rows, strings), { pieceBytes: 7 })).toEqual([
    { line: 3, cells: ['13800138000', '张三', 'a你<', '', '合计', '13800000000', '#N/A', 'FALSE'] },
    { line: 4, cells: ['13900139000'] },
  ])
})

test('dates are recognized by their format, counted from 1900 or 1904', async () => {
  const styles: Part = {
    name: 'xl/styles.xml',
    content: `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m月"/><numFmt numFmtId="165" formatCode="[Red]0.0&quot;d&quot;"/></numFmts>
      <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`,
  }
  const rows =
    '<row r="1"><c s="0"><v>46347</v></c><c s="1"><v>46347</v></c><c s="2"><v>46347.395833333336</v></c><c s="3"><v>46347</v></c></row>'
  expect(firstOrThrow(await read(book(rows, styles))).cells).toEqual(['46347', '2026-11-21', '2026-11-21 09:30', '46347'])
  expect(serialText(44_885, true)).toBe('2026-11-21')
  expect([serialText(1, false), serialText(0.5, false), serialText(-1, false)]).toEqual(['1900-01-01', '12:00', '-1'])
  const old = zip([workbookPart('<workbookPr date1904="1"/>'), relationsPart, styles, sheetPart('<row><c s="1"><v>44885</v></c></row>')])
  expect(firstOrThrow(await read(old)).cells).toEqual(['2026-11-21'])
})

describe('a file that is no workbook, or a zip bomb, is refused in bounded memory', () => {
  const bomb = Buffer.alloc(200 * 1024 * 1024, ' ')
  test.each([
    ['file_kind_unknown', zip([{ name: 'word/document.xml', content: '<x/>' }])],
    ['file_damaged', book('<row r="1"><c><v>1</v></c></row>').subarray(0, 300)],
    ['file_damaged', book('<row r="1"><c t="s"><v>5</v></c></row>')],
    ['file_damaged', book('<row r="2"><c><v>1</v></c></row><row r="2"><c><v>1</v></c></row>')],
    ['file_damaged', book('<row r="99999999"><c><v>1</v></c></row>')],
    ['file_damaged', zip([workbookPart(), relationsPart, { ...sheetPart(''), crc: 1 }])],
    ['file_damaged', zip([workbookPart(), relationsPart, { ...sheetPart(''), flags: 1 }])],
    ['file_damaged', zip([workbookPart(), relationsPart, { ...sheetPart(''), size: 10_000 }])],
    ['file_too_many_columns', book(`<row r="1">${'<c><v>1</v></c>'.repeat(limits.uploadColumns + 1)}</row>`)],
    [
      'file_damaged',
      zip([workbookPart(), relationsPart, { name: 'xl/worksheets/sheet1.xml', content: `<sheetData><row ${'x'.repeat(2_000_000)}` }]),
    ],
    ['file_unpacks_too_large', zip([workbookPart(), relationsPart, { ...sheetPart(''), size: limits.uploadUnpackedBytes }])],
    ['file_unpacks_too_large', zip([workbookPart(), relationsPart, { name: 'xl/worksheets/sheet1.xml', content: bomb, size: 1000 }])],
    ['file_unpacks_too_large', zip([workbookPart(), relationsPart, sheetPart(''), { name: 'xl/strings.xml', content: bomb }])],
    [
      'file_unpacks_too_large',
      zip([workbookPart(), relationsPart, sheetPart(''), { name: 'xl/strings.xml', content: `<sst>${'<si/>'.repeat(6_000_000)}</sst>` }]),
    ],
    ['file_unpacks_too_large', zip(Array.from({ length: 6_000 }, (_, index) => ({ name: `xl/${index}`, content: '' })))],
  ])('%s', async (code, content) => {
    await expect(read(content)).rejects.toMatchObject({ code })
  })

  test('a workbook with changed bytes gives rows or a refusal, never another error', async () => {
    const content = book('<row r="1"><c r="A1"><v>13800138000</v></c><c r="B1" t="inlineStr"><is><t>张三</t></is></c></row>')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(content.length - 1), fc.nat(255)), { minLength: 1, maxLength: 5 }), async changes => {
        const changed = Buffer.from(content)
        for (const [at, byte] of changes) changed[at] = byte
        const outcome = await read(changed).then(
          rows => rows.length,
          (error: { name: string }) => error.name,
        )
        expect([0, 1, 'Refusal']).toContain(outcome)
      }),
      { numRuns: 500 },
    )
  })
})

test('the XML reader gives the same events wherever its input is cut', () => {
  const source = Buffer.from('<?xml version="1.0"?><!DOCTYPE a><x:a b="1">t&amp;&#x4f60;好<![CDATA[<c>]]><!-- <d> --><e f=\'2\'/>𠮷</x:a >')
  const listen = (pieces: Uint8Array[]) => {
    const heard: string[] = []
    let text = ''
    const tell = (what: string) => {
      if (text) heard.push(text)
      text = ''
      heard.push(what)
    }
    const xml = new XmlReader({
      open: (name, attributes) => tell(`<${name} ${JSON.stringify(attributes)}`),
      close: name => tell(`/${name}`),
      text: piece => {
        text += piece
      },
    })
    for (const piece of pieces) xml.write(piece)
    xml.end()
    return heard
  }
  const whole = listen([source])
  expect(whole).toEqual(['<a {"b":"1"}', 't&你好<c>', '<e {"f":"2"}', '/e', '𠮷', '/a'])
  for (let cut = 1; cut < source.length; cut += 1) expect(listen([source.subarray(0, cut), source.subarray(cut)])).toEqual(whole)
})

test('a comment or a text that never ends is refused before it fills the memory', () => {
  const endless = (begin: string) => () => {
    const xml = new XmlReader({})
    xml.write(Buffer.from(begin))
    for (let count = 0; count < 100; count += 1) xml.write(Buffer.alloc(65_536, 'x'))
  }
  for (const begin of ['<a>', '<a><!--', '<a><![CDATA[', '<a b="', '<?a ', '<!DOCTYPE ']) expect(endless(begin)).toThrow('文件已损坏')
})
