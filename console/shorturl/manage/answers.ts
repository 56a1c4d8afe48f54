import { linkCalls } from '#contract/links/link.ts'
import { linkListCalls } from '#contract/links/link-list.ts'

/** Calls that any change of links outdates. */
export const linkAnswers = [
  linkListCalls.list,
  linkListCalls.count,
  linkListCalls.figures,
  linkListCalls.filters,
  linkListCalls.history,
  linkCalls.one,
  linkCalls.choices,
]
