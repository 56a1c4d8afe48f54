import { BulkDialog, type BulkProps } from '#admin/ui/BulkDialog.tsx'
import { adminBankCalls } from '#contract/payments/admin-bank.ts'
import { useAct } from '#ui/call.ts'
import { type AnswerKind, answers } from './BankDialogs.tsx'
import { bankAnswers, type ClaimRow } from './bank.ts'

/** Rejects several claims, or asks for details, with one reason. */
export function AnswerManyDialog({ kind, ...bulk }: BulkProps<ClaimRow> & { kind: AnswerKind }) {
  const { title, consequence, isDanger } = answers[kind]
  const act = useAct(adminBankCalls[kind])
  return (
    <BulkDialog
      {...bulk}
      title={`${title}：${bulk.rows.length} 个认领`}
      okText={title}
      isDanger={isDanger}
      nameOf={row => `${row.claimNumber} ${row.accountName}`}
      act={({ accountId, claimId }, reason) => act.mutateAsync({ accountId, claimId, reason })}
      answers={bankAnswers}
      reason={{ rule: adminBankCalls[kind].input.shape.reason, label: '原因', hint: '每个客户都会看到，也记入操作记录。' }}
    >
      <p>{consequence}</p>
    </BulkDialog>
  )
}
