import { Button, Segmented } from 'antd'
import type { ReactNode } from 'react'
import type { VisitSplit } from '#contract/links/visit.ts'
import { downloadCsv } from '#ui/csv-file.ts'
import { Panel } from '#ui/display/Panel.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { firstOrThrow } from '#values/or-throw.ts'
import { visitDimensionNames } from '../../shared/labels/links.ts'
import { FirstBars } from './FirstBars.tsx'
import type { Rank, Ranks } from './ranks.ts'
import style from './Visitor.module.css'
import { queryOfValue, type VisitsOf } from './view.ts'

interface RankPanelProps {
  title: string
  note?: string
  ranks: Ranks
  /** The dimensions, the chosen one, and how to choose another. */
  splits: readonly VisitSplit[]
  split: string
  onSplit?: (split: string) => void
  /** Addresses of visits; without it the bars of the dimension lead nowhere. */
  visitsOf?: VisitsOf
  linkOf?: (rank: Rank) => string | undefined
  noteOf?: (rank: Rank) => ReactNode
}

/** Ranking of visits by a dimension, with a download of its numbers. */
export function RankPanel(props: RankPanelProps) {
  const { title, note, ranks, splits, onSplit, visitsOf, noteOf } = props
  const split = splits.find(one => one === props.split) ?? firstOrThrow(splits)
  const [data, { error, retry }] = [ranks.of(split), ranks]
  const name = visitDimensionNames[split]
  const toVisits = ({ key }: Rank) => {
    const query = queryOfValue(split, key)
    return query ? visitsOf?.(query) : undefined
  }
  const { linkOf = toVisits } = props
  return (
    <Panel
      title={title}
      note={note}
      action={
        <div className={style.choices}>
          {splits.length > 1 ? (
            <Segmented
              size="small"
              aria-label={`${title}的维度`}
              value={split}
              onChange={value => onSplit?.(value)}
              options={splits.map(value => ({ value, label: visitDimensionNames[value] }))}
            />
          ) : null}
          {data && data.rows.length > 0 ? (
            <Button size="small" type="text" onClick={() => download(name, data.rows, data.rest)}>
              下载数据
            </Button>
          ) : null}
        </div>
      }
    >
      {error && !data ? (
        <ErrorPanel error={error} onRetry={retry} title={`${title}没能加载`} />
      ) : data ? (
        <FirstBars
          key={split}
          bars={data.rows.map(row => ({ key: row.key, label: row.name, count: row.pv, note: noteOf?.(row), to: linkOf(row) }))}
          rest={data.rest}
        />
      ) : (
        <div className={style.waitingBars} />
      )}
    </Panel>
  )
}

function download(name: string, rows: readonly Rank[], rest: number): void {
  const hasVisitors = rows.some(row => row.uv !== null)
  const lines = rows.map(row => [row.name, row.pv, ...(hasVisitors ? [row.uv ?? ''] : [])])
  downloadCsv(`访问次数（按${name}）`, [
    [name, '访问次数', ...(hasVisitors ? ['访客数'] : [])],
    ...lines,
    ...(rest > 0 ? [['其余', rest, ...(hasVisitors ? [''] : [])]] : []),
  ])
}
