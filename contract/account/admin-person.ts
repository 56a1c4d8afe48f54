import { z } from 'zod'
import { call, staff } from '#contract/call.ts'
import { roles } from '#contract/identity/permission.ts'
import { textOf } from '#contract/rules.ts'
import { idOf, moment } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'

const role = z.enum(keysOf(roles))
const account = z.object({ accountId: idOf('account') })
const reason = textOf('原因', limits.remarkCharacters, 2)

export const phoneChangeStates = {
  waiting: { name: '待审核', tone: 'waiting' },
  approved: { name: '已更换', tone: 'good' },
  rejected: { name: '已驳回', tone: 'bad' },
  cancelled: { name: '已撤回', tone: 'ended' },
} as const
export type PhoneChangeState = keyof typeof phoneChangeStates

/** Acts of staff on the people of a customer, besides those on its account. */
export const adminPersonCalls = {
  phoneChanges: call({
    method: 'GET',
    path: '/api/admin/phone-changes',
    summary: '换号审核',
    audience: staff('customer.attest'),
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
          state: z.enum(keysOf(phoneChangeStates)),
          askedAt: moment,
          lastSignInAt: moment.nullable(),
          decidedAt: moment.nullable(),
          decisionReason: z.string().nullable(),
          decidedBy: z.string(),
        }),
      ),
      waitingCount: z.number().int(),
    }),
    refusals: [],
  }),
  decidePhoneChange: call({
    method: 'POST',
    path: '/api/admin/phone-changes/decide',
    summary: '审核更换手机号',
    audience: staff('customer.attest'),
    input: account.extend({ changeId: idOf('phoneChange'), isApproved: z.boolean(), reason }),
    answer: z.object({}),
    refusals: ['not_found', 'review_decided', 'phone_taken'],
    once: true,
  }),
  resetFactor: call({
    method: 'POST',
    path: '/api/admin/customers/reset-factor',
    summary: '申请重置成员的登录验证',
    audience: staff('customer.attest'),
    input: account.extend({ memberId: idOf('member'), reason }),
    /** A second member of staff must approve it. */
    answer: z.object({ approvalId: idOf('approval') }),
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
  notes: call({
    method: 'GET',
    path: '/api/admin/customers/notes',
    summary: '客户备注',
    audience: staff('customer.read'),
    input: account,
    answer: z.object({
      rows: z.array(z.object({ noteId: idOf('note'), text: z.string(), by: z.string(), at: moment, isOwn: z.boolean() })),
    }),
    refusals: [],
  }),
  addNote: call({
    method: 'POST',
    path: '/api/admin/customers/notes/add',
    summary: '添加客户备注',
    audience: staff('customer.read'),
    input: account.extend({ text: textOf('备注', 500) }),
    answer: z.object({}),
    refusals: ['not_found'],
    once: true,
  }),
  removeNote: call({
    method: 'POST',
    path: '/api/admin/customers/notes/remove',
    summary: '删除客户备注',
    audience: staff('customer.read'),
    input: account.extend({ noteId: idOf('note') }),
    answer: z.object({}),
    refusals: ['not_found'],
  }),
  enter: call({
    method: 'POST',
    path: '/api/admin/customers/enter',
    summary: '以只读方式进入客户控制台',
    audience: staff('customer.enter'),
    input: account.extend({ reason }),
    /** A URL of the console that works once, within a minute. */
    answer: z.object({ url: z.string() }),
    refusals: ['not_found', 'state_forbids'],
  }),
}
