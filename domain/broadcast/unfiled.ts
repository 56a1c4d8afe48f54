import type { FilingState } from '#contract/sender-registration/filing.ts'
import type { Executor } from '#db/connect.ts'
import { filingStates } from '#domain/sender-registration/index.ts'
import type { AccountId } from '#values/id.ts'
import { getOrThrow } from '#values/or-throw.ts'
import { type Operator, operators } from '#values/phone.ts'

/** Numbers of a carrier with which the signature isn't registered: it is likely to block the messages. */
export interface Unfiled {
  operator: Operator
  state: Exclude<FilingState, 'filed'>
  recipientCount: number
}

/**
 * The upload's numbers at risk because the signature isn't registered with their carrier, in the order of `operators`.
 */
export async function unfiledOf(
  executor: Executor,
  account: AccountId,
  { signatureId, operatorCounts }: { signatureId: string; operatorCounts: Partial<Record<Operator, number>> },
): Promise<Unfiled[]> {
  const states = getOrThrow(await filingStates(executor, account, [signatureId]), signatureId)
  return operators.flatMap(operator => {
    const [state, recipientCount] = [states[operator], operatorCounts[operator] ?? 0]
    return state === 'filed' || recipientCount === 0 ? [] : [{ operator, state, recipientCount }]
  })
}

export const unfiledCount = (unfiled: readonly Unfiled[]) => unfiled.reduce((sum, one) => sum + one.recipientCount, 0)
