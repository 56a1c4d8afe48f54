import { type MessageState, messageStates } from '#contract/messages/message-state.ts'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

/** Charge of a message: its share of the hold, in segments of a package or in hao of bonus credit or the balance. */
export interface Charge {
  state: 'held' | 'posted' | 'voided'
  segmentCount: number
  /** The package, or with a price the bonus credit, that pays; null: the balance at the price. */
  grantName: string | null
  unitPriceHao: number
  amountHao: number
}

interface Charged {
  message_id: string
  hold_id: string | null
  state: string
  segment_count: number
}

/**
 * Charges of messages by id: posted when delivered, voided at any other end, held until then. A message without a hold
 * has none.
 */
export async function chargesOf(executor: Executor, account: AccountId, messages: readonly Charged[]): Promise<Map<string, Charge>> {
  const holdIds = [...new Set(messages.map(message => message.hold_id))].filter(id => id !== null)
  if (holdIds.length === 0) return new Map()
  const rows = await executor
    .selectFrom('charge_hold as hold')
    .leftJoin('credit_grant as grant', join =>
      join.onRef('grant.account_id', '=', 'hold.account_id').onRef('grant.grant_id', '=', 'hold.grant_id'),
    )
    .select(['hold.hold_id', 'hold.unit_price_hao', 'hold.grant_id', 'grant.name'])
    .where('hold.account_id', '=', account)
    .where('hold.hold_id', 'in', holdIds)
    .execute()
  const holds = new Map(rows.map(row => [row.hold_id, row]))
  const charges = new Map<string, Charge>()
  for (const message of messages) {
    const hold = message.hold_id === null ? undefined : holds.get(message.hold_id)
    if (!hold) continue
    charges.set(message.message_id, {
      state: chargeState(message.state as MessageState),
      segmentCount: message.segment_count,
      grantName: hold.name,
      unitPriceHao: hold.unit_price_hao,
      amountHao: message.segment_count * hold.unit_price_hao,
    })
  }
  return charges
}

function chargeState(state: MessageState): Charge['state'] {
  if (state === 'delivered') return 'posted'
  return messageStates[state].isFinal ? 'voided' : 'held'
}
