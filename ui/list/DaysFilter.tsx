import { CalendarOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { type FocusEvent, Suspense, useRef, useState } from 'react'
import { type DayRange, dayPresets } from '#ui/date-range.ts'
import { lazyPart } from '#ui/frame/chunk.ts'
import layout from '#ui/theme/layout.module.css'
import style from './DaysFilter.module.css'

interface DaysFilterProps {
  label: string
  range: DayRange | null
  maxDays: number
  /** Named ranges; the usual ones by default. */
  presets?: Record<string, (now: Date) => DayRange> | undefined
  onChange: (range: DayRange | null) => void
}

const DaysPicker = lazyPart('DaysPicker', () => import('#ui/form/DaysPicker.tsx'))

/** Filter of days from–to: the usual ranges by one click, others in a lazily loaded calendar. */
export function DaysFilter({ label, range, maxDays, presets = dayPresets, onChange }: DaysFilterProps) {
  const [isOpen, setOpen] = useState(false)
  const [first, button] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)]
  const place = useRef<HTMLElement>(null)
  const show = (isShown: boolean) => {
    // A frame later: the Enter that chose a range must not press the button.
    if (!isShown && place.current?.contains(document.activeElement)) requestAnimationFrame(() => button.current?.focus())
    setOpen(isShown)
  }
  const choose = (next: DayRange | null) => {
    show(false)
    onChange(next)
  }
  const closeBehindFocus = ({ relatedTarget: next }: FocusEvent<HTMLElement>) => {
    if (next && next !== button.current && !place.current?.contains(next)) setOpen(false)
  }
  const content = (
    <section ref={place} aria-label={label} className={style.content} onBlur={closeBehindFocus}>
      <div className={`${layout.below12} ${layout.row}`}>
        {Object.entries(presets).map(([name, preset], place) => (
          <Button
            key={name}
            ref={place === 0 ? first : undefined}
            size="small"
            aria-pressed={range !== null && isSame(preset(new Date()), range)}
            onClick={() => choose(preset(new Date()))}
          >
            {name}
          </Button>
        ))}
      </div>
      <Suspense fallback={<div className={style.picker} />}>
        {isOpen ? <DaysPicker range={range} maxDays={maxDays} onChange={choose} /> : null}
      </Suspense>
      <p className={`${layout.flush} ${layout.above8} ${layout.note}`}>一次最多查询 {maxDays} 天</p>
    </section>
  )
  // 提交时间 of 提交时间：近7天, which says what holds without a range.
  const name = label.split('：')[0]
  const preset = range && Object.entries(presets).find(([, of]) => isSame(of(new Date()), range))
  const text = range === null ? label : (preset?.[0] ?? `${range.from} 至 ${range.to}`)
  // The place holds the calendar, so that Tab goes from there to what follows the button.
  return (
    <span className={style.place}>
      <Popover
        trigger="click"
        placement="bottomLeft"
        open={isOpen}
        onOpenChange={show}
        getPopupContainer={button => button.parentElement ?? document.body}
        afterOpenChange={isShown => isShown && first.current?.focus({ preventScroll: true })}
        content={content}
        title={label}
      >
        <Button ref={button} icon={<CalendarOutlined />} aria-label={range === null ? label : `${name}：${text}`} aria-expanded={isOpen}>
          {text}
        </Button>
      </Popover>
    </span>
  )
}

const isSame = (one: DayRange, other: DayRange) => one.from === other.from && one.to === other.to
