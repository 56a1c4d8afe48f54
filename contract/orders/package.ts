import { z } from 'zod'
import { get, member, post } from '#contract/call.ts'
import { idOf, moment, pageOf, pageSize } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'

/** What a package pays for: 行业 one-time codes and transactional messages, 推广 marketing, 通用 everything. */
export const packageKinds = { industry: '行业', marketing: '推广', general: '通用' } as const
export type PackageKind = keyof typeof packageKinds

/**
 * Every kind that is sold or granted: of messages in segments (条), and of short links in units (次), which never pay for
 * each other.
 */
export const saleKinds = { ...packageKinds, link: '短链' } as const
export type SaleKind = keyof typeof saleKinds
export const saleUnit = (kind: SaleKind) => (kind === 'link' ? '次' : '条')

/** States of an account's package; derived from its order, its rest and its two dates. */
const packageStates = ['usable', 'pending', 'refunding', 'used', 'expired', 'refunded'] as const
export type PackageState = (typeof packageStates)[number]

/** Days before its end from which a package counts as expiring, and the share from which it counts as low. */
export const expiringDays = 30
export const lowShare = 0.1

/** When no package is left: continue from the balance, or stop. */
const whenEmptyChoices = ['balance', 'stop'] as const

const kind = z.enum(keysOf(packageKinds))
const state = z.enum(packageStates)
const whenEmpty = z.enum(whenEmptyChoices)
const count = z.number().int()

/** A package of an account, of either product. */
export const packageFacts = z.object({
  grantId: idOf('grant'),
  name: z.string(),
  state,
  /** Segments; of a link package, here and in the three below, units. */
  segmentCount: count,
  availableCount: count,
  heldCount: count,
  spentCount: count,
  startsAt: moment,
  expiresAt: moment,
  /** Whole days until it expires, rounded up; 0 or less when it has expired. */
  daysLeft: count,
  /** The order that bought it; null for a gift. */
  order: z
    .object({
      orderId: idOf('order'),
      quantity: count,
      amountHao: count,
    })
    .nullable(),
})
export const packageStateRule = state
export const packageCounts = z.object({ usable: count, pending: count, refunding: count, used: count, expired: count, refunded: count })

export const packageCalls = {
  list: get('/api/packages', '我的短信套餐', member('finance.read'), {
    input: z.object({ state: state.optional(), kind: kind.optional(), cursor: z.uuid().optional(), pageSize }),
    answer: pageOf(packageFacts.extend({ kind })).extend({ counts: packageCounts }),
  }),
  use: get('/api/packages/use', '套餐每天的用量', member('finance.read'), {
    input: z.object({ grantId: idOf('grant') }),
    /** Segments charged on each of the last 30 days in China, oldest first. */
    answer: z.object({ days: z.array(z.object({ day: z.string(), segmentCount: count })) }),
    refusals: ['not_found'],
  }),
  remains: get('/api/packages/remains', '套餐余量与用尽后的处理方式', member('finance.read'), {
    answer: z.object({
      /** Usable packages of a kind: segments left, and days until the first expires; null when there is none. */
      kinds: z.array(z.object({ kind, availableCount: count, daysLeft: count.nullable() })),
      /** Spendable hao, and hao held for messages on their way. */
      availableHao: count,
      heldHao: count,
      /** Spendable bonus credit in hao, used before the balance. */
      bonusHao: count,
      whenEmpty,
      /** What a segment abroad costs, by country; null: the account may not send there. */
      countryPrices: z.array(z.object({ country: z.string(), unitPriceHao: count })).nullable(),
    }),
  }),
  setWhenEmpty: post('/api/packages/when-empty', '修改套餐用尽后的处理方式', member('finance.write'), {
    input: z.object({ whenEmpty }),
    answer: z.object({ whenEmpty }),
  }),
}
