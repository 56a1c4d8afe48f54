import { Alert, Button } from 'antd'
import { dueHao, type OrderPaymentMethod } from '#contract/orders/order.ts'
import { thousands } from '#ui/Count.tsx'
import type { CallError } from '#ui/call.ts'
import { FormRefusal } from '#ui/FormRefusal.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import layout from '#ui/layout.module.css'
import { Panel } from '#ui/Panel.tsx'
import { formatYuan } from '#values/money.ts'
import { payTexts } from '../labels/orders.ts'
import { useReachable } from '../PageLink.tsx'
import { bonusPaid, leftOf } from '../payment/bonus.ts'
import { DueNote } from '../payment/DueNote.tsx'
import { PaymentMethods } from '../payment/PaymentMethods.tsx'
import { cheaperSize } from './cheaper.ts'
import style from './Purchase.module.css'
import type { Choice, Product } from './product.ts'
import { SummaryLines } from './SummaryLines.tsx'

interface SummaryProps {
  product: Product
  /** Null while no package is chosen. */
  choice: Choice | null
  paymentMethod: OrderPaymentMethod
  onPaymentMethod: (way: OrderPaymentMethod) => void
  isAgreed: boolean
  onAgree: (isAgreed: boolean) => void
  isAgreementMissing: boolean
  isPaying: boolean
  error: CallError | null
  onPay: () => void
}

/** Product, exact price, balance before and after, and the pay button. */
export function Summary({ product, choice, paymentMethod, isPaying, error, onPay, ...props }: SummaryProps) {
  const { availableHao, unit, onRefresh } = product
  const amountHao = choice?.amountHao ?? null
  const bonusHao = paymentMethod === 'balance' && amountHao !== null ? bonusPaid(product.bonusHao ?? 0, amountHao) : 0
  const cashHao = (amountHao ?? 0) - bonusHao
  const cheaper = choice && cheaperSize(product, choice)
  const leftHao = paymentMethod !== 'balance' || amountHao === null || availableHao === undefined ? null : leftOf(availableHao, cashHao)
  return (
    <div className={style.sum}>
      <Panel title="支付">
        <SummaryLines
          product={product}
          choice={choice}
          paymentMethod={paymentMethod}
          bonusHao={bonusHao}
          cashHao={cashHao}
          leftHao={leftHao}
        />
        {cheaper ? (
          <p className={`${layout.flush} ${layout.below12} ${layout.faint}`}>
            “{cheaper.name}”{thousands(cheaper.count)}
            {unit}只要 {formatYuan(cheaper.amountHao)}，更划算。
          </p>
        ) : null}
        <PaymentMethods chosen={paymentMethod} balanceNote={null} onChoose={props.onPaymentMethod} />
        {amountHao === null ? null : <DueNote amountHao={amountHao} availableHao={availableHao} paymentMethod={paymentMethod} />}
        {leftHao !== null && leftHao < 0 ? <Missing missingHao={-leftHao} onRefresh={onRefresh} /> : null}
        <label className={style.agree}>
          <input
            id="agree"
            type="checkbox"
            checked={props.isAgreed}
            aria-describedby={props.isAgreementMissing ? 'agree-error' : undefined}
            onChange={event => props.onAgree(event.target.checked)}
          />
          我已阅读并同意购买须知与退款规则
        </label>
        {props.isAgreementMissing ? (
          <p id="agree-error" className={style.error} role="alert">
            请先同意购买须知与退款规则
          </p>
        ) : null}
        {/* The missing sum is shown above already, from the reloaded balance. */}
        <FormRefusal error={error?.code === 'balance_insufficient' && leftHao !== null && leftHao < 0 ? null : error} />
        <Button type="primary" block size="large" loading={isPaying} disabled={leftHao !== null && leftHao < 0} onClick={onPay}>
          {payTexts[paymentMethod]}
          {amountHao === null ? '' : ` ${formatYuan(paymentMethod === 'balance' ? amountHao : dueHao(amountHao, availableHao ?? 0))}`}
        </Button>
      </Panel>
    </div>
  )
}

/** The missing sum and how to get it. */
function Missing({ missingHao, onRefresh }: { missingHao: number; onRefresh: () => void }) {
  const isReachable = useReachable()
  return (
    <div className={layout.below16} role="alert">
      <Alert
        type="warning"
        showIcon
        title={`余额还差 ${formatYuan(missingHao)}`}
        description={
          isReachable('/system/finance/recharge')
            ? '可以换支付宝、微信或对公转账支付，或充值后再购买。'
            : '在线充值还没有开通，请联系平台客服，到账后回到这里购买。'
        }
      />
      <div className={`${layout.above16} ${layout.row}`}>
        {isReachable('/system/finance/recharge') ? <LinkButton to="/system/finance/recharge">去充值</LinkButton> : null}
        <Button onClick={onRefresh}>刷新余额</Button>
      </div>
    </div>
  )
}
