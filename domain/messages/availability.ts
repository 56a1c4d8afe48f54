import type { Executor } from '#db/connect.ts'
import { chooseChannel, loadRouting } from '#domain/channels/index.ts'
import type { MessageKind } from '#domain/ledger/index.ts'
import type { AccountId } from '#values/id.ts'
import { getOrThrow } from '#values/or-throw.ts'
import { type Carrier, mainlandCarriers } from '#values/phone.ts'

/**
 * `open`: the channel that would take a message now is connected. `waiting`: it lost its connection, and messages wait
 * for it. `none`: there is no channel.
 */
export interface Availability {
  kind: MessageKind
  carrier: Carrier
  state: 'open' | 'waiting' | 'none'
}

const kinds = ['otp', 'transactional', 'marketing'] as const

/** Whether an account's messages of each kind have a route to each mainland carrier now. */
export async function readAvailability(executor: Executor, account: AccountId): Promise<Availability[]> {
  const routing = await loadRouting(executor, account)
  return kinds.flatMap(kind =>
    mainlandCarriers.map((carrier): Availability => {
      const channelId = chooseChannel(routing, { account, kind, carrier, province: null, phone: '' })
      const isUp = channelId !== null && getOrThrow(routing.ways, channelId).isUp
      return { kind, carrier, state: channelId === null ? 'none' : isUp ? 'open' : 'waiting' }
    }),
  )
}
