import { type ReviewDecision, reviewStates } from '#contract/content/review-state.ts'
import { tagged } from '#ui/display/StateTag.tsx'

export const reviewStateTags = tagged(reviewStates, {
  unsent: 'ended',
  draft: 'ended',
  reviewing: 'waiting',
  approved: 'good',
  rejected: 'bad',
  disabled: 'ended',
  deleted: 'ended',
})

export const reviewDecisionNames: Record<ReviewDecision, string> = {
  submitted: '提交审核',
  withdrawn: '撤回',
  expedited: '催审',
  approved: '审核通过',
  rejected: '审核未通过',
  disabled: '停用',
  enabled: '启用',
  deleted: '删除',
  restored: '撤销删除',
}
