import { useAct } from '#console/call.ts'
import type { AttestationReasons } from '#contract/attestation.ts'
import { operatorAttestationCalls } from '#contract/operator-attestation.ts'
import { useDecision, useSettled } from '../ui/decision.ts'
import { type AttestationRow, attestationAnswers, keyOf, targetOf } from './attestation.ts'

/** Approving and rejecting what is on the screen; `onDone` when it is over, by this decision or somebody else's. */
export function useAttestationDecisions(
  current: AttestationRow | null,
  isWaiting: boolean,
  leave: (row: AttestationRow) => void,
  onDone: () => void,
) {
  const isSettled = useSettled(current ? keyOf(current) : '')
  const { begin, options, onError } = useDecision({ current, titleOf: row => row.name, answers: attestationAnswers, leave, onDone })
  const approval = useAct(operatorAttestationCalls.approve, options('通过'))
  const rejection = useAct(operatorAttestationCalls.reject, options('驳回'))
  const isBusy = approval.isPending || rejection.isPending
  return {
    isBusy,
    isSettled,
    rejection,
    approve: () => {
      if (isWaiting && isSettled && !isBusy) begin(row => approval.mutate(targetOf(row), { onError }))
    },
    reject: (reasons: AttestationReasons, reason: string) =>
      begin(row => rejection.mutate({ ...targetOf(row), reasons, reason }, { onError })),
  }
}
