import { SaxesParser } from 'saxes'
import { unzip } from '#payment/unzip.ts'
import { limits } from '#values/limits.ts'
import { parseYuan } from '#values/money.ts'

/** An invoice in the tax bureau's file formats; null for missing values. Sums in 毫, negative for a credit note. */
export interface InvoiceDocument {
  invoiceNumber: string | null
  /** A date, China time. */
  issuedOn: string | null
  buyerName: string | null
  buyerTaxNumber: string | null
  sellerTaxNumber: string | null
  netHao: number | null
  taxHao: number | null
  grossHao: number | null
  isSpecial: boolean | null
}

/**
 * Parses an invoice's data file: the bureau's XML (root `EInvoice`), or an OFD, which embeds that XML or has the values
 * in `OFD.xml` (GB/T 33190). Null for anything else.
 */
export async function readInvoiceDocument(kind: 'xml' | 'ofd', bytes: Buffer): Promise<InvoiceDocument | null> {
  if (kind === 'xml') return readEInvoice(textOf(bytes))
  const files = await unzipped(bytes)
  if (!files) return null
  for (const [name, content] of files) {
    const found = /\.xml$/i.test(name) ? readEInvoice(textOf(content)) : null
    if (found) return found
  }
  const root = files.get('OFD.xml')
  return root ? readCustomData(textOf(root)) : null
}

async function unzipped(bytes: Buffer): Promise<Map<string, Buffer> | null> {
  try {
    return await unzip(bytes, limits.documentUnpackedBytes)
  } catch {
    // Not an archive, so not an OFD: staff see that it couldn't be read.
    return null
  }
}

/** Decodes by the encoding in the XML declaration; older programs write GBK. */
function textOf(bytes: Buffer): string {
  const declared = /^[^>]*encoding=["']([\w-]+)["']/.exec(bytes.subarray(0, 200).toString('latin1'))?.[1] ?? 'utf-8'
  return new TextDecoder(/^gb/i.test(declared) ? 'gb18030' : 'utf-8').decode(bytes)
}

interface XmlElement {
  /** Names from the root on, without prefixes. */
  path: string
  attributes: Record<string, string>
  text: string
}

/** An XML's elements in the order of their ends; none where it is malformed. Entities can't be declared (XXE). */
function readElements(xml: string): XmlElement[] {
  const open: XmlElement[] = []
  const elements: XmlElement[] = []
  const parser = new SaxesParser()
  const onText = (text: string) => {
    const element = open.at(-1)
    if (element) element.text += text
  }
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.on('opentag', ({ name, attributes }) => {
    const parent = open.at(-1)
    const local = name.replace(/^.*:/, '')
    open.push({ path: parent ? `${parent.path}/${local}` : local, attributes, text: '' })
  })
  parser.on('closetag', () => {
    const element = open.pop()!
    elements.push({ ...element, text: element.text.trim() })
  })
  try {
    parser.write(xml.trimStart()).close()
  } catch {
    // Malformed: staff see that it couldn't be read.
    return []
  }
  return elements
}

const sumOf = (text: string | undefined) => {
  if (!text) return null
  const isBelow = text.startsWith('-')
  const hao = parseYuan(
    text
      .replace(/^[-+]/, '')
      .replaceAll(',', '')
      .replace(/^[¥￥]/, ''),
  )
  return hao === null ? null : isBelow ? -hao : hao
}
const dayOf = (text: string | undefined) => {
  const [, year, month, day] = /^(\d{4})[-/年]?(\d{2})[-/月]?(\d{2})/.exec(text ?? '') ?? []
  return year ? `${year}-${month}-${day}` : null
}

function readEInvoice(xml: string): InvoiceDocument | null {
  // Of elements of one name the first.
  const texts = new Map(
    readElements(xml)
      .map(({ path, text }) => [path, text] as const)
      .reverse(),
  )
  const of = (path: string) => texts.get(`EInvoice/${path}`) || undefined
  if (!texts.has('EInvoice/EInvoiceData')) return null
  const vat = of('Header/InherentLabel/GeneralOrSpecialVAT/LabelCode')
  return {
    invoiceNumber: of('TaxSupervisionInfo/InvoiceNumber') ?? of('Header/EIid') ?? null,
    issuedOn: dayOf(of('TaxSupervisionInfo/IssueTime') ?? of('EInvoiceData/BasicInformation/RequestTime')),
    buyerName: of('EInvoiceData/BuyerInformation/BuyerName') ?? null,
    buyerTaxNumber: of('EInvoiceData/BuyerInformation/BuyerIdNum') ?? null,
    sellerTaxNumber: of('EInvoiceData/SellerInformation/SellerIdNum') ?? null,
    netHao: sumOf(of('EInvoiceData/BasicInformation/TotalAmWithoutTax')),
    taxHao: sumOf(of('EInvoiceData/BasicInformation/TotalTaxAm')),
    grossHao: sumOf(of('EInvoiceData/BasicInformation/TotalTax-includedAmount')),
    isSpecial: vat === '01' ? true : vat === '02' ? false : null,
  }
}

/** `<ofd:CustomData Name="发票号码">…</ofd:CustomData>` in the root of an OFD. */
function readCustomData(xml: string): InvoiceDocument | null {
  const values = new Map(
    readElements(xml)
      .filter(({ path }) => path.endsWith('/CustomData'))
      .map(({ attributes, text }) => [attributes.Name, text] as const),
  )
  const number = values.get('发票号码')
  if (!number) return null
  const netHao = sumOf(values.get('合计金额'))
  const taxHao = sumOf(values.get('合计税额'))
  return {
    invoiceNumber: number,
    issuedOn: dayOf(values.get('开票日期')),
    buyerName: values.get('购买方名称') ?? null,
    buyerTaxNumber: values.get('购买方纳税人识别号') ?? null,
    sellerTaxNumber: values.get('销售方纳税人识别号') ?? null,
    netHao,
    taxHao,
    grossHao: sumOf(values.get('价税合计')) ?? (netHao !== null && taxHao !== null ? netHao + taxHao : null),
    isSpecial: null,
  }
}
