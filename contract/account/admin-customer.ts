import { z } from 'zod'
import { call, staff } from '#contract/call.ts'
import { saleKinds } from '#contract/orders/package.ts'
import { amountRule, textOf } from '#contract/rules.ts'
import { idOf, moment, pageOf, pageSize } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'

/** States of an account, with the texts of the screens. */
export const accountStates = {
  active: { name: '正常', tone: 'good' },
  frozen: { name: '已冻结', tone: 'bad' },
  closed: { name: '已注销', tone: 'ended' },
} as const
export type AccountState = keyof typeof accountStates

const grantKind = z.enum(keysOf(saleKinds))
const states = keysOf(accountStates)
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
  /** Of packages in force. */
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

/** 赠送金 granted to the account, in hao. */
const bonus = grant.omit({ kind: true, source: true })

const one = z.object({ accountId: idOf('account') })
const reason = textOf('原因', limits.remarkCharacters, 2)
const validityDays = z.number({ error: '请填写有效天数' }).int('天数须为整数').min(1, '至少1天').max(limits.grantValidityDays, '有效期过长')

export const adminCustomerCalls = {
  list: call({
    method: 'GET',
    path: '/api/admin/customers',
    summary: '客户列表',
    audience: staff('customer.read'),
    input: z.object({
      /** Part of the name, or a whole phone number or login. */
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
    path: '/api/admin/customers/one',
    summary: '客户详情',
    audience: staff('customer.read'),
    input: one,
    answer: row.extend({
      attestedAt: moment.nullable(),
      whenEmpty: z.enum(['stop', 'balance']),
      heldHao: count,
      creditLimitHao: count,
      spentHao: count,
      grants: z.array(grant),
      bonuses: z.array(bonus),
      members: z.array(
        z.object({
          memberId: idOf('member'),
          name: z.string(),
          login: z.string(),
          phone: z.string(),
          role: z.string(),
          secondFactor: z.enum(['none', 'sms', 'totp']),
          lastSignInAt: moment.nullable(),
        }),
      ),
      signatures: z.object({ reviewing: count, approved: count }),
      templates: z.object({ reviewing: count, approved: count }),
      /** The latest acts of staff on the account, newest first. */
      acts: z.array(z.object({ action: z.string(), object: z.string().nullable(), result: z.string(), by: z.string(), at: moment })),
    }),
    refusals: ['not_found'],
  }),
  grant: call({
    method: 'POST',
    path: '/api/admin/customers/grant',
    summary: '申请赠送套餐',
    audience: staff('customer.credit'),
    input: one.extend({
      kind: grantKind,
      segmentCount: z.number({ error: '请填写数量' }).int('数量须为整数').min(1, '数量至少为1').max(limits.grantSegments, '数量过大'),
      validityDays,
      name: textOf('套餐名称', limits.templateNameCharacters),
      reason,
    }),
    /** A second member of staff must approve it. */
    answer: z.object({ approvalId: idOf('approval') }),
    refusals: ['not_found'],
    once: true,
  }),
  giveBonus: call({
    method: 'POST',
    path: '/api/admin/customers/bonus',
    summary: '申请赠送金',
    audience: staff('customer.credit'),
    input: one.extend({ amount: amountRule, validityDays, name: textOf('名称', limits.templateNameCharacters), reason }),
    /** A second member of staff must approve it. */
    answer: z.object({ approvalId: idOf('approval') }),
    refusals: ['not_found'],
    once: true,
  }),
  adjust: call({
    method: 'POST',
    path: '/api/admin/customers/adjust',
    summary: '申请调账',
    audience: staff('customer.credit'),
    input: one.extend({
      direction: z.enum(['in', 'out']),
      amount: amountRule,
      /** May take the balance below zero: 欠费. */
      mayOwe: z.boolean().optional(),
      reason,
    }),
    answer: z.object({ approvalId: idOf('approval') }),
    refusals: ['not_found', 'balance_insufficient'],
    once: true,
  }),
  creditLimit: call({
    method: 'POST',
    path: '/api/admin/customers/credit-limit',
    summary: '申请信用额度',
    audience: staff('customer.credit'),
    /** Credit limit in yuan, how far below zero the balance may go; `0`: none. */
    input: one.extend({ amount: z.literal('0').or(amountRule), reason }),
    answer: z.object({ approvalId: idOf('approval') }),
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
  grantAttestation: call({
    method: 'POST',
    path: '/api/admin/customers/attest',
    summary: '人工认证',
    audience: staff('customer.attest'),
    input: one.extend({ name: textOf('认证名称', 60, 2), reason }),
    answer: z.object({}),
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
  revokeAttestation: call({
    method: 'POST',
    path: '/api/admin/customers/unattest',
    summary: '撤销认证',
    audience: staff('customer.attest'),
    input: one.extend({ reason }),
    answer: z.object({}),
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
  freeze: call({
    method: 'POST',
    path: '/api/admin/customers/freeze',
    summary: '冻结账户',
    audience: staff('customer.freeze'),
    input: one.extend({ reason }),
    answer: z.object({}),
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
  unfreeze: call({
    method: 'POST',
    path: '/api/admin/customers/unfreeze',
    summary: '解除冻结',
    audience: staff('customer.freeze'),
    input: one.extend({ reason }),
    answer: z.object({}),
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
}
