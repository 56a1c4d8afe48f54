/** Forbidden words: the list, the matcher, and the normalization of disguised letters. */

export { addWords, changeWord, listWords, readWordFile } from './word.ts'
export { findWords, recordHits } from './word-book.ts'
