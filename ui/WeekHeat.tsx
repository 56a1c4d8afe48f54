import { Button } from 'antd'
import type { CSSProperties } from 'react'
import { thousands } from './Count.tsx'
import { downloadCsv } from './chart-csv.ts'
import { Panel } from './Panel.tsx'
import style from './WeekHeat.module.css'

const weekdays = ['周一', '周二', '周三', '周四', '周五', '周六', '周日']
const hours = Array.from({ length: 24 }, (_, hour) => hour)
const between = (hour: number) => `${hour}–${hour + 1}时`

interface WeekHeatProps {
  title: string
  /** What is counted, and its measure word: 提交, 条. */
  what: string
  unit: string
  /** A row of 24 counts for each day of the week, Monday first. */
  week: number[][] | undefined
}

/** Heat map of the hours of the week: a table whose cells are the darker the higher the count. */
export function WeekHeat({ title, what, unit, week }: WeekHeatProps) {
  const most = Math.max(...(week?.flat() ?? []), 0)
  // By the square root: one broadcast must not leave all other hours pale.
  const shade = (count: number) => ({ '--share': `${Math.round(Math.sqrt(count / most) * 100)}%` }) as CSSProperties
  const download = () =>
    downloadCsv(title, [['', ...hours.map(between)], ...(week ?? []).map((counts, day) => [weekdays[day]!, ...counts])])
  return (
    <Panel
      title={title}
      note={most > 0 ? `颜色越深，${what}越多；最忙的一格 ${thousands(most)} ${unit}` : undefined}
      action={
        most > 0 ? (
          <Button size="small" type="text" onClick={download}>
            下载数据
          </Button>
        ) : null
      }
    >
      {week && most > 0 ? (
        <table className={style.heat}>
          <thead>
            <tr>
              <td />
              {hours.map(hour => (
                <th key={hour} scope="col">
                  <span className="hy-hidden">{between(hour)}</span>
                  {hour % 6 === 0 ? <span aria-hidden="true">{hour}时</span> : null}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {week.map((counts, day) => (
              <tr key={weekdays[day]}>
                <th scope="row">{weekdays[day]}</th>
                {counts.map((count, hour) => (
                  <td key={hours[hour]} style={shade(count)} title={`${weekdays[day]} ${between(hour)}：${thousands(count)} ${unit}`}>
                    <span className="hy-hidden">{thousands(count)}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </Panel>
  )
}
