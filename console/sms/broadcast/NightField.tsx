import { Radio } from 'antd'
import { useState } from 'react'
import type { DraftFields } from '#contract/broadcast/broadcast-draft.ts'
import { Field } from '#ui/form/Field.tsx'
import type { Cost } from './CostStep.tsx'
import { type BroadcastForm, recipientsText } from './form.ts'
import { chinaMinute } from './HeldNotice.tsx'
import { chinaMoment, nextMorning, nightText } from './schedule.ts'

type Timing = Pick<DraftFields, 'isScheduled' | 'scheduledAt'>

const beginOf = ({ isScheduled, scheduledAt }: Timing) => (isScheduled ? Date.parse(chinaMoment(scheduledAt) ?? '') : Date.now())

/** What a broadcast does that would begin at night: a notice goes out, marketing waits for its hours. */
function nightOf(timing: Timing, isMarketing: boolean, heldUntil: string | null | undefined): { title: string; stays: string } | null {
  const begin = beginOf(timing)
  // Not typed yet.
  if (Number.isNaN(begin)) return null
  const night = nightText(begin)
  if (night === null) return null
  const title = timing.isScheduled ? `发送时间是${night}` : `现在是${night}`
  if (isMarketing) return { title, stays: `${heldUntil ? `${chinaMinute(heldUntil)} ` : ''}到可以发送的时段时` }
  return { title, stays: timing.isScheduled ? '按这个时间' : '现在' }
}

/** 夜间: whether a broadcast begins at night, or as soon as it may, or in the morning, with its numbers. */
export function NightField({ form, cost, isMarketing }: { form: BroadcastForm; cost: Cost | undefined; isMarketing: boolean }) {
  const { draft, change, report } = form
  /** What was asked for before the morning was chosen. */
  const [before, setBefore] = useState<{ timing: Timing; night: { title: string; stays: string } } | null>(null)
  const isMorning = before !== null && draft.isScheduled && draft.scheduledAt === nextMorning(beginOf(before.timing)).value
  const night = isMorning ? before.night : nightOf(draft, isMarketing, cost?.heldUntil)
  if (night === null || report === null) return null
  const timing = isMorning ? before.timing : { isScheduled: draft.isScheduled, scheduledAt: draft.scheduledAt }
  const morning = nextMorning(beginOf(timing))
  const numbers = recipientsText(form, report.validCount)
  const choose = (isLater: boolean) => {
    setBefore({ timing, night })
    change(isLater ? { isScheduled: true, scheduledAt: morning.value } : timing)
  }
  return (
    <Field label={`${night.title}，夜间怎么发`} isGroup hint="北京时间22:00至次日8:00，机主多在休息。">
      {() => (
        <Radio.Group
          vertical
          value={isMorning}
          onChange={event => choose(event.target.value === true)}
          options={[
            { value: false, label: `${night.stays}发给 ${numbers}` },
            { value: true, label: `${timing.isScheduled ? '早上 10:00' : morning.name}再发给 ${numbers}` },
          ]}
        />
      )}
    </Field>
  )
}
