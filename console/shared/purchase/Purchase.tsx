import { InputNumber } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { pathTo } from '#console/paths.ts'
import { financeCalls } from '#contract/orders/finance.ts'
import { orderCalls } from '#contract/orders/order.ts'
import { useAct } from '#ui/call.ts'
import { Panel } from '#ui/display/Panel.tsx'
import { Field } from '#ui/form/Field.tsx'
import { PageHead } from '#ui/frame/PageHead.tsx'
import layout from '#ui/theme/layout.module.css'
import { limits } from '#values/limits.ts'
import { PageLink } from '../PageLink.tsx'
import { Bought } from './Bought.tsx'
import { CouponField } from './CouponField.tsx'
import { CustomCount } from './CustomCount.tsx'
import { OfferChoice } from './OfferChoice.tsx'
import style from './Purchase.module.css'
import type { Product } from './product.ts'
import { orderOf, type PurchaseForm, usePurchaseForm } from './purchase-form.ts'
import { Summary } from './Summary.tsx'

/** Terms of every package. */
const refundTerms = [
  `支付 ${limits.wholeRefundDays} 天内且未使用可全额退款；${limits.refundDays} 天内退还实付减去已用部分（按已用数量所在档位的单价），之后不退；退款回到账户余额。`,
  `未支付的订单保留 ${limits.orderMinutes} 分钟，对公转账的保留 ${limits.transferOrderDays} 天、价格不变；购买套餐的金额支付后即可开票。`,
]

/** Purchase of one package: quantity, and payment from the balance or at a gateway. */
export function Purchase({ product }: { product: Product }) {
  const form = usePurchaseForm(product)
  const [isTried, setTried] = useState(false)
  const navigate = useNavigate()
  const purchase = useAct(financeCalls.purchase, { invalidates: [...product.invalidates, orderCalls.list] })
  const order = useAct(orderCalls.create, {
    invalidates: [orderCalls.list],
    onDone: ({ orderId }) => navigate(pathTo('/system/finance/order', { pay: orderId })),
  })
  const { paymentMethod, isAgreed } = form.values
  const change: PurchaseForm['change'] = next => {
    purchase.reset()
    order.reset()
    form.change(next)
  }
  const again = () => {
    purchase.reset()
    setTried(false)
    form.startAgain()
  }
  const pay = () => {
    setTried(true)
    const checked = orderOf(form)
    if (!checked.order) return document.querySelector<HTMLElement>(checked.wrong)?.focus()
    const refreshed = { onError: () => void product.onRefresh() }
    if (paymentMethod === 'balance') purchase.mutate(checked.order, refreshed)
    else order.mutate({ ...checked.order, paymentMethod }, refreshed)
  }
  if (purchase.data) return <Bought product={product} bought={purchase.data} onAgain={again} />
  return (
    <>
      <PageHead
        title={product.title}
        note={
          <span data-acts="">
            <PageLink to={product.home}>返回{product.homeName}</PageLink>
          </span>
        }
      />
      <div className={style.body}>
        <div className={`${layout.stack16} ${layout.shrink}`}>
          <PackagePanel product={product} form={form} isTried={isTried} onChange={change} />
        </div>
        <Summary
          product={product}
          choice={form.choice}
          paymentMethod={paymentMethod}
          onPaymentMethod={way => change({ paymentMethod: way })}
          isAgreed={isAgreed}
          onAgree={isAgreed => form.change({ isAgreed })}
          isAgreementMissing={isTried && !isAgreed}
          isPaying={purchase.isPending || order.isPending}
          error={purchase.error ?? order.error}
          onPay={pay}
        />
      </div>
    </>
  )
}

interface PackagePanelProps {
  product: Product
  form: PurchaseForm
  isTried: boolean
  onChange: PurchaseForm['change']
}

/** 选择套餐: package, quantity, coupon, and what to know before. */
function PackagePanel({ product, form: { values, errors, coupon, choice }, isTried, onChange }: PackagePanelProps) {
  const tiers = choice?.offer.tiers
  return (
    <Panel title="选择套餐" note={product.note}>
      <OfferChoice
        product={product}
        chosen={choice?.offer.packageId ?? ''}
        error={isTried ? errors.choice : null}
        onChoose={packageId => onChange({ packageId })}
      />
      {tiers ? (
        <CustomCount
          unit={product.unit}
          tiers={tiers}
          count={values.customCount}
          chosenCount={choice.line?.count ?? null}
          error={errors.customCount}
          onChange={customCount => onChange({ customCount })}
        />
      ) : null}
      <Field label="数量" id="quantity" error={errors.quantity} hint="一次1-99份，合成一个套餐">
        {({ status, ...control }) => (
          <InputNumber {...control} status={status} value={values.quantity} precision={0} onChange={quantity => onChange({ quantity })} />
        )}
      </Field>
      <CouponField applied={values.couponCode} used={coupon.used} error={coupon.error} onApply={couponCode => onChange({ couponCode })} />
      <h3 className={style.kind}>购买须知</h3>
      <ul className={style.rules}>
        {[...product.rules, ...refundTerms].map(rule => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </Panel>
  )
}
