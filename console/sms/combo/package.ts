import type { Got } from '#contract/call.ts'
import { homeCalls } from '#contract/home.ts'
import { packageCalls } from '#contract/package.ts'
import { meCall } from '../../session.ts'

export type PackageRow = Got<typeof packageCalls.list>['rows'][number]
export type Remains = Got<typeof packageCalls.remains>

/** What a purchase or another choice makes untrue. */
export const packageAnswers = [packageCalls.list, packageCalls.remains, homeCalls.overview, meCall]
