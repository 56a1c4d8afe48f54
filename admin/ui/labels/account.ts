import { accountStates } from '#contract/account/admin-customer.ts'
import type { PhoneChangeState } from '#contract/account/admin-person.ts'
import { type Tag, tagged } from '#ui/display/StateTag.tsx'

export const accountStateTags = tagged(accountStates, { active: 'good', frozen: 'bad', closed: 'ended' })

export const phoneChangeStateTags: Record<PhoneChangeState, Tag> = {
  waiting: { name: '待审核', tone: 'waiting' },
  approved: { name: '已更换', tone: 'good' },
  rejected: { name: '已驳回', tone: 'bad' },
  cancelled: { name: '已撤回', tone: 'ended' },
}
