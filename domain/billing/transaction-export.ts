import { entryDirections, entryFilter, entryKinds, relatedNames, wallets } from '#contract/billing/transaction.ts'
import { terms } from '#contract/terms.ts'
import { type ExportCell, earlier, exportSource, periodText, setFacts } from '#domain/export-source/index.ts'
import { chinaMonth } from '#values/china-time.ts'
import { entryTotals, listEntries } from './transaction.ts'

/** 收支明细: export source of the statement. */
export const transactionExport = exportSource({
  name: 'transaction',
  permission: 'finance.read',
  filter: entryFilter,
  columns: [
    { key: 'entryNumber', title: '序号', kind: 'number' },
    { key: 'at', title: '时间', kind: 'time' },
    { key: 'month', title: '账期', kind: 'text', width: 10 },
    { key: 'kind', title: '类型', kind: 'text' },
    { key: 'in', title: terms.income, kind: 'money' },
    { key: 'out', title: terms.expense, kind: 'money' },
    { key: 'within', title: '冻结或解冻', kind: 'money', isExtra: true },
    { key: 'available', title: terms.available, kind: 'money' },
    { key: 'held', title: terms.held, kind: 'money' },
    { key: 'balance', title: terms.balance, kind: 'money' },
    { key: 'relatedKind', title: '关联', kind: 'text', width: 12 },
    { key: 'relatedNumber', title: '关联单号', kind: 'text', width: 26 },
    { key: 'gatewayNumber', title: '渠道流水号', kind: 'text', width: 32 },
    { key: 'remark', title: '备注', kind: 'text', width: 40 },
  ],
  fix: (filter, now) => ({ ...filter, until: earlier(filter.until, now) }),
  describe: async (_tx, _account, filter) =>
    setFacts([
      ['时间', periodText(filter.from, filter.until)],
      ['账户', filter.wallet && wallets[filter.wallet].name],
      ['类型', filter.kind && entryKinds[filter.kind]],
      ['收支', filter.direction && entryDirections[filter.direction]],
      ['最低金额', filter.least],
      ['最高金额', filter.most],
      ['单号', filter.number],
    ]),
  count: async (tx, account, filter) => (await entryTotals(tx, account, filter)).entryCount + controlRows,
  rows: async (tx, account, filter, { after, limit }) => {
    const { rows, nextCursor } = await listEntries(tx, account, {
      ...filter,
      cursor: after === null ? undefined : Number(after),
      pageSize: limit,
    })
    const cells = rows.map(row => [
      row.entryNumber,
      row.at,
      chinaMonth(row.at),
      entryKinds[row.kind],
      row.direction === 'in' ? row.amountHao : null,
      row.direction === 'out' ? row.amountHao : null,
      row.direction === 'within' ? row.amountHao : null,
      row.availableAfterHao,
      row.heldAfterHao,
      row.availableAfterHao + row.heldAfterHao,
      row.related ? relatedNames[row.related.kind] : null,
      row.related && 'number' in row.related ? (row.related.number ?? null) : null,
      row.gatewayNumber,
      row.related?.kind === 'broadcast' || row.related?.kind === 'app' ? (row.related.name ?? null) : row.remark,
    ])
    return { rows: nextCursor === null ? [...cells, ...controls(await entryTotals(tx, account, filter))] : cells, last: nextCursor }
  },
})

const controlRows = 3

/**
 * Control totals, the last rows of a file, to compare with the screen: number of entries, sums, opening and closing
 * balance.
 */
function controls({ entryCount, inHao, outHao, openingHao, closingHao }: Awaited<ReturnType<typeof entryTotals>>): ExportCell[][] {
  const row = (name: string, inOut: [number | null, number | null], balanceHao: number | null): ExportCell[] => [
    ...[null, null, null, name, ...inOut, null, null, null, balanceHao],
    ...[null, null, null, null],
  ]
  return [
    row(`合计${entryCount.toLocaleString('en-US')}笔`, [inHao, outHao], null),
    row(terms.opening, [null, null], openingHao),
    row(terms.closing, [null, null], closingHao),
  ]
}
