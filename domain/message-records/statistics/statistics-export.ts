import { endedCount, statisticsDimensions, statisticsGrains, type TrendFilter, trendFilter } from '#contract/messages/statistics.ts'
import { terms } from '#contract/terms.ts'
import { type ExportCell, type ExportColumn, exportSource, setFacts } from '#domain/export-source/index.ts'
import { lastOrThrow } from '#values/or-throw.ts'
import { describeDeliveries } from '../delivery-facts.ts'
import { namesOf } from './name.ts'
import { readLines, type StatisticsLine } from './read.ts'

interface Column extends ExportColumn {
  cell: (line: StatisticsLine & { name: string | null }) => ExportCell
}
const count = (key: string, title: string, cell: Column['cell']): Column => ({ key, title, kind: 'number', cell })
const seconds = (milliseconds: number | null) => (milliseconds === null ? null : Math.round(milliseconds / 100) / 10)

const columns: readonly Column[] = [
  { key: 'bucket', title: '时间', kind: 'text', width: 18, cell: one => one.bucket },
  { key: 'part', title: '拆分', kind: 'text', width: 24, cell: one => one.name },
  count('accepted', terms.accepted, one => one.acceptedCount),
  count('delivered', terms.delivered, one => one.deliveredCount),
  count('failed', terms.failed, one => one.failedCount),
  count('unknown', terms.unknown, one => one.unknownCount),
  count('refused', terms.refused, one => one.refusedCount),
  count('canceled', terms.canceled, one => one.canceledCount),
  count('waiting', terms.waiting, one => one.waitingCount),
  count('rate', `${terms.rate}（%）`, one =>
    endedCount(one) === 0 ? null : Math.round((one.deliveredCount / endedCount(one)) * 1000) / 10,
  ),
  count('segments', terms.segments, one => one.segmentCount),
  count('charged', terms.charged, one => one.chargedSegmentCount),
  { key: 'cost', title: `${terms.balancePaid}（元）`, kind: 'money', cell: one => one.costHao },
  count('p50', `${terms.latencyP50}（秒）`, one => seconds(one.p50Ms)),
  count('p95', `${terms.latencyP95}（秒）`, one => seconds(one.p95Ms)),
]

/** Export of statistics (统计分析): a row for each step of time and value with messages, as counted when it is written. */
export const statisticsExport = exportSource({
  name: 'statistics',
  permission: 'message.read',
  filter: trendFilter,
  columns: columns.map(({ cell: _, ...column }) => column),
  fix: filter => filter,
  describe: async (tx, account, { from, to, by, split, ...narrowed }) => [
    ...setFacts([
      ['提交时间', from === to ? from : `${from} 至 ${to}`],
      ['统计', `${statisticsGrains[by]}${split ? `、按${statisticsDimensions[split]}` : ''}`],
    ]),
    ...(await describeDeliveries(tx, account, narrowed)),
  ],
  count: async (tx, account, filter, most) => (await readLines(tx, account, filter, { ...filter, after: null, limit: most })).length,
  rows: async (tx, account, filter: TrendFilter, { after, limit }) => {
    const lines = await readLines(tx, account, filter, { ...filter, after, limit })
    const { split } = filter
    const keys = [...new Set(lines.map(line => line.key))]
    const nameOf = split ? await namesOf(tx, account, split, keys) : () => null
    return {
      rows: lines.map(line => columns.map(column => column.cell({ ...line, name: nameOf(line.key) }))),
      last: lines.length === limit ? lastOrThrow(lines).cursor : null,
    }
  },
})
