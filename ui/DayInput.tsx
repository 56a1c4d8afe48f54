import { Input } from 'antd'
import { Suspense } from 'react'
import { lazyPart } from './chunk.ts'
import style from './DayPicker.module.css'
import type { FieldControl } from './Field.tsx'

export interface DayInputProps {
  control: FieldControl
  /** `2026-11-21`, or with `hasTime` a minute of China's clock, `2026-11-21T08:00`; '' while none is chosen. */
  value: string
  onChange: (value: string) => void
  hasTime?: boolean
  /** Days (`2026-11-21`) between which one can be chosen. */
  least?: string
  most?: string
  isDisabled?: boolean
}

const DayPicker = lazyPart('DayPicker', () => import('./DayPicker.tsx'))

/** A day, or a moment of China's clock wherever the browser is, in a calendar that is loaded when it is wanted. */
export const DayInput = (props: DayInputProps) => (
  <Suspense fallback={<Input id={props.control.id} className={style.field ?? ''} value={props.value.replace('T', ' ')} disabled />}>
    <DayPicker {...props} />
  </Suspense>
)
