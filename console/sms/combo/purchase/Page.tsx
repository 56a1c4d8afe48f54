import { InputNumber } from 'antd'
import { useState } from 'react'
import { financeCalls, quantityRule } from '#contract/finance.ts'
import { packageCalls } from '#contract/package.ts'
import { packageRule } from '#contract/rules.ts'
import { useAct, useCall } from '../../../call.ts'
import { useMe } from '../../../session.ts'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { Field } from '../../../ui/Field.tsx'
import { ruleMessage } from '../../../ui/form-rules.ts'
import { PageHead } from '../../../ui/PageHead.tsx'
import { PageSkeleton } from '../../../ui/PageSkeleton.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { RealLink } from '../../../ui/RealLink.tsx'
import { useUrlState } from '../../../ui/url-state.ts'
import { packageAnswers } from '../package.ts'
import { Bought } from './Bought.tsx'
import { OfferChoice } from './OfferChoice.tsx'
import style from './Purchase.module.css'
import { Summary } from './Summary.tsx'

/** 购买短信套餐: one package, how many of it, and payment from the balance. */
export function Page() {
  const [address, setAddress] = useUrlState({ id: '' })
  // The address follows a moment later: what a radio button shows can't wait for the router.
  const [packageId, setPackageId] = useState(address.id)
  const [quantity, setQuantity] = useState<number | null>(1)
  const [isTried, setTried] = useState(false)
  const prices = useCall(financeCalls.prices, {})
  const remains = useCall(packageCalls.remains, {})
  const isAttested = useMe().data?.account.isAttested ?? true
  const purchase = useAct(financeCalls.purchase, { invalidates: [...packageAnswers, financeCalls.prices] })
  const failed = [prices, remains].find(query => query.error && !query.data)
  if (failed?.error) return <ErrorPanel title="价格没能加载" error={failed.error} onRetry={() => void failed.refetch()} />
  if (!prices.data) return <PageSkeleton />
  if (purchase.data)
    return (
      <Bought
        bought={purchase.data}
        onAgain={() => {
          purchase.reset()
          setTried(false)
          setQuantity(1)
        }}
      />
    )

  // A number of an address that isn't on sale is no choice.
  const offer = prices.data.packages.find(one => one.packageId === packageId) ?? null
  const choiceError = ruleMessage(packageRule, offer?.packageId)
  const quantityError = ruleMessage(quantityRule, quantity)
  const pay = () => {
    setTried(true)
    if (choiceError !== null || !offer) return document.querySelector<HTMLElement>('input[name="package"]')?.focus()
    if (quantityError !== null || quantity === null) return document.getElementById('quantity')?.focus()
    purchase.mutate(
      { packageId: offer.packageId, quantity, expectedHao: offer.priceHao * quantity },
      { onError: () => void Promise.all([remains.refetch(), prices.refetch()]) },
    )
  }
  const change = (act: () => void) => {
    purchase.reset()
    act()
  }
  return (
    <>
      <PageHead title="购买短信套餐" note={<RealLink to="/sms/combo">返回短信套餐</RealLink>} />
      <div className={style.body}>
        <div className={style.form}>
          <Panel title="选择套餐" note={isAttested ? undefined : '账户还没有实名认证：可以购买，认证通过后才能发送短信。'}>
            <OfferChoice
              prices={prices.data}
              chosen={offer?.packageId ?? ''}
              error={isTried ? choiceError : null}
              onChoose={id =>
                change(() => {
                  setPackageId(id)
                  setAddress({ id }, { replace: true })
                })
              }
            />
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
            <ul className={style.rules}>
              <li>购买后立即生效，从购买时起计算有效期，到期未用完的条数作废。</li>
              <li>行业、推广、通用三类分开使用，购买后不能转换；购买后暂不支持在线退款。</li>
              <li>发送时专用套餐先用，通用套餐后用；同类的先到期先用。送达才扣除。</li>
            </ul>
          </Panel>
        </div>
        <Summary
          offer={offer}
          quantity={quantityError === null ? quantity : null}
          availableHao={remains.data?.availableHao}
          isPaying={purchase.isPending}
          error={purchase.error}
          onPay={pay}
          onRefresh={() => void remains.refetch()}
        />
      </div>
    </>
  )
}
