import type { BulkProps } from '#admin/ui/BulkDialog.tsx'
import { DecideManyDialog, type Decision } from '#admin/ui/DecideManyDialog.tsx'
import { adminAttestationCalls, wholeReasonTexts } from '#contract/account/admin-attestation.ts'
import { attestationSubjects } from '#contract/account/attestation-form.ts'
import { textOf } from '#contract/rules.ts'
import { useAct } from '#ui/call.ts'
import { limits } from '#values/limits.ts'
import { type AttestationRow, attestationAnswers, keyOf, targetOf } from './attestation.ts'

const reason = { rule: textOf('驳回原因', limits.remarkCharacters, 2), usual: wholeReasonTexts }

/** Decides several submissions at once, which staff have looked at before; a rejection is of the whole of each. */
export function DecideAttestationsDialog(props: BulkProps<AttestationRow> & { decision: Decision }) {
  const approve = useAct(adminAttestationCalls.approve)
  const reject = useAct(adminAttestationCalls.reject)
  return (
    <DecideManyDialog
      {...props}
      keyOf={keyOf}
      nameOf={row => row.name}
      aboutOf={row => `${attestationSubjects[row.subject].name} ${row.numberMasked}${row.isChange ? '，变更' : ''}（${row.accountName}）`}
      approve={row => approve.mutateAsync(targetOf(row))}
      reject={(row, text) => reject.mutateAsync({ ...targetOf(row), reasons: {}, reason: text })}
      answers={attestationAnswers}
      caution="只通过已经逐份看过证件和授权书的提交；通过后客户立即可以正式发送。"
      reason={reason}
    />
  )
}
