import { domainRuleKinds } from '#contract/links/admin-domain.ts'
import type { LinkDecision } from '#contract/links/admin-link.ts'
import { reportOutcomes } from '#contract/links/admin-link-report.ts'
import { type Tag, tagged } from '#ui/display/StateTag.tsx'

export const domainRuleKindTags = tagged(domainRuleKinds, { blocked: 'bad', trusted: 'good' })

export const reportOutcomeTags = tagged(reportOutcomes, { link_blocked: 'bad', domain_blocked: 'bad', dismissed: 'ended' })

export const linkDecisionTags: Record<LinkDecision, Tag> = {
  passed: { name: '通过', tone: 'good' },
  host_passed: { name: '通过该域名（仅此客户）', tone: 'good' },
  domain_trusted: { name: '域名设为受信任', tone: 'good' },
  rejected: { name: '拒绝', tone: 'bad' },
  blocked: { name: '封禁', tone: 'bad' },
  unblocked: { name: '解封', tone: 'good' },
  domain_blocked: { name: '封禁域名', tone: 'bad' },
  domain_unblocked: { name: '域名移出封禁', tone: 'good' },
}
