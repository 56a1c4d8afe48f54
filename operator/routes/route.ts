import type { Got } from '#contract/call.ts'
import type { operatorRouteCalls } from '#contract/operator-channel.ts'
import type { Operator } from '#values/phone.ts'
import type { Province } from '#values/province.ts'
import type { Kind } from '../channels/channel.ts'

export type Route = Got<typeof operatorRouteCalls.list>['rows'][number]

/** The route that a dialog is about: an existing one, or the place of a new one. */
export interface AskedRoute {
  /** Null: chosen in the dialog. */
  kind: Kind | null
  operator: Operator | null
  province: Province | null
  accountId: string | null
  accountName: string | null
  channelIds: string[]
  /** Null: there is none yet. */
  routeId: string | null
  /** A general one has neither province nor customer, and the dialog doesn't ask. */
  isGeneral: boolean
}
