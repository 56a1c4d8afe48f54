import { normalizeReply, optOutDigits, optOutLetters, optOutPhrases } from '#contract/unsubscribe/opt-out.ts'

const common = new Set([
  ...optOutLetters,
  ...optOutPhrases,
  ...optOutLetters.flatMap(letter => optOutPhrases.map(phrase => letter + phrase)),
  optOutDigits,
])

/** Whether a word is an opt-out keyword for every account. */
export const isCommonOptOut = (word: string): boolean => common.has(word)

/**
 * Opt-out keywords: whether a reply is one of the common ones or the account's own (normalized by `normalizeReply`). A
 * sentence that merely contains a keyword doesn't opt out.
 */
export function isOptOut(text: string, own: ReadonlySet<string> = new Set()): boolean {
  const bare = normalizeReply(text)
  return common.has(bare) || own.has(bare)
}
