import { z } from 'zod'
import { call, member } from '#contract/call.ts'
import { allWordKinds } from '#contract/forbidden-words/word.ts'
import { limits } from '#values/limits.ts'
import { findings } from './finding-codec.ts'

/**
 * Checks of a text that need the server while typing; contract/content/content-check.ts does the others in the browser.
 */
export const contentCalls = {
  check: call({
    method: 'POST',
    path: '/api/contents/check',
    summary: '检查签名或模板的文字',
    audience: member(null),
    input: z.object({
      kind: z.enum(allWordKinds),
      text: z.string().max(limits.templateTextCharacters),
    }),
    answer: z.object({ findings }),
    refusals: [],
  }),
}
