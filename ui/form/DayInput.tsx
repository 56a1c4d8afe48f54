import { Input } from 'antd'
import { Suspense } from 'react'
import { lazyPart } from '#ui/frame/chunk.ts'
import style from './DayPicker.module.css'
import type { FieldControl } from './Field.tsx'

export interface DayInputProps {
  control: FieldControl
  /** `2026-11-21`, or with `hasTime` a minute in China time, `2026-11-21T08:00`; '' while none is chosen. */
  value: string
  onChange: (value: string) => void
  hasTime?: boolean
  /** First and last day (`2026-11-21`) that can be chosen. */
  least?: string
  most?: string
  isDisabled?: boolean
}

const DayPicker = lazyPart('DayPicker', () => import('./DayPicker.tsx'))

/** Input of a day, or of a time in China wherever the browser is, with a lazily loaded calendar. */
export const DayInput = (props: DayInputProps) => (
  <Suspense fallback={<Input id={props.control.id} className={style.field ?? ''} value={props.value.replace('T', ' ')} disabled />}>
    <DayPicker {...props} />
  </Suspense>
)
