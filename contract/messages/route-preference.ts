import { z } from 'zod'
import { keysOf } from '#values/keys.ts'

/** How a route chooses among its channels. */
export const routePreferenceNames = {
  order: '按顺序',
  share: '按比例',
  price: '成本低的优先',
  quality: '到达率高的优先',
} as const

const percent = (least: number) =>
  z.number({ error: '请填写百分比' }).int('请填写整数').min(least, `不能小于${least}`).max(100, '不能大于100')

export const routePreference = z.discriminatedUnion('by', [
  z.object({ by: z.literal('order') }),
  /** Of each channel, in the order of the route; a phone stays with its channel. */
  z.object({ by: z.literal('share'), shares: z.array(percent(1)) }),
  /** The cheapest first of those whose delivery rate is not below, in percent; null: any. */
  z.object({ by: z.literal('price'), leastRate: percent(0).nullable() }),
  /** The highest delivery rate first of those whose cost of a segment is not above, in 毫; null: any. */
  z.object({ by: z.literal('quality'), mostCostHao: z.number().int().min(0).nullable() }),
])
export type RoutePreference = z.infer<typeof routePreference>
export type PreferenceKind = keyof typeof routePreferenceNames
export const preferenceKinds = keysOf(routePreferenceNames)

/** When traffic is withdrawn from a channel: when it sags, never, or now by hand. */
export const withdrawalRuleNames = { auto: '自动', never: '不撤量', always: '人工撤量' } as const
export type WithdrawalRule = keyof typeof withdrawalRuleNames

/** Traffic is withdrawn from a channel: the other channels of a route take it, except for a small share as a probe. */
export interface Withdrawal {
  /** ISO 8601. */
  since: string
  /** One Chinese sentence. */
  reason: string
}

/** How a channel does now, and usually. Rates are of reported parts, 0 to 1. */
export interface ChannelQuality {
  rate: number | null
  usualRate: number | null
  delaySeconds: number | null
  usualDelaySeconds: number | null
  /** Reported parts in the time that `rate` is of. */
  reportedCount: number
}
