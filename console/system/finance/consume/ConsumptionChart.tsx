import { Segmented } from 'antd'
import { useState } from 'react'
import { lineItems } from '#contract/billing/charge-line.ts'
import type { consumptionCalls } from '#contract/billing/consumption.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { terms } from '#contract/terms.ts'
import { Chart } from '#ui/chart/Chart.tsx'
import type { DayRange } from '#ui/date-range.ts'
import { keysOf, pairsOf } from '#values/keys.ts'
import { haoPerYuan } from '#values/money.ts'
import { itemOrThrow } from '#values/or-throw.ts'
import style from '../ui/Line.module.css'
import { itemColours } from '../ui/line.ts'

export type Totals = CallAnswerWire<typeof consumptionCalls.totals>
type Day = Totals['days'][number]

const measures = {
  cash: { label: terms.cash, unit: '元', of: (day: Day) => day.cashHao / haoPerYuan },
  value: { label: '现金＋赠送金＋套餐抵扣', unit: '元', of: (day: Day) => (day.cashHao + day.bonusHao + day.packageHao) / haoPerYuan },
  quantity: { label: terms.usage, unit: '条或次', of: (day: Day) => (day.item === 'package' ? 0 : day.quantity) },
} as const
type Measure = keyof typeof measures

const dayMs = 86_400_000
const labelsOf = ({ from, to }: DayRange) =>
  Array.from({ length: (Date.parse(to) - Date.parse(from)) / dayMs + 1 }, (_, index) =>
    new Date(Date.parse(from) + index * dayMs).toISOString().slice(0, 10),
  )

interface ConsumptionChartProps {
  range: DayRange
  days: Day[] | undefined
  /** The lines of a day, of one item or of all. */
  linesOf: (day: string, item: Day['item'] | null) => string
}

/** Cost by day and item; its place while they load. */
export function ConsumptionChart({ range, days, linesOf }: ConsumptionChartProps) {
  const [measure, setMeasure] = useState<Measure>('value')
  if (!days?.length)
    return (
      <div className={style.pending} aria-busy={!days}>
        {days ? '有了消费，每天的金额画在这里。' : null}
      </div>
    )
  const { of, unit } = measures[measure]
  const labels = labelsOf(range)
  const items = keysOf(lineItems).filter(item => days.some(day => day.item === item && of(day) !== 0))
  const values = new Map(days.map(day => [`${day.day} ${day.item}`, of(day)]))
  return (
    <>
      <Segmented
        size="small"
        aria-label="指标"
        value={measure}
        onChange={setMeasure}
        options={pairsOf(measures).map(([value, { label }]) => ({ value, label }))}
      />
      <Chart
        title="每日消费"
        kind="stack"
        heightPx={200}
        unit={unit}
        labels={labels}
        linkOf={(step, place) => linesOf(itemOrThrow(labels, step), place === null ? null : itemOrThrow(items, place))}
        emptyText="这段时间没有这样的消费"
        series={items.map(item => ({
          name: lineItems[item].name,
          colour: itemColours[item],
          values: labels.map(day => values.get(`${day} ${item}`) ?? 0),
        }))}
      />
    </>
  )
}
