import { Button } from 'antd'
import { DayInput } from '#ui/form/DayInput.tsx'
import { Field } from '#ui/form/Field.tsx'
import layout from '#ui/theme/layout.module.css'
import { limits } from '#values/limits.ts'
import style from './ChinaTimeField.module.css'
import { scheduleDays, usualTimes } from './schedule.ts'

interface ChinaTimeFieldProps {
  label: string
  /** `2026-11-21T08:00`; '' while none is chosen. */
  value: string
  onChange: (value: string) => void
  error?: string | null
}

/** A date and time in China, with usual ones by one click. */
export function ChinaTimeField({ label, value, onChange, error }: ChinaTimeFieldProps) {
  const now = Date.now()
  const [least, most] = scheduleDays(now)
  return (
    <Field label={label} error={error} hint={`北京时间，${limits.scheduleMinLeadMinutes}分钟之后、${limits.scheduleMaxLeadDays}天之内`}>
      {control => (
        <div className={style.line}>
          <DayInput {...{ control, value, onChange, least, most }} hasTime />
          <span className={layout.beside}>
            {usualTimes(now).map(usual => (
              <Button key={usual.value} size="small" type="dashed" onClick={() => onChange(usual.value)}>
                {usual.name}
              </Button>
            ))}
          </span>
        </div>
      )}
    </Field>
  )
}
