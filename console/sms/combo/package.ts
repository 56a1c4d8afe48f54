import type { Got } from '#contract/call.ts'
import { packageCalls } from '#contract/package.ts'
import type { CallTarget } from '../../call.ts'
import { meCall } from '../../session.ts'

export type PackageRow = Got<typeof packageCalls.list>['rows'][number]
export type Remains = Got<typeof packageCalls.remains>

/** The home page's call by its address: its contract brings the statistics and broadcasts along. */
const homeCall: CallTarget = { method: 'GET', path: '/api/home' }

/** What a purchase or another choice makes untrue. */
export const packageAnswers: CallTarget[] = [packageCalls.list, packageCalls.remains, homeCall, meCall]
