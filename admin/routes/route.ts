import type { Kind } from '#admin/channels/channel.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import type { adminRouteCalls } from '#contract/messages/admin-channel.ts'
import type { Carrier } from '#values/phone.ts'
import type { Province } from '#values/province.ts'

export type Route = CallAnswerWire<typeof adminRouteCalls.list>['rows'][number]

/** The route of a dialog: an existing one, or the position of a new one. */
export interface AskedRoute {
  /** Null: chosen in the dialog. */
  kind: Kind | null
  carrier: Carrier | null
  province: Province | null
  accountId: string | null
  accountName: string | null
  channelIds: string[]
  /** Null: there is none yet. */
  routeId: string | null
  /** A general route has neither province nor customer, and the dialog doesn't ask. */
  isGeneral: boolean
}
