import { useAct } from '#console/call.ts'
import { operatorHomeCalls } from '#contract/operator-home.ts'
import { operatorReviewCalls } from '#contract/operator-review.ts'
import { useDecision, useSettled } from '../ui/decision.ts'
import type { useReviewQueue } from './queue.ts'
import { keyOf, targetOf, titleOf } from './review.ts'

const answers = [operatorReviewCalls.queue, operatorReviewCalls.context, operatorHomeCalls.overview]

type Queue = Pick<ReturnType<typeof useReviewQueue>, 'current' | 'index' | 'leave' | 'comeBack'>

/** Approving and rejecting what is on the screen; `onDone` when a rejection is over, by this decision or somebody else's. */
export function useDecisions({ current, index, leave, comeBack }: Queue, onDone: () => void) {
  const isSettled = useSettled(current ? keyOf(current) : '')
  const approval = useAct(operatorReviewCalls.approve)
  const decision = useDecision({ current, titleOf, answers, leave, comeBack, onDone, approve: row => approval.mutateAsync(targetOf(row)) })
  const rejection = useAct(operatorReviewCalls.reject, decision.options)
  const isBusy = rejection.isPending
  return {
    isBusy,
    isSettled,
    rejection,
    approve: () => {
      if (index >= 0 && isSettled && !isBusy) decision.approve()
    },
    reject: (reason: string, reasonCode: string | undefined) =>
      decision.reject(row => rejection.mutate({ ...targetOf(row), reason, reasonCode }, { onError: decision.onError })),
  }
}
