import { Form, Input, Select } from 'antd'
import { ActForm } from '#admin/ui/ActForm.tsx'
import style from '#admin/ui/Tables.module.css'
import { adminCodeCalls, codeCauses } from '#contract/messages/admin-code.ts'
import { zodRule } from '#ui/form/form-rules.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { type Carrier, carrierNames, carriers } from '#values/phone.ts'
import { type Code, codeAnswers } from './code.ts'

interface Values {
  code: string
  carrier: Carrier | 'all'
  meaning: string
  cause: (typeof codeCauses)[number]
  advice: string
  reason: string
}

const { shape } = adminCodeCalls.set.input

/** 添加 and 修改 a code's explanation; `code` prefills a new one. */
export function CodeDialog({ row, code, onClose }: { row: Code | null; code?: string; onClose: () => void }) {
  const act = useDialogAct(adminCodeCalls.set, {
    invalidates: codeAnswers,
    done: (_, input) => `${input.code}：${input.meaning}`,
    onClose,
  })
  const submit = ({ carrier, ...values }: Values) => {
    const { code: _, ...seen } = row ?? { code: '' }
    act.mutate({
      ...values,
      code: row?.code ?? values.code,
      carrier: carrier === 'all' ? null : carrier,
      seen: row ? (seen as Omit<Code, 'code'>) : null,
    })
  }
  return (
    <ActForm<Values>
      title={row ? `修改状态码 ${row.code}` : '添加状态码'}
      okText={row ? '保存' : '添加'}
      consequence="客户在发送记录、统计和群发结果中看到的说明立即改变，以前的短信也一样。"
      reasonHint="例如“移动2026年11月来函”。"
      act={act}
      first={
        row
          ? { ...row, carrier: row.carrier ?? 'all', cause: codeCauses.find(cause => cause === row.cause) }
          : { carrier: 'all', ...(code ? { code } : {}) }
      }
      onSubmit={submit}
      onClose={onClose}
    >
      {row ? null : (
        <Form.Item name="code" label="状态码" extra="末尾加 * 表示以它开头的一类，例如 MK:*。" rules={[zodRule(shape.code)]}>
          <Input maxLength={33} />
        </Form.Item>
      )}
      <Form.Item name="meaning" label="含义" rules={[zodRule(shape.meaning)]}>
        <Input />
      </Form.Item>
      <div className={style.pair}>
        <Form.Item name="cause" label="原因分类" extra="统计按它归类。" rules={[zodRule(shape.cause)]}>
          <Select options={codeCauses.map(value => ({ value, label: value }))} />
        </Form.Item>
        <Form.Item name="carrier" label="运营商">
          <Select options={[{ value: 'all', label: '全部' }, ...carriers.map(value => ({ value, label: carrierNames[value] }))]} />
        </Form.Item>
      </div>
      <Form.Item name="advice" label="给客户的建议" rules={[zodRule(shape.advice)]}>
        <Input.TextArea rows={2} />
      </Form.Item>
    </ActForm>
  )
}
