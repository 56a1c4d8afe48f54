import { ActForm } from '#admin/ui/ActForm.tsx'
import { adminCouponCalls } from '#contract/orders/admin-coupon.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { type Coupon, couponAnswers } from './package.ts'

/** 停用 of a coupon. */
export function StopDialog({ row, onClose }: { row: Coupon; onClose: () => void }) {
  const act = useDialogAct(adminCouponCalls.stop, { invalidates: couponAnswers, done: `优惠码${row.code}已停用`, onClose })
  return (
    <ActForm<{ reason: string }>
      title={`停用优惠码${row.code}`}
      okText="停用"
      isDanger
      consequence="停用后马上不能再使用，不能恢复；已经用它下的订单保持优惠后的价格。"
      reasonHint="记入操作记录。"
      act={act}
      onSubmit={({ reason }) => act.mutate({ code: row.code, reason })}
      onClose={onClose}
    />
  )
}
