import type { PersonalDataRequestKind, PersonalDataRequestState } from '#contract/personal-data/admin-personal-data.ts'
import type { Tag } from '#ui/display/StateTag.tsx'

export const personalDataRequestKinds: Record<PersonalDataRequestKind, string> = { copy: '提供副本', erasure: '删除' }

export const personalDataStateTags: Record<PersonalDataRequestState, Tag> = {
  waiting: { name: '待复核', tone: 'waiting' },
  running: { name: '处理中', tone: 'progress' },
  done: { name: '已完成', tone: 'good' },
  refused: { name: '未通过', tone: 'ended' },
}
