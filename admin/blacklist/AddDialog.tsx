import { App, Form, Input } from 'antd'
import { useState } from 'react'
import { ActForm } from '#admin/ui/ActForm.tsx'
import { adminBlacklistCalls } from '#contract/blacklist/admin-blacklist.ts'
import { useAct } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { pastedNote } from '#ui/form/pasted-numbers.ts'
import { limits } from '#values/limits.ts'
import { splitNumbers } from '#values/phone.ts'

/** 加入号码: blocks all messages to them, from any sender. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const { message, modal } = App.useApp()
  const [typed, setTyped] = useState('')
  const add = useAct(adminBlacklistCalls.add, {
    invalidates: [adminBlacklistCalls.list],
    onDone: ({ addedCount, knownCount, malformedCount, problems }) => {
      const summary = `新加入 ${thousands(addedCount)} 个，原来就在 ${thousands(knownCount)} 个`
      if (malformedCount === 0) void message.success(summary)
      else
        modal.warning({
          title: `${summary}，格式错误 ${thousands(malformedCount)} 个`,
          content: problems.map(({ text, reason }) => `${text}：${reason}`).join('；'),
          okText: '知道了',
        })
      onClose()
    },
  })
  return (
    <ActForm<{ numbers: string; reason: string }>
      title="加入平台黑名单"
      okText="加入"
      isDanger
      consequence="加入后，所有客户向这些号码提交的短信都被拦下，包括验证码，不收费；已经在排队的仍会发出。"
      reasonHint="记入操作记录，客户看不到。"
      act={add}
      onSubmit={({ numbers, reason }) => add.mutate({ numbers: splitNumbers(numbers), reason })}
      onClose={onClose}
    >
      <Form.Item
        name="numbers"
        label="手机号"
        extra={pastedNote(typed) ?? `每行一个，也可以用逗号隔开，一次最多 ${thousands(limits.blacklistRemovals)} 个`}
        rules={[
          {
            validator: async (_, text: string | undefined) => {
              const count = splitNumbers(text ?? '').length
              if (count === 0) throw new Error('请填写手机号')
              if (count > limits.blacklistRemovals) throw new Error(`一次最多${limits.blacklistRemovals}个号码`)
            },
          },
        ]}
      >
        <Input.TextArea rows={4} autoFocus onChange={event => setTyped(event.target.value)} />
      </Form.Item>
    </ActForm>
  )
}
