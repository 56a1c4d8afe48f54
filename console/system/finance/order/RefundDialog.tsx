import { Input, Skeleton } from 'antd'
import { useState } from 'react'
import type { CallAnswerWire } from '#contract/call.ts'
import { orderCalls, refundBars } from '#contract/orders/order.ts'
import { terms } from '#contract/terms.ts'
import { useCall } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { Money } from '#ui/display/Money.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { limits } from '#values/limits.ts'
import { formatUnitPrice, formatYuan } from '#values/money.ts'
import { refundRuleNames } from '../../../shared/labels/orders.ts'
import style from './Order.module.css'
import type { Order } from './order.ts'
import { orderAnswers } from './order-answers.ts'

type Preview = CallAnswerWire<typeof orderCalls.refundSum>

/** 申请退款: first the sum with its calculation, then the reason. */
export function RefundDialog({ row, onClose }: { row: Pick<Order, 'orderId' | 'orderNumber' | 'name'>; onClose: () => void }) {
  const preview = useCall(orderCalls.refundSum, { orderId: row.orderId })
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const act = useDialogAct(orderCalls.requestRefund, {
    invalidates: orderAnswers,
    done: ({ amountHao }) => `退款申请已提交，通过后退回${formatYuan(amountHao)}`,
    onClose,
  })
  const sum = preview.data?.sum
  const error = ruleMessage(orderCalls.requestRefund.input.shape.reason, reason)
  const ask = () => {
    setTried(true)
    if (error !== null) return document.getElementById('refund-reason')?.focus()
    if (sum?.bar === null)
      act.mutate({ orderId: row.orderId, reason, expectedHao: sum.amountHao }, { onError: () => void preview.refetch() })
  }
  return (
    <Dialog
      open
      title={`申请退款 ${row.orderNumber}`}
      okText={sum?.bar === null ? `申请退款 ${formatYuan(sum.amountHao)}` : '申请退款'}
      cancelText="返回"
      okButtonProps={{ disabled: sum === undefined || sum.bar !== null }}
      confirmLoading={act.isPending}
      onOk={ask}
      onCancel={onClose}
    >
      {preview.error && !preview.data ? (
        <ErrorPanel title="可退金额没能计算" error={preview.error} onRetry={() => void preview.refetch()} />
      ) : preview.data ? (
        <SumOf preview={preview.data} />
      ) : (
        <Skeleton active paragraph={{ rows: 4 }} />
      )}
      {sum?.bar === null ? (
        <Field
          label="退款原因"
          id="refund-reason"
          error={isTried ? error : null}
          count={{ length: reason.length, most: limits.remarkCharacters }}
        >
          {({ status, ...control }) => (
            <Input.TextArea
              {...control}
              status={status}
              rows={2}
              maxLength={limits.remarkCharacters}
              value={reason}
              onChange={event => setReason(event.target.value)}
            />
          )}
        </Field>
      ) : null}
      <FormRefusal error={act.error} />
    </Dialog>
  )
}

function SumOf({ preview }: { preview: Preview }) {
  const { sum, usedCount, leftCount, paidHao, paidBonusHao } = preview
  if (sum.bar !== null)
    return (
      <p role="alert">
        {refundBars[sum.bar]}。已用 {thousands(usedCount)}，剩余 {thousands(leftCount)}。
      </p>
    )
  return (
    <>
      <dl className={style.sum}>
        <Line name={terms.paid}>
          <Money hao={paidHao} />
        </Line>
        {paidBonusHao > 0 ? (
          <Line name={`其中${terms.bonus}`}>
            <Money hao={paidBonusHao} />
          </Line>
        ) : null}
        {sum.rule === 'rest' ? (
          <Line name={`已用 ${thousands(usedCount)}${sum.tier ? ` × ${priceOf(sum.tier)}` : ''}`}>
            −<Money hao={sum.usedHao} />
          </Line>
        ) : null}
        <div className={style.total}>
          <dt>可退</dt>
          <dd>{formatYuan(sum.amountHao)}</dd>
        </div>
      </dl>
      <p className={style.note}>
        {refundRuleNames[sum.rule]}。款项{paidBonusHao > 0 ? '按支付时的比例退回赠送金和账户余额，已到期的赠送金不再可用' : '退回账户余额'}
        ；审核期间剩余的 {thousands(leftCount)} 冻结，驳回或撤销后恢复。
      </p>
      {sum.rule === 'rest' && usedCount > 0 ? <Tiers preview={preview} /> : null}
    </>
  )
}

const priceOf = ({ priceHao, perCount }: Preview['tiers'][number]) =>
  `${priceHao % perCount === 0 ? '' : '约 '}${formatUnitPrice(Math.round(priceHao / perCount))}`

const Line = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** The price tiers at the time of the order; the applicable one is marked. */
function Tiers({ preview: { tiers, sum } }: { preview: Preview }) {
  const applied = sum.bar === null ? sum.tier : null
  return (
    <table className={style.tiers}>
      <caption className="hy-hidden">下单时的档位价</caption>
      <thead>
        <tr>
          <th scope="col">已用数量</th>
          <th scope="col">价格来源</th>
          <th scope="col" data-number>
            档位单价
          </th>
        </tr>
      </thead>
      <tbody>
        {tiers.map((tier, index) => {
          const next = tiers[index + 1]
          return (
            <tr key={tier.from} aria-current={tier.from === applied?.from || undefined}>
              <td>
                {thousands(tier.from)}
                {next ? `–${thousands(next.from - 1)}` : ' 及以上'}
              </td>
              <td>{tier.name ?? '不用套餐的单价'}</td>
              <td data-number>{priceOf(tier)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
