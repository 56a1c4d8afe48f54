import { Button } from 'antd'
import { useRef } from 'react'
import type { MessagesOf } from '#console/shared/messages-of.ts'
import { type MessageQuery, queryOfMeasure } from '#contract/messages/drill-down.ts'
import { endedCount, type StatisticsMeasures } from '#contract/messages/statistics.ts'
import { terms } from '#contract/terms.ts'
import { downloadCsv } from '#ui/csv-file.ts'
import { Share, thousands } from '#ui/display/Count.tsx'
import { useCutNumbers } from '#ui/display/cut-numbers.ts'
import { durationText } from '#ui/display/duration.ts'
import { Money, SameDecimals } from '#ui/display/Money.tsx'
import { useOverflow } from '#ui/display/overflow.ts'
import { Panel } from '#ui/display/Panel.tsx'
import { Term } from '#ui/display/Term.tsx'
import { LinkOr } from '#ui/LinkOr.tsx'
import { useMedia } from '#ui/theme/media.ts'
import { haoPerYuan } from '#values/money.ts'
import { metrics } from './metric.ts'
import style from './Statistics.module.css'

export type NamedMeasures = StatisticsMeasures & { key: string; name: string }

const counts = [
  [terms.accepted, 'acceptedCount'],
  [terms.delivered, 'deliveredCount'],
  [terms.failed, 'failedCount'],
  [terms.unknown, 'unknownCount'],
  [terms.refused, 'refusedCount'],
  [terms.canceled, 'canceledCount'],
  [terms.waiting, 'waitingCount'],
] as const
const after = [terms.rate, terms.segments, terms.charged, terms.balancePaid, terms.latencyP50, terms.latencyP95] as const

/** Every figure of each step or part, with totals: the chart's data and more. */
export function TotalTable({
  title,
  head,
  rows,
  totals,
  messagesOf,
  queryOf,
}: {
  title: string
  head: string
  rows: NamedMeasures[]
  totals: StatisticsMeasures
  messagesOf: MessagesOf
  /** The messages of a row, by its key. */
  queryOf: (key: string) => MessageQuery
}) {
  const place = useRef<HTMLElement>(null)
  const isWider = useOverflow(place)
  // On a phone each row is a card.
  useCutNumbers(place, useMedia('(max-width: 639px)') ? undefined : rows, head)
  return (
    <Panel
      title={title}
      action={
        <Button size="small" type="text" onClick={() => download(title, head, [...rows, { ...totals, key: 'all', name: '合计' }])}>
          下载数据
        </Button>
      }
    >
      <section ref={place} className={style.scroll} tabIndex={isWider || rows.length > 10 ? 0 : undefined} aria-label={`${title}（表）`}>
        <SameDecimals>
          <table className={style.table}>
            <thead>
              <tr>
                {[head, ...counts.map(([name]) => name), ...after].map(name => (
                  <th key={name} scope="col">
                    <Term word={name} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(row => (
                <Line
                  key={row.key}
                  name={row.name}
                  measures={row}
                  messagesOf={query => messagesOf(query && { ...queryOf(row.key), ...query })}
                />
              ))}
            </tbody>
            <tfoot>
              <Line name="合计" measures={totals} messagesOf={messagesOf} />
            </tfoot>
          </table>
        </SameDecimals>
      </section>
    </Panel>
  )
}

const duration = (milliseconds: number | null) => (milliseconds === null ? '–' : durationText(milliseconds))

function Line({ name, measures, messagesOf }: { name: string; measures: StatisticsMeasures; messagesOf: MessagesOf }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {counts.map(([label, measure]) => (
        <td key={label} data-title={label} data-none={measures[measure] === 0 || undefined}>
          <LinkOr to={measures[measure] > 0 ? messagesOf(queryOfMeasure(measure)) : undefined}>{thousands(measures[measure])}</LinkOr>
        </td>
      ))}
      <td data-title={terms.rate}>
        <Share part={measures.deliveredCount} whole={endedCount(measures)} />
      </td>
      <td data-title={terms.segments}>{thousands(measures.segmentCount)}</td>
      <td data-title={terms.charged}>{thousands(measures.chargedSegmentCount)}</td>
      <td data-title={terms.balancePaid}>
        <Money hao={measures.costHao} />
      </td>
      <td data-title={terms.latencyP50}>{duration(measures.p50Ms)}</td>
      <td data-title={terms.latencyP95}>{duration(measures.p95Ms)}</td>
    </tr>
  )
}

function download(title: string, head: string, rows: NamedMeasures[]): void {
  const heads = [
    head,
    ...counts.map(([name]) => name),
    `${terms.rate}（%）`,
    terms.segments,
    terms.charged,
    `${terms.balancePaid}（元）`,
    `${terms.latencyP50}（秒）`,
    `${terms.latencyP95}（秒）`,
  ]
  const lines = rows.map(row => [
    row.name,
    ...counts.map(([, measure]) => row[measure]),
    metrics.rate.of(row) ?? '',
    row.segmentCount,
    row.chargedSegmentCount,
    row.costHao / haoPerYuan,
    metrics.p50.of(row) ?? '',
    metrics.p95.of(row) ?? '',
  ])
  downloadCsv(title, [heads, ...lines])
}
