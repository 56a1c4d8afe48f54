import { RejectDialog } from '#admin/ui/RejectDialog.tsx'
import { adminReviewCalls, rejectReasons, reviewObjects } from '#contract/content/admin-review.ts'
import type { CallError } from '#ui/call.ts'
import { limits } from '#values/limits.ts'
import { titleOf, type Waiting } from './review.ts'

interface RejectTextDialogProps {
  row: Waiting
  act: { isPending: boolean; error: CallError | null }
  onReject: (reason: string, reasonCode: string | undefined) => void
  onClose: () => void
}

/** A usual reason, prefilled with the findings of the check. */
function withFindings(text: string, row: Waiting): string {
  const found = row.findings.filter(finding => finding.level === 'note' && finding.marks).map(finding => finding.message)
  const whole = found.length === 0 ? text : `${text}（${found.join('；')}）`
  return whole.length > limits.remarkCharacters ? text : whole
}

/** Why a signature or a template is rejected. */
export const RejectTextDialog = ({ row, ...acts }: RejectTextDialogProps) => (
  <RejectDialog
    title={`驳回${reviewObjects[row.object]}“${titleOf(row)}”`}
    word="驳回"
    about="客户会在列表和详情中看到这段原因，修改后可以重新提交。"
    reasons={rejectReasons[row.object].map(one => ({ ...one, text: withFindings(one.text, row) }))}
    rule={adminReviewCalls.reject.input.shape.reason}
    {...acts}
  />
)
