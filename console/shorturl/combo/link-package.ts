import { homeCall } from '#console/shared/purchase/product.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { linkPackageCalls } from '#contract/links/link-package.ts'
import { packageCalls } from '#contract/orders/package.ts'
import type { CallTarget } from '#ui/call.ts'
import { meCall } from '../../session.ts'

export type LinkPackageRow = CallAnswerWire<typeof linkPackageCalls.list>['rows'][number]
export type LinkUnits = CallAnswerWire<typeof linkPackageCalls.units>

/** Calls that a purchase outdates. */
export const linkPackageAnswers: CallTarget[] = [
  linkPackageCalls.list,
  linkPackageCalls.units,
  linkPackageCalls.use,
  packageCalls.remains,
  homeCall,
  meCall,
]
