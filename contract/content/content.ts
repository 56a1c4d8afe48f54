import { z } from 'zod'
import { member, post } from '#contract/call.ts'
import { allWordKinds } from '#contract/forbidden-words/word.ts'
import { limits } from '#values/limits.ts'
import { findings } from './finding-codec.ts'

/**
 * Checks of a text that need the server while typing; contract/content/content-check.ts does the others in the browser.
 */
export const contentCalls = {
  check: post('/api/contents/check', '检查签名或模板的文字', member(null), {
    input: z.object({
      kind: z.enum(allWordKinds),
      text: z.string().max(limits.templateTextCharacters),
    }),
    answer: z.object({ findings }),
  }),
}
