import { z } from 'zod'
import { get, post, staff } from '#contract/call.ts'
import { textOf } from '#contract/rules.ts'
import { idOf } from '#contract/scalars.ts'
import { limits } from '#values/limits.ts'

const account = z.object({ accountId: idOf('account') })

/** What staff see and permit of the SMPP accounts of a customer's apps. */
export const adminSmppCalls = {
  list: get('/api/admin/customers/smpp', '客户的SMPP账号', staff('customer.read'), {
    input: account,
    answer: z.object({
      rows: z.array(z.object({ appId: idOf('app'), appName: z.string(), systemId: z.string(), allowsFreeText: z.boolean() })),
    }),
  }),
  permitFreeText: post('/api/admin/customers/smpp-free-text', '设置SMPP自由内容', staff('review.decide'), {
    /**
     * `isAllowed`: texts that match no template are sent as transactional, checked only for the platform's forbidden
     * words.
     */
    input: account.extend({ appId: idOf('app'), isAllowed: z.boolean(), reason: textOf('原因', limits.remarkCharacters, 2) }),
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
}
