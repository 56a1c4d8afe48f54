import type { ECharts } from 'echarts/core'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import style from './Chart.module.css'
import type { ChartProps } from './Chart.tsx'
import { thousands } from './Count.tsx'
import { stepAfter } from './chart-parts.ts'

interface ChartKeysProps extends Pick<ChartProps, 'title' | 'labels' | 'series' | 'unit'> {
  chart: RefObject<ECharts | null>
  onOpen: (step: number) => void
}

/** The keyboard's way over a chart: one stop of the Tab key, arrow keys show the numbers of the next step. */
export function ChartKeys({ chart, title, labels, series, unit, onOpen }: ChartKeysProps) {
  const [chosen, setChosen] = useState(labels.length - 1)
  const step = Math.min(chosen, labels.length - 1)
  const show = (next: number) => {
    setChosen(next)
    const [x, y] = [chart.current?.convertToPixel({ xAxisIndex: 0 }, next), (chart.current?.getHeight() ?? 0) / 2]
    chart.current?.dispatchAction({ type: 'showTip', x, y })
  }
  const hide = () => chart.current?.dispatchAction({ type: 'hideTip' })
  const press = (event: KeyboardEvent) => {
    const next = stepAfter(event.key, step, labels.length)
    if (next !== undefined) show(next)
    else if (event.key === 'Enter') onOpen(step)
    else if (event.key === 'Escape') hide()
    else return
    event.preventDefault()
  }
  const numbers = series.map(({ name, values }) => {
    const value = values[step]
    return `${name} ${typeof value === 'number' ? `${thousands(value)} ${unit}` : '–'}`
  })
  return (
    <div
      role="slider"
      tabIndex={0}
      className={style.keys}
      aria-label={`${title}：逐点查看`}
      aria-valuemin={1}
      aria-valuemax={labels.length}
      aria-valuenow={step + 1}
      aria-valuetext={`${labels[step]}：${numbers.join('，')}`}
      onFocus={() => show(step)}
      onBlur={hide}
      onKeyDown={press}
    />
  )
}
