import { entryDirections, entryFilter, entryKinds, purses } from '#contract/transaction.ts'
import { earlier, periodText, setFacts } from '#domain/export/facts.ts'
import { exportSource } from '#domain/export/source.ts'
import { entryTotals, listEntries } from './transaction.ts'

/** 收支明细, for files. */
export const transactionExport = exportSource({
  name: 'transaction',
  permission: 'finance.read',
  filter: entryFilter,
  columns: [
    { key: 'entryNumber', title: '序号', kind: 'number' },
    { key: 'at', title: '时间', kind: 'time' },
    { key: 'kind', title: '类型', kind: 'text' },
    { key: 'in', title: '收入', kind: 'money' },
    { key: 'out', title: '支出', kind: 'money' },
    { key: 'within', title: '冻结或解冻', kind: 'money', isExtra: true },
    { key: 'available', title: '可用余额', kind: 'money' },
    { key: 'held', title: '冻结金额', kind: 'money' },
    { key: 'remark', title: '备注', kind: 'text', width: 40 },
  ],
  fix: (filter, now) => ({ ...filter, until: earlier(filter.until, now) }),
  describe: async (_tx, _account, filter) =>
    setFacts([
      ['时间', periodText(filter.from, filter.until)],
      ['账户', filter.purse && purses[filter.purse].name],
      ['类型', filter.kind && entryKinds[filter.kind]],
      ['收支', filter.direction && entryDirections[filter.direction]],
      ['最低金额', filter.least],
      ['最高金额', filter.most],
      ['单号', filter.number],
    ]),
  count: async (tx, account, filter) => (await entryTotals(tx, account, filter)).entryCount,
  rows: async (tx, account, filter, { after, limit }) => {
    const { rows, nextCursor } = await listEntries(tx, account, {
      ...filter,
      cursor: after === null ? undefined : Number(after),
      pageSize: limit,
    })
    return {
      rows: rows.map(row => [
        row.entryNumber,
        row.at,
        entryKinds[row.kind],
        row.direction === 'in' ? row.amountHao : null,
        row.direction === 'out' ? row.amountHao : null,
        row.direction === 'within' ? row.amountHao : null,
        row.availableAfterHao,
        row.heldAfterHao,
        row.related?.kind === 'broadcast' ? row.related.name : row.remark,
      ]),
      last: nextCursor,
    }
  },
})
