import { linkCalls } from '#contract/links/link.ts'
import { linkListCalls } from '#contract/links/link-list.ts'

/** What is no longer true after any change of links. */
export const linkAnswers = [
  linkListCalls.list,
  linkListCalls.count,
  linkListCalls.figures,
  linkListCalls.filters,
  linkListCalls.groups,
  linkListCalls.history,
  linkCalls.one,
  linkCalls.choices,
]
