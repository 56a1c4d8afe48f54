import { z } from 'zod'
import { get, post, staff } from '#contract/call.ts'
import { amountRule, couponCodeRule, packageRule, textOf } from '#contract/rules.ts'
import { idOf, moment, pageOf, pageSize } from '#contract/scalars.ts'
import { historyCall } from '#contract/staff/admin-history.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { parseYuan, parseYuanOrThrow } from '#values/money.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { orderRow } from './order.ts'

export const couponKinds = ['amount', 'percent'] as const
export type CouponKind = (typeof couponKinds)[number]

/** States of a coupon; derived from its dates and its count. */
export const couponStates = { running: '可使用', pending: '未开始', used: '已用完', ended: '已过期', stopped: '已停用' } as const
export type CouponState = keyof typeof couponStates

const audience = staff('package.write')
const count = z.number().int()
const state = z.enum(keysOf(couponStates))
const kind = z.enum(couponKinds)
const reason = textOf('原因', limits.remarkCharacters, 2)
const code = couponCodeRule
const limitOf = (most: number) => z.number().int('请填写整数').min(1, '至少为1').max(most, '次数过大').nullable()

/** Percent of the price. */
const percentRule = /^[1-9]\d?$/

const coupon = z.object({
  code: z.string(),
  name: z.string(),
  kind,
  /** Hao, or percent. */
  off: count,
  minimumHao: count,
  startsAt: moment,
  endsAt: moment,
  totalLimit: count.nullable(),
  accountLimit: count.nullable(),
  /** Empty: every package. */
  packageIds: z.array(packageRule),
  /** Orders with it, except those that ended unpaid. */
  usedCount: count,
  /** Discount in hao on orders that were paid. */
  offHao: count,
  state,
})

export const adminCouponCalls = {
  list: get('/api/admin/coupons', '优惠码列表', audience, {
    input: z.object({
      state: state.optional(),
      code: z.string().trim().toUpperCase().max(20).optional(),
      cursor: z.uuid().optional(),
      pageSize,
    }),
    answer: pageOf(coupon),
  }),
  create: post('/api/admin/coupons/create', '新建优惠码', audience, {
    input: z
      .object({
        code,
        name: textOf('名称', limits.templateNameCharacters),
        kind,
        /** Yuan, or whole percent. */
        off: z.string(),
        /** Minimum purchase in yuan. */
        minimum: amountRule,
        startsAt: moment,
        endsAt: moment,
        totalLimit: limitOf(limits.couponUses),
        accountLimit: limitOf(limits.couponUses),
        packageIds: z.array(packageRule).max(limits.couponPackages),
        reason,
      })
      .superRefine(({ kind, off, minimum, startsAt, endsAt }, context) => {
        const add = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
        if (kind === 'percent' && !percentRule.test(off)) add('off', '请填写1-99的整数')
        if (kind === 'amount') {
          const read = amountRule.safeParse(off)
          if (!read.success) add('off', firstOrThrow(read.error.issues).message)
          else if (parseYuanOrThrow(off) >= (parseYuan(minimum) ?? 0)) add('minimum', '须大于优惠的金额')
        }
        // So that the smallest purchase gets a discount of a fen.
        if (kind === 'percent' && (parseYuan(minimum) ?? 0) < limits.couponMinimumHao) add('minimum', '至少为1元')
        if (endsAt <= startsAt) add('endsAt', '须晚于开始时间')
      }),
    /** approving: a second person must approve before it can be used. */
    answer: z.object({ state: z.enum(['done', 'approving']) }),
    refusals: ['coupon_exists', 'input_invalid'],
    once: true,
  }),
  stop: post('/api/admin/coupons/stop', '停用优惠码', audience, {
    input: z.object({ code, reason }),
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
  uses: get('/api/admin/coupons/uses', '优惠码的使用记录', audience, {
    input: z.object({ code, cursor: z.uuid().optional(), pageSize }),
    /** Orders that were placed with it, newest first. */
    answer: pageOf(
      z.object({
        accountId: idOf('account'),
        accountName: z.string(),
        orderId: idOf('order'),
        orderNumber: z.string(),
        name: z.string(),
        state: orderRow.shape.state,
        couponHao: count,
        amountHao: count,
        createdAt: moment,
      }),
    ),
    refusals: ['not_found'],
  }),
  history: historyCall('/api/admin/coupons/history', '优惠码的修改记录', 'package.write'),
}
