import type { Got } from '#contract/call.ts'
import { linkPackageCalls } from '#contract/link-package.ts'
import { packageCalls } from '#contract/package.ts'
import type { CallTarget } from '../../call.ts'
import { meCall } from '../../session.ts'
import { homeCall } from '../../ui/purchase/product.ts'

export type LinkPackageRow = Got<typeof linkPackageCalls.list>['rows'][number]
export type LinkUnits = Got<typeof linkPackageCalls.units>

/** What a purchase makes untrue. */
export const linkPackageAnswers: CallTarget[] = [
  linkPackageCalls.list,
  linkPackageCalls.units,
  linkPackageCalls.use,
  packageCalls.remains,
  homeCall,
  meCall,
]
