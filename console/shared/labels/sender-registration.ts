import type { SenderRegistrationSummary } from '#contract/sender-registration/sender-registration.ts'
import type { Tag } from '#ui/display/StateTag.tsx'

export const senderRegistrationSummaryTags: Record<SenderRegistrationSummary, Tag> = {
  usable: { name: '可用', tone: 'good' },
  partial: { name: '部分运营商可用', tone: 'waiting' },
  pending: { name: '报备中', tone: 'waiting' },
  failed: { name: '报备失败', tone: 'bad' },
  none: { name: '未报备', tone: 'ended' },
}
