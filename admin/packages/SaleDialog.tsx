import { ActForm } from '#admin/ui/ActForm.tsx'
import { adminPackageCalls } from '#contract/orders/admin-package.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { waits } from './Doubt.tsx'
import { type Package, packageAnswers } from './package.ts'

/** 下架 and 上架. */
export function SaleDialog({ row, onClose }: { row: Package; onClose: () => void }) {
  const word = row.isOffered ? '下架' : '上架'
  const act = useDialogAct(row.isOffered ? adminPackageCalls.withdraw : adminPackageCalls.putOnSale, {
    invalidates: packageAnswers,
    done: answer => ('state' in answer && answer.state === 'approving' ? waits : `套餐“${row.name}”已${word}`),
    onClose,
  })
  return (
    <ActForm<{ reason: string }>
      title={`${word}套餐“${row.name}”`}
      okText={word}
      isDanger={row.isOffered}
      consequence={row.isOffered ? '下架后客户不能再购买；已购买的照常使用，可以随时重新上架。' : '上架后客户马上可以购买。'}
      reasonHint="记入操作记录。"
      act={act}
      onSubmit={({ reason }) => act.mutate({ packageId: row.packageId, reason })}
      onClose={onClose}
    />
  )
}
