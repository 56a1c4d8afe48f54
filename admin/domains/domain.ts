import type { CallAnswerWire } from '#contract/call.ts'
import { adminHomeCalls } from '#contract/home/admin-home.ts'
import { adminDomainCalls } from '#contract/links/admin-domain.ts'
import { adminLinkCalls, linkReviewCalls } from '#contract/links/admin-link.ts'
import { linkReportCalls } from '#contract/links/admin-link-report.ts'
import { type DomainProblem, domainProblemNames, parseDomain, splitDomains } from '#contract/links/domain-name.ts'

export type RuleRow = CallAnswerWire<typeof adminDomainCalls.list>['rows'][number]

/** Answers that an act on a link or a domain outdates. */
export const linkAnswers = [
  adminDomainCalls.list,
  adminDomainCalls.preview,
  linkReviewCalls.queue,
  linkReviewCalls.host,
  adminLinkCalls.list,
  adminLinkCalls.one,
  linkReportCalls.list,
  adminHomeCalls.overview,
]

export interface ReadDomains {
  /** In the stored form, without repetitions. */
  domains: string[]
  problems: { text: string; reason: string }[]
}

/** Splits pasted text into domains and invalid parts. */
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
