import { App, Form, Input } from 'antd'
import { ActForm } from '#admin/ui/ActForm.tsx'
import { receiptFields } from '#contract/payments/admin-bank.ts'
import { adminWithdrawalCalls } from '#contract/payments/admin-withdrawal.ts'
import { adminApprovalCalls } from '#contract/staff/admin-approval.ts'
import { useAct } from '#ui/call.ts'
import { zodRule } from '#ui/form/form-rules.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { limits } from '#values/limits.ts'
import { formatYuan } from '#values/money.ts'
import type { Withdrawal } from './WithdrawalDrawer.tsx'

type Refund = Withdrawal['refunds'][number]
type PieceKind = 'retry' | 'byHand' | 'abandon'
export type Act = { kind: 'approve' } | { kind: 'reject' } | { kind: 'paid'; refund: Refund } | { kind: PieceKind; refund: Refund }

const words: Record<Act['kind'], { title: string; consequence: string; first?: string; isDanger?: boolean; hint?: string }> = {
  approve: {
    title: '同意提现',
    consequence: '立即按下面的明细原路退回，不能撤销。对公转账来的钱由财务在网上银行付款后登记。',
    first: '已核对，同意',
  },
  reject: { title: '驳回提现', consequence: '金额立即回到客户的可用余额。', isDanger: true, hint: '客户可以看到，也记入操作记录。' },
  retry: { title: '重试原路退回', consequence: '用同一个退款号再向支付通道申请一次，不会重复退款。', first: '重试' },
  byHand: { title: '改为银行付款', consequence: '支付通道已明确没有退款。财务在网上银行付款到客户填写的账户后，在这里登记流水号。' },
  paid: {
    title: '登记银行付款',
    consequence: '请确认网上银行已付款成功；登记后这笔钱从客户的冻结金额中付出，不能撤销。',
    first: '网上银行已付款',
  },
  abandon: { title: '退回余额', consequence: '这笔钱不再退出，立即回到客户的可用余额。', isDanger: true },
}

const answers = [adminWithdrawalCalls.list, adminWithdrawalCalls.one, adminApprovalCalls.list]

/** An act on a withdrawal or one of its refunds, with a reason for the audit log. */
export function ActDialog({ act, withdrawal, onClose }: { act: Act; withdrawal: Withdrawal; onClose: () => void }) {
  const { message } = App.useApp()
  const { title, consequence, first, isDanger, hint } = words[act.kind]
  const onDone = () => {
    void message.success(`${title}：已完成`)
    onClose()
  }
  const options = { invalidates: answers, onDone }
  const approve = useDialogAct(adminWithdrawalCalls.approve, {
    invalidates: answers,
    done: ({ state }) => (state === 'approving' ? '已提交复核，另一位同事同意后开始退款' : '已同意，正在退款'),
    onClose,
  })
  const reject = useAct(adminWithdrawalCalls.reject, options)
  const retry = useAct(adminWithdrawalCalls.retry, options)
  const byHand = useAct(adminWithdrawalCalls.byHand, options)
  const paid = useAct(adminWithdrawalCalls.paid, options)
  const abandon = useAct(adminWithdrawalCalls.abandon, options)
  const pieceActs = { retry, byHand, abandon }
  const call = { approve, reject, paid, ...pieceActs }[act.kind]
  const { accountId, withdrawalId } = withdrawal
  const amountHao = 'refund' in act ? act.refund.amountHao : withdrawal.amountHao
  const isForTwo = act.kind === 'approve' && amountHao > limits.fourEyesHao
  const submit = ({ reason, bankSerial = '' }: { reason: string; bankSerial?: string }) => {
    if (act.kind === 'approve') approve.mutate({ accountId, withdrawalId, reason })
    else if (act.kind === 'reject') reject.mutate({ accountId, withdrawalId, reason })
    else if (act.kind === 'paid') paid.mutate({ accountId, refundId: act.refund.refundId, bankSerial, reason })
    else pieceActs[act.kind].mutate({ accountId, refundId: act.refund.refundId, reason })
  }
  return (
    <ActForm<{ reason: string; bankSerial?: string }>
      title={`${title}：${formatYuan(amountHao)}`}
      okText={title}
      isDanger={isDanger ?? false}
      isForTwo={isForTwo}
      consequence={isForTwo ? `超过${formatYuan(limits.fourEyesHao)}，由另一位同事在“复核”中同意后开始退款。` : consequence}
      reasonHint={hint ?? '记入操作记录。'}
      {...(first ? { first: { reason: first } } : {})}
      act={call}
      onSubmit={submit}
      onClose={onClose}
    >
      {act.kind === 'paid' ? (
        <Form.Item name="bankSerial" label="付款的银行流水号" rules={[zodRule(receiptFields.shape.bankSerial)]}>
          <Input autoComplete="off" />
        </Form.Item>
      ) : null}
    </ActForm>
  )
}
