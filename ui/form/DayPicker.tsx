import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { type MouseEvent, useMemo, useRef, useState } from 'react'
import layout from '#ui/theme/layout.module.css'
import { useMedia } from '#ui/theme/media.ts'
import { calendarIcon, clearable } from './china-picker.tsx'
import type { DayInputProps } from './DayInput.tsx'
import style from './DayPicker.module.css'

/** antd's calendar, optionally with the time of day; a chunk of its own. Typed text is accepted on blur. */
export function DayPicker({ control, value, onChange, hasTime = false, least, most, isDisabled = false }: DayInputProps) {
  const isTouched = useMedia('(pointer: coarse)')
  // One object for one value: a new one makes antd drop what is being typed.
  const chosen = useMemo(() => (value === '' ? null : dayjs(value)), [value])
  const formats = hasTime ? ['YYYY-MM-DD HH:mm', 'YYYY-MM-DDTHH:mm'] : ['YYYY-MM-DD']
  const isOffered = (day: Dayjs) => {
    const text = day.format('YYYY-MM-DD')
    return (least === undefined || text >= least) && (most === undefined || text <= most)
  }
  // A text that antd drops, until something else is typed or chosen.
  const [refused, setRefused] = useState({ text: '', before: value })
  const typed = useRef('')
  const noteTyped = (text: string) => {
    typed.current = text
    setRefused({ text: '', before: value })
  }
  const choose = (event: MouseEvent) => {
    // The field keeps the focus, from where Tab goes on.
    event.preventDefault()
    noteTyped('')
  }
  const check = () => {
    const day = dayjs(typed.current, formats, true)
    setRefused({ text: day.isValid() && isOffered(day) ? '' : typed.current, before: value })
    typed.current = ''
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: antd may empty the field before its own event.
    <div className={style.field} onInput={({ target }) => noteTyped(target instanceof HTMLInputElement ? target.value : '')} onBlur={check}>
      <DatePicker
        {...control}
        className={style.picker ?? ''}
        classNames={{ popup: { root: style.popup ?? '' } }}
        disabled={isDisabled}
        // An on-screen keyboard would hide the calendar.
        inputReadOnly={isTouched}
        value={chosen}
        allowClear={clearable}
        suffixIcon={calendarIcon}
        format={formats}
        showTime={hasTime ? { format: 'HH:mm', minuteStep: 5 } : false}
        showNow={false}
        needConfirm={false}
        disabledDate={day => !isOffered(day)}
        // biome-ignore lint/a11y/noStaticElementInteractions: what is pressed are the panel's buttons.
        panelRender={panel => <div onMouseDown={choose}>{panel}</div>}
        getPopupContainer={trigger => trigger.parentElement ?? document.body}
        // Enter accepts the typed text; it doesn't submit the form.
        onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
        onChange={day => {
          typed.current = ''
          const next = day ? day.format(hasTime ? 'YYYY-MM-DDTHH:mm' : 'YYYY-MM-DD') : ''
          // A day that was chosen before the text may come after it, as the field is left.
          setRefused(({ text }) => ({ text: day ? text : '', before: next }))
          onChange(next)
        }}
      />
      {refused.text === '' || refused.before !== value || isDisabled ? null : (
        <div className={layout.bad} role="alert">
          “{refused.text}”不是可选的{hasTime ? '时间' : '日期'}，没有采用
        </div>
      )}
    </div>
  )
}
