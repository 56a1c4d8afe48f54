import type { BulkProps } from '#admin/ui/BulkDialog.tsx'
import { DecideManyDialog, type Decision } from '#admin/ui/DecideManyDialog.tsx'
import { adminReviewCalls, rejectReasons, reviewObjects } from '#contract/content/admin-review.ts'
import { useAct } from '#ui/call.ts'
import { keysOf } from '#values/keys.ts'
import { reviewAnswers } from './decisions.ts'
import { keyOf, targetOf, titleOf, type Waiting } from './review.ts'

/** Decides several signatures and templates at once; their texts stand in the dialog. */
export function DecideTextsDialog(props: BulkProps<Waiting> & { decision: Decision }) {
  const approve = useAct(adminReviewCalls.approve)
  const reject = useAct(adminReviewCalls.reject)
  const usual = keysOf(reviewObjects).flatMap(object => (props.rows.every(row => row.object === object) ? rejectReasons[object] : []))
  return (
    <DecideManyDialog
      {...props}
      keyOf={keyOf}
      nameOf={titleOf}
      aboutOf={row => `${row.template ? row.text : reviewObjects.signature}（${row.attestedName ?? row.accountName}）`}
      approve={row => approve.mutateAsync(targetOf(row))}
      reject={(row, reason) => reject.mutateAsync({ ...targetOf(row), reason })}
      answers={reviewAnswers}
      reason={{ rule: adminReviewCalls.reject.input.shape.reason, usual }}
    />
  )
}
