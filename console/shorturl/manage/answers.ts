import { linkCalls } from '#contract/link.ts'
import { linkListCalls } from '#contract/link-list.ts'

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
