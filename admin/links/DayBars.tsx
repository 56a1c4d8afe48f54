import { thousands } from '#ui/display/Count.tsx'
import { firstOrThrow, lastOrThrow } from '#values/or-throw.ts'
import style from './Links.module.css'
import type { LinkDetail } from './link.ts'

const dayOf = (at: string) => new Date(Date.parse(at) + 8 * 3_600_000).toISOString().slice(5, 10)

/** Daily visits as small bars; screen readers get the numbers as text. */
export function DayBars({ days }: { days: LinkDetail['visitDays'] }) {
  const most = Math.max(...days.map(day => day.pv))
  if (most <= 0) return null
  const top = firstOrThrow(days.filter(day => day.pv === most))
  return (
    <figure className={style.days}>
      <div aria-hidden="true">
        {days.map(day => (
          <i
            key={day.at}
            style={{ height: `${Math.max((day.pv / most) * 100, day.pv > 0 ? 4 : 1)}%` }}
            title={`${dayOf(day.at)}：${thousands(day.pv)} 次`}
          />
        ))}
      </div>
      <figcaption>
        {dayOf(firstOrThrow(days).at)} 至 {dayOf(lastOrThrow(days).at)}，最多的一天是 {dayOf(top.at)}，{thousands(top.pv)} 次
      </figcaption>
    </figure>
  )
}
