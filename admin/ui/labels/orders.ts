import { type CouponKind, couponStates } from '#contract/orders/admin-coupon.ts'
import { tagged } from '#ui/display/StateTag.tsx'

export const couponKindNames: Record<CouponKind, string> = { amount: '减固定金额', percent: '按比例减' }

export const couponStateTags = tagged(couponStates, { running: 'good', pending: 'waiting', used: 'ended', ended: 'ended', stopped: 'bad' })
