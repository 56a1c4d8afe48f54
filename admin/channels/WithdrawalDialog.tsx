import { Form, Radio } from 'antd'
import { ActForm } from '#admin/ui/ActForm.tsx'
import { adminChannelCalls } from '#contract/messages/admin-channel.ts'
import { type WithdrawalRule, withdrawalRuleNames } from '#contract/messages/route-preference.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { keysOf } from '#values/keys.ts'
import { type Channel, channelAnswers } from './channel.ts'

interface Values {
  rule: WithdrawalRule
  reason: string
}

const hints: Record<WithdrawalRule, string> = {
  auto: '近30分钟的到达率或报告用时明显差于近7天时撤量，留2%的号码试探，恢复后自动还回。',
  never: '再差也不撤量。',
  always: '现在就撤量，直到改回来；仍留2%的号码试探。',
}

/** 撤量: when other channels of a route take this channel's traffic. */
export function WithdrawalDialog({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const act = useDialogAct(adminChannelCalls.setWithdrawalRule, {
    invalidates: channelAnswers,
    done: `通道“${channel.name}”的撤量已设置，几秒后生效`,
    onClose,
  })
  return (
    <ActForm<Values>
      title={`撤量：${channel.name}`}
      okText="保存"
      consequence="撤量时，新的短信改走路由中的其他通道；没有其他通道能发送的，仍走这个通道。已经在排队的短信不改道。"
      reasonHint="记入操作记录，撤量时其他运营人员会看到。"
      act={act}
      first={{ rule: channel.withdrawalRule }}
      onSubmit={values => act.mutate({ channelId: channel.channelId, ...values })}
      onClose={onClose}
    >
      <Form.Item noStyle dependencies={['rule']}>
        {({ getFieldValue }) => {
          const rule: WithdrawalRule = getFieldValue('rule')
          return (
            <Form.Item name="rule" label="何时撤量" extra={hints[rule]}>
              <Radio.Group options={keysOf(withdrawalRuleNames).map(value => ({ value, label: withdrawalRuleNames[value] }))} />
            </Form.Item>
          )
        }}
      </Form.Item>
    </ActForm>
  )
}
