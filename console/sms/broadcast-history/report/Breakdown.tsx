import type { MessagesOf } from '#console/shared/messages-of.ts'
import { type MessageQuery, queryOfPart } from '#contract/messages/drill-down.ts'
import { endedCount } from '#contract/messages/statistics.ts'
import { terms } from '#contract/terms.ts'
import { Count, Share } from '#ui/display/Count.tsx'
import { Panel, Panels } from '#ui/display/Panel.tsx'
import { PlainTable } from '#ui/display/PlainTable.tsx'
import { LinkOr } from '#ui/LinkOr.tsx'
import { carrierNames } from '#values/phone.ts'
import { unknownProvince } from '#values/province.ts'
import type { BreakdownFacts } from './facts.ts'

type Shares = Omit<BreakdownFacts['carriers'][number], 'carrier'>
interface SharesRow extends Shares {
  name: string
  /** Filters of its messages; null: those of several rows. */
  query: MessageQuery | null
}

/** Results by carrier and by province. */
export const Breakdown = ({ breakdown: { carriers, provinces }, messagesOf }: { breakdown: BreakdownFacts; messagesOf: MessagesOf }) => (
  <Panels>
    <Panel title="运营商">
      <ShareTable
        title="运营商"
        messagesOf={messagesOf}
        rows={carriers.map(({ carrier, ...shares }) => ({
          name: carrierNames[carrier],
          query: queryOfPart('carrier', carrier),
          ...shares,
        }))}
      />
    </Panel>
    <Panel title="省份">
      <ShareTable
        title="省份"
        messagesOf={messagesOf}
        rows={provinces.map(({ province, ...shares }) => ({
          name: province || unknownProvince,
          query: queryOfPart('province', province),
          ...shares,
        }))}
      />
    </Panel>
  </Panels>
)

const shownRows = 8

/** The largest first; small ones are summed up at the end. */
function ShareTable({ title, rows, messagesOf }: { title: string; rows: SharesRow[]; messagesOf: MessagesOf }) {
  const rest = rows.slice(shownRows)
  const sum = (of: keyof Shares) => rest.reduce((total, row) => total + row[of], 0)
  const others = {
    name: `其他${rest.length}个`,
    query: null,
    messageCount: sum('messageCount'),
    deliveredCount: sum('deliveredCount'),
    failedCount: sum('failedCount'),
    unknownCount: sum('unknownCount'),
    awaitedCount: sum('awaitedCount'),
  }
  const linkOf = ({ query }: SharesRow, state?: string) => messagesOf(query && { ...query, ...(state ? { state } : {}) })
  const number = (name: string, of: keyof Shares, state?: string, isWide = false) => ({
    title: name,
    isNumber: true,
    isWide,
    render: (row: SharesRow) => (
      <LinkOr to={state && row[of] > 0 ? linkOf(row, state) : undefined}>
        <Count count={row[of]} />
      </LinkOr>
    ),
  })
  return (
    <PlainTable
      label={`按${title}`}
      rows={rest.length === 0 ? rows : [...rows.slice(0, shownRows), others]}
      rowKey={row => row.name}
      emptyText="还没有生成短信"
      columns={[
        { title, render: row => <LinkOr to={linkOf(row)}>{row.name}</LinkOr> },
        number('短信', 'messageCount'),
        number(terms.delivered, 'deliveredCount', 'delivered'),
        number(terms.failed, 'failedCount', 'failed'),
        number(terms.unknown, 'unknownCount', 'unknown', true),
        number(terms.awaiting, 'awaitedCount'),
        { title: terms.rate, isNumber: true, render: row => <Share part={row.deliveredCount} whole={endedCount(row)} /> },
      ]}
    />
  )
}
