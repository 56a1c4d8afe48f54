import { useDecision, useSettled } from '#admin/ui/decision.ts'
import { adminReviewCalls } from '#contract/content/admin-review.ts'
import { adminHomeCalls } from '#contract/home/admin-home.ts'
import { useAct } from '#ui/call.ts'
import type { useReviewQueue } from './queue.ts'
import { keyOf, targetOf, titleOf } from './review.ts'

/** Calls whose answers a decision outdates. */
export const reviewAnswers = [adminReviewCalls.queue, adminReviewCalls.context, adminHomeCalls.overview]

type Queue = Pick<ReturnType<typeof useReviewQueue>, 'current' | 'index' | 'leave' | 'comeBack'>

/**
 * Approving and rejecting the displayed submission; `onDone` when a rejection has ended, by this decision or somebody
 * else's.
 */
export function useDecisions({ current, index, leave, comeBack }: Queue, onDone: () => void) {
  const isSettled = useSettled(current ? keyOf(current) : '')
  const approval = useAct(adminReviewCalls.approve)
  const decision = useDecision({
    current,
    titleOf,
    answers: reviewAnswers,
    leave,
    comeBack,
    onDone,
    approve: row => approval.mutateAsync(targetOf(row)),
  })
  const rejection = useAct(adminReviewCalls.reject, decision.options)
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
