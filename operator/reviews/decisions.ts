import { useAct } from '#console/call.ts'
import { operatorHomeCalls } from '#contract/operator-home.ts'
import { operatorReviewCalls } from '#contract/operator-review.ts'
import { useDecision, useSettled } from '../ui/decision.ts'
import { keyOf, targetOf, titleOf, type Waiting } from './review.ts'

const answers = [operatorReviewCalls.queue, operatorReviewCalls.context, operatorHomeCalls.overview]

/** Approving and rejecting what is on the screen; `onDone` when it is over, by this decision or somebody else's. */
export function useDecisions(current: Waiting | null, isWaiting: boolean, leave: (row: Waiting) => void, onDone: () => void) {
  const isSettled = useSettled(current ? keyOf(current) : '')
  const { begin, options, onError } = useDecision({ current, titleOf, answers, leave, onDone })
  const approval = useAct(operatorReviewCalls.approve, options('通过'))
  const rejection = useAct(operatorReviewCalls.reject, options('驳回'))
  const isBusy = approval.isPending || rejection.isPending
  return {
    isBusy,
    isSettled,
    rejection,
    approve: () => {
      if (isWaiting && isSettled && !isBusy) begin(row => approval.mutate(targetOf(row), { onError }))
    },
    reject: (reason: string, reasonCode: string | undefined) =>
      begin(row => rejection.mutate({ ...targetOf(row), reason, reasonCode }, { onError })),
  }
}
