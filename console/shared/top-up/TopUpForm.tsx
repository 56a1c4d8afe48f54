import { Button, Input } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pathTo } from '#console/paths.ts'
import { financeCalls } from '#contract/orders/finance.ts'
import { saleUnit } from '#contract/orders/package.ts'
import { rechargeCalls } from '#contract/payments/recharge.ts'
import { useCall } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import layout from '#ui/theme/layout.module.css'
import { formatYuan } from '#values/money.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { DueNote } from '../payment/DueNote.tsx'
import { PaymentMethods } from '../payment/PaymentMethods.tsx'
import { type Cover, cheapestCover, type Lack } from './cover.ts'
import style from './TopUp.module.css'
import { type TopUp, useTopUpForm } from './top-up-form.ts'

interface TopUpFormProps extends Omit<TopUp, 'cover' | 'online'> {
  onClose: () => void
}

/** Recharge of exactly what is missing, or the cheapest package that covers it, and how to pay. */
export function TopUpForm(props: TopUpFormProps) {
  const { lack, onClose } = props
  const paymentMethods = useCall(rechargeCalls.paymentMethods, {})
  const prices = useCall(financeCalls.prices, {}, { enabled: lack.packages !== null })
  const failed = [paymentMethods, prices].find(query => query.error && !query.data)
  const isLoaded = paymentMethods.data && (lack.packages === null || prices.data)
  if (!isLoaded)
    return (
      <DetailDrawer onClose={onClose} title="补足费用">
        {failed?.error ? (
          <ErrorPanel title="支付方式没能加载" error={failed.error} onRetry={() => void failed.refetch()} />
        ) : (
          <PageSkeleton />
        )}
      </DetailDrawer>
    )
  const { packages = [], linkPackages = [] } = prices.data ?? {}
  const offers = [...packages, ...linkPackages.map(offer => ({ ...offer, kind: 'link' as const }))]
  const cover =
    lack.packages &&
    cheapestCover(
      offers.filter(offer => lack.packages?.kinds.includes(offer.kind)),
      lack.packages.count,
    )
  return (
    <Choice
      {...props}
      cover={cover}
      online={paymentMethods.data?.paymentMethods ?? []}
      takesTransfers={paymentMethods.data?.takesTransfers ?? false}
    />
  )
}

interface ChoiceProps extends TopUp {
  onClose: () => void
  takesTransfers: boolean
}

function Choice({ takesTransfers, ...props }: ChoiceProps) {
  const { lack, cover, onClose } = props
  const { values, change, exactHao, ways, way, error, sumHao, isPending, refusal, availableHao, pay } = useTopUpForm(props)
  const { isPackage, amount } = values
  return (
    <DetailDrawer
      onClose={onClose}
      title="补足费用"
      actions={
        <Button type="primary" size="large" loading={isPending} disabled={!way || (isPackage && !cover)} onClick={pay}>
          {sumHao === null ? '去支付' : `去支付 ${formatYuan(sumHao)}`}
        </Button>
      }
    >
      <Ways {...{ lack, cover, exactHao, isPackage }} onChoose={next => change({ isPackage: next })} />
      {isPackage || exactHao === null ? null : (
        <Field label="充值金额" id="topUpAmount" error={error} hint={`至少 ${formatYuan(exactHao)}，可以多充一些`}>
          {({ status, ...control }) => (
            <Input
              {...control}
              status={status}
              size="large"
              prefix="¥"
              inputMode="decimal"
              autoComplete="off"
              value={amount}
              onChange={event => change({ amount: event.target.value.trim() })}
            />
          )}
        </Field>
      )}
      {way ? (
        <PaymentMethods chosen={way} offered={ways} balanceNote={formatYuan(availableHao)} onChoose={chosen => change({ chosen })} />
      ) : null}
      {isPackage && cover && way ? <DueNote amountHao={cover.amountHao} availableHao={availableHao} paymentMethod={way} /> : null}
      <NotHere hasWay={way !== undefined} isPackage={isPackage} takesTransfers={takesTransfers} />
      <FormRefusal error={refusal} />
    </DetailDrawer>
  )
}

interface WaysProps {
  lack: Lack
  cover: Cover | null
  exactHao: number | null
  isPackage: boolean
  onChoose: (isPackage: boolean) => void
}

const Ways = ({ lack: { packages }, cover, exactHao, isPackage, onChoose }: WaysProps) => (
  <Field label="怎么补" isGroup>
    {() => (
      <div className={layout.stack8}>
        {exactHao === null ? null : (
          <Way
            name="充值到余额"
            note="正好够，消费后可以开票"
            price={formatYuan(exactHao)}
            isChosen={!isPackage}
            onChoose={() => onChoose(false)}
          />
        )}
        {cover && packages ? (
          <Way
            name={cover.quantity > 1 ? `${cover.offer.name} × ${cover.quantity}` : cover.offer.name}
            note={coverNote(cover, saleUnit(firstOrThrow(packages.kinds)), packages.count)}
            price={formatYuan(cover.amountHao)}
            isChosen={isPackage}
            onChoose={() => onChoose(true)}
          />
        ) : null}
        {exactHao === null && !cover ? <p className={`${layout.note} ${style.note}`}>没有足够大的套餐，请到购买页面分几次购买。</p> : null}
      </div>
    )}
  </Field>
)

const coverNote = ({ offer, count }: Cover, unit: string, missingCount: number) =>
  `共 ${thousands(count)} ${unit}，${offer.validityDays} 天有效，这次用 ${thousands(missingCount)} ${unit}`

interface WayProps {
  name: string
  note: string
  price: string
  isChosen: boolean
  onChoose: () => void
}

const Way = ({ name, note, price, isChosen, onChoose }: WayProps): ReactNode => (
  <label className={style.way}>
    <input type="radio" name="topUpWay" checked={isChosen} onChange={onChoose} />
    <span>
      {name}
      <small>{note}</small>
    </span>
    <b>{price}</b>
  </label>
)

/** What this drawer doesn't do: a bank transfer takes hours, the terms and other packages have a page. */
function NotHere({ hasWay, isPackage, takesTransfers }: { hasWay: boolean; isPackage: boolean; takesTransfers: boolean }) {
  const bank = (
    <Link to={pathTo('/system/finance/recharge', { tab: 'bank' })} target="_blank">
      对公转账
    </Link>
  )
  return (
    <p className={`${layout.note} ${style.note}`}>
      {hasWay ? '' : '在线支付还没有开通，'}
      {takesTransfers ? (
        <>
          {hasWay ? '也可以' : '请用'}
          {bank}，到账要几小时。
        </>
      ) : hasWay ? null : (
        '请联系平台客服充值。'
      )}
      {isPackage ? (
        <>
          购买即表示同意
          <Link to={pathTo('/sms/combo/purchase')} target="_blank">
            购买须知与退款规则
          </Link>
          。
        </>
      ) : null}
    </p>
  )
}
