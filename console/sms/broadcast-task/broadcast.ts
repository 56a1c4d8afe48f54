import type { broadcastCalls } from '#contract/broadcast.ts'
import type { Got } from '#contract/call.ts'

export type BroadcastRow = Got<typeof broadcastCalls.list>['rows'][number]

/** Why a broadcast waits, in the words of the screens. */
export const waitingReasons: Record<string, string> = { quiet_hours: '推广短信只在08:00-21:00发送，到时自动继续' }
