import { BulkDialog, type BulkProps } from '#admin/ui/BulkDialog.tsx'
import { adminBlacklistCalls } from '#contract/blacklist/admin-blacklist.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { useAct } from '#ui/call.ts'

export type BlockedNumber = CallAnswerWire<typeof adminBlacklistCalls.list>['rows'][number]

/** 移出 several numbers, with one reason. */
export function RemoveManyDialog(bulk: BulkProps<BlockedNumber>) {
  const remove = useAct(adminBlacklistCalls.remove)
  return (
    <BulkDialog
      {...bulk}
      title={`移出 ${bulk.rows.length} 个号码`}
      okText="移出"
      isDanger
      nameOf={row => row.phone}
      act={({ phone }, reason) => remove.mutateAsync({ phone, reason })}
      answers={[adminBlacklistCalls.list]}
      reason={{ rule: adminBlacklistCalls.remove.input.shape.reason, label: '原因', hint: '记入操作记录。' }}
    >
      <p>移出后，客户可以重新向这些号码发送短信；客户自己黑名单里的记录不受影响。</p>
    </BulkDialog>
  )
}
