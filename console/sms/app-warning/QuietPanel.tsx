import { App, Checkbox } from 'antd'
import { useState } from 'react'
import { alertReceiverCalls } from '#contract/alert/alert-receiver.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { useAct } from '#ui/call.ts'
import { ClockInput } from '#ui/form/ClockInput.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { SettingsSection } from '#ui/form/SettingsPage.tsx'
import style from './Alert.module.css'
import { clockText, receiverAnswers } from './alerts.ts'

type Quiet = CallAnswerWire<typeof alertReceiverCalls.all>['quiet']

const minuteOf = (text: string) => {
  const [hour = 0, minute = 0] = text.split(':').map(Number)
  return hour * 60 + minute
}

/** 静默期: quiet hours, except for urgent alerts. */
export function QuietPanel({ quiet, mayWrite }: { quiet: Quiet; mayWrite: boolean }) {
  const { message } = App.useApp()
  const [isOn, setOn] = useState(quiet !== null)
  const [from, setFrom] = useState(clockText(quiet?.fromMinute ?? 22 * 60))
  const [until, setUntil] = useState(clockText(quiet?.untilMinute ?? 8 * 60))
  const save = useAct(alertReceiverCalls.setQuietHours, {
    invalidates: receiverAnswers,
    onDone: () => void message.success('静默期已保存'),
  })
  const wanted: Quiet = isOn ? { fromMinute: minuteOf(from), untilMinute: minuteOf(until) } : null
  const wrong = isOn && (from === '' || until === '') ? '请填写时间' : isOn && from === until ? '开始和结束不能相同' : null
  return (
    <SettingsSection
      title="静默期"
      note="静默期内只在控制台留记录；到结束时仍未恢复的，再发短信、邮件、回调和机器人。紧急预警（验证码盗刷、停发、余额严重不足）不受影响。"
      {...(mayWrite ? { onSave: () => wrong === null && save.mutate({ quiet: wanted }) } : {})}
      isSaving={save.isPending}
      isChanged={JSON.stringify(wanted) !== JSON.stringify(quiet)}
      refusal={<FormRefusal error={save.error} />}
    >
      <Checkbox checked={isOn} disabled={!mayWrite} onChange={event => setOn(event.target.checked)}>
        每天在这个时段不打扰
      </Checkbox>
      {isOn ? (
        <div className={style.pair}>
          <Field label="静默从">{control => <ClockInput control={control} isDisabled={!mayWrite} value={from} onChange={setFrom} />}</Field>
          <Field label="静默到" error={wrong} hint="早于开始时间时，到次日">
            {control => <ClockInput control={control} isDisabled={!mayWrite} value={until} onChange={setUntil} />}
          </Field>
        </div>
      ) : null}
    </SettingsSection>
  )
}
