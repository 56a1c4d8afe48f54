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
  messageId: string
  holdId: string | null
  state: MessageState
  segmentCount: number
}

/**
 * Charges of messages by id: posted when delivered, voided at any other end, held until then. A message without a hold
 * has none.
 */
export async function chargesOf(executor: Executor, account: AccountId, messages: readonly Charged[]): Promise<Map<string, Charge>> {
  const holdIds = [...new Set(messages.map(message => message.holdId))].filter(id => id !== null)
  if (holdIds.length === 0) return new Map()
  const rows = await executor
    .selectFrom('chargeHold as hold')
    .leftJoin('creditGrant as grant', join =>
      join.onRef('grant.accountId', '=', 'hold.accountId').onRef('grant.grantId', '=', 'hold.grantId'),
    )
    .select(['hold.holdId', 'hold.unitPriceHao', 'hold.grantId', 'grant.name'])
    .where('hold.accountId', '=', account)
    .where('hold.holdId', 'in', holdIds)
    .execute()
  const holds = new Map(rows.map(row => [row.holdId, row]))
  const charges = new Map<string, Charge>()
  for (const message of messages) {
    const hold = message.holdId === null ? undefined : holds.get(message.holdId)
    if (!hold) continue
    charges.set(message.messageId, {
      state: chargeState(message.state),
      segmentCount: message.segmentCount,
      grantName: hold.name,
      unitPriceHao: hold.unitPriceHao,
      amountHao: message.segmentCount * hold.unitPriceHao,
    })
  }
  return charges
}

function chargeState(state: MessageState): Charge['state'] {
  if (state === 'delivered') return 'posted'
  return messageStates[state].isFinal ? 'voided' : 'held'
}
