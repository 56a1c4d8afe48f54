import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useMemo } from 'react'
import { useMedia } from '#ui/theme/media.ts'
import type { ClockInputProps } from './ClockInput.tsx'
import style from './DayPicker.module.css'

/** antd's clock; a chunk of its own. Typed text is accepted on blur. */
export function ClockPicker({ control, value, onChange, isDisabled = false }: ClockInputProps) {
  const isTouched = useMedia('(pointer: coarse)')
  // One object for one value: a new one makes antd drop what is being typed.
  const chosen = useMemo(() => (value === '' ? null : dayjs(`2000-01-01T${value}`)), [value])
  return (
    <DatePicker
      {...control}
      picker="time"
      className={style.field ?? ''}
      disabled={isDisabled}
      inputReadOnly={isTouched}
      value={chosen}
      format="HH:mm"
      showNow={false}
      needConfirm={false}
      getPopupContainer={trigger => trigger.parentElement ?? document.body}
      onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
      onChange={time => onChange(time ? time.format('HH:mm') : '')}
    />
  )
}
