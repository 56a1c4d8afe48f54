import { z } from 'zod'
import { get, post, staff } from '#contract/call.ts'
import { textOf } from '#contract/rules.ts'
import { idOf } from '#contract/scalars.ts'
import { limits } from '#values/limits.ts'
import { esmeProtocols } from './app-labels.ts'

const account = z.object({ accountId: idOf('account') })
const esme = z.object({ appId: idOf('app'), protocol: z.enum(esmeProtocols) })

/** What staff see and permit of the accounts for SMPP and CMPP of a customer's apps. */
export const adminEsmeCalls = {
  list: get('/api/admin/customers/esme', '客户的SMPP与CMPP账号', staff('customer.read'), {
    input: account,
    answer: z.object({ rows: z.array(esme.extend({ appName: z.string(), loginName: z.string(), allowsFreeText: z.boolean() })) }),
  }),
  permitFreeText: post('/api/admin/customers/esme-free-text', '设置SMPP与CMPP自由内容', staff('review.decide'), {
    /**
     * `isAllowed`: texts that match no template are sent as transactional, checked only for the platform's forbidden
     * words.
     */
    input: account.extend({ ...esme.shape, isAllowed: z.boolean(), reason: textOf('原因', limits.remarkCharacters, 2) }),
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
}
