import type { Kind } from '#admin/channels/channel.ts'
import { type RoutePreference, routePreferenceNames } from '#contract/messages/route-preference.ts'
import { formatYuan } from '#values/money.ts'
import type { Carrier } from '#values/phone.ts'

/** The route of a dialog: an existing one, or the position of a new one. */
export interface AskedRoute {
  /** Null: chosen in the dialog. */
  kind: Kind | null
  carrier: Carrier | null
  province: string | null
  accountId: string | null
  accountName: string | null
  channelIds: string[]
  preference: RoutePreference
  /** Null: there is none yet. */
  routeId: string | null
  /** A general route has neither province nor customer, and the dialog doesn't ask. */
  isGeneral: boolean
}

/** How a route chooses, in words: 成本低的优先，到达率不低于95%. */
export function preferenceText(preference: RoutePreference): string {
  const name = routePreferenceNames[preference.by]
  if (preference.by === 'price' && preference.leastRate !== null) return `${name}，到达率不低于${preference.leastRate}%`
  if (preference.by === 'quality' && preference.mostCostHao !== null) return `${name}，成本不高于${formatYuan(preference.mostCostHao)}`
  return name
}
