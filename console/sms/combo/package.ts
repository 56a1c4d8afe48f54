import { homeCall } from '#console/shared/purchase/product.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { packageCalls } from '#contract/orders/package.ts'
import type { CallTarget } from '#ui/call.ts'
import { meCall } from '../../session.ts'

export type PackageRow = CallAnswerWire<typeof packageCalls.list>['rows'][number]
export type Remaining = CallAnswerWire<typeof packageCalls.remains>

/** Calls that a purchase or a changed choice outdates. */
export const packageAnswers: CallTarget[] = [packageCalls.list, packageCalls.remains, homeCall, meCall]
