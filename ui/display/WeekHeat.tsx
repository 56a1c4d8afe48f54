import { Button } from 'antd'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { downloadCsv } from '#ui/csv-file.ts'
import { useMedia } from '#ui/theme/media.ts'
import { hourName, weekdayNames } from '#values/china-time.ts'
import { thousands } from './Count.tsx'
import { Panel } from './Panel.tsx'
import style from './WeekHeat.module.css'

const hours = Array.from({ length: 24 }, (_, hour) => hour)
const days = Array.from({ length: 7 }, (_, day) => day)

interface WeekHeatProps {
  title: string
  /** What is counted, and its measure word: 提交, 条. */
  what: string
  unit: string
  /** A row of 24 counts for each day of the week, Monday first. */
  week: number[][] | undefined
  /** Where the list behind a cell is: of a day of the week (Monday is 0), of an hour, or of both. */
  linkOf?: ((weekday: number | null, hour: number | null) => string | undefined) | undefined
}

/** Heat map of the hours of the week: a table whose cells are the darker the higher the count. */
export function WeekHeat({ title, what, unit, week, linkOf }: WeekHeatProps) {
  const most = Math.max(...(week?.flat() ?? []), 0)
  const download = () =>
    downloadCsv(title, [['', ...hours.map(hourName)], ...(week ?? []).map((counts, day) => [weekdayNames[day] ?? '', ...counts])])
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
      {week && most > 0 ? <Heat week={week} most={most} unit={unit} linkOf={linkOf} /> : null}
    </Panel>
  )
}

/** A place of the table; -1 is its head. */
type Place = readonly [day: number, hour: number]
const steps: Record<string, Place> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }

interface HeatProps extends Pick<WeekHeatProps, 'unit' | 'linkOf'> {
  week: number[][]
  most: number
}

/**
 * The links of the table are one stop of the Tab key; the arrow keys go on from it. On a phone the hours run downwards,
 * so that a finger hits one.
 */
function Heat({ week, most, unit, linkOf }: HeatProps) {
  const [chosen, setStop] = useState<Place | null>(null)
  const isTall = useMedia('(max-width: 639px)')
  // By the square root: one broadcast must not leave all other hours pale.
  const shade = (count: number) => ({ '--share': `${Math.round(Math.sqrt(count / most) * 100)}%` }) as CSSProperties
  const stop: Place = chosen ?? [week.findIndex(counts => counts.some(count => count > 0)), -1]
  const move = (event: KeyboardEvent<HTMLTableElement>) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a[data-place]')]
    const next = nextPlace(stop, turned(step, isTall), place => links.some(link => link.dataset.place === place.join()))
    setStop(next)
    links.find(link => link.dataset.place === next.join())?.focus()
  }
  const textOf = (place: Place) => `${nameOf(place)}：${thousands(sumOf(week, place))} ${unit}`
  const linked = (place: Place, plain: ReactNode, named: ReactNode) => {
    const [day, hour] = place
    const to = sumOf(week, place) > 0 ? linkOf?.(day < 0 ? null : day, hour < 0 ? null : hour) : undefined
    if (to === undefined) return plain
    const isStop = place.join() === stop.join()
    return (
      <Link to={to} data-place={place.join()} tabIndex={isStop ? 0 : -1} onFocus={() => setStop(place)}>
        {named}
      </Link>
    )
  }
  const [rows, columns] = isTall ? [hours, days] : [days, hours]
  const hidden = (text: string) => <span className="hy-hidden">{text}</span>
  const head = (place: Place) => {
    const name = <HeadName place={place} isEach={isTall} />
    const named = (
      <>
        {name}
        {hidden(`：${thousands(sumOf(week, place))} ${unit}`)}
      </>
    )
    return linked(place, name, named)
  }
  return (
    <table className={style.heat} onKeyDown={linkOf ? move : undefined}>
      <thead>
        <tr>
          <td />
          {columns.map(column => (
            <th key={column} scope="col">
              {head(turned([-1, column], isTall))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={row}>
            <th scope="row">{head(turned([row, -1], isTall))}</th>
            {columns.map(column => {
              const place = turned([row, column], isTall)
              const count = sumOf(week, place)
              return (
                <td key={column} style={shade(count)} title={textOf(place)}>
                  {linked(place, hidden(thousands(count)), hidden(textOf(place)))}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const sumOf = (week: number[][], [weekday, hour]: Place) =>
  week
    .flatMap((counts, day) => counts.filter((_, at) => (weekday < 0 || weekday === day) && (hour < 0 || hour === at)))
    .reduce((sum, one) => sum + one, 0)

/** Row and column as day and hour, or as hour and day. */
const turned = ([row, column]: Place, isTall: boolean): Place => (isTall ? [column, row] : [row, column])

const nameOf = ([day, hour]: Place) => [...(day < 0 ? [] : [weekdayNames[day]]), ...(hour < 0 ? [] : [hourName(hour)])].join(' ')

/** Of a row or column: a day, or an hour, of which each or every sixth one is named. */
function HeadName({ place, isEach }: { place: Place; isEach: boolean }) {
  const [day, hour] = place
  if (day >= 0) return weekdayNames[day]
  return (
    <>
      <span className="hy-hidden">{hourName(hour)}</span>
      {isEach || hour % 6 === 0 ? <span aria-hidden="true">{hour}时</span> : null}
    </>
  )
}

/** The next place in a direction that has a link, or the same one. */
function nextPlace(from: Place, [byDay, byHour]: Place, hasLink: (place: Place) => boolean): Place {
  for (let [day, hour] = [from[0] + byDay, from[1] + byHour]; day >= -1 && day < 7 && hour >= -1 && hour < 24; day += byDay, hour += byHour)
    if (hasLink([day, hour])) return [day, hour]
  return from
}
