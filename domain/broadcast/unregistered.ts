import type { SenderRegistrationState } from '#contract/sender-registration/sender-registration.ts'
import type { Executor } from '#db/connect.ts'
import { senderRegistrationStates } from '#domain/sender-registration/index.ts'
import type { AccountId } from '#values/id.ts'
import { getOrThrow } from '#values/or-throw.ts'
import { type MainlandCarrier, mainlandCarriers } from '#values/phone.ts'

/** Numbers of a carrier with which the signature isn't registered: it is likely to block the messages. */
export interface Unregistered {
  carrier: MainlandCarrier
  state: Exclude<SenderRegistrationState, 'filed'>
  recipientCount: number
}

/**
 * The upload's numbers at risk because the signature isn't registered with their carrier, in the order of `mainlandCarriers`.
 */
export async function unregisteredOf(
  executor: Executor,
  account: AccountId,
  { signatureId, carrierCounts }: { signatureId: string; carrierCounts: Partial<Record<MainlandCarrier, number>> },
): Promise<Unregistered[]> {
  const states = getOrThrow(await senderRegistrationStates(executor, account, [signatureId]), signatureId)
  return mainlandCarriers.flatMap(carrier => {
    const [state, recipientCount] = [states[carrier], carrierCounts[carrier] ?? 0]
    return state === 'filed' || recipientCount === 0 ? [] : [{ carrier, state, recipientCount }]
  })
}

export const unregisteredCount = (unregistered: readonly Unregistered[]) => unregistered.reduce((sum, one) => sum + one.recipientCount, 0)
