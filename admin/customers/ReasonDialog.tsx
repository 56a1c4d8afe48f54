import { ActForm } from '#admin/ui/ActForm.tsx'
import { adminCustomerCalls } from '#contract/account/admin-customer.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { type CustomerRow, customerAnswers, customerCan, type ReasonedAct } from './customer.ts'

const stops = '进行中的群发会暂停，还没有交给运营商的其他短信会取消并退回费用；已经交给运营商的不受影响。'
const consequences: Record<ReasonedAct, (customer: CustomerRow) => string> = {
  revokeAttestation: one => `认证名称“${one.attestedName ?? ''}”将被清除，客户不能再发送短信，直到重新认证。${stops}`,
  allowAbroad: () =>
    '这个客户的程序可以向国际及港澳台号码发送，按“套餐与价格”中各国家或地区的单价从余额扣除，套餐不抵扣；没有单价的国家或地区仍被拒绝。',
  forbidAbroad: () => '几秒后起，发往国际及港澳台号码的请求被拒绝；已经接受的照常发出。',
  freeze: () => `全部成员会立即退出登录，且不能再登录；接口也不能再提交短信，短链接立即打不开。${stops}`,
  unfreeze: () => '成员可以重新登录，接口和短链接恢复使用。已暂停的群发由客户自己继续。',
}

/** Acts that need only a reason. */
export function ReasonDialog({ act, customer, onClose }: { act: ReasonedAct; customer: CustomerRow; onClose: () => void }) {
  const { name, isDanger } = customerCan[act]
  const call = useDialogAct(adminCustomerCalls[act], { invalidates: customerAnswers, done: `“${customer.name}”：已${name}`, onClose })
  return (
    <ActForm<{ reason: string }>
      title={`${name}：${customer.name}`}
      okText={name}
      isDanger={isDanger ?? false}
      consequence={consequences[act](customer)}
      reasonHint="记入操作记录。"
      act={call}
      onSubmit={({ reason }) => call.mutate({ accountId: customer.accountId, reason })}
      onClose={onClose}
    />
  )
}
