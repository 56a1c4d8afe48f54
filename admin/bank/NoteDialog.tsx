import { Form, Input } from 'antd'
import { z } from 'zod'
import { ActForm } from '#admin/ui/ActForm.tsx'
import { adminBankCalls, receiptFields } from '#contract/payments/admin-bank.ts'
import { FormDayInput } from '#ui/form/FormDayInput.tsx'
import { zodRule } from '#ui/form/form-rules.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { chinaDay, formatChinaTime } from '#values/china-time.ts'
import { bankAnswers } from './bank.ts'

interface Typed {
  bankSerial: string
  amount: string
  payerName: string
  payerAccount: string
  memo: string
  cameAt: string
  reason: string
}

const { shape } = receiptFields
const localMoment = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d/, '请选择到账时间')

/** One line of the bank's statement, entered manually. */
export function NoteDialog({ onClose }: { onClose: () => void }) {
  const note = useDialogAct(adminBankCalls.note, {
    invalidates: bankAnswers,
    done: ({ knownCount }) => (knownCount > 0 ? '这笔到账已经登记过' : '已登记，请确认入账'),
    onClose,
  })
  return (
    <ActForm<Typed>
      title="登记银行到账"
      okText="登记"
      width={560}
      consequence="按网上银行的流水填写。手工登记的到账不会自动入账，确认入账须由另一位同事复核；当天的流水导入后会核对是否有这一笔。"
      reasonHint="记入操作记录。"
      act={note}
      first={{ cameAt: formatChinaTime(Date.now()).slice(0, 16).replace(' ', 'T'), reason: '按网上银行流水登记' }}
      onSubmit={({ reason, cameAt, payerAccount = '', memo = '', ...row }) =>
        note.mutate({ rows: [{ ...row, payerAccount, memo, cameAt: `${cameAt.slice(0, 16)}:00+08:00` }], reason })
      }
      onClose={onClose}
    >
      <Form.Item name="bankSerial" label="银行流水号" rules={[zodRule(shape.bankSerial)]}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item name="amount" label="到账金额（元）" rules={[zodRule(shape.amount)]}>
        <Input prefix="¥" inputMode="decimal" autoComplete="off" />
      </Form.Item>
      <Form.Item name="payerName" label="付款户名" rules={[zodRule(shape.payerName)]}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item name="payerAccount" label="付款账号（选填）" rules={[zodRule(shape.payerAccount)]}>
        <Input autoComplete="off" inputMode="numeric" />
      </Form.Item>
      <Form.Item name="memo" label="附言（选填）" rules={[zodRule(shape.memo)]}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item name="cameAt" label="到账时间（北京时间）" rules={[zodRule(localMoment)]}>
        <FormDayInput hasTime most={chinaDay(Date.now())} />
      </Form.Item>
    </ActForm>
  )
}
