import type { AttestationState } from '#contract/account/attestation.ts'
import type { Tag } from '#ui/display/StateTag.tsx'

export const attestationStateTags: Record<AttestationState, Tag> = {
  draft: { name: '草稿', tone: 'ended' },
  reviewing: { name: '审核中', tone: 'waiting' },
  approved: { name: '已认证', tone: 'good' },
  rejected: { name: '未通过', tone: 'bad' },
  replaced: { name: '已被新版本替换', tone: 'ended' },
  revoked: { name: '已撤销', tone: 'bad' },
}
