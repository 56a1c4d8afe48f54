import type { ApprovalKind } from '#contract/staff/admin-approval.ts'
import { factorResetAct } from '#domain/account/index.ts'
import { couponAct, packageAct, priceAct } from '#domain/orders/index.ts'
import {
  adjustAct,
  bankCreditAct,
  bonusAct,
  creditLimitAct,
  giftAct,
  receivingAccountAct,
  refundAct,
  withdrawalAct,
} from '#domain/payments/index.ts'
import { erasureAct } from '#domain/personal-data/index.ts'
import type { ApprovalAct } from '#domain/staff/index.ts'

/** The acts of each kind of approval, run when it is decided. */
export const approvalActs: Record<ApprovalKind, ApprovalAct> = {
  gift: giftAct,
  bonus: bonusAct,
  adjust: adjustAct,
  credit: creditLimitAct,
  refund: refundAct,
  'bank-credit': bankCreditAct,
  'bank-account': receivingAccountAct,
  withdrawal: withdrawalAct,
  package: packageAct,
  price: priceAct,
  coupon: couponAct,
  factor: factorResetAct,
  'personal-data': erasureAct,
}
