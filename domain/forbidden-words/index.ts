/** Forbidden words: the book, the finder, how disguised letters are read. */

export { addWords, changeWord, listWords, readWordFile } from './word.ts'
export { findWords, recordHits } from './word-book.ts'
