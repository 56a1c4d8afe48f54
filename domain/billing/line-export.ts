import type { RawBuilder } from 'kysely'
import { type BillLineFilter, lineFilter } from '#contract/billing/bill.ts'
import { lineItems, lineKinds, lineProducts, lineSources, lineStates } from '#contract/billing/charge-line.ts'
import { consumptionFilter } from '#contract/billing/consumption.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor } from '#db/connect.ts'
import { type ExportPage, exportSource, setFacts } from '#domain/export-source/index.ts'
import { monthName } from '#values/china-month.ts'
import { chinaMonth } from '#values/china-time.ts'
import type { AccountId } from '#values/id.ts'
import { linesOf, narrowing } from './bill.ts'
import { lineCells, lineColumns, totalCells } from './bill-pdf.ts'
import { narrowed, readLines, totalsOf } from './charge-line.ts'
import { consumptionLines } from './consumption.ts'

/** Lines and, as the last row, their totals: the same as on the screen. */
async function rowsOf(executor: Executor, account: AccountId, lines: RawBuilder<unknown>, { after, limit }: ExportPage) {
  const { rows, nextCursor } = await readLines(executor, account, lines, { cursor: Number(after ?? 0), pageSize: limit })
  const cells = rows.map(lineCells)
  return { rows: nextCursor === null ? [...cells, totalCells(await totalsOf(executor, lines))] : cells, last: nextCursor }
}
const countOf = async (executor: Executor, lines: RawBuilder<unknown>) => (await totalsOf(executor, lines)).lineCount + 1

const boundFacts = ({ state, least, most }: Pick<BillLineFilter, 'state' | 'least' | 'most'>): [string, string | undefined][] => [
  ['状态', state && lineStates[state]],
  ['最低金额', least],
  ['最高金额', most],
]

/** 消费明细: export source of consumption lines. */
export const consumptionExport = exportSource({
  name: 'consumption',
  permission: 'finance.read',
  filter: consumptionFilter,
  columns: lineColumns,
  fix: filter => filter,
  describe: async (_tx, _account, filter) =>
    setFacts([
      ['时间', `${filter.from} 至 ${filter.to}`],
      ['产品', filter.product && lineProducts[filter.product]],
      ['计费项', filter.item && lineItems[filter.item].name],
      ['支付来源', filter.source && lineSources[filter.source]],
      ...boundFacts(filter),
    ]),
  count: (tx, account, filter) => countOf(tx, consumptionLines(account, filter)),
  rows: (tx, account, filter, page) => rowsOf(tx, account, consumptionLines(account, filter), page),
})

/** The file is written after the request: for the current month it has the lines of the time of writing. */
async function billLines(executor: Executor, account: AccountId, { month, ...by }: Parameters<typeof narrowing>[0] & { month: string }) {
  return narrowed(await linesOf(executor, account, month), narrowing(by))
}

/** 账单明细: export source of bill lines. */
export const billExport = exportSource({
  name: 'bill',
  permission: 'finance.read',
  filter: lineFilter,
  columns: lineColumns,
  fix: (filter, now) => (filter.month > chinaMonth(now) ? refuse('not_found') : filter),
  describe: async (_tx, _account, filter) =>
    setFacts([
      ['账期', monthName(filter.month)],
      ['类型', filter.kind && lineKinds[filter.kind]],
      ['产品', filter.product && lineProducts[filter.product]],
      ['计费项', filter.item && lineItems[filter.item].name],
      ['支付来源', filter.source && lineSources[filter.source]],
      ...boundFacts(filter),
    ]),
  count: async (tx, account, filter) => countOf(tx, await billLines(tx, account, filter)),
  rows: async (tx, account, filter, page) => rowsOf(tx, account, await billLines(tx, account, filter), page),
})
