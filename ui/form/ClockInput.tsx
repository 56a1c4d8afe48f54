import { Input } from 'antd'
import { Suspense } from 'react'
import { lazyPart } from '#ui/frame/chunk.ts'
import style from './DayPicker.module.css'

export interface ClockInputProps {
  control: { id?: string; 'aria-label'?: string; status?: '' | 'error' }
  /** A time of the day, `08:30`; '' while none is chosen. */
  value: string
  onChange: (value: string) => void
  isDisabled?: boolean
}

const ClockPicker = lazyPart('ClockPicker', () => import('./ClockPicker.tsx'))

/** Input of a time of the day, with a lazily loaded clock. */
export const ClockInput = (props: ClockInputProps) => (
  <Suspense fallback={<Input {...props.control} className={style.field ?? ''} value={props.value} disabled />}>
    <ClockPicker {...props} />
  </Suspense>
)
