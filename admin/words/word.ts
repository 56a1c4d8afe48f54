import type { CallAnswerWire, CallInputWire } from '#contract/call.ts'
import { adminWordCalls } from '#contract/forbidden-words/admin-word.ts'
import { allWordKinds, wordKinds } from '#contract/forbidden-words/word.ts'

export type WordRow = CallAnswerWire<typeof adminWordCalls.list>['rows'][number]
export type NewWord = CallInputWire<typeof adminWordCalls.add>['words'][number]

/** Answers that a changed list outdates. */
export const wordAnswers = [adminWordCalls.list]

export const kindOptions = allWordKinds.map(value => ({ value, label: wordKinds[value] }))
/** 全部, or the names of the kinds. */
export const kindsText = (kinds: WordRow['kinds']) =>
  kinds.length === allWordKinds.length ? '全部' : kinds.map(kind => wordKinds[kind]).join('、')
