import { billStates } from '#contract/bill.ts'
import { type ChargeLine, lineItems, lineKinds, lineProducts, lineSources, lineStateOf, lineStates } from '#contract/charge-line.ts'
import type { Executor } from '#db/connect.ts'
import {
  bytesOf,
  createDocument,
  type PdfRow,
  paperTime,
  writeFacts,
  writeHeading,
  writeTable,
  writeText,
  writeTitle,
} from '#domain/document/pdf.ts'
import type { ExportCell, ExportColumn } from '#domain/export/source.ts'
import { xlsxForm } from '#domain/export/xlsx.ts'
import { monthName, monthSpan } from '#values/china-month.ts'
import type { AccountId } from '#values/id.ts'
import { formatYuan } from '#values/money.ts'
import { billOverview, readBill } from './bill.ts'
import { readLines } from './charge-line.ts'

/** Lines that a paper has room for; all of them stand in the workbook. */
const paperLines = 600
const count = (n: number) => n.toLocaleString('en-US')
const rate = (rateBp: number | null) => (rateBp === null ? '–' : `${rateBp / 100}%`)

const titleOf = (line: ChargeLine) =>
  line.order?.name ?? line.grant?.name ?? (line.source === 'balance' && line.kind === 'usage' ? '余额按条' : '–')

/** A month as a paper: account, figures, by product, how it was paid, reconciliation, lines. Refuses `not_found`. */
export async function billPdf(executor: Executor, account: AccountId, month: string, now: Date): Promise<Buffer> {
  const { name, attested_name } = await executor
    .selectFrom('account')
    .select(['name', 'attested_name'])
    .where('account_id', '=', account)
    .executeTakeFirstOrThrow()
  const bill = await billOverview(executor, account, month, now)
  const { lines } = await readBill(executor, account, month, now)
  const { rows, nextCursor } = await readLines(executor, account, lines, { pageSize: paperLines, isOldestFirst: true })
  const { totals } = bill
  const holder = attested_name ?? name
  const doc = createDocument({
    title: `${monthName(month)}账单`,
    foot: `鸿雁 · ${holder} · ${monthName(month)}账单`,
    now: bill.closedAt ?? now,
  })
  writeTitle(doc, `${monthName(month)}账单`, bill.billNumber ? `账单号 ${bill.billNumber}` : '出账中，金额可能变化')
  writeFacts(doc, [
    ['账户', holder],
    ['账期', `${monthSpan(month).from} 至 ${monthSpan(month).to}`],
    ['状态', billStates[bill.state].name],
    [bill.closedAt ? '出账时间' : '生成时间', paperTime(bill.closedAt ?? now)],
  ])
  writeHeading(doc, '应付与实付')
  writeTable(
    doc,
    ['原价', '优惠', '套餐抵扣', '赠送金支付', '现金支付', '其中订单', '其中用量', '退款'].map(title => ({
      title,
      share: 1,
      isNumber: true,
    })),
    [
      {
        cells: [
          totals.listHao,
          totals.discountHao,
          totals.packageHao,
          totals.bonusHao,
          totals.cashHao,
          bill.orderHao,
          bill.usageHao,
          bill.refundHao,
        ].map(formatYuan),
        isStrong: true,
      },
    ],
  )
  writeHeading(doc, '按产品')
  writeTable(
    doc,
    [
      { title: '产品', share: 2 },
      { title: '计费项', share: 3 },
      { title: '用量', share: 2, isNumber: true },
      { title: '原价', share: 2, isNumber: true },
      { title: '套餐抵扣', share: 2, isNumber: true },
      { title: '赠送金', share: 2, isNumber: true },
      { title: '现金', share: 2, isNumber: true },
    ],
    [
      ...bill.items.map(item => ({
        cells: [
          item.product ? lineProducts[item.product] : '–',
          lineItems[item.item].name,
          `${count(item.quantity)} ${lineItems[item.item].unit}`,
          formatYuan(item.listHao),
          formatYuan(item.packageHao),
          formatYuan(item.bonusHao),
          formatYuan(item.cashHao),
        ],
      })),
      {
        cells: [
          '合计',
          '',
          '',
          formatYuan(totals.listHao),
          formatYuan(totals.packageHao),
          formatYuan(totals.bonusHao),
          formatYuan(totals.cashHao),
        ],
        isStrong: true,
      },
    ],
  )
  writeText(
    doc,
    `现金合计中含增值税 ${formatYuan(totals.taxHao)}，不含税 ${formatYuan(totals.cashHao - totals.taxHao)}；发票的税额按每张发票的金额计到分。`,
    {
      isQuiet: true,
    },
  )
  writeHeading(doc, '余额对账')
  writeTable(
    doc,
    ['期初余额', '＋充值', '＋退款', '＋调账', '−提现', '−订单', '−用量', '＝期末余额'].map(title => ({ title, share: 1, isNumber: true })),
    [
      {
        cells: [
          bill.openingHao,
          bill.rechargeHao,
          bill.refundHao,
          bill.adjustHao,
          bill.withdrawHao,
          bill.orderHao,
          bill.usageHao,
          bill.closingHao,
        ].map(formatYuan),
        isStrong: true,
      },
    ],
  )
  writeHeading(doc, '明细')
  writeTable(doc, paperColumns, rows.map(paperRow))
  if (nextCursor !== null)
    writeText(doc, `以上为前${count(paperLines)}行，共${count(totals.lineCount)}行，全部明细请下载Excel账单。`, { isQuiet: true })
  writeText(
    doc,
    '用量按扣费（送达）的日期计入账期；金额以毫（万分之一元）计，不作四舍五入。出账后的账单不再变化，之后的扣费和退款计入其发生的月份。',
    {
      isQuiet: true,
    },
  )
  if (bill.hash) writeText(doc, `账单指纹（SHA-256）：${bill.hash}`, { isQuiet: true })
  return bytesOf(doc)
}

const paperColumns = [
  { title: '日期', share: 2.2 },
  { title: '类型', share: 1.3 },
  { title: '计费项', share: 2.4 },
  { title: '应用', share: 2 },
  { title: '套餐或订单', share: 3.4 },
  { title: '用量', share: 1.8, isNumber: true },
  { title: '单价', share: 1.8, isNumber: true },
  { title: '赠送金', share: 2, isNumber: true },
  { title: '现金', share: 2.2, isNumber: true },
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
    formatYuan(line.cashHao),
  ],
})

/** What files of lines have, the month's workbook and exports alike. */
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
  { key: 'quantity', title: '用量', kind: 'number' },
  { key: 'returned', title: '返还条数', kind: 'number' },
  { key: 'unitPrice', title: '单价', kind: 'money' },
  { key: 'list', title: '原价', kind: 'money' },
  { key: 'discount', title: '优惠', kind: 'money' },
  { key: 'package', title: '套餐抵扣', kind: 'money' },
  { key: 'bonus', title: '赠送金', kind: 'money' },
  { key: 'cash', title: '现金', kind: 'money' },
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
  lineStates[lineStateOf(line)].name,
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
  rate(line.rateBp),
  line.cashHao - line.taxHao,
  line.taxHao,
]

/** The last row of a file: how many lines there are, and their sums. */
export const totalCells = (totals: {
  lineCount: number
  listHao: number
  discountHao: number
  packageHao: number
  bonusHao: number
  cashHao: number
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
  '',
  totals.cashHao - totals.taxHao,
  totals.taxHao,
]

/** A month as a workbook: every line, then their sum. Refuses `not_found`. */
export async function billWorkbook(executor: Executor, account: AccountId, month: string, now: Date): Promise<Buffer> {
  const { lines } = await readBill(executor, account, month, now)
  const { totals } = await billOverview(executor, account, month, now)
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
