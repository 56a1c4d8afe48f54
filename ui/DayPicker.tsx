import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { type MouseEvent, useMemo, useState } from 'react'
import { chinaDay } from '#values/china-time.ts'
import type { DayInputProps } from './DayInput.tsx'
import style from './DayPicker.module.css'
import { useMedia } from './media.ts'
import { calendarIcon, clearable } from './picker-icons.tsx'

const keepFocus = (event: MouseEvent) => event.preventDefault()

/** antd's calendar, optionally with the time of day; a chunk of its own. Typed text is accepted on blur. */
export function DayPicker({ control, value, onChange, hasTime = false, least, most, isDisabled = false }: DayInputProps) {
  const isTouched = useMedia('(pointer: coarse)')
  // One object for one value: a new one makes antd drop what is being typed.
  const chosen = useMemo(() => (value === '' ? null : dayjs(value)), [value])
  // The browser's own today may be in another month.
  const [today] = useState(() => dayjs(chinaDay(Date.now())))
  return (
    <DatePicker
      {...control}
      className={style.field ?? ''}
      classNames={{ popup: { root: style.popup ?? '' } }}
      disabled={isDisabled}
      // An on-screen keyboard would hide the calendar.
      inputReadOnly={isTouched}
      value={chosen}
      defaultPickerValue={today}
      allowClear={clearable}
      suffixIcon={calendarIcon}
      format={hasTime ? ['YYYY-MM-DD HH:mm', 'YYYY-MM-DDTHH:mm'] : 'YYYY-MM-DD'}
      showTime={hasTime ? { format: 'HH:mm', minuteStep: 5 } : false}
      showNow={false}
      needConfirm={false}
      disabledDate={day => {
        const text = day.format('YYYY-MM-DD')
        return (least !== undefined && text < least) || (most !== undefined && text > most)
      }}
      // biome-ignore lint/a11y/noStaticElementInteractions: the field keeps the focus, from where Tab goes on.
      panelRender={panel => <div onMouseDown={keepFocus}>{panel}</div>}
      getPopupContainer={trigger => trigger.parentElement ?? document.body}
      // Enter accepts the typed text; it doesn't submit the form.
      onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
      onChange={day => onChange(day ? day.format(hasTime ? 'YYYY-MM-DDTHH:mm' : 'YYYY-MM-DD') : '')}
    />
  )
}
