import { inflateSync } from 'node:zlib'
import { assert, expect, test } from 'vitest'
import { createDocument, pdfBytes, writeFacts, writeHeading, writeTable, writeText, writeTitle } from './pdf.ts'

const now = new Date('2026-11-21T00:00:00Z')

const paper = (rows: number): Promise<Buffer> => {
  const doc = createDocument({ title: '2026年10月账单', foot: '鸿雁', now })
  writeTitle(doc, '2026年10月账单', '账单号 B202610')
  writeFacts(doc, [
    ['账户', '云栈集市（演示）'],
    ['账期', '2026-10'],
  ])
  writeHeading(doc, '按产品')
  const columns = [
    { title: '产品', share: 2 },
    { title: '现金', share: 1, isNumber: true },
  ]
  writeTable(
    doc,
    columns,
    Array.from({ length: rows }, (_, place) => ({ cells: [`第${place}行`, '¥1,234.5678'] })),
  )
  writeText(doc, '不作四舍五入。', { isQuiet: true })
  return pdfBytes(doc)
}
const pagesOf = (file: Buffer) => file.toString('latin1').match(/\/Type \/Page\b/g)!.length

/** All characters in a file's ToUnicode tables, which search and copy use. */
function readableOf(file: Buffer): string {
  const streams = [...file.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g)].flatMap(([, body]) => {
    assert.exists(body)
    try {
      return [inflateSync(Buffer.from(body, 'latin1')).toString('latin1')]
    } catch {
      // An uncompressed part is no character table.
      return []
    }
  })
  const tables = streams.filter(stream => stream.includes('begincmap'))
  return tables
    .flatMap(table => [...table.matchAll(/<([0-9a-f]{4})>/gi)].map(([, code]) => String.fromCharCode(Number.parseInt(code!, 16))))
    .join('')
}

test('table: continues over as many pages as needed and loses no row', async () => {
  const one = pagesOf(await paper(3))
  const many = pagesOf(await paper(120))
  expect(one).toBe(1)
  expect(many).toBeGreaterThan(3)
  expect(many).toBeLessThan(7)
})

test('text: every written character can be searched and copied', async () => {
  const readable = readableOf(await paper(1))
  for (const character of '2026年10月账单云栈集市演示按产品现金第行不作四舍五入共页¥.,') expect(readable).toContain(character)
  expect(readable).not.toContain('鹰')
})

test('fonts: only the used characters are embedded', async () => {
  const file = await paper(40)
  expect(file.subarray(0, 5).toString()).toBe('%PDF-')
  expect(file.length).toBeLessThan(60_000)
})

test('number wider than its column: stays on one line', () => {
  const heightOf = (amount: string) => {
    const doc = createDocument({ title: '金额', now: new Date(0) })
    const columns = Array.from({ length: 9 }, (_, place) => ({ title: `列${place}`, share: 1, isNumber: true }))
    const top = doc.y
    writeTable(doc, columns, [{ cells: columns.map(() => amount) }, { cells: columns.map(() => amount), isStrong: true }])
    return doc.y - top
  }
  // The smaller font doesn't increase the height: there is no line break.
  expect(heightOf('-¥9,999,999.9999')).toBeLessThanOrEqual(heightOf('¥0.01'))
})
