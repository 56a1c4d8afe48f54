import { InputNumber, Radio } from 'antd'
import { DayInput } from '#ui/form/DayInput.tsx'
import { Field } from '#ui/form/Field.tsx'
import { chinaDay } from '#values/china-time.ts'

/** End of links: days from now, a time in China (`2026-11-21T08:00`), or never. */
export interface EndDraft {
  kind: 'days' | 'date' | 'forever'
  days: number | null
  at: string
}

const momentOf = (text: string) => (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? new Date(`${text}:00+08:00`) : null)

/** The end time in wire form; null: no end. */
export function endOf({ kind, days, at }: EndDraft): string | null {
  if (kind === 'forever') return null
  const end = kind === 'days' ? new Date(Date.now() + (days ?? 0) * 86_400_000) : momentOf(at)
  return end?.toISOString() ?? null
}

export function endProblem({ kind, days, at }: EndDraft): string | null {
  if (kind === 'days') return days === null ? '请填写天数' : null
  if (kind === 'forever') return null
  const end = momentOf(at)
  return end === null ? '请选择失效时间' : end.getTime() <= Date.now() ? '失效时间须晚于现在' : null
}

interface EndFieldProps {
  draft: EndDraft
  error: string | null
  onChange: (draft: EndDraft) => void
}

export function EndField({ draft, error, onChange }: EndFieldProps) {
  return (
    <>
      <Field label="有效期" isGroup>
        {() => (
          <Radio.Group
            value={draft.kind}
            onChange={event => onChange({ ...draft, kind: event.target.value })}
            options={[
              { value: 'days', label: '从现在起若干天' },
              { value: 'date', label: '到指定时间' },
              { value: 'forever', label: '长期有效' },
            ]}
          />
        )}
      </Field>
      {draft.kind === 'days' ? (
        <Field label="天数" error={error}>
          {control => (
            <InputNumber
              {...control}
              min={1}
              max={3_650}
              precision={0}
              value={draft.days}
              onChange={days => onChange({ ...draft, days })}
            />
          )}
        </Field>
      ) : null}
      {draft.kind === 'date' ? (
        <Field label="失效时间" error={error} hint="北京时间">
          {control => (
            <DayInput control={control} value={draft.at} onChange={at => onChange({ ...draft, at })} hasTime least={chinaDay(Date.now())} />
          )}
        </Field>
      ) : null}
    </>
  )
}
