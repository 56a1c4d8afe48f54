import { Button, Form } from 'antd'
import { ActForm } from '#admin/ui/ActForm.tsx'
import { adminSettingCalls } from '#contract/account/admin-setting.ts'
import { type SettingName, settingRules, settingText } from '#contract/account/setting.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { SettingValue, settingRule } from './SettingValue.tsx'
import { settingAnswers } from './setting.ts'

interface Values {
  value: number
  reason: string
}

interface SettingDialogProps {
  name: SettingName
  /** The configured value; null for the default. */
  set: number | null
  onClose: () => void
}

/** 修改: one limit of the platform, or back to its default. */
export function SettingDialog({ name, set, onClose }: SettingDialogProps) {
  const rule = settingRules[name]
  const act = useDialogAct(adminSettingCalls.set, {
    invalidates: settingAnswers,
    done: (_, { value }) => `${rule.name}已改为${settingText(name, value ?? rule.initial)}`,
    onClose,
  })
  return (
    <ActForm<Values>
      title={`修改${rule.name}`}
      okText="保存"
      consequence={
        <>
          <p>{rule.effect}</p>
          <p>
            现在是 {settingText(name, set ?? rule.initial)}，默认 {settingText(name, rule.initial)}。保存后立即对所有客户生效。
          </p>
        </>
      }
      reasonHint="记入操作记录，其他运营人员会看到。"
      act={act}
      first={{ value: set ?? rule.initial }}
      onSubmit={({ value, reason }) => act.mutate({ name, value: value === rule.initial ? null : value, seen: set, reason })}
      onClose={onClose}
    >
      <Form.Item label={rule.name} required={false}>
        <Form.Item name="value" noStyle rules={[settingRule(name)]}>
          <SettingValue name={name} />
        </Form.Item>
        {set === null ? null : <BackToDefault name={name} />}
      </Form.Item>
    </ActForm>
  )
}

function BackToDefault({ name }: { name: SettingName }) {
  const form = Form.useFormInstance()
  const { initial } = settingRules[name]
  return (
    <Button type="link" size="small" style={{ paddingInline: 0 }} onClick={() => form.setFieldValue('value', initial)}>
      恢复默认（{settingText(name, initial)}）
    </Button>
  )
}
