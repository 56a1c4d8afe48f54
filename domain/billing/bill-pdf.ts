import { billStates, closingNames } from '#contract/billing/bill.ts'
import {
  type ChargeLine,
  type LineTotals,
  lineItems,
  lineKinds,
  lineProducts,
  lineSources,
  lineStateOf,
  lineStates,
} from '#contract/billing/charge-line.ts'
import { terms } from '#contract/terms.ts'
import type { Executor } from '#db/connect.ts'
import {
  createDocument,
  formatPdfTime,
  type PdfDoc,
  type PdfRow,
  pdfBytes,
  writeFacts,
  writeHeading,
  writeTable,
  writeText,
  writeTitle,
} from '#domain/documents/index.ts'
import { type ExportCell, type ExportColumn, xlsxForm } from '#domain/export-source/index.ts'
import { monthName, monthSpan } from '#values/china-month.ts'
import type { AccountId } from '#values/id.ts'
import { formatMove, formatYuan } from '#values/money.ts'
import { billOverview, readBill } from './bill.ts'
import { readLines, totalsOf } from './charge-line.ts'
import { closesAt } from './close-bill.ts'

/** The maximum of lines in the PDF; the workbook has all of them. */
const paperLines = 600
const count = (n: number) => n.toLocaleString('en-US')
type Bill = Awaited<ReturnType<typeof billOverview>>
const unclosedNote = ({ state, month }: Bill) =>
  state === 'open' ? '出账中，金额可能变化' : `本期已结束，${formatPdfTime(closesAt(month))}后出账`
const rate = (rateBp: number | null) => (rateBp === null ? '–' : `${rateBp / 100}%`)

const titleOf = (line: ChargeLine) =>
  line.order?.name ?? line.grant?.name ?? (line.source === 'balance' && line.kind === 'usage' ? '余额按条' : '–')

/** Monthly bill (PDF): account, figures, by product, how it was paid, reconciliation, lines. Refuses `not_found`. */
export async function billPdf(executor: Executor, account: AccountId, month: string, now: Date): Promise<Buffer> {
  const { name, attestedName } = await executor
    .selectFrom('account')
    .select(['name', 'attestedName'])
    .where('accountId', '=', account)
    .executeTakeFirstOrThrow()
  const bill = await billOverview(executor, account, month, now)
  const { lines } = await readBill(executor, account, month, now)
  const { lineCount } = await totalsOf(executor, lines)
  const { rows, nextCursor } = await readLines(executor, account, lines, { pageSize: paperLines, isOldestFirst: true })
  const holder = attestedName ?? name
  const title = `${monthName(month)}账单`
  const madeAt = bill.closedAt ?? now
  const doc = createDocument({ title, foot: `鸿雁 · ${holder} · ${title}`, now: madeAt })
  writeTitle(doc, title, bill.billNumber ? `账单号 ${bill.billNumber}` : unclosedNote(bill))
  writeFacts(doc, [
    ['账户', holder],
    ['账期', `${monthSpan(month).from} 至 ${monthSpan(month).to}`],
    ['状态', billStates[bill.state]],
    [bill.closedAt ? '出账时间' : '生成时间', formatPdfTime(madeAt)],
  ])
  writeFigures(doc, bill)
  writeHeading(doc, '明细')
  writeTable(doc, paperColumns, rows.map(paperRow))
  const notes = [
    nextCursor === null ? null : `以上为前${count(paperLines)}行，共${count(lineCount)}行，全部明细请下载Excel账单。`,
    '用量按扣费（送达）的日期计入账期；金额以毫（万分之一元）计，不作四舍五入。出账后的账单不再变化，之后的扣费和退款计入其发生的月份。',
    bill.hash ? `账单指纹（SHA-256）：${bill.hash}` : null,
  ]
  for (const note of notes) if (note) writeText(doc, note, { isQuiet: true })
  return pdfBytes(doc)
}

/**
 * Writes the amount to pay and how it was paid, in total and by product, and the reconciliation to the closing balance.
 */
function writeFigures(doc: PdfDoc, bill: Bill): void {
  const { totals } = bill
  writeHeading(doc, '应付与实付')
  writeSums(doc, {
    [terms.list]: totals.listHao,
    [terms.discount]: totals.discountHao,
    [terms.packagePaid]: totals.packageHao,
    [terms.bonusPaid]: totals.bonusHao,
    [terms.cash]: totals.cashHao,
  })
  writeSums(doc, {
    其中订单: bill.orderHao,
    [`其中${terms.usage}`]: bill.usageHao,
    '退款（不计入消费）': bill.refundHao,
    '调账（不计入消费）': bill.adjustHao,
  })
  writeHeading(doc, '按产品')
  const { refunds } = bill
  const sumsOf = (one: Bill['totals'] | Bill['items'][number]) =>
    [one.listHao, one.discountHao, one.packageHao, one.bonusHao, one.cashHao].map(formatYuan)
  writeTable(doc, itemColumns, [
    ...bill.items.map(item => {
      const { name, unit } = lineItems[item.item]
      return { cells: [item.product ? lineProducts[item.product] : '–', name, `${count(item.quantity)} ${unit}`, ...sumsOf(item)] }
    }),
    { cells: ['合计', '', '', ...sumsOf(totals)], isStrong: true },
    ...(refunds.lineCount > 0 ? [{ cells: ['退款', '', '', ...sumsOf(refunds)] }] : []),
  ])
  writeText(doc, taxText(bill), { isQuiet: true })
  writeHeading(doc, '余额对账')
  writeSums(doc, {
    [terms.opening]: bill.openingHao,
    '＋充值': bill.rechargeHao,
    '＋退款': bill.refundHao,
    '＋调账': bill.adjustHao,
    '−提现': bill.withdrawHao,
    '−订单': bill.orderHao,
    [`−${terms.usage}`]: bill.usageHao,
    [`＝${closingNames[bill.state]}`]: bill.closingHao,
  })
}

/** The tax in what was paid and in refunds; corrections bear none and are in neither. */
export function taxText({ totals, refunds }: Pick<Bill, 'totals' | 'refunds'>): string {
  const taxIn = (name: string, { cashHao, taxHao }: LineTotals) =>
    `${name}现金${formatYuan(cashHao)}中含增值税 ${formatYuan(taxHao)}，不含税 ${formatYuan(cashHao - taxHao)}`
  const taxes = [taxIn('合计', totals), ...(refunds.lineCount > 0 ? [taxIn('退款', refunds)] : [])]
  return `${taxes.join('；')}。调账不含税；发票的税额按每张发票的金额计到分。`
}

const sumsInRow = 5

/** Writes sums in 毫 under their titles, as many in a row as leave room for a large sum. */
function writeSums(doc: PdfDoc, sums: Record<string, number>): void {
  const all = Object.entries(sums)
  const perRow = Math.ceil(all.length / Math.ceil(all.length / sumsInRow))
  for (let start = 0; start < all.length; start += perRow) {
    const row = all.slice(start, start + perRow)
    const cells = row.map(([title, hao]) => (title.includes('调账') ? formatMove(hao) : formatYuan(hao)))
    writeTable(
      doc,
      row.map(([title]) => ({ title, share: 1, isNumber: true })),
      [{ cells, isStrong: true }],
    )
  }
}

const itemColumns = [
  { title: '产品', share: 1 },
  { title: '计费项', share: 2 },
  { title: terms.usage, share: 2, isNumber: true },
  ...[terms.list, terms.discount, terms.packagePaid, terms.bonusPaid, terms.cash].map(title => ({ title, share: 2.2, isNumber: true })),
]

const paperColumns = [
  { title: '日期', share: 2.1 },
  { title: '类型', share: 1 },
  { title: '计费项', share: 1.9 },
  { title: '应用', share: 1.7 },
  { title: '套餐或订单', share: 2.7 },
  { title: terms.usage, share: 1.9, isNumber: true },
  { title: '单价', share: 2.2, isNumber: true },
  { title: terms.bonusPaid, share: 2.4, isNumber: true },
  { title: terms.cash, share: 2.7, isNumber: true },
]

const paperRow = (line: ChargeLine): PdfRow => ({
  cells: [
    line.day,
    lineKinds[line.kind],
    lineItems[line.item].name,
    line.app?.name ?? '–',
    titleOf(line),
    `${count(line.quantity)} ${lineItems[line.item].unit}`,
    line.kind === 'usage' && line.unitPriceHao === 0 ? '套餐' : formatYuan(line.unitPriceHao),
    formatYuan(line.bonusHao),
    // A correction is no payment: it has the sign of the balance.
    line.kind === 'adjust' ? formatMove(line.adjustHao) : formatYuan(line.cashHao),
  ],
})

/** The columns of bill lines, in the month's workbook and in exports. */
export const lineColumns: readonly ExportColumn[] = [
  { key: 'day', title: '日期', kind: 'text', width: 12 },
  { key: 'kind', title: '类型', kind: 'text', width: 8 },
  { key: 'product', title: '产品', kind: 'text', width: 8 },
  { key: 'item', title: '计费项', kind: 'text', width: 14 },
  { key: 'app', title: '应用', kind: 'text' },
  { key: 'task', title: '任务', kind: 'text', isExtra: true },
  { key: 'source', title: '支付来源', kind: 'text', width: 12 },
  { key: 'state', title: '状态', kind: 'text', width: 10 },
  { key: 'subject', title: '套餐或订单', kind: 'text', width: 24 },
  { key: 'orderNumber', title: '订单号', kind: 'text', width: 24 },
  { key: 'quantity', title: terms.usage, kind: 'number' },
  { key: 'returned', title: terms.returned, kind: 'number' },
  { key: 'unitPrice', title: '单价', kind: 'money' },
  { key: 'list', title: terms.list, kind: 'money' },
  { key: 'discount', title: terms.discount, kind: 'money' },
  { key: 'package', title: terms.packagePaid, kind: 'money' },
  { key: 'bonus', title: terms.bonusPaid, kind: 'money' },
  { key: 'cash', title: terms.cash, kind: 'money' },
  { key: 'adjust', title: '调账', kind: 'money' },
  { key: 'rate', title: '税率', kind: 'text', width: 8 },
  { key: 'net', title: '不含税金额', kind: 'money' },
  { key: 'tax', title: '税额', kind: 'money' },
]

export const lineCells = (line: ChargeLine): ExportCell[] => [
  line.day,
  lineKinds[line.kind],
  line.product ? lineProducts[line.product] : '',
  lineItems[line.item].name,
  line.app?.name ?? '',
  line.broadcast?.name ?? '',
  lineSources[line.source],
  lineStates[lineStateOf(line)],
  titleOf(line),
  line.order?.orderNumber ?? '',
  line.quantity,
  line.returnedCount,
  line.unitPriceHao,
  line.listHao,
  line.discountHao,
  line.packageHao,
  line.bonusHao,
  line.cashHao,
  line.adjustHao,
  rate(line.rateBp),
  line.cashHao - line.taxHao,
  line.taxHao,
]

/** The last row of a file: number of lines and their sums. */
export const totalCells = (totals: {
  lineCount: number
  listHao: number
  discountHao: number
  packageHao: number
  bonusHao: number
  cashHao: number
  adjustHao: number
  taxHao: number
}): ExportCell[] => [
  '合计',
  `${totals.lineCount}行`,
  ...Array.from({ length: 11 }, () => null),
  totals.listHao,
  totals.discountHao,
  totals.packageHao,
  totals.bonusHao,
  totals.cashHao,
  totals.adjustHao,
  '',
  totals.cashHao - totals.taxHao,
  totals.taxHao,
]

/** Monthly bill (XLSX): every line and their sum. Refuses `not_found`. */
export async function billWorkbook(executor: Executor, account: AccountId, month: string, now: Date): Promise<Buffer> {
  const { lines } = await readBill(executor, account, month, now)
  const totals = await totalsOf(executor, lines)
  let { bytes, state } = await xlsxForm.begin(`${month}账单`, lineColumns)
  const chunks = [bytes]
  for (let cursor: string | null = '0'; cursor !== null; ) {
    const page = await readLines(executor, account, lines, { cursor: Number(cursor), pageSize: 1_000, isOldestFirst: true })
    ;({ bytes, state } = await xlsxForm.rows(state, lineColumns, page.rows.map(lineCells)))
    chunks.push(bytes)
    cursor = page.nextCursor
  }
  ;({ bytes, state } = await xlsxForm.rows(state, lineColumns, [totalCells(totals)]))
  return Buffer.concat([...chunks, bytes, await xlsxForm.end(state)])
}
