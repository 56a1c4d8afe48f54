import { Button, Input } from 'antd'
import { useState } from 'react'
import type { CallAnswerWire } from '#contract/call.ts'
import { paymentMethodNames } from '#contract/payments/recharge.ts'
import { withdrawalCalls } from '#contract/payments/withdrawal.ts'
import { amountRule } from '#contract/rules.ts'
import { useAct, useListCall } from '#ui/call.ts'
import { Section } from '#ui/display/Facts.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { ScrollingTable } from '#ui/display/Table.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import layout from '#ui/theme/layout.module.css'
import { formatYuan, parseYuanOrThrow } from '#values/money.ts'
import { meCall } from '../../../session.ts'
import style from './Recharge.module.css'

/** Sum, and the payments that it is refunded to. The sum is held from the request on. */
export function WithdrawalForm({ onClose, onDone }: { onClose: () => void; onDone: (withdrawalId: string) => void }) {
  const [amount, setAmount] = useState('')
  const [remark, setRemark] = useState('')
  const [isTried, setTried] = useState(false)
  const wrong = ruleMessage(amountRule, amount)
  const quote = useListCall(withdrawalCalls.quote, wrong === null ? { amount } : {})
  const most = quote.data?.withdrawableHao ?? null
  const amountHao = wrong === null ? parseYuanOrThrow(amount) : null
  const problem = wrong ?? (most !== null && amountHao! > most ? `最多可提现${formatYuan(most)}` : null)
  const create = useAct(withdrawalCalls.create, {
    invalidates: [withdrawalCalls.list, withdrawalCalls.quote, meCall],
    onDone: ({ withdrawalId }) => onDone(withdrawalId),
  })
  const submit = () => {
    setTried(true)
    if (problem !== null) return document.getElementById('withdrawalAmount')?.focus()
    create.mutate({ amount, remark })
  }
  return (
    <DetailDrawer
      onClose={onClose}
      title="申请提现"
      actions={
        <Button type="primary" loading={create.isPending} onClick={submit}>
          {amountHao !== null && problem === null ? `提现 ${formatYuan(amountHao)}` : '提现'}
        </Button>
      }
    >
      <Field
        label="提现金额"
        id="withdrawalAmount"
        error={isTried || amount !== '' ? problem : null}
        hint={most === null ? '正在计算可提现金额' : `最多可提现${formatYuan(most)}`}
      >
        {({ status, ...control }) => (
          <div className={`${layout.beside} ${layout.top} ${style.inline}`}>
            <Input
              {...control}
              status={status}
              prefix="¥"
              inputMode="decimal"
              autoComplete="off"
              value={amount}
              onChange={event => {
                create.reset()
                setAmount(event.target.value.trim())
              }}
            />
            <Button disabled={!most} onClick={() => setAmount(((most ?? 0) / 10_000).toFixed(2))}>
              全部
            </Button>
          </div>
        )}
      </Field>
      <Field label="提现原因" isOptional>
        {({ status, ...control }) => (
          <Input {...control} status={status} maxLength={200} value={remark} onChange={event => setRemark(event.target.value)} />
        )}
      </Field>
      <FormRefusal error={create.error} />
      <Section title="退回到哪里">
        {quote.error && !quote.data ? (
          <ErrorPanel title="可提现金额没能加载" error={quote.error} onRetry={() => void quote.refetch()} />
        ) : null}
        {quote.data && quote.data.pieces.length === 0 ? (
          <p className={style.hint}>没有可以退回的充值：只有一年内、还没有退过的在线充值和对公转账可以提现。</p>
        ) : null}
        {quote.data && quote.data.pieces.length > 0 ? <Pieces pieces={quote.data.pieces} /> : null}
      </Section>
    </DetailDrawer>
  )
}

/** The payments to refund, and the sum of each. */
function Pieces({ pieces }: { pieces: CallAnswerWire<typeof withdrawalCalls.quote>['pieces'] }) {
  return (
    <ScrollingTable
      label="退回的付款"
      className={`${layout.table} ${style.pieces}`}
      rows={pieces}
      rowKey={piece => piece.rechargeId}
      columns={[
        { title: '原付款', render: piece => <OriginalPayment of={piece} /> },
        { title: '到账时间', render: piece => <Moment at={piece.paidAt} /> },
        { title: '退回', isNumber: true, render: piece => <Money hao={piece.amountHao} /> },
      ]}
    />
  )
}

interface Payment {
  paymentMethod: keyof typeof paymentMethodNames
  tradeNumber: string | null
}
/** The payment that is refunded. */
export const OriginalPayment = ({ of: { paymentMethod, tradeNumber } }: { of: Payment }) => (
  <>
    {paymentMethodNames[paymentMethod]}
    <br />
    <span className={style.hint}>{tradeNumber}</span>
  </>
)
