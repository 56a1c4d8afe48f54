import { z } from 'zod'
import { get, post, staff } from '#contract/call.ts'
import { roles } from '#contract/identity/permission.ts'
import { textOf } from '#contract/rules.ts'
import { idOf, moment } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'

const role = z.enum(keysOf(roles))
const account = z.object({ accountId: idOf('account') })
const reason = textOf('原因', limits.remarkCharacters, 2)

const phoneChangeStates = ['waiting', 'approved', 'rejected', 'cancelled'] as const
export type PhoneChangeState = (typeof phoneChangeStates)[number]

/** Acts of staff on the people of a customer, besides those on its account. */
export const adminPersonCalls = {
  phoneChanges: get('/api/admin/phone-changes', '换号审核', staff('customer.attest'), {
    input: z.object({ part: z.enum(['waiting', 'decided']).default('waiting') }),
    answer: z.object({
      rows: z.array(
        account.extend({
          changeId: idOf('phoneChange'),
          accountName: z.string(),
          /** Null: not attested. */
          attestedName: z.string().nullable(),
          memberName: z.string(),
          role,
          /** Masked. */
          oldPhone: z.string(),
          /** Whole, so that staff can call it. */
          newPhone: z.string(),
          reason: z.string(),
          state: z.enum(phoneChangeStates),
          askedAt: moment,
          lastSignInAt: moment.nullable(),
          decidedAt: moment.nullable(),
          decisionReason: z.string().nullable(),
          decidedBy: z.string(),
        }),
      ),
      waitingCount: z.number().int(),
    }),
  }),
  decidePhoneChange: post('/api/admin/phone-changes/decide', '审核更换手机号', staff('customer.attest'), {
    input: account.extend({ changeId: idOf('phoneChange'), isApproved: z.boolean(), reason }),
    refusals: ['not_found', 'review_decided', 'phone_taken'],
    once: true,
  }),
  resetFactor: post('/api/admin/customers/reset-factor', '申请重置成员的登录验证', staff('customer.attest'), {
    input: account.extend({ memberId: idOf('member'), reason }),
    /** A second member of staff must approve it. */
    answer: z.object({ approvalId: idOf('approval') }),
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
  notes: get('/api/admin/customers/notes', '客户备注', staff('customer.read'), {
    input: account,
    answer: z.object({
      rows: z.array(z.object({ noteId: idOf('note'), text: z.string(), by: z.string(), at: moment, isOwn: z.boolean() })),
    }),
  }),
  addNote: post('/api/admin/customers/notes/add', '添加客户备注', staff('customer.read'), {
    input: account.extend({ text: textOf('备注', 500) }),
    refusals: ['not_found'],
    once: true,
  }),
  removeNote: post('/api/admin/customers/notes/remove', '删除客户备注', staff('customer.read'), {
    input: account.extend({ noteId: idOf('note') }),
    refusals: ['not_found'],
  }),
  enter: post('/api/admin/customers/enter', '以只读方式进入客户控制台', staff('customer.enter'), {
    input: account.extend({ reason }),
    /** A URL of the console that works once, within a minute. */
    answer: z.object({ url: z.string() }),
    refusals: ['not_found', 'state_forbids'],
  }),
}
