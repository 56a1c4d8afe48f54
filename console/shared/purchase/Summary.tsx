import { Alert, Button } from 'antd'
import { Suspense } from 'react'
import { dueHao, type OrderPaymentMethod } from '#contract/orders/order.ts'
import type { CallError, CallTarget } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { FocusKeeper } from '#ui/frame/FocusKeeper.tsx'
import layout from '#ui/theme/layout.module.css'
import { formatYuan } from '#values/money.ts'
import { payTexts } from '../labels/orders.ts'
import { bonusPaid, leftOf } from '../payment/bonus.ts'
import { DueNote } from '../payment/DueNote.tsx'
import { PaymentMethods } from '../payment/PaymentMethods.tsx'
import { wholeFen } from '../top-up/cover.ts'
import { useTopUp } from '../top-up/top-up.ts'
import { cheaperSize } from './cheaper.ts'
import style from './Purchase.module.css'
import type { Choice, Product } from './product.ts'
import { SummaryLines } from './SummaryLines.tsx'

const TopUpDrawer = lazyPart('TopUpDrawer', () => import('../top-up/TopUpDrawer.tsx'))

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
  const missingHao = leftHao !== null && leftHao < 0 ? -leftHao : 0
  return (
    <div className={style.sum}>
      <FocusKeeper label="支付">
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
          {missingHao > 0 ? <Missing missingHao={missingHao} onRefresh={onRefresh} /> : null}
          <BalanceTopUp missingHao={missingHao} invalidates={product.invalidates} />
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
          <FormRefusal error={error?.code === 'balance_insufficient' && missingHao > 0 ? null : error} />
          <Button type="primary" block size="large" loading={isPaying} disabled={missingHao > 0} onClick={onPay}>
            {payTexts[paymentMethod]}
            {amountHao === null ? '' : ` ${formatYuan(paymentMethod === 'balance' ? amountHao : dueHao(amountHao, availableHao ?? 0))}`}
          </Button>
        </Panel>
      </FocusKeeper>
    </div>
  )
}

/** The missing sum, and a drawer that recharges it. */
function Missing({ missingHao, onRefresh }: { missingHao: number; onRefresh: () => void }) {
  const { open } = useTopUp()
  return (
    <div className={layout.below16} role="alert">
      <Alert
        type="warning"
        showIcon
        title={`余额还差 ${formatYuan(missingHao)}`}
        description="可以换一种支付方式，或补足余额后继续购买。"
      />
      <div className={`${layout.above16} ${layout.row}`}>
        <Button onClick={() => open('balance')}>补足 {formatYuan(wholeFen(missingHao))}</Button>
        <Button onClick={onRefresh}>刷新余额</Button>
      </div>
    </div>
  )
}

/** The drawer stays when the balance suffices: it shows that the payment has arrived. */
function BalanceTopUp({ missingHao, invalidates }: { missingHao: number; invalidates: readonly CallTarget[] }) {
  const { topUp } = useTopUp()
  if (topUp === '') return null
  return (
    <Suspense>
      <TopUpDrawer lack={missingHao > 0 ? { shortHao: missingHao, packages: null } : null} invalidates={invalidates} doneText="继续购买" />
    </Suspense>
  )
}
