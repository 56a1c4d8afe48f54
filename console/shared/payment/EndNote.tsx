import type { CloseReason, RechargeState } from '#contract/payments/recharge.ts'
import { closeReasonNames } from '#ui/labels/payments.ts'
import style from './Payment.module.css'

/** What became of an attempt to pay that ended without being booked; nothing for others. */
export function EndNote({ state, closeReason }: { state: RechargeState; closeReason: CloseReason | null }) {
  if (state === 'failed')
    return <p className={style.note}>支付通道收到的金额与订单不一致，没有入账。我们的工作人员会核对并联系您，无需重复付款。</p>
  if (state === 'closed')
    return <p className={style.note}>{closeReasonNames[closeReason ?? 'expired']}，没有扣款。如果您已经付款，到账后会自动转入余额。</p>
  return null
}
