import { contentCalls } from '#contract/content/content.ts'
import { findWords, recordHits } from '#domain/forbidden-words/index.ts'
import { handle } from '#http/server/serve.ts'

export const contentHandlers = [
  handle(contentCalls.check, async ({ tx, account, now }, { kind, text }) => {
    const { findings, wordIds } = await findWords(tx, text, kind)
    await recordHits(tx, account, wordIds, now())
    return { findings }
  }),
]
