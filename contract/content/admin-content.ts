import { z } from 'zod'
import { get, post, staff } from '#contract/call.ts'
import { textOf } from '#contract/rules.ts'
import { idOf, moment } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { reviewObjects } from './admin-review.ts'
import { reviewStates } from './review-state.ts'

const object = z.enum(keysOf(reviewObjects))
const states = keysOf(reviewStates)

/** A customer's signatures and templates for staff, after the review. */
export const adminContentCalls = {
  list: get('/api/admin/contents', '客户的签名与模板', staff('customer.read'), {
    input: z.object({ accountId: idOf('account') }),
    answer: z.object({
      /** Those in use first; at most `limits.signatures` and `limits.templates`, without drafts and deleted ones. */
      rows: z.array(
        z.object({
          object,
          /** `rev_…`: the id of the signature or template. */
          objectId: idOf('review'),
          /** A template's name, or a signature in its brackets. */
          title: z.string(),
          text: z.string(),
          state: z.enum(states),
          reason: z.string().nullable(),
          reviewedAt: moment.nullable(),
        }),
      ),
    }),
  }),
  disable: post('/api/admin/contents/disable', '停用签名或模板', staff('review.decide'), {
    input: z.object({
      accountId: idOf('account'),
      object,
      objectId: idOf('review'),
      reason: textOf('原因', limits.remarkCharacters, 2),
    }),
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
}
