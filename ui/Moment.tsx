import { formatChinaTime } from '#values/china-time.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import style from './number.module.css'

const steps: [limitMs: number, unitMs: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [60_000, 1_000, 'second'],
  [3_600_000, 60_000, 'minute'],
  [86_400_000, 3_600_000, 'hour'],
  [Number.POSITIVE_INFINITY, 86_400_000, 'day'],
]
const words = new Intl.RelativeTimeFormat('zh-CN', { numeric: 'auto', style: 'short' })

/** 「3分钟前」. */
export function relativeTime(at: number, now: number): string {
  const difference = at - now
  const [, unitMs, unit] = firstOrThrow(steps.filter(([limitMs]) => Math.abs(difference) < limitMs))
  return words.format(Math.round(difference / unitMs), unit)
}

/** A time in China, relative on hover; `short` leaves the seconds to the hover too. */
export function Moment({ at, short = false }: { at: string | null; short?: boolean }) {
  if (at === null) return <span className={style.unit}>–</span>
  const text = formatChinaTime(new Date(at))
  const [day = '', clock = ''] = (short ? text.slice(0, 16) : text).split(' ')
  const relative = relativeTime(Date.parse(at), Date.now())
  return (
    <time className={style.number} dateTime={at} title={`${short ? `${text}，` : ''}${relative}（北京时间）`}>
      <span>{day}</span> <span>{clock}</span>
    </time>
  )
}
