import type { Got } from '#contract/call.ts'
import type { memberCalls } from '#contract/member.ts'
import { profileCalls } from '#contract/profile.ts'
import { meCall } from '../../../session.ts'

export type Profile = Got<typeof profileCalls.one>
export type MemberRow = Got<typeof memberCalls.list>['members'][number]

/** What is asked anew after a change of one's own. */
export const ownAnswers = [profileCalls.one, meCall]
