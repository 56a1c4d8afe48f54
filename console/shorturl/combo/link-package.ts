import { homeCall } from '#console/shared/purchase/product.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { homeCalls } from '#contract/home/home.ts'
import { linkPackageCalls } from '#contract/links/link-package.ts'
import { packageCalls } from '#contract/orders/package.ts'
import type { CallTarget } from '#ui/call.ts'
import { meCall } from '../../session.ts'

export type LinkPackageRow = CallAnswerWire<typeof linkPackageCalls.list>['rows'][number]

/** Calls that a purchase outdates. */
export const linkPackageAnswers: CallTarget[] = [
  linkPackageCalls.list,
  homeCalls.frame,
  linkPackageCalls.use,
  packageCalls.remains,
  homeCall,
  meCall,
]
