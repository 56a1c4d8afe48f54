import type { Got } from '#contract/call.ts'
import { packageCalls } from '#contract/package.ts'
import type { CallTarget } from '../../call.ts'
import { meCall } from '../../session.ts'
import { homeCall } from '../../ui/purchase/product.ts'

export type PackageRow = Got<typeof packageCalls.list>['rows'][number]
export type Remains = Got<typeof packageCalls.remains>

/** What a purchase or another choice makes untrue. */
export const packageAnswers: CallTarget[] = [packageCalls.list, packageCalls.remains, homeCall, meCall]
