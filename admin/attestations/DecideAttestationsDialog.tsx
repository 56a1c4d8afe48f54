import { Skeleton } from 'antd'
import type { BulkProps } from '#admin/ui/BulkDialog.tsx'
import { DecideManyDialog, type Decision } from '#admin/ui/DecideManyDialog.tsx'
import { adminAttestationCalls, wholeReasonTexts } from '#contract/account/admin-attestation.ts'
import { attestationSubjects } from '#contract/account/attestation-form.ts'
import { textOf } from '#contract/rules.ts'
import { useAct, useCall } from '#ui/call.ts'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { limits } from '#values/limits.ts'
import { type AttestationRow, attestationAnswers, keyOf, targetOf } from './attestation.ts'
import { Papers } from './Papers.tsx'

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
      aboutOf={row => (
        <>
          {attestationSubjects[row.subject].name} {row.numberMasked}
          {row.isChange ? '，变更' : ''}（{row.accountName}）{props.decision === 'approve' ? <SubmittedPapers row={row} /> : null}
        </>
      )}
      approve={row => approve.mutateAsync(targetOf(row))}
      reject={(row, text) => reject.mutateAsync({ ...targetOf(row), reasons: {}, reason: text })}
      answers={attestationAnswers}
      caution="只通过已经逐份看过证件和授权书的提交；通过后客户立即可以正式发送。"
      reason={reason}
    />
  )
}

/** The documents of a submission, so that nobody approves what isn't before them. */
function SubmittedPapers({ row: { accountId, attestationId, name } }: { row: AttestationRow }) {
  const query = useCall(adminAttestationCalls.one, { accountId, attestationId })
  if (query.data) return <Papers detail={query.data} />
  return query.error ? (
    <ErrorPanel title={`${name}的材料没能加载`} error={query.error} onRetry={() => void query.refetch()} />
  ) : (
    <Skeleton active />
  )
}
