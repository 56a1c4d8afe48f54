import { Form, Input } from 'antd'
import { financeOverviewCalls, type SpendCapSetting } from '#contract/billing/finance-overview.ts'
import { optional, optionalAmount, yuanText } from '#ui/form/amount-field.ts'
import { FormDrawer } from '#ui/form/FormDrawer.tsx'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'

interface Fields {
  day: string
  month: string
}

/** Sets the daily and monthly spending cap of messages. */
export function CapForm({ cap, onClose }: { cap: SpendCapSetting; onClose: () => void }) {
  const save = useDialogAct(financeOverviewCalls.saveCap, { invalidates: [financeOverviewCalls.read], done: '消费上限已保存', onClose })
  return (
    <FormDrawer<Fields>
      title="消费上限"
      save={save}
      first={{ day: yuanText(cap.dayHao), month: yuanText(cap.monthHao) }}
      onSubmit={({ day, month }) => save.mutate({ day: optional(day), month: optional(month) })}
      onClose={onClose}
    >
      <p>一天、一个月最多用赠送金和余额发多少钱的短信；已扣费和冻结的都算。</p>
      <Form.Item name="day" label="每日上限（元，选填）" extra="每天0点（北京时间）重新计算" rules={[optionalAmount]}>
        <Input inputMode="decimal" prefix="¥" autoComplete="off" />
      </Form.Item>
      <Form.Item name="month" label="每月上限（元，选填）" extra="每月1日0点重新计算；都不填即没有上限" rules={[optionalAmount]}>
        <Input inputMode="decimal" prefix="¥" autoComplete="off" />
      </Form.Item>
    </FormDrawer>
  )
}
