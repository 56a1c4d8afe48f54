import { Form, Input, InputNumber, Switch } from 'antd'
import { type BalanceWarning, financeOverviewCalls, segmentThresholdRule } from '#contract/billing/finance-overview.ts'
import { amountRule } from '#contract/rules.ts'
import { optional, optionalAmount, yuanText } from '#ui/form/amount-field.ts'
import { FormDrawer } from '#ui/form/FormDrawer.tsx'
import { zodRule } from '#ui/form/form-rules.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { firstOrThrow } from '#values/or-throw.ts'

interface Fields {
  isOn: boolean
  first: string
  second: string
  segmentCount: number | null
}

/** Sets the thresholds of sums and segments for warnings. */
export function WarningForm({ warning, onClose }: { warning: BalanceWarning | null; onClose: () => void }) {
  const save = useDialogAct(financeOverviewCalls.saveWarning, { invalidates: [financeOverviewCalls.read], done: '预警已保存', onClose })
  return (
    <FormDrawer<Fields>
      title="余额预警"
      save={save}
      first={{
        isOn: warning?.isOn ?? true,
        first: yuanText(warning?.firstHao),
        second: yuanText(warning?.secondHao),
        segmentCount: warning?.segmentCount ?? null,
      }}
      onSubmit={({ isOn, first, second, segmentCount }) =>
        save.mutate({ isOn, first: first.trim(), second: optional(second), segmentCount: segmentCount ?? null })
      }
      onClose={onClose}
    >
      <p>发到消息中心，并通知应用预警里选定的接收人，没有选定时按各成员的通知偏好。预警短信由平台承担。</p>
      <Form.Item name="isOn" label="开启预警" valuePropName="checked">
        <Switch />
      </Form.Item>
      <Form.Item
        name="first"
        label="一级阈值（元）"
        extra="可用余额低于它时提醒；0.01-9,999,999，最多两位小数"
        rules={[zodRule(amountRule)]}
      >
        <Input inputMode="decimal" prefix="¥" />
      </Form.Item>
      <Form.Item name="second" label="二级阈值（元，选填）" extra="比一级阈值小，余额更少时再提醒一次" rules={[optionalAmount]}>
        <Input inputMode="decimal" prefix="¥" />
      </Form.Item>
      <Form.Item
        name="segmentCount"
        label="套餐余量阈值（条，选填）"
        extra="可用短信套餐的总条数低于它时提醒"
        rules={[{ validator: (_, value: number | null) => (value == null ? Promise.resolve() : checkSegments(value)) }]}
      >
        <InputNumber style={{ width: '100%' }} precision={0} />
      </Form.Item>
    </FormDrawer>
  )
}

function checkSegments(value: number): Promise<void> {
  const parsed = segmentThresholdRule.safeParse(value)
  return parsed.success ? Promise.resolve() : Promise.reject(new Error(firstOrThrow(parsed.error.issues).message))
}
