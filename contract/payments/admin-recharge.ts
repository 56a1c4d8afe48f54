import { z } from 'zod'
import { get, post, staff } from '#contract/call.ts'
import { idOf, moment, pageOf, pageSize } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { bankReasonRule } from './admin-bank.ts'
import { paymentMethodNames, rechargeRow, rechargeStates } from './recharge.ts'

const one = z.object({ accountId: idOf('account'), rechargeId: idOf('recharge') })
const act = one.extend({ reason: bankReasonRule })

export const adminRechargeCalls = {
  list: get('/api/admin/recharges', '充值查询', staff('finance.read'), {
    input: z.object({
      /** failed: a differing sum arrived, and nobody has decided. */
      view: z.enum(['failed', 'all']).default('failed'),
      state: z.enum(keysOf(rechargeStates)).optional(),
      paymentMethod: z.enum(keysOf(paymentMethodNames)).optional(),
      /** Ours or the gateway's. */
      number: z.string().trim().max(64).optional(),
      accountId: idOf('account').optional(),
      cursor: z.uuid().optional(),
      pageSize,
    }),
    answer: pageOf(
      rechargeRow.extend({
        accountId: idOf('account'),
        accountName: z.string(),
        /** The sum that the gateway collected, if it differs. */
        paidHao: z.number().int().nullable(),
        refundedHao: z.number().int(),
        handledBy: z.string().nullable(),
        handledAt: moment.nullable(),
        handledReason: z.string().nullable(),
      }),
    ),
  }),
  credit: post('/api/admin/recharges/credit', '按实收入账', staff('payment.confirm'), {
    input: act,
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
  giveBack: post('/api/admin/recharges/return', '原路退回', staff('payment.confirm'), {
    input: act,
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
}
