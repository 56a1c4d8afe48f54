import { formatChinaTime } from '#values/china-time.ts'
import { limits } from '#values/limits.ts'
import { Field } from '../../ui/Field.tsx'
import style from './ChinaTimeField.module.css'

const minuteMs = 60_000
/** `2026-11-21T08:00`, as the input writes it. */
export const chinaInputText = (at: Date) => formatChinaTime(at).slice(0, 16).replace(' ', 'T')

/** The moment (ISO, China's offset) of what the input holds; null while it is incomplete. */
export const chinaMoment = (text: string): string | null => (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? `${text}:00+08:00` : null)

/** Why a chosen time can't be taken, or null. */
export function scheduleProblem(text: string, now: number): string | null {
  const at = Date.parse(chinaMoment(text) ?? '')
  if (Number.isNaN(at)) return '请选择发送时间'
  if (at < now + limits.scheduleMinLeadMinutes * minuteMs) return `请选择${limits.scheduleMinLeadMinutes}分钟之后的时间`
  if (at > now + limits.scheduleMaxLeadDays * 1440 * minuteMs) return `请选择${limits.scheduleMaxLeadDays}天之内的时间`
  return null
}

interface ChinaTimeFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  error?: string | null
}

/** A date and time of day in China, wherever the browser is. The value is the input's own text. */
export function ChinaTimeField({ label, value, onChange, error }: ChinaTimeFieldProps) {
  const now = Date.now()
  return (
    <Field label={label} error={error} hint={`北京时间，${limits.scheduleMinLeadMinutes}分钟之后、${limits.scheduleMaxLeadDays}天之内`}>
      {({ status: _, ...control }) => (
        <input
          {...control}
          className={style.input}
          type="datetime-local"
          value={value}
          min={chinaInputText(new Date(now + limits.scheduleMinLeadMinutes * minuteMs))}
          max={chinaInputText(new Date(now + limits.scheduleMaxLeadDays * 1440 * minuteMs))}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
