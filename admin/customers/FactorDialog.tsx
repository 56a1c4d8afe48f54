import { ActForm } from '#admin/ui/ActForm.tsx'
import { adminPersonCalls } from '#contract/account/admin-person.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { customerAnswers } from './customer.ts'
import type { CustomerMember } from './MemberList.tsx'

interface FactorDialogProps {
  accountId: string
  member: CustomerMember
  onClose: () => void
}

/** 重置登录验证: for a member who has lost the phone or the authenticator, after a second member of staff has approved. */
export function FactorDialog({ accountId, member, onClose }: FactorDialogProps) {
  const act = useDialogAct(adminPersonCalls.resetFactor, {
    invalidates: customerAnswers,
    done: '重置申请已提交，由另一位同事复核后生效',
    onClose,
  })
  return (
    <ActForm<{ reason: string }>
      title={`重置登录验证：${member.name}`}
      okText="提交复核"
      isForTwo
      isDanger
      consequence={`复核通过后，${member.name}（${member.phone}）只用密码登录，现有登录全部失效，验证器和恢复码作废。本人和管理员会收到通知。`}
      reasonHint="请写明怎样核实了本人身份，复核人会看到。"
      act={act}
      onSubmit={({ reason }) => act.mutate({ accountId, memberId: member.memberId, reason })}
      onClose={onClose}
    />
  )
}
