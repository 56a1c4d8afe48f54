import { Alert, Button } from 'antd'
import { formatYuan } from '#values/money.ts'
import type { CallError } from '../../../call.ts'
import { Segments } from '../../../ui/Count.tsx'
import { FormRefusal } from '../../../ui/FormRefusal.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { Money } from '../../../ui/Money.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { useReachable } from '../../../ui/RealLink.tsx'
import { unitPriceText } from './OfferChoice.tsx'
import type { Offer } from './offer.ts'
import style from './Purchase.module.css'

interface SummaryProps {
  offer: Offer | null
  /** Null while what was typed is no quantity. */
  quantity: number | null
  /** Undefined while it isn't known. */
  availableHao: number | undefined
  isPaying: boolean
  error: CallError | null
  onPay: () => void
  onRefresh: () => void
}

/** What is bought, its exact price, the balance before and after, and the button that pays. */
export function Summary({ offer, quantity, availableHao, isPaying, error, onPay, onRefresh }: SummaryProps) {
  const amountHao = offer && quantity ? offer.priceHao * quantity : null
  const leftHao = amountHao === null || availableHao === undefined ? null : availableHao - amountHao
  return (
    <div className={style.sum}>
      <Panel title="支付">
        <dl className={style.lines}>
          <Line name="套餐">{offer ? offer.name : '还没有选择'}</Line>
          {offer ? <Line name="单价">{unitPriceText(offer)}</Line> : null}
          {offer && quantity ? (
            <Line name="条数">
              <Segments count={offer.segmentCount * quantity} />
            </Line>
          ) : null}
          <Line name="可用余额">{availableHao === undefined ? '–' : <Money hao={availableHao} />}</Line>
          {leftHao !== null && leftHao >= 0 ? (
            <Line name="购买后余额">
              <Money hao={leftHao} />
            </Line>
          ) : null}
          <div className={style.total}>
            <dt>应付</dt>
            <dd aria-live="polite">{amountHao === null ? '–' : formatYuan(amountHao)}</dd>
          </div>
        </dl>
        {leftHao !== null && leftHao < 0 ? <Missing missingHao={-leftHao} onRefresh={onRefresh} /> : null}
        {/* The sum that is missing is said above already, from the balance that was asked for anew. */}
        <FormRefusal error={error?.code === 'balance_insufficient' && leftHao !== null && leftHao < 0 ? null : error} />
        <Button type="primary" block size="large" loading={isPaying} disabled={leftHao !== null && leftHao < 0} onClick={onPay}>
          {amountHao === null ? '用余额支付' : `用余额支付 ${formatYuan(amountHao)}`}
        </Button>
      </Panel>
    </div>
  )
}

const Line = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** How much is missing and the way out that there is. */
function Missing({ missingHao, onRefresh }: { missingHao: number; onRefresh: () => void }) {
  const isReachable = useReachable()
  return (
    <div className={style.missing} role="alert">
      <Alert
        type="warning"
        showIcon
        title={`余额还差 ${formatYuan(missingHao)}`}
        description={
          isReachable('/system/finance/recharge')
            ? '充值到账后回到这里继续购买。'
            : '在线充值还没有开通，请联系平台客服人工充值，到账后回到这里购买。'
        }
      />
      <div className={style.buttons}>
        {isReachable('/system/finance/recharge') ? <LinkButton to="/system/finance/recharge">去充值</LinkButton> : null}
        <Button onClick={onRefresh}>刷新余额</Button>
      </div>
    </div>
  )
}
