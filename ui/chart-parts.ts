import type { ChartSeries } from './Chart.tsx'

/** The step of a chart after a key; undefined: the key means nothing there. */
export function stepAfter(key: string, step: number, count: number): number | undefined {
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, step - 1)
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(count - 1, step + 1)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

/**
 * A line whose last step isn't over is drawn in two parts: the finished steps, and a dashed line to an open point. Both
 * have one name, so the legend has one entry.
 */
export function partsOf(one: ChartSeries): { one: ChartSeries; data: unknown[]; more: object }[] {
  const last = one.values.findLastIndex(value => value !== null)
  if (!one.isRunning || last < 0) return [{ one, data: one.values, more: {} }]
  const before = last > 0 ? one.values[last - 1] : null
  const way =
    typeof before === 'number'
      ? {
          markLine: {
            silent: true,
            symbol: 'none',
            label: { show: false },
            lineStyle: { type: 'dashed', width: 2 },
            data: [[{ coord: [last - 1, before] }, { coord: [last, one.values[last]] }]],
          },
        }
      : {}
  return [
    { one, data: one.values.slice(0, last), more: {} },
    { one, data: [[last, one.values[last]]], more: { showSymbol: true, symbol: 'emptyCircle', symbolSize: 7, ...way } },
  ]
}
