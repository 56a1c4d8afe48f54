import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import type { DayRange } from '#ui/date-range.ts'
import { chinaDay } from '#values/china-time.ts'
import { calendarIcon, clearable } from './china-picker.tsx'

interface DaysPickerProps {
  range: DayRange | null
  maxDays: number
  onChange: (range: DayRange | null) => void
}

/** antd's calendar for a range of days; a chunk of its own. */
export function DaysPicker({ range, maxDays, onChange }: DaysPickerProps) {
  return (
    <DatePicker.RangePicker
      value={range ? [dayjs(range.from), dayjs(range.to)] : null}
      allowClear={clearable}
      suffixIcon={calendarIcon}
      separator="至"
      getPopupContainer={trigger => trigger.parentElement ?? document.body}
      disabledDate={(day, { from: start }) =>
        day.format('YYYY-MM-DD') > chinaDay(Date.now()) || (start ? Math.abs(day.diff(start, 'day')) >= maxDays : false)
      }
      // Without it Tab would not leave an empty day. Only a whole range is a choice.
      allowEmpty={[true, true]}
      onChange={days => {
        const [from, to] = [days?.[0]?.format('YYYY-MM-DD'), days?.[1]?.format('YYYY-MM-DD')]
        if (from && to) onChange({ from, to })
        else if (!from && !to) onChange(null)
      }}
    />
  )
}
