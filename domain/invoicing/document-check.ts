import { formatYuan } from '#values/money.ts'
import type { InvoiceDocument } from './document-read.ts'

/** What an invoice must say: as it was asked for, and as staff typed it. */
export interface Expected {
  /** Null: not typed yet. */
  invoiceNumber: string | null
  issuedOn: string | null
  buyerName: string
  /** The empty text: a person, or an organization without one. */
  buyerTaxNumber: string
  sellerTaxNumber: string | null
  netHao: number
  taxHao: number
  grossHao: number
  isSpecial: boolean
  /** A red letter repeats the sums below zero. */
  isRed: boolean
}

export interface Difference {
  field: 'invoiceNumber' | 'issuedOn' | 'buyerName' | 'buyerTaxNumber' | 'sellerTaxNumber' | 'grossHao' | 'taxHao' | 'kind'
  name: string
  expected: string
  found: string
  /** Whether the file can't be this invoice; otherwise staff only look twice. */
  isFatal: boolean
}

const same = (one: string, other: string) => fold(one) === fold(other)
/** Brackets are written both ways, and blanks say nothing. */
const fold = (text: string) => text.normalize('NFKC').replace(/\s+/g, '').toUpperCase()

/** Where a file says something else than it must; what it doesn't say is no difference. */
export function invoiceDifferences(document: InvoiceDocument, expected: Expected): Difference[] {
  const found: Difference[] = []
  const sign = expected.isRed ? -1 : 1
  const differ = (field: Difference['field'], name: string, wanted: string, said: string, isFatal: boolean) =>
    found.push({ field, name, expected: wanted, found: said, isFatal })
  const text = (field: Difference['field'], name: string, wanted: string | null, said: string | null, isFatal = true) => {
    if (wanted !== null && said !== null && !same(wanted, said)) differ(field, name, wanted || '（无）', said || '（无）', isFatal)
  }
  const sum = (field: Difference['field'], name: string, wanted: number, said: number | null, isFatal: boolean) => {
    if (said !== null && said !== wanted * sign) differ(field, name, formatYuan(wanted * sign), formatYuan(said), isFatal)
  }
  text('invoiceNumber', '发票号码', expected.invoiceNumber, document.invoiceNumber)
  text('issuedOn', '开票日期', expected.issuedOn, document.issuedOn)
  text('buyerName', '购买方名称', expected.buyerName, document.buyerName)
  text('buyerTaxNumber', '购买方税号', expected.buyerTaxNumber === '' ? null : expected.buyerTaxNumber, document.buyerTaxNumber)
  text('sellerTaxNumber', '销售方税号', expected.sellerTaxNumber, document.sellerTaxNumber)
  sum('grossHao', '价税合计', expected.grossHao, document.grossHao, true)
  // The bureau rounds line by line: a fen of tax more or less is no other invoice.
  sum('taxHao', '税额', expected.taxHao, document.taxHao, Math.abs(Math.abs(document.taxHao ?? 0) - expected.taxHao) > 1_000)
  if (document.isSpecial !== null && document.isSpecial !== expected.isSpecial)
    differ('kind', '票种', expected.isSpecial ? '数电专票' : '数电普票', document.isSpecial ? '数电专票' : '数电普票', true)
  return found
}
