import { BarChart, LineChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent, MarkLineComponent, TooltipComponent } from 'echarts/components'
import { type ECharts, type EChartsCoreOption, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import style from './Chart.module.css'
import type { ChartProps } from './Chart.tsx'
import { ChartKeys } from './ChartKeys.tsx'
import { thousands } from './Count.tsx'
import { partsOf } from './chart-parts.ts'
import { chartColours, palettes, type ThemeName } from './theme.ts'
import { useTheme } from './theme-choice.ts'

use([BarChart, LineChart, GridComponent, LegendComponent, MarkLineComponent, TooltipComponent, AriaComponent, SVGRenderer])

/** Draws a chart once it comes near the window or is printed, and resizes it with its frame. */
export function ChartPlot(props: ChartProps & { heightPx: number }) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts | null>(null)
  const theme = useTheme()
  const navigate = useNavigate()
  const nearness = useNearness(place)
  const open = useRef((_step: number, _series: string | null) => {})
  useEffect(() => {
    open.current = (step, name) => {
      const place = name === null ? -1 : props.series.findIndex(one => one.name === name)
      const path = props.linkOf?.(step, place < 0 ? null : place)
      if (path) void navigate(path)
    }
  })
  useEffect(() => {
    if (!nearness) return
    const made = init(place.current, null, { renderer: 'svg' })
    chart.current = made
    onColumnPress(made, (step, series) => open.current(step, series))
    const resize = (size?: typeof paper) => {
      made.resize(size)
      setViewBox(made)
    }
    const observer = new ResizeObserver(() => {
      // It reports the first size too, and each resize draws everything.
      const { clientWidth, clientHeight } = made.getDom()
      if (made.getWidth() === clientWidth && made.getHeight() === clientHeight) return
      resize()
    })
    observer.observe(made.getDom())
    const onPrint = () => resize(paper)
    if (nearness === 'printed') onPrint()
    const onPrinted = () => resize()
    addEventListener('beforeprint', onPrint)
    addEventListener('afterprint', onPrinted)
    return () => {
      removeEventListener('beforeprint', onPrint)
      removeEventListener('afterprint', onPrinted)
      observer.disconnect()
      made.dispose()
    }
  }, [nearness])
  // Drawing is slow: other answers of the page don't repeat it.
  const drawn = JSON.stringify([props.kind, props.title, props.unit, props.labels, props.series, theme, nearness])
  // biome-ignore lint/correctness/useExhaustiveDependencies: all that the option depends on is in `drawn`.
  useEffect(() => {
    if (!chart.current) return
    chart.current.setOption(optionOf(props, theme, nearness === 'printed'), { notMerge: true })
    setViewBox(chart.current)
  }, [drawn])
  return (
    <div className={style.stage}>
      <div
        ref={place}
        className={`${style.plot} ${props.linkOf ? style.linked : ''}`}
        style={{ height: props.heightPx }}
        role="img"
        aria-label={`${props.title}（图，可切换为表）`}
      />
      <ChartKeys {...props} chart={chart} onOpen={step => open.current(step, null)} />
    </div>
  )
}

/** Room on A4: the texts of a picture as wide as the window would be too small there. */
const paper = { width: 669, height: 180 }

/** In half a sheet the picture shrinks as a whole. */
const setViewBox = (chart: ECharts) =>
  chart.getDom().querySelector('svg')?.setAttribute('viewBox', `0 0 ${chart.getWidth()} ${chart.getHeight()}`)

/** Whether an element has been within half a window of the window, or else printed. */
function useNearness(place: RefObject<Element | null>): 'near' | 'printed' | null {
  const [nearness, setNearness] = useState<'near' | 'printed' | null>(null)
  useEffect(() => {
    if (nearness || !place.current) return
    const observer = new IntersectionObserver(entries => entries.some(entry => entry.isIntersecting) && setNearness('near'), {
      rootMargin: '50% 0px',
    })
    observer.observe(place.current)
    const onPrint = () => flushSync(() => setNearness('printed'))
    addEventListener('beforeprint', onPrint)
    return () => {
      observer.disconnect()
      removeEventListener('beforeprint', onPrint)
    }
  }, [nearness, place])
  return nearness
}

/**
 * A press on a column of the picture: on the bar of one series, or beside it on the whole step. Without a mouse the
 * first press shows the numbers, and the second one opens.
 */
function onColumnPress(chart: ECharts, act: (step: number, series: string | null) => void): void {
  let hit: string | null = null
  let before = -1
  chart.on('click', ({ seriesName }) => {
    hit = seriesName ?? null
  })
  // Runs after the event above, which only the bars and points have.
  chart.getZr().on('click', ({ offsetX, offsetY }) => {
    const series = hit
    hit = null
    if (!chart.containPixel('grid', [offsetX, offsetY])) return
    const step = chart.convertFromPixel({ xAxisIndex: 0 }, offsetX)
    const isShown = matchMedia('(hover: hover)').matches || step === before
    before = step
    if (isShown) act(step, series)
  })
}

/** Money has the sign that it has everywhere else. */
const valueText = (value: number, unit: string) => (unit === '元' ? `¥${thousands(value)}` : `${thousands(value)} ${unit}`)

function optionOf({ kind, labels, series, unit, title }: ChartProps, theme: ThemeName, isPrinted: boolean): EChartsCoreOption {
  const palette = palettes[theme]
  const colours = chartColours[theme]
  const text = { color: palette.inkFaint, fontSize: 12 }
  const line = { lineStyle: { color: palette.line } }
  const isStill = isPrinted || matchMedia('(prefers-reduced-motion: reduce)').matches
  return {
    animationDuration: isStill ? 0 : 200,
    aria: { enabled: true, label: { description: title } },
    // The last point of a line is at its end, with half of a label beyond.
    grid: { left: 8, right: kind === 'line' ? 34 : 16, top: 44, bottom: 4, containLabel: true },
    legend: {
      show: series.length > 1,
      top: 4,
      left: 0,
      right: 150,
      type: 'scroll',
      itemWidth: 12,
      itemHeight: 8,
      textStyle: { color: palette.inkSoft, fontSize: 12 },
    },
    tooltip: {
      trigger: 'axis',
      backgroundColor: palette.paper,
      borderColor: palette.line,
      textStyle: { color: palette.ink, fontSize: 12 },
      valueFormatter: (value: unknown) => (typeof value === 'number' ? valueText(value, unit) : '–'),
    },
    xAxis: {
      type: 'category',
      data: labels,
      boundaryGap: kind !== 'line',
      axisLine: line,
      axisTick: { show: false },
      axisLabel: text,
    },
    yAxis: {
      type: 'value',
      min: 0,
      minInterval: 1,
      axisLabel: { ...text, formatter: (value: number) => `${unit === '元' ? '¥' : ''}${thousands(value)}` },
      splitLine: line,
    },
    series: series.flatMap(partsOf).map(({ one, data, more }) => ({
      name: one.name,
      type: kind === 'line' ? 'line' : 'bar',
      data,
      color: colours[one.colour % colours.length],
      barMaxWidth: 24,
      showSymbol: labels.length <= 31 && !one.isDashed,
      symbolSize: 5,
      lineStyle: one.isDashed ? { width: 1.5, type: 'dashed' } : { width: 2 },
      ...(kind === 'stack' ? { stack: 'all' } : {}),
      ...more,
    })),
  }
}
