import { approvalStates } from '#contract/staff/admin-approval.ts'
import { tagged } from '#ui/display/StateTag.tsx'

export const approvalStateTags = tagged(approvalStates, { waiting: 'waiting', approved: 'good', rejected: 'bad', withdrawn: 'ended' })

export const staffStateTags = { active: { name: '正常', tone: 'good' }, frozen: { name: '已停用', tone: 'bad' } } as const
