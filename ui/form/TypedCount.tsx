import { Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { Field } from './Field.tsx'

/** From so many objects on, an act that takes something away is confirmed by typing their number. */
const typedFrom = 100

/** The field of such a confirmation, null for few objects, and whether it is given; `try` shows what is missing. */
export function useTypedCount(count: number): { field: ReactNode; isGiven: boolean; try: () => void } {
  const [text, setText] = useState('')
  const [isTried, setTried] = useState(false)
  const isGiven = count < typedFrom || text.replaceAll(',', '').trim() === String(count)
  const field =
    count < typedFrom ? null : (
      <Field label={`输入数量 ${count} 以确认`} error={isTried && !isGiven ? `请输入 ${count}` : null}>
        {control => (
          <Input {...control} inputMode="numeric" autoComplete="off" value={text} onChange={event => setText(event.target.value)} />
        )}
      </Field>
    )
  return { field, isGiven, try: () => setTried(true) }
}
