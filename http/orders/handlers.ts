import type { CustomerHandlerOptions } from '#http/server/handler-options.ts'
import type { Handler } from '#http/server/serve.ts'
import { adminCouponHandlers } from './admin-coupon.ts'
import { adminApprovalHandlers, adminOrderHandlers } from './admin-order.ts'
import { adminPackageHandlers } from './admin-package.ts'
import { couponHandlers } from './coupon.ts'
import { financeHandlers } from './finance.ts'
import { orderHandlers } from './order.ts'
import { packageHandlers } from './package.ts'
import { rebuyHandlers } from './rebuy.ts'

/** What this module answers in the customer console. */
export const customerHandlers = ({ payment }: CustomerHandlerOptions): readonly Handler[] => [
  ...couponHandlers,
  ...financeHandlers,
  ...orderHandlers(payment),
  ...packageHandlers,
  ...rebuyHandlers,
]

/** What this module answers in the back office. */
export const adminHandlers: readonly Handler[] = [
  ...adminPackageHandlers,
  ...adminCouponHandlers,
  ...adminOrderHandlers,
  ...adminApprovalHandlers,
]
