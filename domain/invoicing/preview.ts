import { type InvoiceKindName, invoiceKinds } from '#contract/invoicing/invoice-state.ts'
import {
  createDocument,
  keepTogether,
  type PdfDoc,
  pdfBytes,
  writeFacts,
  writeHeading,
  writeTable,
  writeText,
  writeTitle,
  writeWatermark,
} from '#domain/documents/index.ts'
import { chinaDay } from '#values/china-time.ts'
import { formatYuan } from '#values/money.ts'
import { moneyWords } from '#values/money-words.ts'

interface Party {
  name: string
  taxNumber: string
  address: string
  phone: string
  bankName: string
  bankAccount: string
}

/** The printed content of an invoice: of a request, or of a planned one. */
export interface PrintedInvoice {
  /** Null: not requested yet. */
  requestNumber: string | null
  kind: InvoiceKindName
  rateBp: number
  buyer: Party
  /** Null: staff haven't entered it. */
  seller: (Party & { issuer: string }) | null
  lines: readonly { itemName: string; netHao: number; taxHao: number; grossHao: number }[]
  remark: string
  /** Null: not issued yet. */
  invoiceNumber: string | null
  issuedAt: Date | null
}

/** `9%`, `5.5%`. */
const rateText = (rateBp: number): string => `${rateBp / 100}%`
const plainYuan = (hao: number) => formatYuan(hao).replace('¥', '')

/** Invoice preview (PDF), marked at the top as no invoice. Totals also in capital numerals. */
export async function writeInvoicePreview(paper: PrintedInvoice, now: Date): Promise<Buffer> {
  const { title } = invoiceKinds[paper.kind]
  const doc = createDocument({ title: `${title}预览`, foot: '预览件，不是发票，不能作为报销凭证；以电子税务局开具的为准', now })
  writeWatermark(doc, '仅供预览')
  doc.on('pageAdded', () => writeWatermark(doc, '仅供预览'))
  writeTitle(doc, title, '预览件 · 非正式发票')
  writeFacts(doc, [
    ['发票号码', paper.invoiceNumber ?? '开具后生成（20位）'],
    ['开票日期', paper.issuedAt ? chinaDay(paper.issuedAt) : '以开具日为准'],
    ['申请号', paper.requestNumber ?? '提交后生成'],
    ['币种', '人民币'],
  ])
  writeParty(doc, '购买方信息', paper.buyer)
  if (paper.seller) writeParty(doc, '销售方信息', paper.seller)
  writeHeading(doc, '项目')
  const sum = (of: 'netHao' | 'taxHao' | 'grossHao') => paper.lines.reduce((total, line) => total + line[of], 0)
  writeTable(
    doc,
    [
      { title: '项目名称', share: 40 },
      { title: '金额', share: 18, isNumber: true },
      { title: '税率', share: 10, isNumber: true },
      { title: '税额', share: 16, isNumber: true },
      { title: '价税合计', share: 18, isNumber: true },
    ],
    [
      ...paper.lines.map(line => ({
        cells: [line.itemName, plainYuan(line.netHao), rateText(paper.rateBp), plainYuan(line.taxHao), plainYuan(line.grossHao)],
      })),
      { cells: ['合计', formatYuan(sum('netHao')), '', formatYuan(sum('taxHao')), formatYuan(sum('grossHao'))], isStrong: true },
    ],
  )
  keepTogether(doc, 60)
  writeFacts(doc, [
    ['价税合计大写', moneyWords(sum('grossHao'))],
    ['小写', formatYuan(sum('grossHao'))],
  ])
  if (paper.remark) {
    writeHeading(doc, '备注')
    writeText(doc, paper.remark)
  }
  if (paper.seller) writeFacts(doc, [['开票人', paper.seller.issuer]])
  return pdfBytes(doc)
}

function writeParty(doc: PdfDoc, heading: string, party: Party): void {
  const { name, taxNumber, address, phone, bankName, bankAccount } = party
  writeHeading(doc, heading)
  writeFacts(
    doc,
    [
      ['名称', name],
      ['税号', taxNumber || '–'],
      ...(address || phone ? [['地址、电话', `${address} ${phone}`.trim()] as const] : []),
      ...(bankName || bankAccount ? [['开户行及账号', `${bankName} ${bankAccount}`.trim()] as const] : []),
    ],
    1,
  )
}
