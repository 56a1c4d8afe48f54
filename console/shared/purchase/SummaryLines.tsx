import type { ReactNode } from 'react'
import type { OrderPaymentMethod } from '#contract/orders/order.ts'
import { terms } from '#contract/terms.ts'
import { Count } from '#ui/display/Count.tsx'
import { Money } from '#ui/display/Money.tsx'
import { limits } from '#values/limits.ts'
import { formatYuan } from '#values/money.ts'
import { rateText } from '#values/tax.ts'
import { unitPriceText } from './OfferChoice.tsx'
import style from './Purchase.module.css'
import type { Choice, Product } from './product.ts'

interface SummaryLinesProps {
  product: Product
  choice: Choice | null
  paymentMethod: OrderPaymentMethod
  /** Part paid by bonus money, and the rest to pay. */
  bonusHao: number
  cashHao: number
  /** The balance after payment; null where the balance doesn't pay. */
  leftHao: number | null
}

/** Product and validity, the saving, and the calculation from its price to the sum to pay. */
export function SummaryLines({ product, choice, paymentMethod, bonusHao, cashHao, leftHao }: SummaryLinesProps) {
  const { availableHao } = product
  const line = choice?.line ?? null
  const coupon = choice?.coupon ?? null
  const isPriced = choice !== null && choice.amountHao !== null
  return (
    <dl className={style.lines}>
      <Line name="套餐">{choice ? choice.offer.name : '还没有选择'}</Line>
      {choice ? <Terms product={product} choice={choice} /> : null}
      {line && (coupon || line.listHao > line.amountHao) ? (
        <Line name={terms.list}>
          <Money hao={line.listHao} />
        </Line>
      ) : null}
      {line && line.listHao > line.amountHao ? (
        <Line name={terms.discount}>
          −<Money hao={line.listHao - line.amountHao} />
        </Line>
      ) : null}
      {coupon ? (
        <Line name={`优惠码 ${coupon.code}`}>
          −<Money hao={coupon.couponHao} />
        </Line>
      ) : null}
      {bonusHao > 0 ? (
        <Line name={terms.bonusPaid}>
          −<Money hao={bonusHao} />
        </Line>
      ) : null}
      {paymentMethod === 'balance' ? (
        <Line name={terms.available}>{availableHao === undefined ? '–' : <Money hao={availableHao} />}</Line>
      ) : null}
      {leftHao !== null && leftHao >= 0 ? (
        <Line name="购买后余额">
          <Money hao={leftHao} />
        </Line>
      ) : null}
      {isPriced && product.taxRateBp !== null ? (
        <Line name="支付后可开票">
          <Money hao={cashHao} />
          <span className={style.rate}>含税，税率 {rateText(product.taxRateBp)}</span>
        </Line>
      ) : null}
      <div className={style.total}>
        <dt>{bonusHao > 0 ? '余额支付' : '应付'}</dt>
        <dd aria-live="polite">{isPriced ? formatYuan(cashHao) : '–'}</dd>
      </div>
    </dl>
  )
}

/** Unit price, total quantity, and what the account has left. */
function Terms({ product, choice: { offer, line } }: { product: Product; choice: Choice }) {
  const { unit, singleHao, order } = product
  const savedHao = singleHao && line ? singleHao(offer) * line.count - line.amountHao : 0
  return (
    <>
      {line ? (
        <>
          <Line name="单价">{unitPriceText(line.amountHao, line.count, unit)}</Line>
          <Line name="数量">
            <Count count={line.count} unit={unit} />
          </Line>
        </>
      ) : null}
      {savedHao > 0 ? (
        <Line name="比按量付费省">
          <Money hao={savedHao} />
        </Line>
      ) : null}
      <Line name="有效期">购买后 {offer.validityDays} 天</Line>
      <Line name="抵扣次序">{order}</Line>
      <Line name="退款">
        {limits.wholeRefundDays} 天内未使用全额退，{limits.refundDays} 天内退未用部分
      </Line>
    </>
  )
}

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
