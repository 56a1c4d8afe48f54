import type { Got } from '#contract/call.ts'
import { type DomainProblem, domainProblemNames, parseDomain, splitDomains } from '#contract/domain-name.ts'
import { operatorDomainCalls } from '#contract/operator-domain.ts'
import { operatorHomeCalls } from '#contract/operator-home.ts'
import { linkReviewCalls, operatorLinkCalls } from '#contract/operator-link.ts'
import { linkReportCalls } from '#contract/operator-link-report.ts'

export type RuleRow = Got<typeof operatorDomainCalls.list>['rows'][number]

/** Answers that an act on a link or a domain makes untrue. */
export const linkAnswers = [
  operatorDomainCalls.list,
  operatorDomainCalls.preview,
  linkReviewCalls.queue,
  linkReviewCalls.host,
  operatorLinkCalls.list,
  operatorLinkCalls.one,
  linkReportCalls.list,
  operatorHomeCalls.overview,
]

export interface ReadDomains {
  /** In the form that is stored, each once. */
  domains: string[]
  problems: { text: string; reason: string }[]
}

/** What was pasted, as domains and as what is none. */
export function readDomains(text: string): ReadDomains {
  const domains = new Set<string>()
  const problems: ReadDomains['problems'] = []
  for (const given of splitDomains(text)) {
    const parsed = parseDomain(given)
    if ('domain' in parsed) domains.add(parsed.domain)
    else problems.push({ text: given, reason: domainProblemNames[parsed.problem satisfies DomainProblem] })
  }
  return { domains: [...domains], problems }
}
