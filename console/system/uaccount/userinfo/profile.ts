import type { memberCalls } from '#contract/account/member.ts'
import { profileCalls } from '#contract/account/profile.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { meCall } from '../../../session.ts'

export type Profile = CallAnswerWire<typeof profileCalls.one>
export type MemberRow = CallAnswerWire<typeof memberCalls.list>['members'][number]

/** Calls to reload after a change of one's own. */
export const ownAnswers = [profileCalls.one, meCall]
