import { bareAnswer, optOutDigits, optOutLetters, optOutPhrases } from '#contract/unsubscribe/opt-out.ts'

const common = new Set([
  ...optOutLetters,
  ...optOutPhrases,
  ...optOutLetters.flatMap(letter => optOutPhrases.map(phrase => letter + phrase)),
  optOutDigits,
])

/** Whether a word refuses messages for every account. */
export const isCommonOptOut = (word: string): boolean => common.has(word)

/**
 * Whether an answer from a phone refuses further messages, by the words of all accounts or by those of the account's own (as `bareAnswer` leaves them). A sentence that merely
 * contains a keyword is no refusal.
 */
export function isOptOut(text: string, own: ReadonlySet<string> = new Set()): boolean {
  const bare = bareAnswer(text)
  return common.has(bare) || own.has(bare)
}
