import style from '#ui/theme/number.module.css'
import { formatChinaTime } from '#values/china-time.ts'
import { firstOrThrow } from '#values/or-throw.ts'

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

/** A time in China, everywhere to the second; relative on hover. */
export function Moment({ at }: { at: string | null }) {
  if (at === null) return <span className={style.unit}>–</span>
  const [day = '', clock = ''] = formatChinaTime(new Date(at)).split(' ')
  return (
    <time className={style.number} dateTime={at} title={`${relativeTime(Date.parse(at), Date.now())}（北京时间）`}>
      <span>{day}</span> <span>{clock}</span>
    </time>
  )
}
