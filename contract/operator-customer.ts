import { z } from 'zod'
import { limits } from '#values/limits.ts'
import { call, staff } from './call.ts'
import { amountRule, textOf } from './rules.ts'
import { idOf, moment, pageOf, pageSize } from './scalars.ts'

/** What an account can be, in the words of the screens. */
export const accountStates = {
  active: { name: '正常', tone: 'good' },
  frozen: { name: '已冻结', tone: 'bad' },
  closed: { name: '已注销', tone: 'ended' },
} as const
export type AccountState = keyof typeof accountStates

export const grantKinds = { industry: '行业', marketing: '推广', general: '通用' } as const
const grantKind = z.enum(['industry', 'marketing', 'general'])
const states = Object.keys(accountStates) as [AccountState, ...AccountState[]]
const count = z.number().int()

const row = z.object({
  accountId: idOf('account'),
  name: z.string(),
  state: z.enum(states),
  /** Null: not attested. */
  attestedName: z.string().nullable(),
  createdAt: moment,
  ownerLogin: z.string(),
  /** Masked. */
  ownerPhone: z.string(),
  availableHao: count,
  /** Of packages that have not run out. */
  remainingSegments: count,
})

const grant = z.object({
  grantId: idOf('grant'),
  kind: grantKind,
  name: z.string(),
  source: z.enum(['gift', 'purchase']),
  segmentCount: count,
  availableCount: count,
  heldCount: count,
  spentCount: count,
  startsAt: moment,
  expiresAt: moment,
})

const one = z.object({ accountId: idOf('account') })
const reason = textOf('原因', limits.remarkCharacters, 2)

export const operatorCustomerCalls = {
  list: call({
    method: 'GET',
    path: '/api/operator/customers',
    summary: '客户列表',
    audience: staff('customer.read'),
    input: z.object({
      /** A part of the name, or a whole phone or login name. */
      search: z.string().trim().max(60).optional(),
      state: z.enum(states).optional(),
      attested: z.enum(['yes', 'no']).optional(),
      cursor: z.uuid().optional(),
      pageSize,
    }),
    answer: pageOf(row),
    refusals: [],
  }),
  one: call({
    method: 'GET',
    path: '/api/operator/customers/one',
    summary: '客户详情',
    audience: staff('customer.read'),
    input: one,
    answer: row.extend({
      attestedAt: moment.nullable(),
      whenEmpty: z.enum(['stop', 'balance']),
      heldHao: count,
      spentHao: count,
      grants: z.array(grant),
      members: z.array(
        z.object({
          memberId: idOf('member'),
          name: z.string(),
          login: z.string(),
          phone: z.string(),
          role: z.string(),
          lastSignInAt: moment.nullable(),
        }),
      ),
      signatures: z.object({ reviewing: count, approved: count }),
      templates: z.object({ reviewing: count, approved: count }),
      /** What staff last did to the account, newest first. */
      acts: z.array(z.object({ action: z.string(), object: z.string().nullable(), result: z.string(), by: z.string(), at: moment })),
    }),
    refusals: ['not_found'],
  }),
  grant: call({
    method: 'POST',
    path: '/api/operator/customers/grant',
    summary: '赠送套餐',
    audience: staff('customer.credit'),
    input: one.extend({
      kind: grantKind,
      segmentCount: z.number({ error: '请填写条数' }).int('条数须为整数').min(1, '条数至少为1').max(limits.grantSegments, '条数过大'),
      validityDays: z.number({ error: '请填写有效天数' }).int('天数须为整数').min(1, '至少1天').max(limits.grantValidityDays, '有效期过长'),
      name: textOf('套餐名称', limits.templateNameCharacters),
      reason,
    }),
    answer: z.object({ grantId: idOf('grant'), expiresAt: moment }),
    refusals: ['not_found'],
    once: true,
  }),
  recharge: call({
    method: 'POST',
    path: '/api/operator/customers/recharge',
    summary: '人工充值',
    audience: staff('customer.credit'),
    input: one.extend({ amount: amountRule, reason }),
    answer: z.object({ availableHao: count }),
    refusals: ['not_found'],
    once: true,
  }),
  attest: call({
    method: 'POST',
    path: '/api/operator/customers/attest',
    summary: '人工认证',
    audience: staff('customer.attest'),
    input: one.extend({ name: textOf('认证名称', 60, 2), reason }),
    answer: z.object({}),
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
  unattest: call({
    method: 'POST',
    path: '/api/operator/customers/unattest',
    summary: '撤销认证',
    audience: staff('customer.attest'),
    input: one.extend({ reason }),
    answer: z.object({}),
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
  freeze: call({
    method: 'POST',
    path: '/api/operator/customers/freeze',
    summary: '冻结账户',
    audience: staff('customer.freeze'),
    input: one.extend({ reason }),
    answer: z.object({}),
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
  unfreeze: call({
    method: 'POST',
    path: '/api/operator/customers/unfreeze',
    summary: '解除冻结',
    audience: staff('customer.freeze'),
    input: one.extend({ reason }),
    answer: z.object({}),
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
}
