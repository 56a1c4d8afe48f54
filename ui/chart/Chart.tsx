import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { thousands } from '#ui/display/Count.tsx'
import layout from '#ui/theme/layout.module.css'
import { downloadCsv } from '../csv-file.ts'
import { LinkOr } from '../LinkOr.tsx'
import { Segments } from '../Segments.tsx'
import style from './Chart.module.css'
import type { ChartKind, ChartSeries } from './drawing.ts'
import { Plot } from './Plot.tsx'

export interface ChartProps {
  /** Description of the picture for screen readers; also the name of the downloaded file. */
  title: string
  kind: ChartKind
  /** Days, hours or names along the axis. */
  labels: string[]
  series: ChartSeries[]
  unit: string
  heightPx?: number
  emptyText: string
  /** The next act of somebody who has nothing to see yet. */
  emptyAction?: ReactNode
  /**
   * Where the list behind a step is: of one series (its place), or of all (null). A click on the picture leads there,
   * and the table has the same as links.
   */
  linkOf?: ChartLink | undefined
}
export type ChartLink = (step: number, series: number | null) => string | undefined

const chartHeightPx = 280
/** Enough for a sentence; a chart's height would look as if a chart was missing. */
const emptyHeightPx = 160

/** Room for a chart whose data are not there yet. */
export const ChartSpace = ({ heightPx = chartHeightPx }: { heightPx?: number | undefined }) => (
  <div className={style.figure}>
    <div style={{ height: heightPx }} />
  </div>
)

/** Downloads the numbers as CSV. */
const download = ({ title, labels, series, unit }: ChartProps) =>
  downloadCsv(title, [
    ['', ...series.map(one => `${one.name}（${unit}）`)],
    ...labels.map((label, index) => [label, ...series.map(one => one.values[index] ?? '')]),
  ])

/** A chart with the same data as a table and as a download. */
export function Chart(props: ChartProps) {
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const heightPx = props.heightPx ?? chartHeightPx
  const isEmpty = props.series.every(one => one.values.every(value => !value))
  if (isEmpty) {
    return (
      <div className={style.empty} style={{ minHeight: Math.min(heightPx, emptyHeightPx) }}>
        {props.emptyText}
        {props.emptyAction}
      </div>
    )
  }
  return (
    <figure className={style.figure} aria-label={props.title}>
      <div className={style.tools}>
        <Segments
          size="small"
          aria-label="显示方式"
          value={view}
          onChange={setView}
          options={[
            { value: 'chart', label: '图' },
            { value: 'table', label: '表' },
          ]}
        />
        <Button size="small" type="text" onClick={() => download(props)}>
          下载数据
        </Button>
      </div>
      {view === 'table' ? <ChartTable {...props} /> : <Plot {...props} heightPx={heightPx} />}
    </figure>
  )
}

function ChartTable({ title, labels, series, unit, linkOf }: ChartProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
    <section className={style.scroll} tabIndex={0} aria-label={`${title}（表）`}>
      <table className={`${layout.table} ${style.table}`}>
        <thead>
          <tr>
            <th scope="col">
              <span className="hy-hidden">{title}</span>
            </th>
            {series.map(one => (
              <th key={one.name} scope="col">
                {one.name}（{unit}）
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, index) => (
            <tr key={label}>
              <th scope="row">
                <LinkOr to={linkOf?.(index, null)}>{label}</LinkOr>
              </th>
              {series.map((one, place) => (
                <td key={one.name}>
                  <LinkOr to={one.values[index] ? linkOf?.(index, place) : undefined}>{valueText(one.values[index])}</LinkOr>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const valueText = (value: number | null | undefined) => (typeof value === 'number' ? thousands(value) : '–')
