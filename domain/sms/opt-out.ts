/** What people answer to refuse more messages, after the keywords that operators and other platforms name in their messages. */
const letters = ['TD', 'T', 'R', 'N', 'QX']
const words = ['退订', '拒收', '取消订阅']
const optOuts = new Set([...letters, ...words, ...letters.flatMap(letter => words.map(word => letter + word)), '0000'])

/**
 * Whether an answer from a phone refuses further messages. Case, full-width forms, spaces, punctuation and a leading 回/回复 don't matter; a sentence that merely
 * contains a keyword is no refusal.
 */
export function isOptOut(text: string): boolean {
  const bare = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{Letter}\p{Number}]/gu, '')
    .replace(/^请?回复?/, '')
  return optOuts.has(bare)
}
