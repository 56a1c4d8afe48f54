import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import type { CallAnswerWire } from '#contract/call.ts'
import { paymentMethodNames } from '#contract/payments/recharge.ts'
import { payoutRules, withdrawalCalls } from '#contract/payments/withdrawal.ts'
import { CopyableId } from '#ui/CopyButton.tsx'
import { useAct, useCall } from '#ui/call.ts'
import { DetailDrawer } from '#ui/DetailDrawer.tsx'
import { Facts, Section } from '#ui/Facts.tsx'
import { Field } from '#ui/Field.tsx'
import { FormRefusal } from '#ui/FormRefusal.tsx'
import { fact } from '#ui/fact.ts'
import { ruleMessage } from '#ui/form-rules.ts'
import { refundStateTags, withdrawalStateTags } from '#ui/labels/payments.ts'
import layout from '#ui/layout.module.css'
import { Moment } from '#ui/Moment.tsx'
import { Money } from '#ui/Money.tsx'
import { StateTag } from '#ui/StateTag.tsx'
import { meCall, useMay } from '../../../session.ts'
import style from './Recharge.module.css'

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
      isOpen
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
              fact(
                '状态',
                <StateTag tone={withdrawalStateTags[withdrawal.state].tone}>{withdrawalStateTags[withdrawal.state].name}</StateTag>,
              ),
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
  <div className={layout.scroll}>
    <table className={`${layout.table} ${style.pieces}`}>
      <thead>
        <tr>
          <th scope="col">原付款</th>
          <th scope="col">状态</th>
          <th scope="col" data-number>
            金额
          </th>
        </tr>
      </thead>
      <tbody>
        {refunds.map(refund => (
          <tr key={refund.refundId}>
            <td>
              {paymentMethodNames[refund.paymentMethod]}
              <br />
              <span className={style.hint}>{refund.tradeNumber}</span>
            </td>
            <td>
              <StateTag tone={refundStateTags[refund.state].tone}>{refundStateTags[refund.state].name}</StateTag>
              {refund.settledAt ? (
                <div>
                  <Moment at={refund.settledAt} short />
                </div>
              ) : null}
            </td>
            <td data-number>
              <Money hao={refund.amountHao} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
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
