import { assert, expect, test } from 'vitest'
import { invoiceXml, ofdOf } from '#test/support/invoice-file.ts'
import { type Expected, invoiceDifferences } from './document-check.ts'
import { readInvoiceDocument } from './document-read.ts'

const expected: Expected = {
  invoiceNumber: '26332000000012345678',
  issuedOn: '2026-11-20',
  buyerName: '杭州云溪（集团）有限公司',
  buyerTaxNumber: '91330100799655058B',
  sellerTaxNumber: '91330000MA27U0XX0A',
  netHao: 4_311_900,
  taxHao: 388_100,
  grossHao: 4_700_000,
  isSpecial: false,
  isCreditNote: false,
}
const facts = {
  invoiceNumber: expected.invoiceNumber!,
  issuedOn: expected.issuedOn!,
  buyerName: expected.buyerName,
  buyerTaxNumber: expected.buyerTaxNumber,
  sellerTaxNumber: expected.sellerTaxNumber!,
  netHao: expected.netHao,
  taxHao: expected.taxHao,
  isSpecial: false,
}
const read = async (change: Partial<typeof facts> = {}) =>
  (await readInvoiceDocument('xml', Buffer.from(invoiceXml({ ...facts, ...change }))))!
const differing = async (change: Partial<typeof facts>) =>
  invoiceDifferences(await read(change), expected).map(({ field, isFatal }) => [field, isFatal])

test('invoice XML: is parsed completely and matches the request', async () => {
  expect(await read()).toEqual({ ...facts, grossHao: 4_700_000 })
  expect(invoiceDifferences(await read(), expected)).toEqual([])
})

test('differences: each is reported with both values', async () => {
  expect(await differing({ invoiceNumber: '26332000000012345679' })).toEqual([['invoiceNumber', true]])
  expect(await differing({ issuedOn: '2026-11-21' })).toEqual([['issuedOn', true]])
  expect(await differing({ buyerName: '别家公司' })).toEqual([['buyerName', true]])
  expect(await differing({ buyerTaxNumber: '91330100799655058C' })).toEqual([['buyerTaxNumber', true]])
  expect(await differing({ isSpecial: true })).toEqual([['kind', true]])
  expect(await differing({ netHao: 4_312_000, taxHao: 388_000 })).toEqual([['taxHao', false]])
  expect(await differing({ netHao: 4_411_900 })).toEqual([['grossHao', true]])
  expect(invoiceDifferences(await read({ netHao: 4_411_900 }), expected)[0]).toMatchObject({ expected: '¥470.00', found: '¥480.00' })
})

test('names: brackets of both widths and blanks don’t matter', async () => {
  expect(await differing({ buyerName: '杭州云溪(集团) 有限公司' })).toEqual([])
  expect((await read({ buyerName: 'A&B<C>' })).buyerName).toBe('A&B<C>')
})

test('credit note: has the same sums, negative', async () => {
  const red = await read({ netHao: -4_311_900, taxHao: -388_100 })
  expect(invoiceDifferences(red, { ...expected, isCreditNote: true })).toEqual([])
  expect(invoiceDifferences(red, expected).map(({ field }) => field)).toEqual(['grossHao', 'taxHao'])
})

test('OFD: values come from the embedded XML or from its root', async () => {
  const carried = ofdOf({ 'OFD.xml': '<?xml version="1.0"?><ofd:OFD/>', 'Doc_0/Attachs/original_invoice.xml': invoiceXml(facts) })
  expect(await readInvoiceDocument('ofd', carried)).toEqual({ ...facts, grossHao: 4_700_000 })
  const values = {
    发票号码: facts.invoiceNumber,
    开票日期: '2026年11月20日',
    合计金额: '431.19',
    合计税额: '38.81',
    购买方纳税人识别号: facts.buyerTaxNumber,
  }
  const root = Object.entries(values)
    .map(([name, value]) => `<ofd:CustomData Name="${name}">${value}</ofd:CustomData>`)
    .join('')
  const named = await readInvoiceDocument(
    'ofd',
    ofdOf({ 'OFD.xml': `<ofd:OFD xmlns:ofd="x"><ofd:DocInfo>${root}</ofd:DocInfo></ofd:OFD>` }),
  )
  assert.exists(named)
  expect(named).toMatchObject({ invoiceNumber: facts.invoiceNumber, issuedOn: '2026-11-20', grossHao: 4_700_000, buyerName: null })
  expect(invoiceDifferences(named, expected)).toEqual([])
})

test('other files are recognized as no invoice', async () => {
  for (const text of ['', '<a>', '<EInvoice/>', '</EInvoice></a>', '<EInvoice><EInvoiceDat', '<<<>>>'])
    expect(await readInvoiceDocument('xml', Buffer.from(text))).toBeNull()
  for (const bytes of [Buffer.alloc(0), Buffer.from('PK\u0003\u0004'), ofdOf({ 'OFD.xml': '<ofd:OFD/>' }), ofdOf({ a: 'b' })])
    expect(await readInvoiceDocument('ofd', bytes)).toBeNull()
  // Decompression bomb: larger than the limit, so not decompressed.
  expect(await readInvoiceDocument('ofd', ofdOf({ 'OFD.xml': ' '.repeat(80 * 1024 * 1024) }))).toBeNull()
})
