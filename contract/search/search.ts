import { z } from 'zod'
import { get, member } from '#contract/call.ts'
import { limits } from '#values/limits.ts'

/** Kinds of objects that are found. */
const searchKinds = [
  'customer',
  'message',
  'contact',
  'broadcast',
  'template',
  'signature',
  'link',
  'order',
  'invoice',
  'app',
  'member',
  'channel',
  'code',
] as const
export type SearchKind = (typeof searchKinds)[number]

export const searchInput = z.object({
  q: z.string().trim().min(limits.searchMinCharacters).max(limits.searchMaxCharacters),
})

/** Results by kind; kinds without results are left out. */
export const searchAnswer = z.object({
  groups: z.array(
    z.object({
      kind: z.enum(searchKinds),
      hits: z.array(
        z.object({
          title: z.string(),
          /** What tells it from others: its code, state, time. Phone numbers are masked. */
          note: z.string(),
          /** The page that shows it, with its query. */
          path: z.string(),
        }),
      ),
      /** Whether more was found than is shown. */
      hasMore: z.boolean(),
    }),
  ),
})

export const searchCalls = {
  find: get('/api/search', '查找', member(null), { input: searchInput, answer: searchAnswer }),
}
