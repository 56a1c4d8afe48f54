import { linkStates, type ShownLinkState } from './link-state.ts'

/** Why messages can't carry a link. */
export const linkProblems = ['reviewing', 'disabled', 'rejected', 'blocked', 'expired', 'deleted'] as const satisfies (
  | ShownLinkState
  | 'deleted'
)[]
export type LinkProblem = (typeof linkProblems)[number]

export const linkProblemName = (problem: LinkProblem) => (problem === 'deleted' ? '已删除' : linkStates[problem])

/** Advice about it, as the end of a sentence. */
export const linkProblemAdvice = (problem: LinkProblem) => (problem === 'reviewing' ? '请等待审核通过' : '请换一个短链')
