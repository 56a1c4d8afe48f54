import { useDecision, useSettled } from '#admin/ui/decision.ts'
import { adminAttestationCalls } from '#contract/account/admin-attestation.ts'
import type { AttestationReasons } from '#contract/account/attestation.ts'
import { useAct } from '#ui/call.ts'
import { attestationAnswers, keyOf, targetOf } from './attestation.ts'
import type { useAttestationQueue } from './queue.ts'

type Queue = Pick<ReturnType<typeof useAttestationQueue>, 'current' | 'index' | 'leave' | 'comeBack'>

/**
 * Approving and rejecting the displayed submission; `onDone` when a rejection has ended, by this decision or somebody
 * else's.
 */
export function useAttestationDecisions({ current, index, leave, comeBack }: Queue, onDone: () => void) {
  const isSettled = useSettled(current ? keyOf(current) : '')
  const approval = useAct(adminAttestationCalls.approve)
  const decision = useDecision({
    current,
    titleOf: row => row.name,
    answers: attestationAnswers,
    leave,
    comeBack,
    onDone,
    approve: row => approval.mutateAsync(targetOf(row)),
  })
  const rejection = useAct(adminAttestationCalls.reject, decision.options)
  const isBusy = rejection.isPending
  return {
    isBusy,
    isSettled,
    rejection,
    approve: () => {
      if (index >= 0 && isSettled && !isBusy) decision.approve()
    },
    reject: (reasons: AttestationReasons, reason: string) =>
      decision.reject(row => rejection.mutate({ ...targetOf(row), reasons, reason }, { onError: decision.onError })),
  }
}
