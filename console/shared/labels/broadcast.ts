import { type BroadcastTiming, broadcastStates, type NightChoice } from '#contract/broadcast/broadcast.ts'
import { tagged } from '#ui/display/StateTag.tsx'

export const broadcastStateTags = tagged(broadcastStates, {
  reviewing: 'waiting',
  scheduled: 'waiting',
  sending: 'progress',
  paused: 'waiting',
  held: 'waiting',
  completed: 'good',
  canceled: 'ended',
})

export const nightChoiceNames: Record<NightChoice, string> = { postpone: '次日继续', cancel: '取消未发的' }

/** Purposes of broadcasts; one-time codes go to one number at a time. */
export const broadcastKindNames = { transactional: '通知', marketing: '推广' } as const

export const broadcastTimingNames: Record<BroadcastTiming, string> = { now: '立即', scheduled: '定时', spread: '匀速' }
