import { Form, Radio } from 'antd'
import { ActForm } from '#admin/ui/ActForm.tsx'
import { adminSettingCalls } from '#contract/account/admin-setting.ts'
import { type SettingRule, settingRules, settingText } from '#contract/account/setting.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { SettingValue, settingRule } from './SettingValue.tsx'
import { type OwnRow, settingAnswers } from './setting.ts'

interface Values {
  isOwn: boolean
  value: number
  reason: string
}

/** A limit of one customer: the platform's, or a stricter one. */
export function OwnDialog({ customer, row, onClose }: { customer: { accountId: string; name: string }; row: OwnRow; onClose: () => void }) {
  const { name, platform, own } = row
  const rule: SettingRule = settingRules[name]
  const act = useDialogAct(adminSettingCalls.setAccount, {
    invalidates: settingAnswers,
    done: (_, { value }) => `“${customer.name}”的${rule.name}：${value === null ? '与平台相同' : settingText(name, value)}`,
    onClose,
  })
  return (
    <ActForm<Values>
      title={`${rule.name}（${customer.name}）`}
      okText="保存"
      consequence={
        <p>
          {rule.effect}平台现在是 {settingText(name, platform)}，客户的只能{stricterText(rule)}。
        </p>
      }
      reasonHint="记入操作记录，其他运营人员会看到。"
      act={act}
      first={{ isOwn: true, ...(own === null ? {} : { value: own }) }}
      onSubmit={({ isOwn, value, reason }) =>
        act.mutate({ accountId: customer.accountId, name, value: isOwn ? value : null, seen: own, reason })
      }
      onClose={onClose}
    >
      {own === null ? null : (
        <Form.Item name="isOwn" label="使用">
          <Radio.Group
            options={[
              { value: true, label: '客户自己的限制' },
              { value: false, label: `与平台相同（${settingText(name, platform)}）` },
            ]}
          />
        </Form.Item>
      )}
      <Form.Item noStyle dependencies={['isOwn']}>
        {({ getFieldValue }) =>
          getFieldValue('isOwn') === false ? null : (
            <Form.Item name="value" label={rule.name} rules={[settingRule(name)]}>
              <SettingValue name={name} />
            </Form.Item>
          )
        }
      </Form.Item>
    </ActForm>
  )
}

function stricterText({ stricter, unit }: SettingRule): string {
  if (unit === 'minute') return stricter === 'less' ? '更早' : '更晚'
  return '更少'
}
