import { InputNumber } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { customCountRule, saleLine } from '#contract/custom-count.ts'
import { financeCalls, quantityRule } from '#contract/finance.ts'
import { orderCalls, type PayWayName } from '#contract/order.ts'
import { packageRule } from '#contract/rules.ts'
import { limits } from '#values/limits.ts'
import { useAct } from '../../call.ts'
import { pathTo } from '../../paths.ts'
import { thousands } from '../Count.tsx'
import { Field } from '../Field.tsx'
import { ruleMessage } from '../form-rules.ts'
import { PageHead } from '../PageHead.tsx'
import { PageLink } from '../PageLink.tsx'
import { Panel } from '../Panel.tsx'
import { useUrlState } from '../url-state.ts'
import { Bought } from './Bought.tsx'
import { CouponField, useCoupon } from './CouponField.tsx'
import { CustomCount } from './CustomCount.tsx'
import { OfferChoice } from './OfferChoice.tsx'
import style from './Purchase.module.css'
import type { Choice, Offer, Product } from './product.ts'
import { Summary } from './Summary.tsx'

/** What holds for every package (spec/finance.md, "finance/order"). */
const refundTerms = [
  `支付 ${limits.wholeRefundDays} 天内且未使用可全额退款；${limits.refundDays} 天内退还实付减去已用部分（按已用数量所在档位的单价），之后不退；退款回到账户余额。`,
  `未支付的订单保留 ${limits.orderMinutes} 分钟，对公转账的保留 ${limits.transferOrderDays} 天、价格不变；购买套餐的金额支付后即可开票。`,
]

/** How many a buyer is offered where the package doesn't say it. */
const firstCustomCount = 10_000

/** One package, how many of it, and payment from the balance or at a gateway. */
export function Purchase({ product }: { product: Product }) {
  const [address, setAddress] = useUrlState({ id: '' })
  // The address follows a moment later: what a radio button shows can't wait for the router.
  const [packageId, setPackageId] = useState(address.id)
  const [quantity, setQuantity] = useState<number | null>(1)
  const [customCount, setCustomCount] = useState<number | null>(firstCustomCount)
  const [couponCode, setCouponCode] = useState('')
  const [isTried, setTried] = useState(false)
  const [payWay, setPayWay] = useState<PayWayName>('balance')
  const [isAgreed, setAgreed] = useState(false)
  const navigate = useNavigate()
  const purchase = useAct(financeCalls.purchase, { invalidates: [...product.invalidates, orderCalls.list] })
  const order = useAct(orderCalls.create, {
    invalidates: [orderCalls.list],
    onDone: ({ orderId }) => void navigate(pathTo('/system/finance/order', { pay: orderId })),
  })
  // A number of an address that isn't on sale is no choice.
  const offer = product.groups.flatMap(group => group.offers).find(one => one.packageId === packageId) ?? null
  const choiceError = ruleMessage(packageRule, offer?.packageId)
  const limit = offer?.limitPerAccount ?? null
  const quantityError = ruleMessage(quantityRule, quantity) ?? (limit !== null && quantity! > limit ? `每个账户限购${limit}份` : null)
  const customError = offer?.tiers ? customCountError(offer, quantity, customCount) : null
  const line = offer && lineOf(offer, quantityError === null ? quantity : null, customError === null ? customCount : null)
  const coupon = useCoupon(
    couponCode,
    line && { packageId, quantity: quantity!, ...(offer!.tiers ? { customCount: line.segmentCount } : {}) },
  )
  const amountHao = line && coupon.isReady ? line.amountHao - (coupon.used?.couponHao ?? 0) : null
  const choice: Choice | null = offer && { offer, line, coupon: coupon.used, amountHao }
  if (purchase.data)
    return (
      <Bought
        product={product}
        bought={purchase.data}
        onAgain={() => {
          purchase.reset()
          setTried(false)
          setAgreed(false)
          setQuantity(1)
          setCouponCode('')
        }}
      />
    )

  const pay = () => {
    setTried(true)
    if (choiceError !== null || !offer) return document.querySelector<HTMLElement>('input[name="package"]')?.focus()
    if (customError !== null) return document.getElementById('customCount')?.focus()
    if (line === null || quantity === null) return document.getElementById('quantity')?.focus()
    if (amountHao === null) return document.getElementById('couponCode')?.focus()
    if (!isAgreed) return document.getElementById('agree')?.focus()
    const wanted = {
      packageId: offer.packageId,
      quantity,
      ...(offer.tiers ? { customCount: line.segmentCount } : {}),
      ...(couponCode ? { couponCode } : {}),
      expectedHao: amountHao,
    }
    const refreshed = { onError: () => void product.onRefresh() }
    if (payWay === 'balance') purchase.mutate(wanted, refreshed)
    else order.mutate({ ...wanted, channel: payWay }, refreshed)
  }
  const change = (act: () => void) => {
    purchase.reset()
    order.reset()
    act()
  }
  return (
    <>
      <PageHead title={product.title} note={<PageLink to={product.home}>返回{product.homeName}</PageLink>} />
      <div className={style.body}>
        <div className={style.form}>
          <Panel title="选择套餐" note={product.note}>
            <OfferChoice
              product={product}
              chosen={offer?.packageId ?? ''}
              error={isTried ? choiceError : null}
              onChoose={id =>
                change(() => {
                  setPackageId(id)
                  setAddress({ id }, { replace: true })
                })
              }
            />
            {offer?.tiers ? (
              <CustomCount
                unit={product.unit}
                tiers={offer.tiers}
                count={customCount}
                chosenCount={line?.count ?? null}
                error={customError}
                onChange={count => change(() => setCustomCount(count))}
              />
            ) : null}
            <Field label="数量" id="quantity" error={quantityError} hint="一次1-99份，合成一个套餐">
              {({ status, ...control }) => (
                <InputNumber
                  {...control}
                  status={status}
                  value={quantity}
                  precision={0}
                  onChange={value => change(() => setQuantity(value))}
                />
              )}
            </Field>
            <CouponField applied={couponCode} used={coupon.used} error={coupon.error} onApply={code => change(() => setCouponCode(code))} />
            <h3 className={style.kind}>购买须知</h3>
            <ul className={style.rules}>
              {[...product.rules, ...refundTerms].map(rule => (
                <li key={rule}>{rule}</li>
              ))}
            </ul>
          </Panel>
        </div>
        <Summary
          product={product}
          choice={choice}
          payWay={payWay}
          onPayWay={way => change(() => setPayWay(way))}
          isAgreed={isAgreed}
          onAgree={setAgreed}
          isAgreementMissing={isTried && !isAgreed}
          isPaying={purchase.isPending || order.isPending}
          error={purchase.error ?? order.error}
          onPay={pay}
        />
      </div>
    </>
  )
}

function lineOf(offer: Offer, quantity: number | null, customCount: number | null): Choice['line'] {
  const line = quantity === null ? null : saleLine(offer, quantity, offer.tiers ? (customCount ?? undefined) : undefined)
  return line && { ...line, count: line.segmentCount * quantity! }
}

/** Null where the number fits; all that is bought at once has a limit too. */
function customCountError(offer: Offer, quantity: number | null, customCount: number | null): string | null {
  const error = ruleMessage(customCountRule, customCount)
  if (error !== null || quantity === null) return error
  return saleLine(offer, quantity, customCount!) ? null : `一次最多购买${thousands(limits.customCountMost)}，请减少`
}
