import type { ApprovalKind } from '#contract/operator-approval.ts'
import type { ApprovalAct } from './approval.ts'
import { bankCreditAct } from './bank-receipt.ts'
import { adjustAct, bonusAct, giftAct } from './credit-act.ts'
import { creditLimitAct } from './credit-limit.ts'
import { factorResetAct } from './member-factor.ts'
import { couponAct, packageAct, priceAct } from './price-approval.ts'
import { receivingAccountAct } from './receiving-account.ts'
import { refundAct } from './refund.ts'
import { withdrawalAct } from './withdrawal.ts'

/** What happens when an approval of each kind is decided. */
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
}
