import { contentCalls } from '#contract/content.ts'
import { findWords, recordHits } from '#domain/sms/word/word-book.ts'
import { handle } from './serve.ts'

export const contentHandlers = [
  handle(contentCalls.check, async ({ tx, account, now }, { kind, text }) => {
    const { findings, wordIds } = await findWords(tx, text, kind)
    await recordHits(tx, account, wordIds, now())
    return { findings }
  }),
]
