import type { Got, Sent } from '#contract/call.ts'
import { operatorWordCalls } from '#contract/operator-word.ts'
import { allWordKinds, wordKinds } from '#contract/word.ts'

export type WordRow = Got<typeof operatorWordCalls.list>['rows'][number]
export type NewWord = Sent<typeof operatorWordCalls.add>['words'][number]

/** Answers that a change of the list makes old. */
export const wordAnswers = [operatorWordCalls.list]

export const kindOptions = allWordKinds.map(value => ({ value, label: wordKinds[value] }))
/** 全部, or the names of the kinds. */
export const kindsText = (kinds: WordRow['kinds']) =>
  kinds.length === allWordKinds.length ? '全部' : kinds.map(kind => wordKinds[kind]).join('、')
