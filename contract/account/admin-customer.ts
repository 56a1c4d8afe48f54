import { z } from 'zod'
import { get, post, staff } from '#contract/call.ts'
import { saleKinds } from '#contract/orders/package.ts'
import { amountRule, textOf } from '#contract/rules.ts'
import { idOf, moment, pageOf, pageSize } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'

/** States of an account, with the texts of the screens. */
export const accountStates = { active: '正常', frozen: '已冻结', closed: '已注销' } as const
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
  /** Whether programs may send to numbers abroad. */
  sendsAbroad: z.boolean(),
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
  list: get('/api/admin/customers', '客户列表', staff('customer.read'), {
    input: z.object({
      /** Part of the name, or a whole phone number or login. */
      search: z.string().trim().max(60).optional(),
      state: z.enum(states).optional(),
      attested: z.enum(['yes', 'no']).optional(),
      cursor: z.uuid().optional(),
      pageSize,
    }),
    answer: pageOf(row),
  }),
  one: get('/api/admin/customers/one', '客户详情', staff('customer.read'), {
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
  grant: post('/api/admin/customers/grant', '申请赠送套餐', staff('customer.credit'), {
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
  giveBonus: post('/api/admin/customers/bonus', '申请赠送金', staff('customer.credit'), {
    input: one.extend({ amount: amountRule, validityDays, name: textOf('名称', limits.templateNameCharacters), reason }),
    /** A second member of staff must approve it. */
    answer: z.object({ approvalId: idOf('approval') }),
    refusals: ['not_found'],
    once: true,
  }),
  adjust: post('/api/admin/customers/adjust', '申请调账', staff('customer.credit'), {
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
  creditLimit: post('/api/admin/customers/credit-limit', '申请信用额度', staff('customer.credit'), {
    /** Credit limit in yuan, how far below zero the balance may go; `0`: none. */
    input: one.extend({ amount: z.literal('0').or(amountRule), reason }),
    answer: z.object({ approvalId: idOf('approval') }),
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
  grantAttestation: post('/api/admin/customers/attest', '人工认证', staff('customer.attest'), {
    input: one.extend({ name: textOf('认证名称', 60, 2), reason }),
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
  revokeAttestation: post('/api/admin/customers/unattest', '撤销认证', staff('customer.attest'), {
    input: one.extend({ reason }),
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
  allowAbroad: post('/api/admin/customers/allow-abroad', '开通国际短信', staff('customer.credit'), {
    input: one.extend({ reason }),
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
  forbidAbroad: post('/api/admin/customers/forbid-abroad', '停用国际短信', staff('customer.credit'), {
    input: one.extend({ reason }),
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
  freeze: post('/api/admin/customers/freeze', '冻结账户', staff('customer.freeze'), {
    input: one.extend({ reason }),
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
  unfreeze: post('/api/admin/customers/unfreeze', '解除冻结', staff('customer.freeze'), {
    input: one.extend({ reason }),
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
}
