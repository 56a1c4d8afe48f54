import { BarChart, LineChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent, MarkLineComponent, TooltipComponent } from 'echarts/components'
import { type ECharts, type EChartsCoreOption, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import type { ChartProps } from './Chart.tsx'
import { thousands } from './Count.tsx'
import { partsOf } from './chart-parts.ts'
import { chartColours, palettes, type ThemeName } from './theme.ts'
import { useTheme } from './theme-choice.ts'

use([BarChart, LineChart, GridComponent, LegendComponent, MarkLineComponent, TooltipComponent, AriaComponent, SVGRenderer])

/** Draws a chart and resizes it with its frame. */
export function ChartPlot(props: ChartProps & { heightPx: number }) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts | null>(null)
  const theme = useTheme()
  useEffect(() => {
    const made = init(place.current, null, { renderer: 'svg' })
    chart.current = made
    const observer = new ResizeObserver(() => made.resize())
    observer.observe(place.current!)
    return () => {
      observer.disconnect()
      made.dispose()
    }
  }, [])
  useEffect(() => {
    chart.current?.setOption(optionOf(props, theme), { notMerge: true })
  })
  return <div ref={place} style={{ height: props.heightPx }} role="img" aria-label={`${props.title}（图，可切换为表）`} />
}

function optionOf({ kind, labels, series, unit, title }: ChartProps, theme: ThemeName): EChartsCoreOption {
  const palette = palettes[theme]
  const colours = chartColours[theme]
  const text = { color: palette.inkFaint, fontSize: 12 }
  const line = { lineStyle: { color: palette.line } }
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  return {
    animationDuration: isStill ? 0 : 200,
    aria: { enabled: true, label: { description: title } },
    grid: { left: 8, right: 16, top: 44, bottom: 4, containLabel: true },
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
      valueFormatter: (value: unknown) => (typeof value === 'number' ? `${thousands(value)} ${unit}` : '–'),
    },
    xAxis: { type: 'category', data: labels, boundaryGap: kind !== 'line', axisLine: line, axisTick: { show: false }, axisLabel: text },
    yAxis: {
      type: 'value',
      min: 0,
      minInterval: 1,
      axisLabel: { ...text, formatter: (value: number) => thousands(value) },
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
