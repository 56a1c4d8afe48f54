import { Form, Input } from 'antd'
import { useState } from 'react'
import { ActForm } from '#admin/ui/ActForm.tsx'
import { CustomerPicker } from '#admin/ui/CustomerPicker.tsx'
import { adminBankCalls, type NameSupport, receiptFields } from '#contract/payments/admin-bank.ts'
import { zodRule } from '#ui/form/form-rules.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { limits } from '#values/limits.ts'
import { formatYuan } from '#values/money.ts'
import { bankAnswers, type Claim } from './bank.ts'

interface CreditDialogProps {
  receipt: { receiptId: string; bankSerial: string; amountHao: number; isListed: boolean }
  /** Omitted: staff choose the customer. */
  customer?: { accountId: string; name: string }
  claimId: string | null
  nameSupport?: NameSupport
  onClose: () => void
}

/** Credits a receipt to a customer, or requests a second person's approval. */
export function CreditDialog({ receipt, customer, claimId, nameSupport, onClose }: CreditDialogProps) {
  const [picked, setPicked] = useState<string | undefined>(customer?.accountId)
  const credit = useDialogAct(adminBankCalls.credit, {
    invalidates: bankAnswers,
    done: ({ state }) => (state === 'credited' ? '已入账' : '已提交复核，另一位同事同意后入账'),
    onClose,
  })
  const why =
    nameSupport === 'none'
      ? '户名与客户不一致'
      : !receipt.isListed
        ? '这笔是手工登记的'
        : receipt.amountHao > limits.fourEyesHao
          ? `超过${formatYuan(limits.fourEyesHao)}`
          : null
  return (
    <ActForm<{ reason: string }>
      title={`确认入账：${formatYuan(receipt.amountHao)}`}
      okText={why ? '提交复核' : '入账'}
      isForTwo={why !== null}
      consequence={
        <p>
          银行流水号 {receipt.bankSerial}
          {customer ? `，计入“${customer.name}”的可用余额` : ''}。
          {why
            ? `${why}，须由另一位同事在“复核”中同意。`
            : `入账后不能撤销。同一客户当天单人入账合计超过${formatYuan(limits.fourEyesHao)}的，须由另一位同事复核。`}
        </p>
      }
      reasonHint="记入操作记录。"
      act={credit}
      first={{ reason: '银行到账已核对' }}
      onSubmit={({ reason }) => (picked ? credit.mutate({ receiptId: receipt.receiptId, accountId: picked, claimId, reason }) : undefined)}
      onClose={onClose}
    >
      {customer ? null : (
        <Form.Item label="客户" htmlFor="credit-customer" required extra="户名与客户不一致的，须由另一位同事复核。">
          <CustomerPicker id="credit-customer" value={picked} onChange={setPicked} />
        </Form.Item>
      )}
    </ActForm>
  )
}

export const answers = {
  askMore: { title: '要求补充', done: '已通知客户补充', consequence: '客户会看到原因，补充后回到待处理。', isDanger: false },
  reject: { title: '驳回认领', done: '已驳回', consequence: '客户会看到原因；回单可以重新提交。银行到账不受影响。', isDanger: true },
} as const

export type AnswerKind = keyof typeof answers

/** Rejects a claim, or asks for details. */
export function AnswerDialog({ kind, claim, onClose }: { kind: AnswerKind; claim: Claim; onClose: () => void }) {
  const { title, done, consequence, isDanger } = answers[kind]
  const act = useDialogAct(adminBankCalls[kind], { invalidates: bankAnswers, done, onClose })
  return (
    <ActForm<{ reason: string }>
      title={`${title}：${claim.claimNumber}`}
      okText={title}
      isDanger={isDanger}
      consequence={consequence}
      reasonHint="客户可以看到，也记入操作记录。"
      act={act}
      onSubmit={({ reason }) => act.mutate({ accountId: claim.accountId, claimId: claim.claimId, reason })}
      onClose={onClose}
    />
  )
}

/** Records that money was returned at the bank. */
export function ReturnDialog({
  receipt,
  onClose,
}: {
  receipt: { receiptId: string; bankSerial: string; amountHao: number }
  onClose: () => void
}) {
  const act = useDialogAct(adminBankCalls.giveBack, { invalidates: bankAnswers, done: '已登记退汇', onClose })
  return (
    <ActForm<{ returnSerial: string; reason: string }>
      title={`登记退汇：${formatYuan(receipt.amountHao)}`}
      okText="登记退汇"
      isDanger
      consequence="请先在网上银行把这笔钱退回付款账户，再登记；登记后这笔到账不能再入账。"
      reasonHint="记入操作记录。"
      act={act}
      onSubmit={({ returnSerial, reason }) => act.mutate({ receiptId: receipt.receiptId, returnSerial, reason })}
      onClose={onClose}
    >
      <Form.Item name="returnSerial" label="退汇的银行流水号" rules={[zodRule(receiptFields.shape.bankSerial)]}>
        <Input autoComplete="off" />
      </Form.Item>
    </ActForm>
  )
}
