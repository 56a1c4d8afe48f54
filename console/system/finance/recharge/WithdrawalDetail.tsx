import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import type { CallAnswerWire } from '#contract/call.ts'
import { payoutRules, withdrawalCalls } from '#contract/payments/withdrawal.ts'
import { CopyableId } from '#ui/CopyButton.tsx'
import { useAct, useCall } from '#ui/call.ts'
import { Facts, Section } from '#ui/display/Facts.tsx'
import { fact } from '#ui/display/fact.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { RefundState } from '#ui/display/RefundState.tsx'
import { State } from '#ui/display/StateTag.tsx'
import { ScrollingTable } from '#ui/display/Table.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { withdrawalStateTags } from '#ui/labels/payments.ts'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import layout from '#ui/theme/layout.module.css'
import { meCall, useMay } from '../../../session.ts'
import style from './Recharge.module.css'
import { OriginalPayment } from './WithdrawalForm.tsx'

type Withdrawal = CallAnswerWire<typeof withdrawalCalls.one>

const pollMs = 5_000
const answers = [withdrawalCalls.list, withdrawalCalls.one, withdrawalCalls.quote, meCall]

/** One withdrawal: each of its refunds, and the bank account that is needed when one failed. */
export function WithdrawalDetail({ withdrawalId, onClose }: { withdrawalId: string; onClose: () => void }) {
  const [isMoving, setMoving] = useState(true)
  const query = useCall(withdrawalCalls.one, { withdrawalId }, { refetchInterval: isMoving ? pollMs : false })
  const state = query.data?.state
  if (isMoving && state !== undefined && state !== 'refunding' && state !== 'reviewing' && state !== 'approving') setMoving(false)
  const mayPay = useMay('finance.write')
  const cancel = useAct(withdrawalCalls.cancel, { invalidates: answers })
  return (
    <DetailDrawer
      onClose={onClose}
      title="提现详情"
      query={query}
      actions={
        mayPay && state === 'reviewing' ? (
          <Button loading={cancel.isPending} onClick={() => cancel.mutate({ withdrawalId })}>
            撤销提现
          </Button>
        ) : null
      }
    >
      {withdrawal => (
        <>
          {withdrawal.reason ? <Alert type="warning" showIcon title={withdrawal.reason} /> : null}
          <Facts
            facts={[
              fact('状态', <State tag={withdrawalStateTags[withdrawal.state]} />),
              fact('提现金额', <Money hao={withdrawal.amountHao} />),
              fact('已退回', <Money hao={withdrawal.refundedHao} />),
              fact('原因', withdrawal.remark || null),
              fact('申请时间', <Moment at={withdrawal.createdAt} />),
              fact('结束时间', withdrawal.endedAt ? <Moment at={withdrawal.endedAt} /> : null),
              fact('申请人', withdrawal.memberName),
              fact('提现单号', <CopyableId id={withdrawal.withdrawalNumber} />),
            ]}
          />
          <Section title="退回明细">
            <Pieces refunds={withdrawal.refunds} />
          </Section>
          {withdrawal.state === 'abnormal' ? <Payout withdrawal={withdrawal} mayPay={mayPay} /> : null}
          <FormRefusal error={cancel.error} />
        </>
      )}
    </DetailDrawer>
  )
}

const Pieces = ({ refunds }: { refunds: Withdrawal['refunds'] }) => (
  <ScrollingTable
    label="退回明细"
    className={`${layout.table} ${style.pieces}`}
    rows={refunds}
    rowKey={refund => refund.refundId}
    columns={[
      { title: '原付款', render: refund => <OriginalPayment of={refund} /> },
      { title: '状态', render: refund => <RefundState refund={refund} /> },
      { title: '金额', isNumber: true, render: refund => <Money hao={refund.amountHao} /> },
    ]}
  />
)

function Payout({ withdrawal, mayPay }: { withdrawal: Withdrawal; mayPay: boolean }) {
  const { withdrawalId, attestedName, payout } = withdrawal
  const [number, setNumber] = useState(payout?.number ?? '')
  const [bank, setBank] = useState(payout?.bank ?? '')
  const [isTried, setTried] = useState(false)
  const save = useAct(withdrawalCalls.payout, { invalidates: answers, onDone: () => setTried(false) })
  const wrong = { number: ruleMessage(payoutRules.payoutNumber, number), bank: ruleMessage(payoutRules.payoutBank, bank) }
  const submit = () => {
    setTried(true)
    if (wrong.number === null && wrong.bank === null) save.mutate({ withdrawalId, payoutNumber: number, payoutBank: bank })
  }
  return (
    <Section title="退款银行账户">
      <p className={style.hint}>
        有一部分没能退回原支付账户，请填写户名为“{attestedName ?? '（请先完成实名认证）'}”的银行账户，由我们转账。
        {payout ? `已填写：${payout.bank} ${payout.number}。` : ''}
      </p>
      {mayPay && attestedName ? (
        <form
          onSubmit={event => {
            event.preventDefault()
            submit()
          }}
        >
          <Field label="银行账号" error={isTried ? wrong.number : null}>
            {({ status, ...control }) => (
              <Input {...control} status={status} inputMode="numeric" value={number} onChange={event => setNumber(event.target.value)} />
            )}
          </Field>
          <Field label="开户行" error={isTried ? wrong.bank : null}>
            {({ status, ...control }) => (
              <Input
                {...control}
                status={status}
                placeholder="如：示例银行北京分行营业部"
                value={bank}
                onChange={event => setBank(event.target.value)}
              />
            )}
          </Field>
          <FormRefusal error={save.error} />
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            {payout ? '更改银行账户' : '提交银行账户'}
          </Button>
        </form>
      ) : null}
    </Section>
  )
}
