import { Alert, Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { pathTo } from '#admin/paths.ts'
import { useMay } from '#admin/session.ts'
import { RuledTable } from '#admin/ui/RuledTable.tsx'
import style from '#admin/ui/Tables.module.css'
import type { CallAnswerWire } from '#contract/call.ts'
import { adminWithdrawalCalls } from '#contract/payments/admin-withdrawal.ts'
import { paymentMethodNames } from '#contract/payments/recharge.ts'
import { terms } from '#contract/terms.ts'
import { CopyableId } from '#ui/CopyButton.tsx'
import { useCall } from '#ui/call.ts'
import { Facts, Section } from '#ui/display/Facts.tsx'
import { fact } from '#ui/display/fact.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { RefundState } from '#ui/display/RefundState.tsx'
import { State } from '#ui/display/StateTag.tsx'
import { withdrawalStateTags } from '#ui/labels/payments.ts'
import { type RowAction, RowActions } from '#ui/list/RowActions.tsx'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import { type Act, ActDialog } from './ActDialog.tsx'

export type Withdrawal = CallAnswerWire<typeof adminWithdrawalCalls.one>
type Refund = Withdrawal['refunds'][number]

const pollMs = 5_000

/** A withdrawal with each of its refunds, and staff's possible acts. */
export function WithdrawalDrawer({ accountId, withdrawalId, onClose }: { accountId: string; withdrawalId: string; onClose: () => void }) {
  const query = useCall(adminWithdrawalCalls.one, { accountId, withdrawalId }, { refetchInterval: pollMs })
  const [act, setAct] = useState<Act | null>(null)
  const mayAct = useMay('payment.confirm')
  const state = query.data?.state
  return (
    <DetailDrawer
      onClose={onClose}
      title={query.data ? `提现 ${query.data.withdrawalNumber}` : '提现'}
      query={query}
      actions={
        mayAct && state === 'reviewing' ? (
          <>
            <Button data-review="pass" type="primary" onClick={() => setAct({ kind: 'approve' })}>
              同意提现
            </Button>
            <Button data-review="reject" danger onClick={() => setAct({ kind: 'reject' })}>
              驳回
            </Button>
          </>
        ) : null
      }
    >
      {one => (
        <>
          {one.state === 'abnormal' && !one.payout ? (
            <Alert type="warning" showIcon title="有退款被支付通道拒绝。可以重试、退回余额；改为银行付款要等客户填写银行账户。" />
          ) : null}
          <Facts facts={factsOf(one)} />
          <Section title="退回到">
            <Refunds withdrawal={one} mayAct={mayAct} onAct={setAct} />
          </Section>
          {act ? <ActDialog act={act} withdrawal={one} onClose={() => setAct(null)} /> : null}
        </>
      )}
    </DetailDrawer>
  )
}

const factsOf = (one: Withdrawal) => [
  fact('状态', <State tag={withdrawalStateTags[one.state]} />),
  fact('客户', <Link to={pathTo('/customers', { id: one.accountId })}>{one.accountName}</Link>),
  fact('提现金额', <Money hao={one.amountHao} />),
  fact('已退回', <Money hao={one.refundedHao} />),
  fact('客户实名', one.attestedName ?? '未认证'),
  fact('申请人', one.memberName),
  fact('提现后可用余额', <Money hao={one.availableHao} />),
  fact(terms.invoiceOwed, <Money hao={one.owedHao} />),
  fact(
    '近30天其他提现',
    one.recentCount === 0 ? (
      '没有'
    ) : (
      <>
        {one.recentCount} 笔，
        <Money hao={one.recentHao} />
      </>
    ),
  ),
  fact('客户的原因', one.remark || '–'),
  fact('申请时间', <Moment at={one.createdAt} />),
  fact('处理人', one.staffName),
  fact('驳回原因', one.reason),
  fact('退款银行账户', one.payout ? `${one.payout.holder} ${one.payout.bank} ${one.payout.number}` : null),
]

function actionsOf(refund: Refund, withdrawal: Withdrawal, onAct: (act: Act) => void): RowAction[] {
  if (refund.state === 'by_hand') return [{ label: '登记付款', onClick: () => onAct({ kind: 'paid', refund }) }]
  if (refund.state !== 'failed') return []
  return [
    { label: '重试', onClick: () => onAct({ kind: 'retry', refund }) },
    ...(withdrawal.payout ? [{ label: '银行付款', onClick: () => onAct({ kind: 'byHand', refund }) }] : []),
    { label: '退回余额', onClick: () => onAct({ kind: 'abandon', refund }) },
  ]
}

function Refunds({ withdrawal, mayAct, onAct }: { withdrawal: Withdrawal; mayAct: boolean; onAct: (act: Act) => void }) {
  return (
    <RuledTable
      label="退款明细"
      rows={withdrawal.refunds}
      rowKey={refund => refund.refundId}
      columns={[
        {
          title: '原付款',
          render: refund => (
            <>
              {paymentMethodNames[refund.paymentMethod]} {refund.payer ? `（${refund.payer}）` : ''}
              <div className={style.text}>
                {refund.tradeNumber}，<Moment at={refund.paidAt} />
                到账 <Money hao={refund.rechargeHao} />
              </div>
              <div className={style.text}>
                退款号 <CopyableId id={refund.refundNumber} most={16} />
              </div>
            </>
          ),
        },
        { title: '退回', isNumber: true, render: refund => <Money hao={refund.amountHao} /> },
        {
          title: '状态',
          render: refund => (
            <>
              <RefundState refund={refund} />
              {refund.trouble && refund.state !== 'done' ? <div className={style.reason}>{refund.trouble}</div> : null}
              {refund.bankSerial ? <div className={style.text}>流水号 {refund.bankSerial}</div> : null}
            </>
          ),
        },
        ...(mayAct ? [{ title: '操作', render: (refund: Refund) => <RowActions actions={actionsOf(refund, withdrawal, onAct)} /> }] : []),
      ]}
    />
  )
}
