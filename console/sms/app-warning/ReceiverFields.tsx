import { Checkbox, Select } from 'antd'
import { Link } from 'react-router'
import { alertReceiverCalls } from '#contract/alert/alert-receiver.ts'
import { alertMethods } from '#contract/alert/alert-rule.ts'
import { useCall } from '#ui/call.ts'
import { Section } from '#ui/display/Facts.tsx'
import { Field } from '#ui/form/Field.tsx'
import { pathTo } from '../../paths.ts'
import { alertMethodNames } from '../../shared/labels/alert.ts'
import type { RuleDraft } from './rule-draft.ts'

const repeats = [
  { value: 0, label: '不重复' },
  { value: 30, label: '每30分钟' },
  { value: 60, label: '每小时' },
  { value: 240, label: '每4小时' },
  { value: 1_440, label: '每天' },
]

interface ReceiverFieldsProps {
  draft: RuleDraft
  onChange: (part: Partial<RuleDraft>) => void
  problemOf: (name: string) => string | null
}

/** A rule's receivers outside the console, and how often it repeats. */
export function ReceiverFields({ draft, onChange, problemOf }: ReceiverFieldsProps) {
  const { data } = useCall(alertReceiverCalls.all, {})
  const contacts = (data?.contacts ?? []).map(one => ({ value: one.alertContactId, label: one.name }))
  const robots = (data?.robots ?? []).map(one => ({ value: one.robotId, label: one.name }))
  const asksContacts = draft.notificationMethods.includes('sms') || draft.notificationMethods.includes('email')
  const noneYet = <Link to={pathTo('/sms/app-warning', { tab: 'receivers' })}>还没有可选的，先去添加</Link>
  const chooser = (label: string, name: 'contactIds' | 'robotIds', options: { value: string; label: string }[]) => (
    <Field label={label} error={problemOf(name)} hint={options.length === 0 ? noneYet : null}>
      {({ id, status }) => (
        <Select
          id={id}
          status={status}
          mode="multiple"
          style={{ width: '100%' }}
          value={draft[name]}
          options={options}
          onChange={chosen => onChange({ [name]: chosen })}
        />
      )}
    </Field>
  )
  return (
    <Section title="通知">
      <Field
        label="控制台以外的方式"
        isGroup
        hint={
          draft.notificationMethods.length === 0
            ? '都不选时，按各成员在“用户信息”里的消息提醒设置发短信和邮件。'
            : '控制台消息总会有。短信由平台承担费用。'
        }
      >
        {() => (
          <Checkbox.Group
            value={draft.notificationMethods}
            options={alertMethods.map(value => ({ value, label: alertMethodNames[value] }))}
            onChange={notificationMethods => onChange({ notificationMethods })}
          />
        )}
      </Field>
      {asksContacts ? chooser('联系人', 'contactIds', contacts) : null}
      {draft.notificationMethods.includes('robot') ? chooser('群机器人', 'robotIds', robots) : null}
      <Field label="未确认且未恢复时" hint="确认后不再重复；恢复时通知一次。">
        {({ id }) => (
          <Select
            id={id}
            style={{ width: '100%' }}
            value={draft.repeatMinutes}
            options={repeats}
            onChange={repeatMinutes => onChange({ repeatMinutes })}
          />
        )}
      </Field>
    </Section>
  )
}
