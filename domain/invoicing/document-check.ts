import { formatYuan } from '#values/money.ts'
import type { InvoiceDocument } from './document-read.ts'

/** What an invoice must contain, by the request and by what staff typed. */
export interface Expected {
  /** Null: not typed yet. */
  invoiceNumber: string | null
  issuedOn: string | null
  buyerName: string
  /** Empty for a person, or an organization without one. */
  buyerTaxNumber: string
  sellerTaxNumber: string | null
  netHao: number
  taxHao: number
  grossHao: number
  isSpecial: boolean
  /** A credit note has the same sums, negative. */
  isCreditNote: boolean
}

export interface Difference {
  field: 'invoiceNumber' | 'issuedOn' | 'buyerName' | 'buyerTaxNumber' | 'sellerTaxNumber' | 'grossHao' | 'taxHao' | 'kind'
  name: string
  expected: string
  found: string
  /** The file can't be this invoice; otherwise a warning for staff. */
  isFatal: boolean
}

const same = (one: string, other: string) => fold(one) === fold(other)
/** Normalizes names: full-width and half-width brackets are equal, blanks are ignored. */
const fold = (text: string) => text.normalize('NFKC').replace(/\s+/g, '').toUpperCase()

/** Differences between a file and what it must contain; missing values are no difference. */
export function invoiceDifferences(document: InvoiceDocument, expected: Expected): Difference[] {
  const found: Difference[] = []
  const sign = expected.isCreditNote ? -1 : 1
  const differ = (field: Difference['field'], name: string, wanted: string, said: string, isFatal: boolean) =>
    found.push({ field, name, expected: wanted, found: said, isFatal })
  const text = (field: Difference['field'], name: string, wanted: string | null, said: string | null) => {
    if (wanted !== null && said !== null && !same(wanted, said)) differ(field, name, wanted || '（无）', said || '（无）', true)
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
  // The bureau rounds line by line, so a fen of tax more or less is accepted.
  sum('taxHao', '税额', expected.taxHao, document.taxHao, Math.abs(Math.abs(document.taxHao ?? 0) - expected.taxHao) > 1_000)
  if (document.isSpecial !== null && document.isSpecial !== expected.isSpecial)
    differ('kind', '票种', expected.isSpecial ? '数电专票' : '数电普票', document.isSpecial ? '数电专票' : '数电普票', true)
  return found
}
