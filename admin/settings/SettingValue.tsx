import { type FormRule, InputNumber } from 'antd'
import { clockText, type SettingName, type SettingRule, settingRules, settingText } from '#contract/account/setting.ts'
import { thousands } from '#ui/display/Count.tsx'
import { ClockInput } from '#ui/form/ClockInput.tsx'

interface SettingValueProps {
  name: SettingName
  id?: string
  value?: number | null
  onChange?: (value: number | null) => void
}

/** Input of a limit: a time of the day, or a number with its unit. */
export function SettingValue({ name, id, value, onChange }: SettingValueProps) {
  const { unit, name: label }: SettingRule = settingRules[name]
  const common = { ...(id ? { id } : {}), 'aria-label': label }
  if (unit === 'minute')
    return <ClockInput control={common} value={value == null ? '' : clockText(value)} onChange={text => onChange?.(minuteOf(text))} />
  return (
    <InputNumber<number>
      {...common}
      precision={0}
      suffix={unit}
      style={{ width: '100%' }}
      value={value ?? null}
      onChange={next => onChange?.(next)}
      formatter={text => (text === undefined || String(text) === '' ? '' : thousands(Number(text)))}
    />
  )
}

/** `08:30` as 510; null for an invalid time. */
function minuteOf(text: string): number | null {
  const match = /^(\d{2}):(\d{2})$/.exec(text)
  return match ? Number(match[1]) * 60 + Number(match[2]) : null
}

/** Checks the bounds of a limit, with the server's message. */
export const settingRule = (name: SettingName): FormRule => ({
  validator: (_, value: number | null | undefined) => {
    const { least, most } = settingRules[name]
    if (value === null || value === undefined) return Promise.reject(new Error('请填写数值'))
    if (value >= least && value <= most) return Promise.resolve()
    return Promise.reject(new Error(`须在${settingText(name, least)}到${settingText(name, most)}之间`))
  },
})
