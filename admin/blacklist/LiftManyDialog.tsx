import { BulkDialog, type BulkProps } from '#admin/ui/BulkDialog.tsx'
import { adminBlacklistCalls } from '#contract/blacklist/admin-blacklist.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { useAct } from '#ui/call.ts'

type Complaint = CallAnswerWire<typeof adminBlacklistCalls.complaints>['rows'][number]

/** 解除 several complaints, with one reason. */
export function LiftManyDialog(bulk: BulkProps<Complaint>) {
  const lift = useAct(adminBlacklistCalls.lift)
  return (
    <BulkDialog
      {...bulk}
      title={`解除 ${bulk.rows.length} 个投诉`}
      okText="解除"
      isDanger
      nameOf={row => `${row.phone} ${row.accountName}`}
      act={({ accountId, blacklistId }, reason) => lift.mutateAsync({ accountId, blacklistId, reason })}
      answers={[adminBlacklistCalls.complaints]}
      reason={{ rule: adminBlacklistCalls.lift.input.shape.reason, label: '原因', hint: '记入操作记录，并留在每个投诉上。' }}
    >
      <p>解除后，这些客户可以重新向投诉人发送推广短信。已经解除的不在其中。</p>
    </BulkDialog>
  )
}
