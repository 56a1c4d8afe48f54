import { Select } from 'antd'
import type { AppDetail } from '#contract/apps/app.ts'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { SettingsSection } from '#ui/form/SettingsPage.tsx'
import { minuteText } from '#values/send-window.ts'
import style from './AppConfig.module.css'
import { SwitchLine } from './SwitchLine.tsx'
import { useSection } from './section.ts'

const stepMinutes = 30
const dayMinutes = 1_440
const choices = Array.from({ length: dayMinutes / stepMinutes + 1 }, (_, place) => place * stepMinutes)
const firstHours = { fromMinute: 8 * 60, untilMinute: 21 * 60 }

/** 发送时段: outside of these hours the app's requests are refused, so that a runaway program sends nothing at night. */
export function HoursSection({ app }: { app: AppDetail }) {
  const { draft, change, problemOf, error, mayWrite, panel } = useSection(app, { hours: app.settings.hours }, settings => ({ settings }))
  const { hours } = draft
  const option = (value: number) => ({ value, label: minuteText(value) })
  const wrong = hours && hours.fromMinute >= hours.untilMinute ? '开始时间须早于结束时间' : problemOf('hours')
  return (
    <SettingsSection
      title="发送时段"
      note="推广短信无论如何只在平台允许的时段发送，这里限制这个应用的全部短信。"
      {...panel}
      isChanged={panel.isChanged && !wrong}
      refusal={<FormRefusal error={error} />}
    >
      <SwitchLine
        label="只在指定时段发送"
        note="时段之外（北京时间）的发送请求被拒绝，程序得到app_hours错误；定时发送的时间也须在时段内。"
        isOn={hours !== null}
        isDisabled={!mayWrite}
        onChange={isOn => change({ hours: isOn ? firstHours : null })}
      />
      {hours ? (
        <div className={style.fields}>
          <Field label="开始">
            {({ status, ...control }) => (
              <Select
                {...control}
                status={status}
                className={style.number}
                disabled={!mayWrite}
                value={hours.fromMinute}
                onChange={fromMinute => change({ hours: { ...hours, fromMinute } })}
                options={choices.slice(0, -1).map(option)}
              />
            )}
          </Field>
          <Field label="结束" error={wrong}>
            {({ status, ...control }) => (
              <Select
                {...control}
                status={status}
                className={style.number}
                disabled={!mayWrite}
                value={hours.untilMinute}
                onChange={untilMinute => change({ hours: { ...hours, untilMinute } })}
                options={choices.slice(1).map(option)}
              />
            )}
          </Field>
        </div>
      ) : null}
    </SettingsSection>
  )
}
