import { endedCount } from '#contract/messages/statistics.ts'
import { terms } from '#contract/terms.ts'
import { Count, Share } from '#ui/Count.tsx'
import { Panel, Panels } from '#ui/Panel.tsx'
import { PlainTable } from '#ui/PlainTable.tsx'
import { carrierNames } from '#values/phone.ts'
import type { BreakdownFacts } from './facts.ts'

type Shares = Omit<BreakdownFacts['carriers'][number], 'carrier'>
interface SharesRow extends Shares {
  name: string
}

/** Results by carrier and by province. */
export const Breakdown = ({ breakdown: { carriers, provinces } }: { breakdown: BreakdownFacts }) => (
  <Panels>
    <Panel title="运营商">
      <ShareTable title="运营商" rows={carriers.map(({ carrier, ...shares }) => ({ name: carrierNames[carrier], ...shares }))} />
    </Panel>
    <Panel title="省份">
      <ShareTable title="省份" rows={provinces.map(({ province, ...shares }) => ({ name: province || '未知', ...shares }))} />
    </Panel>
  </Panels>
)

const shownRows = 8

/** The largest first; small ones are summed up at the end. */
function ShareTable({ title, rows }: { title: string; rows: SharesRow[] }) {
  const rest = rows.slice(shownRows)
  const sum = (of: keyof Shares) => rest.reduce((total, row) => total + row[of], 0)
  const others = {
    name: `其他${rest.length}个`,
    messageCount: sum('messageCount'),
    deliveredCount: sum('deliveredCount'),
    failedCount: sum('failedCount'),
    unknownCount: sum('unknownCount'),
    awaitedCount: sum('awaitedCount'),
  }
  const number = (name: string, of: keyof Shares, isWide = false) => ({
    title: name,
    isNumber: true,
    isWide,
    render: (row: SharesRow) => <Count count={row[of]} />,
  })
  return (
    <PlainTable
      label={`按${title}`}
      rows={rest.length === 0 ? rows : [...rows.slice(0, shownRows), others]}
      rowKey={row => row.name}
      emptyText="还没有生成短信"
      columns={[
        { title, render: row => row.name },
        number('短信', 'messageCount'),
        number(terms.delivered, 'deliveredCount'),
        number(terms.failed, 'failedCount'),
        number(terms.unknown, 'unknownCount', true),
        number(terms.awaiting, 'awaitedCount'),
        { title: terms.rate, isNumber: true, render: row => <Share part={row.deliveredCount} whole={endedCount(row)} /> },
      ]}
    />
  )
}
