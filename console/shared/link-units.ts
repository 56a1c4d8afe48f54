import type { CallAnswerWire } from '#contract/call.ts'
import { homeCalls } from '#contract/home/home.ts'
import { useCall } from '#ui/call.ts'

export type LinkUnits = NonNullable<CallAnswerWire<typeof homeCalls.frame>['linkUnits']>

/** The account's units of short links, which come with the frame; undefined: not known yet, or not to be seen. */
export const useLinkUnits = (): LinkUnits | undefined => useCall(homeCalls.frame, {}, { staleTimeMs: 10_000 }).data?.linkUnits ?? undefined
