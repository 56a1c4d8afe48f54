import { BulkDialog, type BulkProps } from '#admin/ui/BulkDialog.tsx'
import style from '#admin/ui/Tables.module.css'
import { adminReviewCalls, rejectReasons, reviewObjects } from '#contract/content/admin-review.ts'
import { useAct } from '#ui/call.ts'
import { keysOf } from '#values/keys.ts'
import { reviewAnswers } from './decisions.ts'
import { keyOf, targetOf, titleOf, type Waiting } from './review.ts'

/** 通过 or 驳回 several submissions at once, with one reason; the texts stand in the dialog. */
export function DecideManyDialog({ decision, ...bulk }: BulkProps<Waiting> & { decision: 'approve' | 'reject' }) {
  const approve = useAct(adminReviewCalls.approve)
  const reject = useAct(adminReviewCalls.reject)
  const isRejecting = decision === 'reject'
  const word = isRejecting ? '驳回' : '通过'
  const reason = {
    rule: adminReviewCalls.reject.input.shape.reason,
    label: '驳回原因',
    hint: '每个客户都会看到这段原因。',
    usual: keysOf(reviewObjects).flatMap(object => (bulk.rows.every(row => row.object === object) ? rejectReasons[object] : [])),
  }
  return (
    <BulkDialog
      {...bulk}
      title={`${word} ${bulk.rows.length} 项`}
      okText={word}
      isDanger={isRejecting}
      nameOf={titleOf}
      act={(row, text) => (isRejecting ? reject.mutateAsync({ ...targetOf(row), reason: text }) : approve.mutateAsync(targetOf(row)))}
      answers={reviewAnswers}
      {...(isRejecting ? { reason } : {})}
    >
      <ul className={style.each} aria-label={`要${word}的内容`}>
        {bulk.rows.map(row => (
          <li key={keyOf(row)}>
            <b>{titleOf(row)}</b> {row.template ? row.text : reviewObjects.signature}（{row.attestedName ?? row.accountName}）
          </li>
        ))}
      </ul>
    </BulkDialog>
  )
}
