import { Alert, Radio } from 'antd'
import { formatChinaTime } from '#values/china-time.ts'
import style from './Broadcast.module.css'
import { ChinaTimeField, scheduleProblem } from './ChinaTimeField.tsx'
import type { Draft } from './draft.ts'

interface ScheduleStepProps {
  draft: Draft
  onChange: (next: Partial<Draft>) => void
  isMarketing: boolean
  /** When it would really begin, if not at the wished time. */
  heldUntil: string | null
}

/** ③ When: now or at a time, and what the permitted hours make of it. */
export function ScheduleStep({ draft, onChange, isMarketing, heldUntil }: ScheduleStepProps) {
  return (
    <div className={style.stack}>
      <Radio.Group
        aria-label="发送时间"
        value={draft.isScheduled}
        onChange={event => onChange({ isScheduled: event.target.value === true })}
        options={[
          { value: false, label: '立即发送' },
          { value: true, label: '定时发送' },
        ]}
      />
      {draft.isScheduled ? (
        <ChinaTimeField
          label="发送时间"
          value={draft.scheduledAt}
          onChange={scheduledAt => onChange({ scheduledAt })}
          error={draft.scheduledAt === '' ? null : scheduleProblem(draft.scheduledAt, Date.now())}
        />
      ) : null}
      <HeldNotice heldUntil={heldUntil} />
      {isMarketing && heldUntil === null ? <p className={style.note}>推广短信到21:00还没有发完的，次日08:00自动继续。</p> : null}
    </div>
  )
}

/** Said before it is sent: marketing outside the permitted hours begins later. */
export function HeldNotice({ heldUntil }: { heldUntil: string | null }) {
  if (heldUntil === null) return null
  const at = formatChinaTime(new Date(heldUntil)).slice(0, 16)
  return <Alert type="warning" showIcon title={`推广短信只在08:00–21:00发送，这次群发会等到 ${at} 自动开始。`} />
}
